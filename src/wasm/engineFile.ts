/** The compiled engine from a file beside this one: a quarter smaller on its way to a page than the text in `engine.ts`, and
 *  nothing of it has to be parsed. For Node and for pages without a bundler (`scripts/package/shared.mjs`). */
import { decode } from './text.ts';

export { bind } from './module.gen.js';

/** Bytes of the WebAssembly module; from the text where there is no file, or nobody may read it. */
export async function readModule(here: string = import.meta.url): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = await readFile(new URL('./engine.wasm', here));
    // a server may answer with a page that says it has no such file
    if (bytes && isModule(bytes)) return bytes;
  } catch {
    // a policy of the page, a bundle that left the file behind
  }
  return decode((await import('./module.gen.js')).base64);
}

async function readFile(url: URL): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (url.protocol !== 'file:') {
    const response = await fetch(url);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  }
  // Deno asks its user before it reads a file, but not before it imports one
  if ('Deno' in globalThis) return undefined;
  return process.getBuiltinModule('node:fs').readFileSync(url) as Uint8Array<ArrayBuffer>;
}

function isModule(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === '\0asm';
}
