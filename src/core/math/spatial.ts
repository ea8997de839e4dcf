import type { int } from './int.ts';
import { mulMatTVec3 } from './mat3.ts';
import { copy3, cross3, zero3 } from './vec3.ts';

/*  6D spatial vectors, rotation first: motions (angular, linear velocity), forces (torque, force).
 *  A 6D inertia is ten numbers: Ixx Iyy Izz Ixy Ixz Iyz, mass * offset (3), mass, about the frame's origin. */

/** res = v x m, the derivative of a motion m transported by velocity v
 *  @inline */
export function crossMotion(res: Float64Array, r: int, v: Float64Array, i: int, m: Float64Array, j: int): void {
  const wx = v[i];
  const wy = v[i + 1];
  const wz = v[i + 2];
  const mx = m[j];
  const my = m[j + 1];
  const mz = m[j + 2];
  const lx = wy * m[j + 5] - wz * m[j + 4] + (v[i + 4] * mz - v[i + 5] * my);
  const ly = wz * m[j + 3] - wx * m[j + 5] + (v[i + 5] * mx - v[i + 3] * mz);
  const lz = wx * m[j + 4] - wy * m[j + 3] + (v[i + 3] * my - v[i + 4] * mx);
  res[r] = wy * mz - wz * my;
  res[r + 1] = wz * mx - wx * mz;
  res[r + 2] = wx * my - wy * mx;
  res[r + 3] = lx;
  res[r + 4] = ly;
  res[r + 5] = lz;
}

/** res = v x* f, the derivative of a force f transported by velocity v */
export function crossForce(res: Float64Array, r: int, v: Float64Array, i: int, f: Float64Array, j: int): void {
  const wx = v[i];
  const wy = v[i + 1];
  const wz = v[i + 2];
  const fx = f[j + 3];
  const fy = f[j + 4];
  const fz = f[j + 5];
  const tx = wy * f[j + 2] - wz * f[j + 1] + (v[i + 4] * fz - v[i + 5] * fy);
  const ty = wz * f[j] - wx * f[j + 2] + (v[i + 5] * fx - v[i + 3] * fz);
  const tz = wx * f[j + 1] - wy * f[j] + (v[i + 3] * fy - v[i + 4] * fx);
  res[r] = tx;
  res[r + 1] = ty;
  res[r + 2] = tz;
  res[r + 3] = wy * fz - wz * fy;
  res[r + 4] = wz * fx - wx * fz;
  res[r + 5] = wx * fy - wy * fx;
}

/** res = 6D inertia of a body with principal inertias `inert` in the axes `mat` (columns), at offset `dif`: R
 *  diag(inert) R^T - mass [dif][dif], mass dif, mass. `res` must not overlap the arguments.
 *  @inline */
export function inertCom(
  res: Float64Array,
  r: int,
  inert: Float64Array,
  i: int,
  mat: Float64Array,
  a: int,
  dif: Float64Array,
  j: int,
  mass: number,
): void {
  const x = dif[j];
  const y = dif[j + 1];
  const z = dif[j + 2];
  res[r] = principal(mat, a, a, inert, i) + mass * (y * y + z * z);
  res[r + 1] = principal(mat, a + 3, a + 3, inert, i) + mass * (x * x + z * z);
  res[r + 2] = principal(mat, a + 6, a + 6, inert, i) + mass * (x * x + y * y);
  res[r + 3] = principal(mat, a, a + 3, inert, i) - mass * x * y;
  res[r + 4] = principal(mat, a, a + 6, inert, i) - mass * x * z;
  res[r + 5] = principal(mat, a + 3, a + 6, inert, i) - mass * y * z;
  res[r + 6] = mass * x;
  res[r + 7] = mass * y;
  res[r + 8] = mass * z;
  res[r + 9] = mass;
}

/** One element of R diag(inert) R^T: the rows of R at p and q. */
function principal(mat: Float64Array, p: int, q: int, inert: Float64Array, i: int): number {
  return (
    mat[p] * (mat[q] * inert[i]) + mat[p + 1] * (mat[q + 1] * inert[i + 1]) + mat[p + 2] * (mat[q + 2] * inert[i + 2])
  );
}

/** res = I v: the momentum of a body with 6D inertia I moving at v. `res` must not be I.
 *  @inline */
export function mulInertVec(res: Float64Array, r: int, I: Float64Array, i: int, v: Float64Array, j: int): void {
  const wx = v[j];
  const wy = v[j + 1];
  const wz = v[j + 2];
  const vx = v[j + 3];
  const vy = v[j + 4];
  const vz = v[j + 5];
  const Ixy = I[i + 3];
  const Ixz = I[i + 4];
  const Iyz = I[i + 5];
  const mx = I[i + 6];
  const my = I[i + 7];
  const mz = I[i + 8];
  const mass = I[i + 9];
  res[r] = I[i] * wx + Ixy * wy + Ixz * wz - mz * vy + my * vz;
  res[r + 1] = Ixy * wx + I[i + 1] * wy + Iyz * wz + mz * vx - mx * vz;
  res[r + 2] = Ixz * wx + Iyz * wy + I[i + 2] * wz - my * vx + mx * vy;
  res[r + 3] = mz * wy - my * wz + mass * vx;
  res[r + 4] = mx * wz - mz * wx + mass * vy;
  res[r + 5] = my * wx - mx * wy + mass * vz;
}

