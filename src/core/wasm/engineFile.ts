/** The compiled engine from a file next to this one: a quarter smaller to transfer than the string in `engine.ts`, and
 *  without parsing. For Node and for pages without a bundler (`scripts/package/shared.mjs`). */
import type { ModuleFile } from './moduleFile.ts';
import { decode } from './text.ts';

export { bind } from './module.gen.js';

/** The WebAssembly module; from the string if the file is missing or unreadable. */
export async function readModule(here: string = import.meta.url): Promise<ModuleFile> {
  try {
    const url = new URL('./engine.wasm', here);
    const file = url.protocol === 'file:' ? readFile(url) : await fetchFile(url);
    // a server may respond with an error page
    if (file && isModule(file.bytes)) return file;
  } catch {
    // the page's security policy, or a bundle without the file
  }
  return { bytes: decode((await import('./module.gen.js')).base64) };
}

function readFile(url: URL): ModuleFile | undefined {
  // Deno requests permission before reading a file, but not before importing one
  if ('Deno' in globalThis) return undefined;
  return { bytes: process.getBuiltinModule('node:fs').readFileSync(url) as Uint8Array<ArrayBuffer> };
}

/** Compiles while receiving, if the server sends the right content type. */
async function fetchFile(url: URL): Promise<ModuleFile | undefined> {
  const response = await fetch(url);
  if (!response.ok) return undefined;
  const isStated = response.headers.get('Content-Type') === 'application/wasm';
  const compiled = isStated ? WebAssembly.compileStreaming?.(response.clone()) : undefined;
  // compiling the bytes reports the error
  const module = compiled?.catch(() => undefined);
  return { bytes: new Uint8Array(await response.arrayBuffer()), module };
}

function isModule(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === '\0asm';
}
