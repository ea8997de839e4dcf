import { MINVAL } from '../constants.ts';
import type { int } from '../int.ts';
import { mulMatMat3, mulMatTMat3 } from '../mat3.ts';
import { mulQuat, normalize4, quat2Mat, set4, unit4 } from '../quat.ts';

/** Off-diagonal elements and differences of eigenvalues below this count as zero (mju_eig3). */
const EPS = MINVAL * 1000;
const rotated = new Float64Array(9);
const turn = new Float64Array(4);

/** Eigenvalues, in decreasing order, and eigenvectors (columns of eigvec, and as a quaternion) of the symmetric
 *  matrix A, by Jacobi rotations that are accumulated in the quaternion. Returns the number of rotations. */
export function eig3(
  eigval: Float64Array,
  e: int,
  eigvec: Float64Array,
  v: int,
  quat: Float64Array,
  q: int,
  A: Float64Array,
  a: int,
): int {
  unit4(quat, q);
  let iter = 0;
  for (; iter < 500; iter++) {
    // D = V^T A V
    quat2Mat(eigvec, v, quat, q);
    mulMatTMat3(rotated, 0, eigvec, v, A, a);
    mulMatMat3(rotated, 0, rotated, 0, eigvec, v);
    for (let k = 0; k < 3; k++) eigval[e + k] = rotated[4 * k];
    if (!jacobiRotation()) break;
    mulQuat(quat, q, quat, q, turn, 0);
    normalize4(quat, q);
  }
  // three comparisons of neighbors sort three values; a swap of columns is a quarter turn about the third
  for (let pass = 0; pass < 3; pass++) {
    const k = pass % 2;
    const smaller = eigval[e + k];
    const larger = eigval[e + k + 1];
    if (smaller + EPS < larger) {
      eigval[e + k] = larger;
      eigval[e + k + 1] = smaller;
      // round as MuJoCo does: the pairs of touching bodies in the broad phase depend on the last bit of the axes
      // biome-ignore lint/suspicious/noApproximativeNumericConstant: see above
      const h = 0.707106781186548;
      set4(turn, 0, h, 0, 0, 0);
      turn[1 + ((k + 2) % 3)] = h;
      mulQuat(quat, q, quat, q, turn, 0);
      normalize4(quat, q);
    }
  }
  quat2Mat(eigvec, v, quat, q);
  return iter;
}

/** Sets `turn` to the rotation that zeroes the largest off-diagonal element of `rotated`; false if all are small. */
function jacobiRotation(): boolean {
  const d01 = Math.abs(rotated[1]);
  const d02 = Math.abs(rotated[2]);
  const d12 = Math.abs(rotated[5]);
  // the rotation in the plane (row, col) is about the remaining axis
  let row = 1;
  let col = 2;
  let axis = 0;
  if (d01 > d02 && d01 > d12) {
    row = 0;
    col = 1;
    axis = 2;
  } else if (d02 > d12) {
    row = 0;
    axis = 1;
  }
  const off = rotated[3 * row + col];
  if (Math.abs(off) < EPS) return false;
  // tau = (d_cc - d_rr) / 2 d_rc, t = sign(tau) / (|tau| + sqrt(1 + tau^2)), cos = 1 / sqrt(1 + t^2)
  const tau = (rotated[4 * col] - rotated[4 * row]) / (2 * off);
  const t = 1 / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  if (c > 1 - EPS) return false;
  // half-angle sine, opposite to the sign of tau; the plane (0, 2) has the opposite orientation
  let s = Math.sqrt(0.5 - 0.5 * c);
  const negative = axis === 1 ? tau < 0 : tau >= 0;
  if (negative) s = -s;
  unit4(turn, 0);
  turn[1 + axis] = s;
  turn[0] = Math.sqrt(1 - s * s);
  normalize4(turn, 0);
  return true;
}
