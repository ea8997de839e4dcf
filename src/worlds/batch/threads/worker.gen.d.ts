/** The program of a thread, as text. This module is made by `scripts/wasm/plugin.mjs` from `worker.ts` when a test or a
 *  bundle asks for it. As text it needs no address, so that every bundler can carry it. */
export const source: string;
