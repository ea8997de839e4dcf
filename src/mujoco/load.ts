/** `load` of the drop-in API: starts the engine and reads the rest of the API at the same time. */

import { prepare } from '../load/load.ts';
import type { makeDropIn } from './dropIn.ts';

/** What `load` gives: classes, functions, enumerations and constants under the names of the package. */
export type MainModule = ReturnType<typeof makeDropIn>;

/** What `load` can be told; other options of the official package are accepted and have no effect. */
export interface LoadOptions {
  /** Which engine steps the models: compiled (`wasm`, where it is allowed) or plain (`js`). */
  engine?: 'wasm' | 'js';
  /** Where texts go that functions print. */
  print?: (text: string) => void;
  /** Where warnings go that functions print. */
  printErr?: (text: string) => void;
  /** Without effect: the engine is part of the code. */
  locateFile?: (path: string, prefix: string) => string;
  /** Without effect: the engine is part of the code. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  [option: string]: unknown;
}

/** Load the engine. */
export async function load(options: LoadOptions = {}): Promise<MainModule> {
  // all at once: pages wait for files, and the module is compiled on other threads while this one reads the rest of the code
  const own = { ...options };
  const prepared = prepare({ engine: own.engine });
  const [{ makeDropIn }] = await Promise.all([import('./dropIn.ts'), prepared]);
  return makeDropIn(own);
}
