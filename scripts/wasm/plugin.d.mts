import type { Plugin } from 'esbuild';

/** Lets vitest import the compiled engine, building it when it is stale. */
export function vitePlugin(): object;

/** The same for esbuild. */
export function esbuildPlugin(options?: object): Plugin;
