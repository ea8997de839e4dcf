/** Jacobians of quaternion functions, all in the tangent space: a nudge of a quaternion is a small rotation in its own
 *  frame, `q exp(e)`. Derived in docs/derivations/quaternions.md. */
import { cos, sin } from '../../math/elementary/trig.ts';
import { subQuat } from '../../math/quat.ts';
import { norm3 } from '../../math/vec3.ts';

/** Below this angle the closed forms lose digits, and three terms of their series are exact to the last one. */
const SMALL = 1 / 32;

/** Jacobians of `res = subQuat(qa, qb)`, the rotation vector from qb to qa, by qa (`Da`) and by qb (`Db`), 3 x 3.
 *  With r = res, Da = 1 + [r] / 2 + (1 - (x / 2) cot(x / 2)) [r]^2 / x^2, x = |r|, the inverse of the right Jacobian of
 *  the exponential map; Db = -Da^T.
 *
 *  @example
 *  const Da = new Float64Array(9);
 *  subQuatJacobians(Float64Array.of(1, 0, 0, 0), Float64Array.of(1, 0, 0, 0), Da, undefined);
 *  console.log(Da[0], Da[4], Da[8]); // -> 1 1 1 */
export function subQuatJacobians(
  qa: Float64Array,
  qb: Float64Array,
  Da: Float64Array | undefined,
  Db: Float64Array | undefined,
): void {
  const r = new Float64Array(3);
  subQuat(r, 0, qa, 0, qb, 0);
  const xx = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  const half = 0.5 * Math.sqrt(xx);
  // (1 - h cot h) / x^2 with h = x / 2
  const c = half > SMALL ? (1 - (half * cos(half)) / sin(half)) / xx : (1 + (xx / 60) * (1 + xx / 42)) / 12;
  const D = basis(r, 1 - c * xx, 0.5, c);
  if (Da) Da.set(D);
  if (Db) for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) Db[3 * i + j] = -D[3 * j + i];
}

/** Jacobians of `quatIntegrate(quat, vel, scale)`, the quaternion turned by the rotation vector s = scale vel, by the
 *  quaternion (`Dquat`, 3 x 3), by the velocity (`Dvel`, 3 x 3, that of s: multiply by scale), and by the scale (3).
 *  Dquat = exp(-[s]); Dvel is the right Jacobian, 1 - (1 - cos x) / x^2 [s] + (x - sin x) / x^3 [s]^2, x = |s|.
 *
 *  @example
 *  const Dvel = new Float64Array(9);
 *  quatIntegrateJacobians(Float64Array.of(0, 0, 0), 0.01, undefined, Dvel, undefined);
 *  console.log(Dvel[0], Dvel[4], Dvel[8]); // -> 1 1 1 */
export function quatIntegrateJacobians(
  vel: Float64Array,
  scale: number,
  Dquat: Float64Array | undefined,
  Dvel: Float64Array | undefined,
  Dscale: Float64Array | undefined,
): void {
  const s = new Float64Array([scale * vel[0], scale * vel[1], scale * vel[2]]);
  const x = norm3(s, 0);
  const xx = x * x;
  let b = 1 - (xx / 6) * (1 - (xx / 20) * (1 - xx / 42));
  let c = (1 - (xx / 12) * (1 - (xx / 30) * (1 - xx / 56))) / 2;
  let e = (1 - (xx / 20) * (1 - (xx / 42) * (1 - xx / 72))) / 6;
  const a = cos(x);
  if (x > SMALL) {
    b = sin(x) / x;
    c = (1 - a) / xx;
    e = (1 - b) / xx;
  }
  // [s]^2 = s s^T - x^2 1 turns both into a 1 - b [s] + c s s^T
  if (Dquat) Dquat.set(basis(s, a, -b, c));
  if (!Dvel && !Dscale) return;
  const right = basis(s, b, -c, e);
  if (Dvel) Dvel.set(right);
  if (!Dscale) return;
  for (let i = 0; i < 3; i++) {
    Dscale[i] = right[3 * i] * vel[0] + right[3 * i + 1] * vel[1] + right[3 * i + 2] * vel[2];
  }
}

/** a 1 + b [v] + c v v^T */
function basis(v: Float64Array, a: number, b: number, c: number): Float64Array {
  const [x, y, z] = v;
  return new Float64Array([
    a + c * x * x,
    c * x * y - b * z,
    c * x * z + b * y,
    c * x * y + b * z,
    a + c * y * y,
    c * y * z - b * x,
    c * x * z - b * y,
    c * y * z + b * x,
    a + c * z * z,
  ]);
}
