import type { int } from '../int.ts';

/*  The bits of a float64 as two int32 words: two scratch arrays over one buffer, the only form of bit access in the
 *  dialect (docs/dialect.md). Memory is little-endian in WebAssembly, and on every supported machine. */

const f64bits = new Float64Array(1);
const i32bits = new Int32Array(f64bits.buffer);

/** Sign, exponent and the upper 20 bits of the fraction of x.
 *  @simd */
export function highWord(x: number): int {
  f64bits[0] = x;
  return i32bits[1];
}

/** The lower 32 bits of the fraction of x.
 *  @simd */
export function lowWord(x: number): int {
  f64bits[0] = x;
  return i32bits[0];
}

/** The float64 with these two words.
 *  @simd */
export function fromWords(high: int, low: int): number {
  i32bits[1] = high;
  i32bits[0] = low;
  return f64bits[0];
}

/** x with the lower 32 bits of its fraction cleared.
 *  @simd */
export function clearLow(x: number): number {
  f64bits[0] = x;
  i32bits[0] = 0;
  return f64bits[0];
}

/** 2^k for -1022 <= k <= 1023
 *  @simd */
export function pow2(k: int): number {
  i32bits[1] = (k + 1023) << 20;
  i32bits[0] = 0;
  return f64bits[0];
}

/** True for -0 and every negative number.
 *  @simd */
export function signBit(x: number): boolean {
  f64bits[0] = x;
  return i32bits[1] < 0;
}

/** a b - p for p = a b rounded, exactly (Dekker 1971); no overflow for |a|, |b| < 2^500 */
export function productError(a: number, b: number, p: number): number {
  // upper 26 bits and the rest of each factor: 134217729 = 2^27 + 1
  const ca = 134217729 * a;
  const ah = ca - (ca - a);
  const al = a - ah;
  const cb = 134217729 * b;
  const bh = cb - (cb - b);
  const bl = b - bh;
  return al * bl - (p - ah * bh - al * bh - ah * bl);
}

/** (a + b) - s for s = a + b rounded, exactly (Knuth) */
export function sumError(a: number, b: number, s: number): number {
  const t = s - a;
  return a - (s - t) + (b - t);
}
