/** SO(3) on (array, offset): quaternions (w, x, y, z), rotation vectors, and the Jacobians between them.
 *  Source: Solà, Deray, Atchuthan, "A micro Lie theory for state estimation in robotics", 2018, equations 132 to 146. */
import { atan2 } from '../../../core/math/elementary/arc.ts';
import { sinCos } from '../../../core/math/elementary/trig.ts';
import type { int } from '../../../core/math/int.ts';
import { set4 } from '../../../core/math/quat.ts';
import { norm3 } from '../../../core/math/vec3.ts';

/** Squared angle below which coefficients are computed from their series, because closed forms suffer from cancellation. */
const SERIES = 0.25;
const trig = new Float64Array(2);

/** q = exp(w): the rotation by |w| about w */
export function expSO3(q: Float64Array, r: int, w: Float64Array, i: int): void {
  const angle = norm3(w, i);
  sinCos(trig, 0, 0.5 * angle);
  // sin(a / 2) / a, by its series where the quotient is 0 / 0
  const s = angle > 1e-4 ? trig[0] / angle : 0.5 - (angle * angle) / 48;
  set4(q, r, trig[1], s * w[i], s * w[i + 1], s * w[i + 2]);
}

/** w = log(q), with an angle in [0, pi]; q and -q give the same */
export function logSO3(w: Float64Array, r: int, q: Float64Array, i: int): void {
  const sine = norm3(q, i + 1);
  const sign = q[i] < 0 ? -1 : 1;
  const cosine = sign * q[i];
  // a / sin(a / 2): atan2 is exact at 180 degrees, where the cosine is 0
  const s = sign * (sine > 1e-8 ? (2 * atan2(sine, cosine)) / sine : 2 / cosine);
  w[r] = s * q[i + 1];
  w[r + 1] = s * q[i + 2];
  w[r + 2] = s * q[i + 3];
}

/** (1 - cos a) / a^2 for a squared angle */
function cosineCoefficient(square: number): number {
  if (square < SERIES) {
    return (
      1 / 2 -
      square *
        (1 / 24 -
          square *
            (1 / 720 -
              square * (1 / 40320 - square * (1 / 3628800 - square * (1 / 479001600 - square / 8.71782912e10)))))
    );
  }
  sinCos(trig, 0, 0.5 * Math.sqrt(square));
  return (2 * trig[0] * trig[0]) / square;
}

/** (a - sin a) / a^3 for a squared angle */
export function sineCoefficient(square: number): number {
  if (square < SERIES) {
    return (
      1 / 6 -
      square * (1 / 120 - square * (1 / 5040 - square * (1 / 362880 - square * (1 / 39916800 - square / 6227020800))))
    );
  }
  const angle = Math.sqrt(square);
  sinCos(trig, 0, angle);
  return (angle - trig[0]) / (square * angle);
}

/** (1 - (a / 2) cot(a / 2)) / a^2 for a squared angle: finite at 180 degrees */
function inverseCoefficient(square: number): number {
  if (square < SERIES) {
    return (
      1 / 12 +
      square * (1 / 720 + square * (1 / 30240 + square * (1 / 1209600 + square * (1 / 47900160 + square / 1.89e9))))
    );
  }
  const half = 0.5 * Math.sqrt(square);
  sinCos(trig, 0, half);
  return (1 - (half * trig[1]) / trig[0]) / square;
}

/** J = I + s c1 [w] + c2 [w]^2, with s = 1 (left) or -1 (right)
 *
 *  exp(w + d) = exp(Jl d) exp(w) = exp(w) exp(Jr d) */
export function jacobianSO3(J: Float64Array, r: int, w: Float64Array, i: int, s: number): void {
  const square = w[i] * w[i] + w[i + 1] * w[i + 1] + w[i + 2] * w[i + 2];
  polynomial(J, r, w, i, s * cosineCoefficient(square), sineCoefficient(square));
}

/** J = inverse of the left (s = 1) or right (s = -1) Jacobian: I - s/2 [w] + c [w]^2 */
export function inverseJacobianSO3(J: Float64Array, r: int, w: Float64Array, i: int, s: number): void {
  const square = w[i] * w[i] + w[i + 1] * w[i + 1] + w[i + 2] * w[i + 2];
  polynomial(J, r, w, i, -0.5 * s, inverseCoefficient(square));
}

/** J = I + a [w] + b [w]^2, with [w]^2 = w w' - |w|^2 I */
function polynomial(J: Float64Array, r: int, w: Float64Array, i: int, a: number, b: number): void {
  const x = w[i];
  const y = w[i + 1];
  const z = w[i + 2];
  J[r] = 1 - b * (y * y + z * z);
  J[r + 1] = b * x * y - a * z;
  J[r + 2] = b * x * z + a * y;
  J[r + 3] = b * x * y + a * z;
  J[r + 4] = 1 - b * (x * x + z * z);
  J[r + 5] = b * y * z - a * x;
  J[r + 6] = b * x * z - a * y;
  J[r + 7] = b * y * z + a * x;
  J[r + 8] = 1 - b * (x * x + y * y);
}
