import type { int } from './int.ts';
import { addToScl3, cross3, dot3, normalize3, set3 } from './vec3.ts';

/*  3x3 matrices, row major. A result may alias an argument. */

/** res = A
 *  @simd */
export function copy9(res: Float64Array, r: int, A: Float64Array, a: int): void {
  for (let k = 0; k < 9; k++) res[r + k] = A[a + k];
}

/** res = I */
export function eye3(res: Float64Array, r: int): void {
  set3(res, r, 1, 0, 0);
  set3(res, r + 3, 0, 1, 0);
  set3(res, r + 6, 0, 0, 1);
}

/** res = A v
 *  @inline */
export function mulMatVec3(res: Float64Array, r: int, A: Float64Array, a: int, v: Float64Array, i: int): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  const r0 = A[a] * x + A[a + 1] * y + A[a + 2] * z;
  const r1 = A[a + 3] * x + A[a + 4] * y + A[a + 5] * z;
  const r2 = A[a + 6] * x + A[a + 7] * y + A[a + 8] * z;
  set3(res, r, r0, r1, r2);
}

/** res = A^T v */
export function mulMatTVec3(res: Float64Array, r: int, A: Float64Array, a: int, v: Float64Array, i: int): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  const r0 = A[a] * x + A[a + 3] * y + A[a + 6] * z;
  const r1 = A[a + 1] * x + A[a + 4] * y + A[a + 7] * z;
  const r2 = A[a + 2] * x + A[a + 5] * y + A[a + 8] * z;
  set3(res, r, r0, r1, r2);
}

/** (row at a) . (column at b), with strides `da` and `db`. */
function along(A: Float64Array, a: int, da: int, B: Float64Array, b: int, db: int): number {
  return A[a] * B[b] + A[a + da] * B[b + db] + A[a + 2 * da] * B[b + 2 * db];
}

/** res = A B */
export function mulMatMat3(res: Float64Array, r: int, A: Float64Array, a: int, B: Float64Array, b: int): void {
  const m0 = along(A, a, 1, B, b, 3);
  const m1 = along(A, a, 1, B, b + 1, 3);
  const m2 = along(A, a, 1, B, b + 2, 3);
  const m3 = along(A, a + 3, 1, B, b, 3);
  const m4 = along(A, a + 3, 1, B, b + 1, 3);
  const m5 = along(A, a + 3, 1, B, b + 2, 3);
  const m6 = along(A, a + 6, 1, B, b, 3);
  const m7 = along(A, a + 6, 1, B, b + 1, 3);
  const m8 = along(A, a + 6, 1, B, b + 2, 3);
  set3(res, r, m0, m1, m2);
  set3(res, r + 3, m3, m4, m5);
  set3(res, r + 6, m6, m7, m8);
}

/** res = A^T B */
export function mulMatTMat3(res: Float64Array, r: int, A: Float64Array, a: int, B: Float64Array, b: int): void {
  const m0 = along(A, a, 3, B, b, 3);
  const m1 = along(A, a, 3, B, b + 1, 3);
  const m2 = along(A, a, 3, B, b + 2, 3);
  const m3 = along(A, a + 1, 3, B, b, 3);
  const m4 = along(A, a + 1, 3, B, b + 1, 3);
  const m5 = along(A, a + 1, 3, B, b + 2, 3);
  const m6 = along(A, a + 2, 3, B, b, 3);
  const m7 = along(A, a + 2, 3, B, b + 1, 3);
  const m8 = along(A, a + 2, 3, B, b + 2, 3);
  set3(res, r, m0, m1, m2);
  set3(res, r + 3, m3, m4, m5);
  set3(res, r + 6, m6, m7, m8);
}

/** res = A^T (s K) B, with rotations A and B at a and b of R. Rows of K are n apart, rows of res three; res may be K
 *  if n is 3.
 *  @simd */
export function rotateBlock3(
  res: Float64Array,
  r: int,
  K: Float64Array,
  k: int,
  n: int,
  R: Float64Array,
  a: int,
  b: int,
  s: number,
): void {
  const k0 = s * K[k];
  const k1 = s * K[k + 1];
  const k2 = s * K[k + 2];
  const k3 = s * K[k + n];
  const k4 = s * K[k + n + 1];
  const k5 = s * K[k + n + 2];
  const k6 = s * K[k + 2 * n];
  const k7 = s * K[k + 2 * n + 1];
  const k8 = s * K[k + 2 * n + 2];
  const b0 = R[b];
  const b1 = R[b + 1];
  const b2 = R[b + 2];
  const b3 = R[b + 3];
  const b4 = R[b + 4];
  const b5 = R[b + 5];
  const b6 = R[b + 6];
  const b7 = R[b + 7];
  const b8 = R[b + 8];
  const t0 = k0 * b0 + k1 * b3 + k2 * b6;
  const t1 = k0 * b1 + k1 * b4 + k2 * b7;
  const t2 = k0 * b2 + k1 * b5 + k2 * b8;
  const t3 = k3 * b0 + k4 * b3 + k5 * b6;
  const t4 = k3 * b1 + k4 * b4 + k5 * b7;
  const t5 = k3 * b2 + k4 * b5 + k5 * b8;
  const t6 = k6 * b0 + k7 * b3 + k8 * b6;
  const t7 = k6 * b1 + k7 * b4 + k8 * b7;
  const t8 = k6 * b2 + k7 * b5 + k8 * b8;
  // rows of A^T T
  for (let i = 0; i < 3; i++) {
    const x = R[a + i];
    const y = R[a + i + 3];
    const z = R[a + i + 6];
    set3(res, r + 3 * i, x * t0 + y * t3 + z * t6, x * t1 + y * t4 + z * t7, x * t2 + y * t5 + z * t8);
  }
}

/** res = A^T */
export function transpose3(res: Float64Array, r: int, A: Float64Array, a: int): void {
  const m0 = A[a];
  const m1 = A[a + 1];
  const m2 = A[a + 2];
  const m4 = A[a + 4];
  const m5 = A[a + 5];
  const m8 = A[a + 8];
  set3(res, r, m0, A[a + 3], A[a + 6]);
  set3(res, r + 3, m1, m4, A[a + 7]);
  set3(res, r + 6, m2, m5, m8);
}

/** Complete a frame of three row axes from its x axis and, if present, its y axis.
 *  A y axis of squared length below 1/4 counts as missing and becomes world y, or world z if x is near y.
 *  Returns false if the x axis is undefined. */
export function makeFrame(frame: Float64Array, f: int): boolean {
  if (normalize3(frame, f) < 0.5) return false;
  if (dot3(frame, f + 3, frame, f + 3) < 0.25) {
    if (Math.abs(frame[f + 1]) < 0.5) set3(frame, f + 3, 0, 1, 0);
    else set3(frame, f + 3, 0, 0, 1);
  }
  // y -= (x . y) x, then z = x x y
  addToScl3(frame, f + 3, frame, f, -dot3(frame, f, frame, f + 3));
  normalize3(frame, f + 3);
  cross3(frame, f + 6, frame, f, frame, f + 3);
  return true;
}
