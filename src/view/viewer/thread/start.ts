/** The complete program of the viewer's worker. */
import { base64 } from '../../../core/wasm/module.gen.js';
import { source } from './thread.gen.js';

/** The compiled engine, already loaded by the page, followed by the program. */
export function threadProgram(): string {
  return `globalThis.tenonEngine=${JSON.stringify(base64)};${source}`;
}
