import type { int } from '../../math/int.ts';
import { NPOLY } from '../../model/constants.ts';

/*  Springs and dampers with polynomial coefficients: force = -x (c + p0 x + p1 x^2). In dampers the polynomial uses
 *  |x|, so that the force is odd. */

/** c + p0 x + p1 x^2 */
export function polyForce(linear: number, poly: Float64Array, p: int, x: number): number {
  let sum = linear;
  let power: number = 1;
  for (let k = 0; k < NPOLY; k++) {
    power *= x;
    sum += poly[p + k] * power;
  }
  return sum;
}

/** Derivative of x (c + p0 x + p1 x^2): c + 2 p0 x + 3 p1 x^2 */
export function polyForceDerivative(linear: number, poly: Float64Array, p: int, x: number): number {
  let sum = linear;
  let power: number = 1;
  for (let k = 0; k < NPOLY; k++) {
    power *= x;
    sum += (k + 2) * poly[p + k] * power;
  }
  return sum;
}

/** Integral of x (c + p0 x + p1 x^2) from 0: c x^2 / 2 + p0 x^3 / 3 + p1 x^4 / 4 */
export function polyPotential(linear: number, poly: Float64Array, p: int, x: number): number {
  let sum = 0.5 * linear * (x * x);
  let power = x;
  for (let k = 0; k < NPOLY; k++) {
    power *= x;
    sum += (poly[p + k] / (k + 3)) * (power * x);
  }
  return sum;
}

/** True if the polynomial is zero everywhere. */
export function polyIsZero(linear: number, poly: Float64Array, p: int): boolean {
  if (linear !== 0) return false;
  for (let k = 0; k < NPOLY; k++) if (poly[p + k] !== 0) return false;
  return true;
}
