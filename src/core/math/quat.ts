import { MINVAL, PI } from './constants.ts';
import { atan2 } from './elementary/arc.ts';
import { sinCos } from './elementary/trig.ts';
import type { int } from './int.ts';
import { copy3, norm3, normalize3, set3 } from './vec3.ts';

/*  Quaternions (w, x, y, z). Results may alias an argument. */

const angular = new Float64Array(3);
const turn = new Float64Array(4);
const half = new Float64Array(2);

/** res = (w, x, y, z) */
export function set4(res: Float64Array, r: int, w: number, x: number, y: number, z: number): void {
  res[r] = w;
  res[r + 1] = x;
  res[r + 2] = y;
  res[r + 3] = z;
}

/** res = a */
export function copy4(res: Float64Array, r: int, a: Float64Array, i: int): void {
  set4(res, r, a[i], a[i + 1], a[i + 2], a[i + 3]);
}

/** res = identity */
export function unit4(res: Float64Array, r: int): void {
  set4(res, r, 1, 0, 0, 0);
}

/** Scales q to length 1 and returns its former length. A tiny quaternion becomes the identity; one whose length is 1
 *  within MINVAL does not change.
 *  @inline */
export function normalize4(q: Float64Array, i: int): number {
  const square = q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2] + q[i + 3] * q[i + 3];
  const length = Math.sqrt(square);
  // the usual case needs no square root: the length is certainly 1 within MINVAL
  if (Math.abs(square - 1) < 1.7 * MINVAL) return length;
  if (length < MINVAL) {
    unit4(q, i);
  } else if (Math.abs(length - 1) > MINVAL) {
    const s = 1 / length;
    set4(q, i, q[i] * s, q[i + 1] * s, q[i + 2] * s, q[i + 3] * s);
  }
  return length;
}

/** res = inverse rotation of q */
export function negQuat(res: Float64Array, r: int, q: Float64Array, i: int): void {
  set4(res, r, q[i], -q[i + 1], -q[i + 2], -q[i + 3]);
}

/** res = p q: rotation by q followed by p
 *  @inline */
export function mulQuat(res: Float64Array, r: int, p: Float64Array, i: int, q: Float64Array, j: int): void {
  const w = p[i] * q[j] - p[i + 1] * q[j + 1] - p[i + 2] * q[j + 2] - p[i + 3] * q[j + 3];
  const x = p[i] * q[j + 1] + p[i + 1] * q[j] + p[i + 2] * q[j + 3] - p[i + 3] * q[j + 2];
  const y = p[i] * q[j + 2] - p[i + 1] * q[j + 3] + p[i + 2] * q[j] + p[i + 3] * q[j + 1];
  const z = p[i] * q[j + 3] + p[i + 1] * q[j + 2] - p[i + 2] * q[j + 1] + p[i + 3] * q[j];
  set4(res, r, w, x, y, z);
}

/** res = q (0, axis) */
export function mulQuatAxis(res: Float64Array, r: int, q: Float64Array, i: int, axis: Float64Array, j: int): void {
  const w = -q[i + 1] * axis[j] - q[i + 2] * axis[j + 1] - q[i + 3] * axis[j + 2];
  const x = q[i] * axis[j] + q[i + 2] * axis[j + 2] - q[i + 3] * axis[j + 1];
  const y = q[i] * axis[j + 1] + q[i + 3] * axis[j] - q[i + 1] * axis[j + 2];
  const z = q[i] * axis[j + 2] + q[i + 1] * axis[j + 1] - q[i + 2] * axis[j];
  set4(res, r, w, x, y, z);
}

/** True for exactly (1, 0, 0, 0). */
function isUnit4(q: Float64Array, i: int): boolean {
  return q[i] === 1 && q[i + 1] === 0 && q[i + 2] === 0 && q[i + 3] === 0;
}

/** res = v rotated by q: with u the vector part and t = w v + u x v, res = v + 2 u x t
 *  @inline */
