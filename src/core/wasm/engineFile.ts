/** The compiled engine from a file beside this one: a quarter smaller on its way to a page than the text in `engine.ts`, and
 *  nothing of it has to be parsed. For Node and for pages without a bundler (`scripts/package/shared.mjs`). */
import type { ModuleFile } from './moduleFile.ts';
import { decode } from './text.ts';

export { bind } from './module.gen.js';

/** The WebAssembly module; from the text where there is no file, or nobody may read it. */
export async function readModule(here: string = import.meta.url): Promise<ModuleFile> {
  try {
    const url = new URL('./engine.wasm', here);
    const file = url.protocol === 'file:' ? readFile(url) : await fetchFile(url);
    // a server may answer with a page that says it has no such file
    if (file && isModule(file.bytes)) return file;
  } catch {
    // a policy of the page, a bundle that left the file behind
  }
  return { bytes: decode((await import('./module.gen.js')).base64) };
}

function readFile(url: URL): ModuleFile | undefined {
  // Deno asks its user before it reads a file, but not before it imports one
  if ('Deno' in globalThis) return undefined;
  return { bytes: process.getBuiltinModule('node:fs').readFileSync(url) as Uint8Array<ArrayBuffer> };
}

/** Compiled while it arrives, if the server says what it is. */
async function fetchFile(url: URL): Promise<ModuleFile | undefined> {
  const response = await fetch(url);
  if (!response.ok) return undefined;
  const isStated = response.headers.get('Content-Type') === 'application/wasm';
  const compiled = isStated ? WebAssembly.compileStreaming?.(response.clone()) : undefined;
  // what is wrong with it is said to whoever compiles the bytes
  const module = compiled?.catch(() => undefined);
  return { bytes: new Uint8Array(await response.arrayBuffer()), module };
}

function isModule(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === '\0asm';
}
