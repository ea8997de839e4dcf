import type { Plugin } from 'esbuild';

/** Common plugin interface of Rolldown, vite and vitest. */
interface Loader {
  name: string;
  enforce: 'pre';
  resolveId(id: string): string | undefined;
  load(id: string): Promise<string> | undefined;
}

/** Lets them import the compiled engine, and builds it if it is stale. */
export function vitePlugin(options?: object): Loader;

/** The same for esbuild. */
export function esbuildPlugin(options?: object): Plugin;