export function rotVecQuat(res: Float64Array, r: int, v: Float64Array, i: int, q: Float64Array, j: int): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  if ((x === 0 && y === 0 && z === 0) || isUnit4(q, j)) {
    set3(res, r, x, y, z);
    return;
  }
  const w = q[j];
  const ux = q[j + 1];
  const uy = q[j + 2];
  const uz = q[j + 3];
  const tx = w * x + uy * z - uz * y;
  const ty = w * y + uz * x - ux * z;
  const tz = w * z + ux * y - uy * x;
  set3(res, r, x + 2 * (uy * tz - uz * ty), y + 2 * (uz * tx - ux * tz), z + 2 * (ux * ty - uy * tx));
}

/** res = rotation by `angle` about the unit vector `axis`
 *  @inline */
export function axisAngle2Quat(res: Float64Array, r: int, axis: Float64Array, i: int, angle: number): void {
  if (angle === 0) {
    unit4(res, r);
    return;
  }
  sinCos(half, 0, angle * 0.5);
  const s = half[0];
  set4(res, r, half[1], axis[i] * s, axis[i + 1] * s, axis[i + 2] * s);
}

/** res = angular velocity that produces rotation q in time dt, along the shorter way */
export function quat2Vel(res: Float64Array, r: int, q: Float64Array, i: int, dt: number): void {
  const w = q[i];
  set3(res, r, q[i + 1], q[i + 2], q[i + 3]);
  const sinHalf = normalize3(res, r);
  let speed = 2 * atan2(sinHalf, w);
  if (speed > PI) speed -= 2 * PI;
  speed /= dt;
  set3(res, r, res[r] * speed, res[r + 1] * speed, res[r + 2] * speed);
}

/** res = rotation vector from q to p, in the frame of q: q quat(res) = p */
export function subQuat(res: Float64Array, r: int, p: Float64Array, i: int, q: Float64Array, j: int): void {
  negQuat(turn, 0, q, j);
  mulQuat(turn, 0, turn, 0, p, i);
  quat2Vel(res, r, turn, 0, 1);
}

/** res = row-major rotation matrix of q
 *  @inline */
export function quat2Mat(res: Float64Array, r: int, q: Float64Array, i: int): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  const ww = w * w;
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;
  const wx = w * x;
  const wy = w * y;
  const wz = w * z;
  const xy = x * y;
  const xz = x * z;
  const yz = y * z;
  res[r] = ww + xx - yy - zz;
  res[r + 1] = 2 * (xy - wz);
  res[r + 2] = 2 * (xz + wy);
  res[r + 3] = 2 * (xy + wz);
  res[r + 4] = ww - xx + yy - zz;
  res[r + 5] = 2 * (yz - wx);
  res[r + 6] = 2 * (xz - wy);
  res[r + 7] = 2 * (yz + wx);
  res[r + 8] = ww - xx - yy + zz;
}

/** res = quaternion of the rotation matrix A, computed from its largest component */
export function mat2Quat(res: Float64Array, r: int, A: Float64Array, a: int): void {
  const xx = A[a];
  const yy = A[a + 4];
  const zz = A[a + 8];
  const dx = A[a + 7] - A[a + 5];
  const dy = A[a + 2] - A[a + 6];
  const dz = A[a + 3] - A[a + 1];
  const sxy = A[a + 1] + A[a + 3];
  const sxz = A[a + 2] + A[a + 6];
  const syz = A[a + 5] + A[a + 7];
  if (xx + yy + zz > 0) {
    const w = 0.5 * Math.sqrt(1 + xx + yy + zz);
    set4(res, r, w, (0.25 * dx) / w, (0.25 * dy) / w, (0.25 * dz) / w);
  } else if (xx > yy && xx > zz) {
    const x = 0.5 * Math.sqrt(1 + xx - yy - zz);
    set4(res, r, (0.25 * dx) / x, x, (0.25 * sxy) / x, (0.25 * sxz) / x);
  } else if (yy > zz) {
    const y = 0.5 * Math.sqrt(1 - xx + yy - zz);
    set4(res, r, (0.25 * dy) / y, (0.25 * sxy) / y, y, (0.25 * syz) / y);
  } else {
    const z = 0.5 * Math.sqrt(1 - xx - yy + zz);
    set4(res, r, (0.25 * dz) / z, (0.25 * sxz) / z, (0.25 * syz) / z, z);
  }
  normalize4(res, r);
}

