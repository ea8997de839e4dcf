/** SE(3) on (array, offset): poses (position, quaternion) of 7 numbers, twists (linear, angular) of 6, and the Jacobians
 *  between them. Source: Barfoot, "State Estimation for Robotics", 2017, equations 7.85 to 7.96. */
import { sinCos } from '../../../core/math/elementary/trig.ts';
import type { int } from '../../../core/math/int.ts';
import { mulMatMat3, mulMatVec3 } from '../../../core/math/mat3.ts';
import { mulQuat, negQuat, quat2Mat, rotVecQuat } from '../../../core/math/quat.ts';
import { add3, cross3, scl3, sub3 } from '../../../core/math/vec3.ts';
import { expSO3, inverseJacobianSO3, jacobianSO3, logSO3, sineCoefficient } from './so3.ts';

const SERIES = 0.25;
const trig = new Float64Array(2);
const J = new Float64Array(9);
const Q = new Float64Array(9);
const half = new Float64Array(9);
const point = new Float64Array(3);
const cross = new Float64Array(3);
const inverse = new Float64Array(4);

/** res = a b */
export function mulSE3(res: Float64Array, r: int, a: Float64Array, i: int, b: Float64Array, j: int): void {
  rotVecQuat(point, 0, b, j, a, i + 3);
  add3(res, r, a, i, point, 0);
  mulQuat(res, r + 3, a, i + 3, b, j + 3);
}

/** res = a^-1 b */
export function relativeSE3(res: Float64Array, r: int, a: Float64Array, i: int, b: Float64Array, j: int): void {
  sub3(point, 0, b, j, a, i);
  negQuat(inverse, 0, a, i + 3);
  mulQuat(res, r + 3, inverse, 0, b, j + 3);
  rotVecQuat(res, r, point, 0, inverse, 0);
}

/** pose = exp(twist): exp of the angular part, and Jl times the linear part */
export function expSE3(pose: Float64Array, r: int, twist: Float64Array, i: int): void {
  jacobianSO3(J, 0, twist, i + 3, 1);
  mulMatVec3(point, 0, J, 0, twist, i);
  expSO3(pose, r + 3, twist, i + 3);
  for (let k = 0; k < 3; k++) pose[r + k] = point[k];
}

/** twist = log(pose), with an angle in [0, pi] */
export function logSE3(twist: Float64Array, r: int, pose: Float64Array, i: int): void {
  for (let k = 0; k < 3; k++) point[k] = pose[i + k];
  logSO3(twist, r + 3, pose, i + 3);
  inverseJacobianSO3(J, 0, twist, r + 3, 1);
  mulMatVec3(twist, r, J, 0, point, 0);
}

/** A (6 x 6) = adjoint of a pose: twists of its frame in the frame of the pose: [R, [p] R; 0, R] */
export function adjointSE3(A: Float64Array, r: int, pose: Float64Array, i: int): void {
  quat2Mat(J, 0, pose, i + 3);
  for (let col = 0; col < 3; col++) {
    for (let k = 0; k < 3; k++) point[k] = J[3 * k + col];
    cross3(cross, 0, pose, i, point, 0);
    for (let k = 0; k < 3; k++) {
      A[r + 6 * k + col] = A[r + 6 * (k + 3) + col + 3] = point[k];
      A[r + 6 * k + col + 3] = cross[k];
      A[r + 6 * (k + 3) + col] = 0;
    }
  }
}

/** A (6 x 6) = left (s = 1) or right (s = -1) Jacobian of exp at a twist: [J, Q; 0, J] */
export function jacobianSE3(A: Float64Array, r: int, twist: Float64Array, i: int, s: number): void {
  jacobianSO3(J, 0, twist, i + 3, s);
  couplingSE3(Q, twist, i, s);
  setBlocks(A, r, J, Q);
}

/** A (6 x 6) = its inverse: [J^-1, -J^-1 Q J^-1; 0, J^-1] */
export function inverseJacobianSE3(A: Float64Array, r: int, twist: Float64Array, i: int, s: number): void {
  inverseJacobianSO3(J, 0, twist, i + 3, s);
  couplingSE3(Q, twist, i, s);
  mulMatMat3(half, 0, J, 0, Q, 0);
  mulMatMat3(Q, 0, half, 0, J, 0);
  scl3(Q, 0, Q, 0, -1);
  scl3(Q, 3, Q, 3, -1);
  scl3(Q, 6, Q, 6, -1);
  setBlocks(A, r, J, Q);
}

function setBlocks(A: Float64Array, r: int, diagonal: Float64Array, upper: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      A[r + 6 * i + j] = A[r + 6 * (i + 3) + j + 3] = diagonal[3 * i + j];
      A[r + 6 * i + j + 3] = upper[3 * i + j];
      A[r + 6 * (i + 3) + j] = 0;
    }
  }
}

/** Q = V/2 + c1 (W V + V W + W V W) + c2 (W W V + V W W - 3 W V W) + c3 (W V W W + W W V W), W = s [angular],
 *  V = s [linear]. With W V W = -(w.v) W and W W V + V W W = -|w|^2 V - (w.v) W this is
 *
 *  Q = (1/2 - c2 |w|^2) V + (2 c2 - c1) (w.v) W - 2 c3 (w.v) W W + c1 (W V + V W) */
function couplingSE3(res: Float64Array, twist: Float64Array, i: int, s: number): void {
  const [v, w] = [i, i + 3];
  const square = twist[w] ** 2 + twist[w + 1] ** 2 + twist[w + 2] ** 2;
  const along = twist[v] * twist[w] + twist[v + 1] * twist[w + 1] + twist[v + 2] * twist[w + 2];
  const c1 = sineCoefficient(square);
  const c2 = fourthCoefficient(square);
  const a = s * (0.5 - c2 * square);
  const b = s * along * (2 * c2 - c1);
  const c = -2 * fifthCoefficient(square) * along;
  for (let k = 0; k < 3; k++) {
    for (let l = 0; l < 3; l++) {
      // W W = w w' - |w|^2 I;  W V + V W = w v' + v w' - 2 (w.v) I
      const ww = twist[w + k] * twist[w + l] - (k === l ? square : 0);
      const wv = twist[v + k] * twist[w + l] + twist[w + k] * twist[v + l] - (k === l ? 2 * along : 0);
      res[3 * k + l] = c * ww + c1 * wv;
    }
  }
  const x = a * twist[v] + b * twist[w];
  const y = a * twist[v + 1] + b * twist[w + 1];
  const z = a * twist[v + 2] + b * twist[w + 2];
  res[1] -= z;
  res[2] += y;
  res[3] += z;
  res[5] -= x;
  res[6] -= y;
  res[7] += x;
}

/** (a^2 + 2 cos a - 2) / (2 a^4) for a squared angle */
function fourthCoefficient(square: number): number {
  if (square < SERIES) {
    return 1 / 24 - square * (1 / 720 - square * (1 / 40320 - square * (1 / 3628800 - square / 479001600)));
  }
  sinCos(trig, 0, 0.5 * Math.sqrt(square));
  return (square - 4 * trig[0] * trig[0]) / (2 * square * square);
}

/** (2 a - 3 sin a + a cos a) / (2 a^5) for a squared angle */
function fifthCoefficient(square: number): number {
  if (square < SERIES) {
    return 1 / 120 - square * (1 / 2520 - square * (1 / 120960 - square * (1 / 9979200 - square / 1245404160)));
  }
  const angle = Math.sqrt(square);
  sinCos(trig, 0, angle);
  return (2 * angle - 3 * trig[0] + angle * trig[1]) / (2 * square * square * angle);
}