/** res = I a + v x* (I v): the force that gives a body with 6D inertia I, moving at v, the acceleration a. `res` must
 *  not be an argument. The momentum I v is kept in registers.
 *  @inline */
export function inertialForce(
  res: Float64Array,
  r: int,
  I: Float64Array,
  i: int,
  a: Float64Array,
  j: int,
  v: Float64Array,
  k: int,
): void {
  const Ixy = I[i + 3];
  const Ixz = I[i + 4];
  const Iyz = I[i + 5];
  const mx = I[i + 6];
  const my = I[i + 7];
  const mz = I[i + 8];
  const mass = I[i + 9];
  const wx = v[k];
  const wy = v[k + 1];
  const wz = v[k + 2];
  const vx = v[k + 3];
  const vy = v[k + 4];
  const vz = v[k + 5];
  const hx = I[i] * wx + Ixy * wy + Ixz * wz - mz * vy + my * vz;
  const hy = Ixy * wx + I[i + 1] * wy + Iyz * wz + mz * vx - mx * vz;
  const hz = Ixz * wx + Iyz * wy + I[i + 2] * wz - my * vx + mx * vy;
  const px = mz * wy - my * wz + mass * vx;
  const py = mx * wz - mz * wx + mass * vy;
  const pz = my * wx - mx * wy + mass * vz;
  const bx = a[j];
  const by = a[j + 1];
  const bz = a[j + 2];
  const ax = a[j + 3];
  const ay = a[j + 4];
  const az = a[j + 5];
  const tx = I[i] * bx + Ixy * by + Ixz * bz - mz * ay + my * az;
  const ty = Ixy * bx + I[i + 1] * by + Iyz * bz + mz * ax - mx * az;
  const tz = Ixz * bx + Iyz * by + I[i + 2] * bz - my * ax + mx * ay;
  res[r] = tx + (wy * hz - wz * hy + (vy * pz - vz * py));
  res[r + 1] = ty + (wz * hx - wx * hz + (vz * px - vx * pz));
  res[r + 2] = tz + (wx * hy - wy * hx + (vx * py - vy * px));
  res[r + 3] = mz * by - my * bz + mass * ax + (wy * pz - wz * py);
  res[r + 4] = mx * bz - mz * bx + mass * ay + (wz * px - wx * pz);
  res[r + 5] = my * bx - mx * by + mass * az + (wx * py - wy * px);
}

/** res = motion of a hinge about `axis`, which is `offset` away: (axis, axis x offset)
 *  @inline */
export function dofComHinge(res: Float64Array, r: int, axis: Float64Array, i: int, offset: Float64Array, j: int): void {
  cross3(res, r + 3, axis, i, offset, j);
  copy3(res, r, axis, i);
}

/** res = motion of a slide along `axis`: (0, axis) */
export function dofComSlide(res: Float64Array, r: int, axis: Float64Array, i: int): void {
  copy3(res, r + 3, axis, i);
  zero3(res, r);
}

/** res = sum of n motion axes (rows of six) times the n speeds in v */
export function mulDofVec(res: Float64Array, r: int, dof: Float64Array, i: int, v: Float64Array, j: int, n: int): void {
  if (n === 1) {
    scl6(res, r, dof, i, v[j]);
    return;
  }
  zero6(res, r);
  for (let k = 0; k < n; k++) {
    const speed = v[j + k];
    if (speed !== 0) addToScl6(res, r, dof, i + 6 * k, speed);
  }
}

const shift = new Float64Array(9);

/** res = motion v about oldpos, re-expressed about newpos: linear part - (newpos - oldpos) x angular part */
export function shiftMotion(
  res: Float64Array,
  r: int,
  v: Float64Array,
  i: int,
  newpos: Float64Array,
  p: int,
  oldpos: Float64Array,
  q: int,
): void {
  const x = newpos[p] - oldpos[q];
  const y = newpos[p + 1] - oldpos[q + 1];
  const z = newpos[p + 2] - oldpos[q + 2];
  const wx = v[i];
  const wy = v[i + 1];
  const wz = v[i + 2];
  res[r + 3] = v[i + 3] - (y * wz - z * wy);
  res[r + 4] = v[i + 4] - (z * wx - x * wz);
  res[r + 5] = v[i + 5] - (x * wy - y * wx);
  res[r] = wx;
  res[r + 1] = wy;
  res[r + 2] = wz;
}

