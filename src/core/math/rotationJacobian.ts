import { cos, sin } from './elementary/trig.ts';
import type { int } from './int.ts';
import { norm3 } from './vec3.ts';

/*  Derivatives of rotation vectors, 3 x 3, row-major: docs/derivations/quaternions.md. */

/** Angle below which the closed forms lose digits, and three terms of their series are exact to the last digit. */
const SMALL = 1 / 32;

/** res = exp(-[s]): maps a perturbation before the rotation s to one after it */
export function rotationCarry(res: Float64Array, r: int, s: Float64Array, i: int): void {
  const x = norm3(s, i);
  combine(res, r, s, i, cos(x), -sinc(x), cosc(x));
}

/** res = the right Jacobian of s: exp(s + ds) = exp(s) exp(res ds) */
export function rightJacobian(res: Float64Array, r: int, s: Float64Array, i: int): void {
  const x = norm3(s, i);
  const xx = x * x;
  const b = sinc(x);
  const e = x > SMALL ? (1 - b) / xx : (1 - (xx / 20) * (1 - (xx / 42) * (1 - xx / 72))) / 6;
  combine(res, r, s, i, b, -cosc(x), e);
}

/** res = the inverse of the right Jacobian: log(exp(s) exp(e)) = s + res e */
export function rightJacobianInverse(res: Float64Array, r: int, s: Float64Array, i: int): void {
  const half = 0.5 * norm3(s, i);
  const xx = 4 * half * half;
  const c = half > SMALL ? (1 - (half * cos(half)) / sin(half)) / xx : (1 + (xx / 60) * (1 + xx / 42)) / 12;
  combine(res, r, s, i, 1 - c * xx, 0.5, c);
}

/** sin x / x */
function sinc(x: number): number {
  const xx = x * x;
  return x > SMALL ? sin(x) / x : 1 - (xx / 6) * (1 - (xx / 20) * (1 - xx / 42));
}

/** (1 - cos x) / x^2 */
function cosc(x: number): number {
  const xx = x * x;
  return x > SMALL ? (1 - cos(x)) / xx : (1 - (xx / 12) * (1 - (xx / 30) * (1 - xx / 56))) / 2;
}

/** res = a 1 + b [v] + c v v^T */
function combine(res: Float64Array, r: int, v: Float64Array, i: int, a: number, b: number, c: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  res[r] = a + c * x * x;
  res[r + 1] = c * x * y - b * z;
  res[r + 2] = c * x * z + b * y;
  res[r + 3] = c * x * y + b * z;
  res[r + 4] = a + c * y * y;
  res[r + 5] = c * y * z - b * x;
  res[r + 6] = c * x * z - b * y;
  res[r + 7] = c * y * z + b * x;
  res[r + 8] = a + c * z * z;
}
