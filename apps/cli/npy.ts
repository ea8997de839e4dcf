/** Matrices of doubles in NumPy's .npy format, version 1.0. */
export function npy(rows: number, columns: number, values: Float64Array): Uint8Array {
  const shape = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`;
  // the header ends with a newline and fills up to a multiple of 64 bytes
  const length = Math.ceil((10 + shape.length + 1) / 64) * 64;
  const header = `${shape.padEnd(length - 11)}\n`;
  const bytes = new Uint8Array(length + values.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), length);
  return bytes;
}
