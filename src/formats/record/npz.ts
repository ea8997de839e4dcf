/** NumPy's .npz format: a ZIP archive of .npy files, one for each array. */
import { crc32 } from '../bytes/crc.ts';
import { isZip, zipFiles } from '../bytes/zip.ts';
import { type NamedArray, npyHeader, readNpyWithin } from './npy.ts';

/** Arrays by name. */
export type NamedArrays = Readonly<Record<string, NamedArray>>;

/** Encode arrays as the pieces of a .npz file, in order. Uncompressed, because simulation data hardly compress.
 *
 *  @example
 *  const pieces = npzPieces({ qpos: { shape: [2, 1], numbers: new Float64Array([1, 2]) } });
 *  console.log(pieces.reduce((sum, piece) => sum + piece.length, 0)); // -> 258
 * @throws RangeError for inconsistent shapes, invalid names, and beyond 4 GB, which requires ZIP64 */
export function npzPieces(arrays: NamedArrays): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [name, array] of Object.entries(arrays)) {
    const content = contentOf(name, array);
    const crc = content.reduce((before, piece) => crc32(piece, before), 0);
    const entry = { name: nameBytes(name), size: totalBytes(content), crc };
    directory.push(zipHeader(DIRECTORY, entry, at));
    const file = [zipHeader(LOCAL, entry, at), ...content];
    pieces.push(...file);
    at += totalBytes(file);
    if (at > MAX_BYTES)
      throw new RangeError(`npz: expected at most ${MAX_BYTES} bytes, found ${at} including '${name}'`);
  }
  if (directory.length > MAX_FILES) {
    throw new RangeError(`npz: expected at most ${MAX_FILES} arrays, found ${directory.length}`);
  }
  return [...pieces, ...directory, zipEnd(directory.length, totalBytes(directory), at)];
}

function contentOf(name: string, { shape, numbers }: NamedArray): Uint8Array[] {
  const count = shape.reduce((product, size) => product * size, 1);
  if (numbers.length !== count) {
    throw new RangeError(`npz: '${name}': expected ${count} values, as in its shape, found ${numbers.length}`);
  }
  return [npyHeader(shape), asBytes(numbers)];
}

function nameBytes(name: string): Uint8Array {
  // a lone surrogate would be replaced, and read back as another name
  if (/\p{Surrogate}/u.test(name)) throw new RangeError(`npz: '${name}': expected a name without lone surrogates`);
  const bytes = new TextEncoder().encode(`${name}.npy`);
  if (bytes.length > MAX_NAME_BYTES) {
    throw new RangeError(`npz: '${name.slice(0, 40)}...': expected a name of at most ${MAX_NAME_BYTES - 4} bytes`);
  }
  return bytes;
}

interface Entry {
  name: Uint8Array;
  size: number;
  crc: number;
}

const LOCAL = 0x04034b50;
const DIRECTORY = 0x02014b50;
const END = 0x06054b50;
/** The earliest date of the format: the same values give the same file. */
const DATE = (1 << 5) | 1;
/** Flag of UTF-8 names. */
const UTF8 = 1 << 11;
const MAX_NAME_BYTES = 65_535;
const MAX_FILES = 65_534;
/** Maximum size of the values as doubles, if they come from a smaller archive. */
const MAX_DOUBLE_BYTES = 2 ** 30;
/** Maximum size of a file in this format. */
export const MAX_BYTES = 2 ** 32 - 1;

/** Header of a stored file, before it or in the directory (APPNOTE.TXT of PKWARE, 4.3.7 and 4.3.12). */
function zipHeader(kind: number, { name, size, crc }: Entry, at: number): Uint8Array {
  const inDirectory = kind === DIRECTORY;
  const start = inDirectory ? 46 : 30;
  const bytes = new Uint8Array(start + name.length);
  const view = new DataView(bytes.buffer);
  const version = inDirectory ? 6 : 4;
  view.setUint32(0, kind, true);
  if (inDirectory) view.setUint16(4, 20, true);
  view.setUint16(version, 20, true);
  view.setUint16(version + 2, name.some((byte) => byte > 127) ? UTF8 : 0, true);
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

/** Read the arrays of a .npz file, including those from `np.savez` and `np.savez_compressed`.
 *
 *  @example
 *  const pieces = npzPieces({ qpos: { shape: [2, 1], numbers: new Float64Array([1, 2]) } });
 *  const { qpos } = await readNpz(new Uint8Array(await new Blob(pieces).arrayBuffer()));
 *  console.log(qpos.shape, qpos.numbers[1]); // -> [ 2, 1 ] 2
 *  @param name of the file, for messages
 *  @throws Error with the name of the invalid array */
export async function readNpz(bytes: Uint8Array, name = 'npz'): Promise<Record<string, NamedArray>> {
  if (!isZip(bytes)) throw new Error(`${name}: not a ZIP archive`);
  const found = new Map<string, NamedArray>();
  let left = Math.max(MAX_DOUBLE_BYTES, bytes.length);
  for await (const file of zipFiles(bytes.slice(), name)) {
    const key = file.name.replace(/\.npy$/, '');
    if (found.has(key)) throw new Error(`${name}: the array '${key}' occurs twice`);
    const array = readNpyWithin(file.content, `${name}: ${file.name}`, left);
    left -= array.numbers.byteLength;
    found.set(key, array);
  }
  return Object.fromEntries(found);
}

function totalBytes(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

function asBytes({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
