/** Equality of long lists of numbers, for `toEqual`. */
import { expect } from 'vitest';

// fast path for equal numbers, for which vitest would create a key per index; vitest reports differences as usual
expect.addEqualityTesters([(a: unknown, b: unknown) => sameBytes(a, b) || sameNumbers(a, b) || undefined]);

function sameBytes(a: unknown, b: unknown): boolean {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return false;
  return a.constructor === b.constructor && asBuffer(a).equals(asBuffer(b));
}

function asBuffer({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

function sameNumbers(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (typeof a[k] !== 'number' || !Object.is(a[k], b[k])) return false;
  return true;
}
