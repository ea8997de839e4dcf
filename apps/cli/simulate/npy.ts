/** NumPy's .npy format, version 1.0. */

/** Room for the largest shape, so that a header can be written again over one for fewer rows. */
const LENGTH = 128;

/** Header of doubles, row by row; the numbers follow it. Without columns they are a vector. */
export function npyHeader(rows: number, columns?: number): Uint8Array {
  const shape = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows},${columns === undefined ? '' : ` ${columns}`}), }`;
  // the header ends with a newline and fills up to a multiple of 64 bytes
  const text = `${shape.padEnd(LENGTH - 11)}\n`;
  const bytes = new Uint8Array(LENGTH);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length & 255, text.length >> 8]);
  bytes.set(new TextEncoder().encode(text), 10);
  return bytes;
}
