import { MINVAL } from './constants.ts';
import type { int } from './int.ts';

/*  Vectors of three: result first, (array, offset) pairs, results may alias an argument. */

/** res = (x, y, z) */
export function set3(res: Float64Array, r: int, x: number, y: number, z: number): void {
  res[r] = x;
  res[r + 1] = y;
  res[r + 2] = z;
}

/** res = 0 */
export function zero3(res: Float64Array, r: int): void {
  res[r] = 0;
  res[r + 1] = 0;
  res[r + 2] = 0;
}

/** res = a */
export function copy3(res: Float64Array, r: int, a: Float64Array, i: int): void {
  res[r] = a[i];
  res[r + 1] = a[i + 1];
  res[r + 2] = a[i + 2];
}

/** res = a s */
export function scl3(res: Float64Array, r: int, a: Float64Array, i: int, s: number): void {
  res[r] = a[i] * s;
  res[r + 1] = a[i + 1] * s;
  res[r + 2] = a[i + 2] * s;
}

/** res = a + b */
export function add3(res: Float64Array, r: int, a: Float64Array, i: int, b: Float64Array, j: int): void {
  res[r] = a[i] + b[j];
  res[r + 1] = a[i + 1] + b[j + 1];
  res[r + 2] = a[i + 2] + b[j + 2];
}

/** res = a - b */
export function sub3(res: Float64Array, r: int, a: Float64Array, i: int, b: Float64Array, j: int): void {
  res[r] = a[i] - b[j];
  res[r + 1] = a[i + 1] - b[j + 1];
  res[r + 2] = a[i + 2] - b[j + 2];
}

/** res += a */
export function addTo3(res: Float64Array, r: int, a: Float64Array, i: int): void {
  res[r] += a[i];
  res[r + 1] += a[i + 1];
  res[r + 2] += a[i + 2];
}

/** res -= a */
export function subFrom3(res: Float64Array, r: int, a: Float64Array, i: int): void {
  res[r] -= a[i];
  res[r + 1] -= a[i + 1];
  res[r + 2] -= a[i + 2];
}

/** res += a s */
export function addToScl3(res: Float64Array, r: int, a: Float64Array, i: int, s: number): void {
  res[r] += a[i] * s;
  res[r + 1] += a[i + 1] * s;
  res[r + 2] += a[i + 2] * s;
}

/** res = a + b s */
export function addScl3(res: Float64Array, r: int, a: Float64Array, i: int, b: Float64Array, j: int, s: number): void {
  res[r] = a[i] + b[j] * s;
  res[r + 1] = a[i + 1] + b[j + 1] * s;
  res[r + 2] = a[i + 2] + b[j + 2] * s;
}

/** a . b */
export function dot3(a: Float64Array, i: int, b: Float64Array, j: int): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** res = a x b */
export function cross3(res: Float64Array, r: int, a: Float64Array, i: int, b: Float64Array, j: int): void {
  const x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  const y = a[i + 2] * b[j] - a[i] * b[j + 2];
  const z = a[i] * b[j + 1] - a[i + 1] * b[j];
  res[r] = x;
  res[r + 1] = y;
  res[r + 2] = z;
}

/** Length of a. */
export function norm3(a: Float64Array, i: int): number {
  return Math.sqrt(a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2]);
}

/** Distance between two points. */
export function dist3(a: Float64Array, i: int, b: Float64Array, j: int): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Scales a to length 1 and returns its former length; a tiny vector becomes (1, 0, 0). */
export function normalize3(a: Float64Array, i: int): number {
  const length = norm3(a, i);
  if (length < MINVAL) {
    set3(a, i, 1, 0, 0);
  } else {
    scl3(a, i, a, i, 1 / length);
  }
  return length;
}
