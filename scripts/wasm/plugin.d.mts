import type { Plugin } from 'esbuild';

/** What Rolldown, vite and vitest share of a plugin. */
interface Loader {
  name: string;
  enforce: 'pre';
  resolveId(id: string): string | undefined;
  load(id: string): Promise<string> | undefined;
}

/** Lets them import the compiled engine, building it when it is stale. */
export function vitePlugin(options?: object): Loader;

/** The same for esbuild. */
export function esbuildPlugin(options?: object): Plugin;
