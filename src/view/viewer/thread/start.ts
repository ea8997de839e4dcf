/** The program of the viewer's worker, complete. */
import { base64 } from '../../../core/wasm/module.gen.js';
import { source } from './thread.gen.js';

/** The compiled engine, which the page already has, then the program. */
export function threadProgram(): string {
  return `globalThis.tenonEngine=${JSON.stringify(base64)};${source}`;
}
