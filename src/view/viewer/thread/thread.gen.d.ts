/** The program of the thread that runs a viewer's engine, as text. This module is made by `scripts/wasm/plugin.mjs` from
 *  `thread.ts` when a test or a bundle asks for it. The compiled engine is not in it: `start.ts` puts it in front. */
export const source: string;
