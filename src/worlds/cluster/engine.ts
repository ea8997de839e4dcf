/** The name of this engine: engines of the same name compute the same bytes. */
import { base64 } from '../../core/wasm/module.gen.js';
import { hashOf } from './bytes.ts';

let name: Promise<string> | undefined;

export function engineName(): Promise<string> {
  name ??= hashOf(new TextEncoder().encode(base64)).then((hash) => hash.slice(0, 16));
  return name;
}
