/** Files from the web: from the origin of the model and those that the caller allows, up to a size limit. */

import { beyondLimit } from '../../core/model/limits.ts';
import { fileError } from '../../formats/xml/error.ts';
import { FileProblem } from '../../formats/xml/fileSource.ts';

/** Bytes of a file; undefined if it does not exist. */
export type Fetcher = (path: string) => Promise<Uint8Array | undefined>;

/** Fetches files for the model at a URL. A model can name any URL; only allowed origins are contacted. */
export function webFetcher(model: string, origins: readonly string[], fileBytes: number): Fetcher {
  const base = new URL(model, pageAddress());
  const allowed = new Set([base.origin, ...origins.map((origin) => new URL(origin).origin)]);
  return async (path) => {
    const url = new URL(path, pageAddress());
    if (!allowed.has(url.origin)) {
      throw new FileProblem(
        `'${path}' is from a different origin than the model. Allow it with { origins: ['${url.origin}'] }`,
      );
    }
    const response = await fetch(url);
    return response.ok ? readBody(response, path, fileBytes) : undefined;
  };
}

/** Fetch the model file.
 *  @throws MjcfError if it cannot be read */
export async function fetchMain(fetchFile: Fetcher, file: string): Promise<Uint8Array> {
  const bytes = await fetchFile(file).catch((error) => {
    throw error instanceof FileProblem ? fileError(file, error.message) : error;
  });
  if (bytes === undefined) throw fileError(file, `cannot read file '${file}'`);
  return bytes;
}

/** Base of relative URLs: the page, or the script of a worker; for a worker started from a blob, the origin of its
 * creator. */
function pageAddress(): string | undefined {
  const address = (globalThis as { location?: { href: string } }).location?.href;
  if (!address?.startsWith('blob:')) return address;
  const { origin } = new URL(address);
  return origin === 'null' ? 'file:///' : origin;
}

async function readBody(response: Response, path: string, fileBytes: number): Promise<Uint8Array> {
  const check = (bytes: number) => {
    if (bytes > fileBytes) throw new FileProblem(beyondLimit(`'${path}' in bytes`, bytes, 'fileBytes', fileBytes));
  };
  check(Number(response.headers.get('content-length') ?? 0));
  if (!response.body) return new Uint8Array(await response.arrayBuffer());
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    parts.push(value!);
    length += value!.length;
    if (length > fileBytes) await reader.cancel();
    check(length);
  }
  return joined(parts, length);
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
