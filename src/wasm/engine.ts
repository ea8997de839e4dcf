/** The compiled engine from a text, which every bundler understands; `engineFile.ts` takes its place where files can be
 *  read (`scripts/package/shared.mjs`). */
import { base64 } from './module.gen.js';
import { decode } from './text.ts';

export { bind } from './module.gen.js';

/** Bytes of the WebAssembly module. */
export async function readModule(): Promise<Uint8Array<ArrayBuffer>> {
  return decode(base64);
}
