/** NumPy's .npy format (numpy.lib.format): a header that is a Python dictionary, then the values. */
import { parseNpyHeader } from './npyHeader.ts';

/** An array with a shape, as in NumPy. */
export interface NamedArray {
  /** Rows first; a vector has a single dimension. */
  shape: readonly number[];
  numbers: Float64Array;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** Header length, sufficient for the largest shape, so that a header can be overwritten by one with fewer rows. */
const LENGTH = 128;
/** Longer headers describe records, which are not supported; NumPy itself rejects them by default. */
const MAX_HEADER_BYTES = 10_000;
/** Maximum size of the values as doubles: one-byte values grow by a factor of eight. */
const MAX_DOUBLE_BYTES = 2 ** 30;

/** Create the header of a .npy file of doubles in row-major order; the values follow it.
 *
 *  @example
 *  console.log(npyHeader([100, 7]).length); // -> 128
 *  @throws RangeError for an invalid or too long shape */
export function npyHeader(shape: readonly number[]): Uint8Array {
  const wrong = shape.find((size) => !(Number.isSafeInteger(size) && size >= 0));
  if (wrong !== undefined) throw new RangeError(`npy: shape: expected whole numbers of at least 0, found ${wrong}`);
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const words = `{'descr': '<f8', 'fortran_order': False, 'shape': (${tuple}), }`;
  if (words.length > LENGTH - 11) {
    throw new RangeError(`npy: shape: expected at most ${LENGTH - 70} characters, found (${tuple})`);
  }
  // the header ends with a newline, padded to a multiple of 64 bytes
  const text = `${words.padEnd(LENGTH - 11)}\n`;
  const bytes = new Uint8Array(LENGTH);
  bytes.set([...MAGIC, 1, 0, text.length & 255, text.length >> 8]);
  bytes.set(new TextEncoder().encode(text), 10);
  return bytes;
}

/** Readers of NumPy's number types. */
const READERS: ReadonlyMap<string, [size: number, read: (view: DataView, at: number) => number]> = new Map([
  ['<f8', [8, (view, at) => view.getFloat64(at, true)]],
  ['<f4', [4, (view, at) => view.getFloat32(at, true)]],
  ['<i8', [8, (view, at) => Number(view.getBigInt64(at, true))]],
  ['<i4', [4, (view, at) => view.getInt32(at, true)]],
  ['<i2', [2, (view, at) => view.getInt16(at, true)]],
  ['|i1', [1, (view, at) => view.getInt8(at)]],
  ['|u1', [1, (view, at) => view.getUint8(at)]],
  ['|b1', [1, (view, at) => Math.min(view.getUint8(at), 1)]],
]);

/** Read the values of a .npy file as doubles.
 *
 *  @example
 *  const numbers = new Float64Array([1, 2, 3]);
 *  const file = new Uint8Array([...npyHeader([3]), ...new Uint8Array(numbers.buffer)]);
 *  console.log(readNpy(file).numbers); // -> Float64Array(3) [ 1, 2, 3 ]
 *  @param name of the file, for messages
 *  @throws Error with the expected and the found contents */
export function readNpy(bytes: Uint8Array, name = 'npy'): NamedArray {
  return readNpyWithin(bytes, name, Math.max(MAX_DOUBLE_BYTES, bytes.length));
}

/** The same, with a limit on the size of the values as doubles. */
export function readNpyWithin(bytes: Uint8Array, name: string, maxBytes: number): NamedArray {
  const { text, end } = headerOf(bytes, name);
  const { descr, fortranOrder, shape } = inFile(`${name}: header`, () => parseNpyHeader(text));
  const reader = READERS.get(descr);
  if (reader === undefined) {
    const expected = `one of ${[...READERS.keys()].join(', ')}`;
    throw new Error(`${name}: header: descr: expected ${expected}, found '${descr.slice(0, 40)}'`);
  }
  if (shape.length > 1 && fortranOrder) {
    throw new Error(`${name}: expected rows first, found columns first (fortran_order)`);
  }
  const count = shape.includes(0) ? 0 : shape.reduce((product, size) => product * size, 1);
  const [size, read] = reader;
  if (count * size !== bytes.length - end) {
    throw new Error(`${name}: expected ${count * size} bytes of numbers, found ${bytes.length - end}`);
  }
  if (8 * count > maxBytes) {
    throw new Error(`${name}: expected at most ${Math.floor(maxBytes / 8)} numbers, found ${count}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Float64Array(count);
  for (let k = 0; k < count; k++) numbers[k] = read(view, end + k * size);
  return { shape, numbers };
}

/** The text of a header, and the offset of the values. */
function headerOf(bytes: Uint8Array, name: string): { text: string; end: number } {
  if (bytes.length < 12 || MAGIC.some((byte, k) => bytes[k] !== byte)) throw new Error(`${name}: not a .npy file`);
  const [major, minor] = bytes.subarray(6, 8);
  if (major < 1 || major > 3 || minor !== 0) {
    throw new Error(`${name}: expected version 1.0, 2.0 or 3.0, found ${major}.${minor}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = major === 1 ? 10 : 12;
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MAX_HEADER_BYTES) {
    throw new Error(`${name}: expected a header of at most ${MAX_HEADER_BYTES} bytes, found ${length}`);
  }
  const end = start + length;
  if (end > bytes.length) {
    throw new Error(`${name}: expected a header of ${length} bytes, found ${bytes.length - start}`);
  }
  return { text: new TextDecoder().decode(bytes.slice(start, end)), end };
}

function inFile<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`);
  }
}
