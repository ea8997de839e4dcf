/** `load` of the drop-in API: starts the engine and loads the rest of the API in parallel. */

import { prepare } from '../load/load.ts';
import type { makeDropIn } from './dropIn.ts';

/** The module returned by `load`: classes, functions, enumerations and constants by the names of the package. */
export type MainModule = ReturnType<typeof makeDropIn>;

/** Options of `load`. */
export interface LoadOptions {
  /** Engine that steps the models: compiled (`wasm`; default if allowed) or plain (`js`). */
  engine?: 'wasm' | 'js';
  /** Called with printed text. */
  print?: (text: string) => void;
  /** Called with printed warnings. */
  printErr?: (text: string) => void;
  /** No effect: the engine is part of the code. */
  locateFile?: (path: string, prefix: string) => string;
  /** No effect: the engine is part of the code. */
  wasmBinary?: ArrayBuffer | ArrayBufferView;
}

/** Load the engine. */
export function load(options?: LoadOptions): Promise<MainModule>;
/** Load the engine. Other options of the official package have no effect. */
export function load(options?: unknown): Promise<MainModule>;
export async function load(options?: unknown): Promise<MainModule> {
  // in parallel: pages wait for files, and other threads compile the module while this one loads the rest of the code
  const own: LoadOptions = { ...(options as LoadOptions | null | undefined) };
  const prepared = prepare({ engine: own.engine });
  const [{ makeDropIn }] = await Promise.all([import('./dropIn.ts'), prepared]);
  return makeDropIn(own);
}
