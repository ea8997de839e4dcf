import { build } from 'esbuild';
import { esbuildPlugin } from '../wasm/plugin.mjs';

/** The program of docs/measure.html: the bench of worlds on a device, for browsers, in one file.
 *  @param {string} root @returns {Promise<Uint8Array>} */
export async function measureScript(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['bench/webgpu/page.mjs'],
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
