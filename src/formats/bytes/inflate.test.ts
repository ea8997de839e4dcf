import { constants, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inflateZlib } from './inflate.ts';

function inflated(bytes: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  inflateZlib(bytes, out);
  return out;
}

/** Bytes with repetitions near and far, long and short. */
const data = fc
  .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 60 })), { maxLength: 12 })
  .map((parts) =>
    Uint8Array.from(
      parts.flatMap(([bytes, times]) =>
        Array(times)
          .fill([...bytes])
          .flat(),
      ),
    ),
  );

test('data compressed by zlib decompresses to the original, at every level and with every strategy', () => {
  const strategies = [constants.Z_DEFAULT_STRATEGY, constants.Z_HUFFMAN_ONLY, constants.Z_RLE, constants.Z_FIXED];
  fc.assert(
    fc.property(data, fc.constantFrom(...strategies), fc.integer({ min: 0, max: 9 }), (bytes, strategy, level) => {
      expect(inflated(deflateSync(bytes, { strategy, level }), bytes.length)).toEqual(bytes);
    }),
    { numRuns: 300 },
  );
});

test('long runs and large pictures decompress to the original', () => {
  const bytes = new Uint8Array(400000).map((_, i) => (i < 200000 ? 7 : (i * i) >> 7));
  for (const level of [0, 6]) {
    expect(Buffer.compare(inflated(deflateSync(bytes, { level }), bytes.length), bytes)).toBe(0);
  }
});

test('too little and too much data are detected', () => {
  const packed = deflateSync(new Uint8Array(1000).fill(3));
  expect(() => inflated(packed, 999)).toThrow('too much data');
  expect(() => inflated(packed, 1001)).toThrow('expected 1001 bytes, found 1000');
});

test('a truncated stream is rejected', () => {
  const packed = deflateSync(Uint8Array.from({ length: 500 }, (_, i) => (i * 37) % 91));
  for (let n = 0; n < packed.length; n++) expect(() => inflated(packed.subarray(0, n), 500)).toThrow();
});

test('a damaged stream is rejected, or gives the same bytes', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * i) % 53);
  const packed = deflateSync(bytes);
  fc.assert(
    fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const damaged = Uint8Array.from(packed);
      damaged[at] ^= flip;
      try {
        expect(inflated(damaged, bytes.length)).toEqual(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
    { numRuns: 500 },
  );
});
