/** NumPy's .npz format: a ZIP archive of .npy files, one for each field. */
import { npyHeader } from './npy.ts';

/** An array of a .npz file: as many rows for each, one number a row or several. */
export interface NpzArray {
  name: string;
  /** Numbers in a row; undefined for a vector. */
  width: number | undefined;
  numbers: Float64Array;
}

/** The pieces of the file, in their order. Nothing is compressed: numbers of a simulation hardly get smaller. */
export function npzPieces(arrays: readonly NpzArray[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, width, numbers } of arrays) {
    const content = [npyHeader(numbers.length / (width ?? 1), width), bytesOf(numbers)];
    const entry = { name: new TextEncoder().encode(`${name}.npy`), size: sizeOf(content), crc: crc32(content) };
    directory.push(zipHeader(DIRECTORY, entry, at));
    const file = [zipHeader(LOCAL, entry, at), ...content];
    pieces.push(...file);
    at += sizeOf(file);
  }
  return [...pieces, ...directory, zipEnd(arrays.length, sizeOf(directory), at)];
}

interface Entry {
  name: Uint8Array;
  size: number;
  crc: number;
}

const LOCAL = 0x04034b50;
const DIRECTORY = 0x02014b50;
const END = 0x06054b50;
/** The first day that the format knows: the same numbers give the same file. */
const DATE = (1 << 5) | 1;

/** Header of a file that is stored as it is, before it or in the directory (APPNOTE.TXT of PKWARE, 4.3.7 and 4.3.12). */
function zipHeader(kind: number, { name, size, crc }: Entry, at: number): Uint8Array {
  const inDirectory = kind === DIRECTORY;
  const start = inDirectory ? 46 : 30;
  const bytes = new Uint8Array(start + name.length);
  const view = new DataView(bytes.buffer);
  const version = inDirectory ? 6 : 4;
  view.setUint32(0, kind, true);
  if (inDirectory) view.setUint16(4, 20, true);
  view.setUint16(version, 20, true);
  view.setUint16(version + 8, DATE, true);
  view.setUint32(version + 10, crc, true);
  view.setUint32(version + 14, size, true);
  view.setUint32(version + 18, size, true);
  view.setUint16(version + 22, name.length, true);
  if (inDirectory) view.setUint32(42, at, true);
  bytes.set(name, start);
  return bytes;
}

function zipEnd(files: number, size: number, at: number): Uint8Array {
  const bytes = new Uint8Array(22);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, END, true);
  view.setUint16(8, files, true);
  view.setUint16(10, files, true);
  view.setUint32(12, size, true);
  view.setUint32(16, at, true);
  return bytes;
}

/** The largest file that these headers can tell: beyond it another format of ZIP begins. */
export const MOST_BYTES = 2 ** 32 - 1;

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** The checksum of ZIP and PNG. */
function crc32(pieces: readonly Uint8Array[]): number {
  let c = 0xffffffff;
  for (const piece of pieces) for (const byte of piece) c = table[(c ^ byte) & 255]! ^ (c >>> 8);
  return ~c >>> 0;
}