/** res = force f about oldpos, re-expressed about newpos: torque - (newpos - oldpos) x force */
export function shiftForce(
  res: Float64Array,
  r: int,
  f: Float64Array,
  i: int,
  newpos: Float64Array,
  p: int,
  oldpos: Float64Array,
  q: int,
): void {
  const x = newpos[p] - oldpos[q];
  const y = newpos[p + 1] - oldpos[q + 1];
  const z = newpos[p + 2] - oldpos[q + 2];
  const fx = f[i + 3];
  const fy = f[i + 4];
  const fz = f[i + 5];
  res[r] = f[i] - (y * fz - z * fy);
  res[r + 1] = f[i + 1] - (z * fx - x * fz);
  res[r + 2] = f[i + 2] - (x * fy - y * fx);
  res[r + 3] = fx;
  res[r + 4] = fy;
  res[r + 5] = fz;
}

/** res = spatial vector v moved from oldpos to newpos and then into the axes `rot`, whose columns are the new axes in
 *  the old frame; all at offset 0. `isForce`: v is a force, not a motion. */
export function transformSpatial(
  res: Float64Array,
  v: Float64Array,
  isForce: boolean,
  newpos: Float64Array,
  oldpos: Float64Array,
  rot: Float64Array,
): void {
  if (isForce) shiftForce(shift, 0, v, 0, newpos, 0, oldpos, 0);
  else shiftMotion(shift, 0, v, 0, newpos, 0, oldpos, 0);
  mulMatTVec3(res, 0, rot, 0, shift, 0);
  mulMatTVec3(res, 3, rot, 0, shift, 3);
}

/** a . b of six elements, in the order of `dot`
 *  @simd */
export function dot6(a: Float64Array, i: int, b: Float64Array, j: int): number {
  return (
    a[i] * b[j] +
    a[i + 2] * b[j + 2] +
    (a[i + 1] * b[j + 1] + a[i + 3] * b[j + 3]) +
    (a[i + 4] * b[j + 4] + a[i + 5] * b[j + 5])
  );
}

const momentum = new Float64Array(6);

/** res[k] = axis ind[k] . I a for n axes, which are rows of six, and a the last of them: a row of the mass matrix. `I`
 *  must not overlap res.
 *  @simd */
export function inertiaRow(
  res: Float64Array,
  r: int,
  I: Float64Array,
  i: int,
  axes: Float64Array,
  ind: Int32Array,
  p: int,
  n: int,
): void {
  mulInertVec(momentum, 0, I, i, axes, 6 * ind[p + n - 1]);
  for (let k = 0; k < n; k++) res[r + k] = dot6(axes, 6 * ind[p + k], momentum, 0);
}

/*  Six elements. A loop over `n` would cost as much as its body at this length. */

/** res = 0
 *  @simd */
export function zero6(res: Float64Array, r: int): void {
  for (let k = 0; k < 6; k++) res[r + k] = 0;
}

/** res = a
 *  @simd */
export function copy6(res: Float64Array, r: int, a: Float64Array, i: int): void {
  for (let k = 0; k < 6; k++) res[r + k] = a[i + k];
}

/** res = a s
 *  @simd */
function scl6(res: Float64Array, r: int, a: Float64Array, i: int, s: number): void {
  for (let k = 0; k < 6; k++) res[r + k] = a[i + k] * s;
}

/** res = a + b
 *  @simd */
export function add6(res: Float64Array, r: int, a: Float64Array, i: int, b: Float64Array, j: int): void {
  for (let k = 0; k < 6; k++) res[r + k] = a[i + k] + b[j + k];
}

/** res += a
 *  @simd */
export function addTo6(res: Float64Array, r: int, a: Float64Array, i: int): void {
  for (let k = 0; k < 6; k++) res[r + k] += a[i + k];
}

/** res = a + b s
 *  @simd */
export function addScl6(res: Float64Array, r: int, a: Float64Array, i: int, b: Float64Array, j: int, s: number): void {
  for (let k = 0; k < 6; k++) res[r + k] = a[i + k] + b[j + k] * s;
}

/** res += a s
 *  @simd */
function addToScl6(res: Float64Array, r: int, a: Float64Array, i: int, s: number): void {
  for (let k = 0; k < 6; k++) res[r + k] += a[i + k] * s;
}

/** res = a for two 6D inertias
 *  @simd */
export function copyInert(res: Float64Array, r: int, a: Float64Array, i: int): void {
  for (let k = 0; k < 10; k++) res[r + k] = a[i + k];
}

/** res += a for two 6D inertias
 *  @simd */
export function addToInert(res: Float64Array, r: int, a: Float64Array, i: int): void {
  for (let k = 0; k < 10; k++) res[r + k] += a[i + k];
}
