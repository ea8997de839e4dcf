/** The program of a thread as a string, bundled from `worker.ts` by `scripts/wasm/plugin.mjs`. A string needs no URL, so every
 *  bundler can carry it. */
export const source: string;
