import { fileURLToPath } from 'node:url';
import { ikThreadSource, taskSource, threadSource, viewerThreadSource } from '../package/thread.mjs';
import { shaderSource } from '../wgsl/embed.mjs';
import { moduleSource, moduleSourceAside } from './embed.mjs';

/** Plugins that let tests and bundles import modules that are generated on demand: the compiled engine, `src/core/wasm/module.gen.js`, the
 *  programs of threads, `src/worlds/batch/threads/worker.gen.js`, `src/worlds/cluster/thread/task.gen.js`,
 *  `src/control/ik/threads/ikThread.gen.js` and `src/view/viewer/thread/thread.gen.js`, and the engine in WGSL,
 *  `src/worlds/webgpu/shaders.gen.js`. */

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const name = 'tenon-wasm';
const filter = /\/(module|worker|task|thread|ikThread|shaders)\.gen\.js$/;

/** For Rolldown, vite and vitest.
 *  @param {import('./build.mjs').Options} [options] */
export function vitePlugin(options) {
  const sources = {
    [`\0${name}/module`]: () => (options ? moduleSource(root, options) : moduleSourceAside(root)),
    [`\0${name}/worker`]: () => threadSource(root, esbuildPlugin()),
    [`\0${name}/task`]: () => taskSource(root, esbuildPlugin()),
    [`\0${name}/thread`]: () => viewerThreadSource(root, esbuildPlugin()),
    [`\0${name}/ikThread`]: () => ikThreadSource(root, esbuildPlugin()),
    [`\0${name}/shaders`]: () => shaderSource(root),
  };
  return {
    name,
    enforce: /** @type {const} */ ('pre'),
    resolveId: (/** @type {string} */ id) => {
      const found = filter.exec(id);
      return found ? `\0${name}/${found[1]}` : undefined;
    },
    load: (/** @type {string} */ id) => {
      if (!(id in sources)) return undefined;
      // `npm run check` builds nothing
      if (process.env.TENON_PART === 'fast')
        throw new Error('this test file needs a build: begin it with the line `// needs: the compiled engine`');
      return sources[id]();
    },
  };
}

/** For esbuild.
 *  @param {import('./build.mjs').Options} [options]
 *  @returns {import('esbuild').Plugin} */
export function esbuildPlugin(options) {
  const plugin = {
    name,
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({ path: filter.exec(path)?.[1] ?? '', namespace: name }));
      build.onLoad({ filter: /^module$/, namespace: name }, async () => ({
        contents: await moduleSource(root, options),
        loader: /** @type {const} */ ('js'),
      }));
      build.onLoad({ filter: /^worker$/, namespace: name }, async () => ({
        contents: await threadSource(root, plugin),
        loader: /** @type {const} */ ('js'),
      }));
      build.onLoad({ filter: /^task$/, namespace: name }, async () => ({
        contents: await taskSource(root, plugin),
        loader: /** @type {const} */ ('js'),
      }));
      build.onLoad({ filter: /^thread$/, namespace: name }, async () => ({
        contents: await viewerThreadSource(root, plugin),
        loader: /** @type {const} */ ('js'),
      }));
      build.onLoad({ filter: /^ikThread$/, namespace: name }, async () => ({
        contents: await ikThreadSource(root, plugin),
        loader: /** @type {const} */ ('js'),
      }));
      build.onLoad({ filter: /^shaders$/, namespace: name }, async () => ({
        contents: await shaderSource(root),
        loader: /** @type {const} */ ('js'),
      }));
    },
  };
  return plugin;
}
