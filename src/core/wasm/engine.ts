/** The compiled engine as a string, which every bundler supports; `engineFile.ts` replaces it where files can be read
 *  (`scripts/package/shared.mjs`). */
import { base64 } from './module.gen.js';
import type { ModuleFile } from './moduleFile.ts';
import { decode } from './text.ts';

export { bind } from './module.gen.js';

/** The WebAssembly module. */
export async function readModule(): Promise<ModuleFile> {
  return { bytes: decode(base64) };
}
