/** The virtual file system of the drop-in API: a map from names to bytes. */

import { describeType } from '../../core/model/fit.ts';
import { mapSource } from '../../formats/mjcf/files.ts';
import { baseName } from '../../formats/mjcf/paths.ts';
import type { FileSource } from '../../formats/xml/fileSource.ts';
import { Handle } from '../base/handle.ts';
import { expectText, type Text } from '../base/text.ts';

/** Bytes of a file: any kind of array, or a string. */
export type FileBytes = ArrayBuffer | ArrayBufferView | ArrayLike<number> | string;

export class MjVFS extends Handle {
  readonly #files = new Map<string, Uint8Array>();

  addBuffer(title: Text, bytes: FileBytes): void {
    const name = expectText('addBuffer', title);
    if (this.#files.has(name)) {
      throw new Error(`MuJoCo Error: Could not add buffer to VFS: it already has a file '${name}'`);
    }
    this.#files.set(name, toBytes(bytes));
  }

  /** Does nothing if the file does not exist. */
  deleteFile(name: Text): void {
    this.#files.delete(expectText('deleteFile', name));
  }

  /** Files as a source for models: looked up by path, ignoring case, then by base name. @internal */
  source(): FileSource {
    const byPath = mapSource(this.#files);
    const byName = mapSource(new Map([...this.#files].map(([name, bytes]) => [baseName(name).toLowerCase(), bytes])));
    return { read: (path) => byPath.read(path) ?? byName.read(baseName(path).toLowerCase()) };
  }
}

/** A copy of bytes. */
export function toBytes(bytes: FileBytes): Uint8Array {
  if (typeof bytes === 'string') return new TextEncoder().encode(bytes);
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes.slice(0));
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice();
  if (typeof bytes === 'object' && typeof bytes?.length === 'number') return Uint8Array.from(bytes);
  throw new TypeError(`expected bytes or a string, found ${describeType(bytes)}`);
}
