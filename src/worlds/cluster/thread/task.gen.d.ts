/** The program of a task thread as a string, bundled from `program.ts` by `scripts/wasm/plugin.mjs` for tests. In the package it
 *  imports a file. */
export const source: string;
