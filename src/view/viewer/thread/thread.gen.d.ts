/** The program of the viewer's worker as a string, bundled from `thread.ts` by `scripts/wasm/plugin.mjs`. It does not contain the
 *  compiled engine, which `start.ts` prepends. */
export const source: string;
