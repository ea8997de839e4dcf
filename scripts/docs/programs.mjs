import { build } from 'esbuild';
import { esbuildPlugin } from '../wasm/plugin.mjs';

/** Programs of the HTML pages in docs/, by page name. */
export const programs = { measure: 'bench/webgpu/page.mjs', train: 'apps/train/page.ts' };

/** The program of a page, bundled into one file.
 *  @param {string} root @param {keyof typeof programs} page @returns {Promise<Uint8Array>} */
export async function bundleProgram(root, page) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [programs[page]],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    mainFields: ['module', 'main'],
    target: 'es2022',
    minify: true,
    loader: { '.xml': 'text' },
    logLevel: 'error',
    plugins: [esbuildPlugin()],
  });
  return outputFiles[0].contents;
}
