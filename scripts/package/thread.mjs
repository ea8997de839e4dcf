import { build } from 'esbuild';

/** The JavaScript module that stands for `src/batch/threads/worker.gen.js`: the program of a thread as text. It has the
 *  pipeline and the plain engine; the compiled one is sent to it.
 *  @param {string} root @param {import('esbuild').Plugin} wasm */
export async function threadSource(root, wasm) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/batch/threads/worker.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'neutral',
    external: ['node:*'],
    target: 'es2022',
    logLevel: 'silent',
    plugins: [wasm],
  });
  return `export const source = ${JSON.stringify(outputFiles[0].text)};\n`;
}
