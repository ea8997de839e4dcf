import { MINVAL } from './constants.ts';
import type { int } from './int.ts';

/*  Vectors of any length. The result is the first parameter; every array is followed by the offset of its first element. Results may alias an argument if elements are paired one to one. */

/** res = 0 */
export function zero(res: Float64Array, r: int, n: int): void {
  res.fill(0, r, r + n);
}

/** res = a; the two may not overlap unless they are the same
 *  @simd */
export function copy(res: Float64Array, r: int, a: Float64Array, i: int, n: int): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k];
}

/** res = a (integers); the two may not overlap
 *  @simd */
export function copyInt(res: Int32Array, r: int, a: Int32Array, i: int, n: int): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k];
}

/** res = a s
 *  @simd */
export function scl(res: Float64Array, r: int, a: Float64Array, i: int, s: number, n: int): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] * s;
}

/** res = a + b
 *  @simd */
export function add(res: Float64Array, r: int, a: Float64Array, i: int, b: Float64Array, j: int, n: int): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] + b[j + k];
}

/** res = a - b
 *  @simd */
export function sub(res: Float64Array, r: int, a: Float64Array, i: int, b: Float64Array, j: int, n: int): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] - b[j + k];
}

/** res += a
 *  @simd */
export function addTo(res: Float64Array, r: int, a: Float64Array, i: int, n: int): void {
  for (let k = 0; k < n; k++) res[r + k] += a[i + k];
}

/** res -= a
 *  @simd */
export function subFrom(res: Float64Array, r: int, a: Float64Array, i: int, n: int): void {
  for (let k = 0; k < n; k++) res[r + k] -= a[i + k];
}

/** res += a s
 *  @simd */
export function addToScl(res: Float64Array, r: int, a: Float64Array, i: int, s: number, n: int): void {
  for (let k = 0; k < n; k++) res[r + k] += a[i + k] * s;
}

/** res = a + b s
 *  @simd */
export function addScl(
  res: Float64Array,
  r: int,
  a: Float64Array,
  i: int,
  b: Float64Array,
  j: int,
  s: number,
  n: int,
): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] + b[j + k] * s;
}

/** res = a s + b t
 *  @simd */
export function addSclScl(
  res: Float64Array,
  r: int,
  a: Float64Array,
  i: int,
  s: number,
  b: Float64Array,
  j: int,
  t: number,
  n: int,
): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] * s + b[j + k] * t;
}

/** a . b, summed in four lanes, (0 + 2) + (1 + 3), plus the remaining one to three products together. The compiled
 *  engine keeps lanes 0,1 and 2,3 in two f64x2, so both engines give the same bits.
 *  @simd */
export function dot(a: Float64Array, i: int, b: Float64Array, j: int, n: int): number {
  let s0: number = 0;
  let s1: number = 0;
  let s2: number = 0;
  let s3: number = 0;
  let k = 0;
  for (; k + 3 < n; k += 4) {
    s0 += a[i + k] * b[j + k];
    s1 += a[i + k + 1] * b[j + k + 1];
    s2 += a[i + k + 2] * b[j + k + 2];
    s3 += a[i + k + 3] * b[j + k + 3];
  }
  const sum = s0 + s2 + (s1 + s3);
  const rest = n - k;
  if (rest === 0) return sum;
  let tail = a[i + k] * b[j + k];
  if (rest > 1) tail += a[i + k + 1] * b[j + k + 1];
  if (rest > 2) tail += a[i + k + 2] * b[j + k + 2];
  return sum + tail;
}

/** Sum of the elements. */
export function sum(a: Float64Array, i: int, n: int): number {
  let s: number = 0;
  for (let k = 0; k < n; k++) s += a[i + k];
  return s;
}

/** Sum of the absolute values. */
export function normL1(a: Float64Array, i: int, n: int): number {
  let s: number = 0;
  for (let k = 0; k < n; k++) s += Math.abs(a[i + k]);
  return s;
}

/** Euclidean length. */
export function norm(a: Float64Array, i: int, n: int): number {
  return Math.sqrt(dot(a, i, a, i, n));
}

/** Scales a to length 1 and returns its former length; a tiny vector becomes (1, 0, 0, ...). */
export function normalize(a: Float64Array, i: int, n: int): number {
  const length = norm(a, i, n);
  if (length < MINVAL) {
    zero(a, i, n);
    a[i] = 1;
  } else {
    scl(a, i, a, i, 1 / length, n);
  }
  return length;
}

/** True if every element is exactly zero.
 *  @simd */
export function isZero(a: Float64Array, i: int, n: int): boolean {
  for (let k = 0; k < n; k++) if (a[i + k] !== 0) return false;
  return true;
}

/** x limited to [lo, hi]. */
export function clip(x: number, lo: number, hi: number): number {
  if (x < lo) return lo;
  if (x > hi) return hi;
  return x;
}

/** res[k] = a[ind[k]] */
export function gather(res: Float64Array, r: int, a: Float64Array, i: int, ind: Int32Array, p: int, n: int): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + ind[p + k]];
}

/** Index of the first nonzero element in [from, end), or `end`
 *  @simd */
export function firstNonZero(a: Float64Array, from: int, end: int): int {
  let k = from;
  // 1 / -0 is negative
  while (k < end && a[k] === 0 && 1 / a[k] > 0) k++;
  return k;
}

/** Index of the first element in [from, end) that equals x, or `end`
 *  @simd */
export function firstEqual(a: Int32Array, x: int, from: int, end: int): int {
  let k = from;
  while (k < end && a[k] !== x) k++;
  return k;
}

/** Index of the first element in [from, end) in which two arrays differ, or `end`
 *  @simd */
export function firstDifference(a: Float64Array, b: Float64Array, from: int, end: int): int {
  let k = from;
  while (k < end && a[k] === b[k]) k++;
  return k;
}

/** True if the first n elements of two arrays are equal
 *  @simd */
export function sameInts(a: Int32Array, b: Int32Array, n: int): boolean {
  for (let k = 0; k < n; k++) if (a[k] !== b[k]) return false;
  return true;
}
