import { addToScl, dot, zero } from '../array.ts';
import type { int } from '../int.ts';

/*  Dense matrices, row major, rows without padding. `res` must not overlap the arguments. */

/** res = A v, A of nr x nc
 *  @simd */
export function mulMatVec(
  res: Float64Array,
  r: int,
  A: Float64Array,
  a: int,
  v: Float64Array,
  i: int,
  nr: int,
  nc: int,
): void {
  for (let k = 0; k < nr; k++) res[r + k] = dot(A, a + k * nc, v, i, nc);
}

/** res = A^T v, A of nr x nc; rows with v = 0 are skipped
 *  @simd */
export function mulMatTVec(
  res: Float64Array,
  r: int,
  A: Float64Array,
  a: int,
  v: Float64Array,
  i: int,
  nr: int,
  nc: int,
): void {
  zero(res, r, nc);
  for (let k = 0; k < nr; k++) {
    const s = v[i + k];
    if (s !== 0) addToScl(res, r, A, a + k * nc, s, nc);
  }
}

/** u^T A v, A of n x n */
export function mulVecMatVec(
  u: Float64Array,
  i: int,
  A: Float64Array,
  a: int,
  v: Float64Array,
  j: int,
  n: int,
): number {
  let sum: number = 0;
  for (let k = 0; k < n; k++) sum += u[i + k] * dot(A, a + k * n, v, j, n);
  return sum;
}

/** res = A^T, A of nr x nc */
export function transpose(res: Float64Array, r: int, A: Float64Array, a: int, nr: int, nc: int): void {
  for (let i = 0; i < nr; i++) {
    for (let j = 0; j < nc; j++) res[r + j * nr + i] = A[a + i * nc + j];
  }
}

/** res = (A + A^T) / 2, A of n x n; res may be A */
export function symmetrize(res: Float64Array, r: int, A: Float64Array, a: int, n: int): void {
  for (let i = 0; i < n; i++) {
    res[r + i * (n + 1)] = A[a + i * (n + 1)];
    for (let j = 0; j < i; j++) {
      const mean = 0.5 * (A[a + i * n + j] + A[a + j * n + i]);
      res[r + i * n + j] = mean;
      res[r + j * n + i] = mean;
    }
  }
}

/** res = I, n x n */
export function eye(res: Float64Array, r: int, n: int): void {
  zero(res, r, n * n);
  for (let i = 0; i < n; i++) res[r + i * (n + 1)] = 1;
}

/** res = A B, A of r1 x c1, B of c1 x c2; zeros of A are skipped */
export function mulMatMat(
  res: Float64Array,
  r: int,
  A: Float64Array,
  a: int,
  B: Float64Array,
  b: int,
  r1: int,
  c1: int,
  c2: int,
): void {
  zero(res, r, r1 * c2);
  for (let i = 0; i < r1; i++) {
    for (let k = 0; k < c1; k++) {
      const s = A[a + i * c1 + k];
      if (s !== 0) addToScl(res, r + i * c2, B, b + k * c2, s, c2);
    }
  }
}

/** res = A^T B, A of r1 x c1, B of r1 x c2; zeros of A are skipped */
export function mulMatTMat(
  res: Float64Array,
  r: int,
  A: Float64Array,
  a: int,
  B: Float64Array,
  b: int,
  r1: int,
  c1: int,
  c2: int,
): void {
  zero(res, r, c1 * c2);
  for (let i = 0; i < r1; i++) {
    for (let j = 0; j < c1; j++) {
      const s = A[a + i * c1 + j];
      if (s !== 0) addToScl(res, r + j * c2, B, b + i * c2, s, c2);
    }
  }
}

/** res = A B^T, A of r1 x c1, B of r2 x c1 */
export function mulMatMatT(
  res: Float64Array,
  r: int,
  A: Float64Array,
  a: int,
  B: Float64Array,
  b: int,
  r1: int,
  c1: int,
  r2: int,
): void {
  for (let i = 0; i < r1; i++) {
    for (let j = 0; j < r2; j++) res[r + i * r2 + j] = dot(A, a + i * c1, B, b + j * c1, c1);
  }
}

/** res = A^T diag(D) A, A of nr x nc: the lower triangle, and also the upper one if `full`
 *  @simd */
export function sqrMatTD(
  res: Float64Array,
  r: int,
  A: Float64Array,
  a: int,
  D: Float64Array,
  d: int,
  nr: int,
  nc: int,
  full: boolean,
): void {
  zero(res, r, nc * nc);
  for (let k = 0; k < nr; k++) {
    const weight = D[d + k];
    if (weight === 0) continue;
    const row = a + k * nc;
    for (let i = 0; i < nc; i++) {
      const s = A[row + i];
      if (s !== 0) addToScl(res, r + i * nc, A, row, s * weight, i + 1);
    }
  }
  if (!full) return;
  for (let i = 0; i < nc; i++) {
    for (let j = i + 1; j < nc; j++) res[r + i * nc + j] = res[r + j * nc + i];
  }
}
