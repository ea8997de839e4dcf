import { fileURLToPath } from 'node:url';
import { moduleSource, moduleSourceAside } from './embed.mjs';

/** Plugins that let tests and bundles import `src/wasm/module.gen.js`, which is not a file: it is built on demand. */

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const name = 'tenon-wasm';
const filter = /\/module\.gen\.js$/;

/** For vite and vitest. */
export function vitePlugin() {
  return {
    name,
    enforce: /** @type {const} */ ('pre'),
    resolveId: (/** @type {string} */ id) => (filter.test(id) ? `\0${name}` : undefined),
    load: (/** @type {string} */ id) => (id === `\0${name}` ? moduleSourceAside(root) : undefined),
  };
}

/** For esbuild.
 *  @param {import('./build.mjs').Options} [options] */
export function esbuildPlugin(options) {
  return {
    name,
    setup(build) {
      build.onResolve({ filter }, () => ({ path: 'module.gen.js', namespace: name }));
      build.onLoad({ filter: /.*/, namespace: name }, async () => ({
        contents: await moduleSource(root, options),
        loader: /** @type {const} */ ('js'),
      }));
    },
  };
}
