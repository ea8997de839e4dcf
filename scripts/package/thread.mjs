import { build } from 'esbuild';
import { moduleSource } from '../wasm/embed.mjs';
import { stripGrammarDocsEsbuild } from './stripGrammarDocs.mjs';

/** The JavaScript module `src/worlds/batch/threads/worker.gen.js`: the program of a thread as a string. It contains the pipeline and the
 *  plain engine; the compiled engine is sent to it.
 *  @param {string} root @param {import('esbuild').Plugin} wasm */
export function threadSource(root, wasm) {
  return programText(root, 'src/worlds/batch/threads/worker.ts', [wasm]);
}

/** The JavaScript module `src/control/ik/threads/ikThread.gen.js`: the program that solves inverse kinematics in a thread. It does not
 *  contain the compiled engine, which is sent to it.
 *  @param {string} root @param {import('esbuild').Plugin} wasm */
export function ikThreadSource(root, wasm) {
  return programText(root, 'src/control/ik/threads/program.ts', [wasm]);
}

/** The JavaScript module `src/worlds/cluster/thread/task.gen.js` for tests: the program that runs tasks of a cluster, with all
 *  dependencies. The package has a file instead (`taskProgram` in `bundle.mjs`).
 *  @param {string} root @param {import('esbuild').Plugin} wasm */
export function taskSource(root, wasm) {
  return programText(root, 'src/worlds/cluster/thread/program.ts', [wasm]);
}

/** The JavaScript module `src/view/viewer/thread/thread.gen.js`: the program that loads and runs a model for a viewer. It contains
 *  everything except the compiled engine, which the page already has.
 *  @param {string} root @param {import('esbuild').Plugin} wasm */
export function viewerThreadSource(root, wasm) {
  return programText(root, 'src/view/viewer/thread/thread.ts', [engineOfPage(root), wasm]);
}

/** @param {string} root @param {string} entry @param {import('esbuild').Plugin[]} plugins */
async function programText(root, entry, plugins) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    target: 'es2022',
    logLevel: 'silent',
    plugins: [stripGrammarDocsEsbuild(), ...plugins],
  });
  return `export const source = ${JSON.stringify(outputFiles[0].text)};\n`;
}

/** The compiled engine without its bytes, which are in a global variable (`src/view/viewer/thread/start.ts`).
 *  @param {string} root @returns {import('esbuild').Plugin} */
function engineOfPage(root) {
  const namespace = 'engine-of-page';
  return {
    name: namespace,
    setup(on) {
      on.onResolve({ filter: /\/module\.gen\.js$/ }, () => ({ path: 'module', namespace }));
      on.onLoad({ filter: /./, namespace }, async () => ({
        contents: (await moduleSource(root)).replace(/base64 = '[^']*'/, 'base64 = globalThis.tenonEngine'),
        loader: /** @type {const} */ ('js'),
      }));
    },
  };
}