/** res = dq/dt for angular velocity v in the frame of q: q (0, v) / 2 */
export function derivQuat(res: Float64Array, r: int, q: Float64Array, i: int, v: Float64Array, j: int): void {
  const w = 0.5 * (-v[j] * q[i + 1] - v[j + 1] * q[i + 2] - v[j + 2] * q[i + 3]);
  const x = 0.5 * (v[j] * q[i] + v[j + 1] * q[i + 3] - v[j + 2] * q[i + 2]);
  const y = 0.5 * (-v[j] * q[i + 3] + v[j + 1] * q[i] + v[j + 2] * q[i + 1]);
  const z = 0.5 * (v[j] * q[i + 2] - v[j + 1] * q[i + 1] + v[j + 2] * q[i]);
  set4(res, r, w, x, y, z);
}

/** q = q rotated by angular velocity v (in the frame of q) for time `dt` */
export function quatIntegrate(q: Float64Array, i: int, v: Float64Array, j: int, dt: number): void {
  copy3(angular, 0, v, j);
  const angle = dt * normalize3(angular, 0);
  axisAngle2Quat(turn, 0, angular, 0, angle);
  normalize4(q, i);
  mulQuat(q, i, q, i, turn, 0);
}

/** res = shortest rotation from the z axis to v; half a turn about x if v points down, none if v is tiny */
export function quatZ2Vec(res: Float64Array, r: int, v: Float64Array, i: int): void {
  copy3(angular, 0, v, i);
  const length = normalize3(angular, 0);
  unit4(res, r);
  if (length < MINVAL) return;
  // axis = z x v, |axis| = sin(angle), v_z = cos(angle)
  const cosine = angular[2];
  set3(angular, 0, -angular[1], angular[0], 0);
  const sine = normalize3(angular, 0);
  if (sine < MINVAL) {
    if (cosine < 0) set4(res, r, 0, 1, 0, 0);
    return;
  }
  axisAngle2Quat(res, r, angular, 0, atan2(sine, cosine));
}

const rotation = new Float64Array(9);

/** Refines q to the rotational part of the matrix A (Mueller et al., "A robust method to extract the rotational part of
 *  deformations", MIG 2016); q is the initial guess. Returns the number of iterations. */
export function mat2Rot(q: Float64Array, i: int, A: Float64Array, a: int): int {
  for (let iter = 0; iter < 500; iter++) {
    quat2Mat(rotation, 0, q, i);
    // omega = sum_k r_k x a_k / |sum_k r_k . a_k| over the columns
    let x: number = 0;
    let y: number = 0;
    let z: number = 0;
    let denominator: number = 0;
    for (let k = 0; k < 3; k++) {
      const rx = rotation[k];
      const ry = rotation[k + 3];
      const rz = rotation[k + 6];
      const ax = A[a + k];
      const ay = A[a + k + 3];
      const az = A[a + k + 6];
      denominator += rx * ax + ry * ay + rz * az;
      x += ry * az - rz * ay;
      y += rz * ax - rx * az;
      z += rx * ay - ry * ax;
    }
    const s = 1 / (Math.abs(denominator) + MINVAL);
    set3(angular, 0, x * s, y * s, z * s);
    const angle = norm3(angular, 0);
    if (angle < 1e-9) return iter;
    normalize3(angular, 0);
    axisAngle2Quat(turn, 0, angular, 0, angle);
    mulQuat(q, i, turn, 0, q, i);
    normalize4(q, i);
  }
  return 500;
}
