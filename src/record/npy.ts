/** NumPy's .npy format (numpy.lib.format): a header that is a Python dictionary, then the numbers. */

/** Numbers in rows and columns, as NumPy has them. */
export interface NamedArray {
  /** Rows first; a vector has one number here. */
  shape: readonly number[];
  numbers: Float64Array;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** Room for the largest shape, so that a header can be written again over one for fewer rows. */
const LENGTH = 128;

/** Header of doubles, row by row; the numbers follow it.
 *
 *  @example
 *  console.log(npyHeader([100, 7]).length); // -> 128 */
export function npyHeader(shape: readonly number[]): Uint8Array {
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const words = `{'descr': '<f8', 'fortran_order': False, 'shape': (${tuple}), }`;
  // the header ends with a newline and fills up to a multiple of 64 bytes
  const text = `${words.padEnd(LENGTH - 11)}\n`;
  const bytes = new Uint8Array(LENGTH);
  bytes.set([...MAGIC, 1, 0, text.length & 255, text.length >> 8]);
  bytes.set(new TextEncoder().encode(text), 10);
  return bytes;
}

/** How the kinds of numbers that NumPy writes are read. */
const readers: Readonly<Record<string, [size: number, read: (view: DataView, at: number) => number]>> = {
  '<f8': [8, (view, at) => view.getFloat64(at, true)],
  '<f4': [4, (view, at) => view.getFloat32(at, true)],
  '<i8': [8, (view, at) => Number(view.getBigInt64(at, true))],
  '<i4': [4, (view, at) => view.getInt32(at, true)],
  '<i2': [2, (view, at) => view.getInt16(at, true)],
  '|i1': [1, (view, at) => view.getInt8(at)],
  '|u1': [1, (view, at) => view.getUint8(at)],
  '|b1': [1, (view, at) => view.getUint8(at)],
};

/** The numbers of a .npy file, as doubles.
 *
 *  @example
 *  const numbers = new Float64Array([1, 2, 3]);
 *  const file = new Uint8Array([...npyHeader([3]), ...new Uint8Array(numbers.buffer)]);
 *  console.log(readNpy(file).numbers); // -> Float64Array(3) [ 1, 2, 3 ]
 *  @throws Error that says what the file has instead */
export function readNpy(bytes: Uint8Array, name = 'npy'): NamedArray {
  if (bytes.length < 12 || MAGIC.some((byte, k) => bytes[k] !== byte)) throw new Error(`${name}: not a .npy file`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const long = bytes[6] >= 2;
  const start = (long ? 12 : 10) + (long ? view.getUint32(8, true) : view.getUint16(8, true));
  const header = new TextDecoder().decode(bytes.slice(long ? 12 : 10, start));
  const descr = /'descr':\s*'([^']*)'/.exec(header)?.[1] ?? '';
  const tuple = /'shape':\s*\(([^)]*)\)/.exec(header)?.[1];
  const reader = readers[descr];
  if (reader === undefined || tuple === undefined) {
    throw new Error(`${name}: expected numbers of ${Object.keys(readers).join(', ')}, found '${descr}'`);
  }
  const shape = tuple
    .split(',')
    .filter((word) => word.trim() !== '')
    .map(Number);
  if (shape.length > 1 && /'fortran_order':\s*True/.test(header)) {
    throw new Error(`${name}: expected rows first, found columns first (fortran_order)`);
  }
  const count = shape.reduce((product, size) => product * size, 1);
  const [size, read] = reader;
  if (start + count * size > bytes.length) {
    throw new Error(`${name}: expected ${count} numbers, found ${Math.floor((bytes.length - start) / size)}`);
  }
  return { shape, numbers: Float64Array.from({ length: count }, (_, k) => read(view, start + k * size)) };
}
