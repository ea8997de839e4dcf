/** The program of a thread as a string, bundled from `program.ts` by `scripts/wasm/plugin.mjs`. */
export const source: string;
