/** The virtual file system of the drop-in API: a map from names to bytes. */
import { Handle } from './handle.ts';

export class MjVFS extends Handle {
  readonly files = new Map<string, Uint8Array>();

  addBuffer(name: string, bytes: ArrayBuffer | ArrayBufferView | string): void {
    if (this.files.has(name)) throw new Error(`MuJoCo Error: the file system already has a file '${name}'`);
    this.files.set(name, toBytes(bytes));
  }

  deleteFile(name: string): void {
    if (!this.files.delete(name)) throw new Error(`MuJoCo Error: the file system has no file '${name}'`);
  }
}

function toBytes(bytes: ArrayBuffer | ArrayBufferView | string): Uint8Array {
  if (typeof bytes === 'string') return new TextEncoder().encode(bytes);
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes.slice(0));
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice();
}
