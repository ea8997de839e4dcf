/** The program of a thread that runs tasks, as text. This module is made by `scripts/wasm/plugin.mjs` from `program.ts` when a test asks
 *  for it; in the package it imports a file. */
export const source: string;
