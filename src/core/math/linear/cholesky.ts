import { copy, dot } from '../array.ts';
import { MINVAL } from '../constants.ts';
import type { int } from '../int.ts';
import { set3 } from '../vec3.ts';
import { addToSclSparse, dotSparse } from './sparse.ts';

/*  Dense Cholesky, A = L L^T, L in the lower triangle of a row-major n x n matrix. */

/** Factors the symmetric A (lower triangle) in place. Pivots below mindiag are raised to it and their columns cleared.
 *  Returns the rank: n minus the number of raised pivots.
 *  @simd */
export function cholFactor(A: Float64Array, a: int, n: int, mindiag: number): int {
  let rank = n;
  for (let j = 0; j < n; j++) {
    const rowj = a + j * n;
    // L_jj = sqrt(A_jj - sum_k L_jk^2), L_ij = (A_ij - sum_k L_ik L_jk) / L_jj
    let pivot = A[rowj + j];
    if (j > 0) pivot -= dot(A, rowj, A, rowj, j);
    const deficient = pivot < mindiag;
    if (deficient) {
      pivot = mindiag;
      rank--;
    }
    const root = Math.sqrt(pivot);
    A[rowj + j] = root;
    const inverse = 1 / root;
    for (let i = j + 1; i < n; i++) {
      const rowi = a + i * n;
      A[rowi + j] = deficient ? 0 : (A[rowi + j] - dot(A, rowi, A, rowj, j)) * inverse;
    }
  }
  return rank;
}

/** res = A^-1 v from the factor L; res may be v */
export function cholSolve(res: Float64Array, r: int, L: Float64Array, l: int, v: Float64Array, i: int, n: int): void {
  copy(res, r, v, i, n);
  // L y = v
  for (let k = 0; k < n; k++) {
    const row = l + k * n;
    let x = res[r + k];
    if (k > 0) x -= dot(L, row, res, r, k);
    res[r + k] = x / L[row + k];
  }
  // L^T x = y
  for (let k = n - 1; k >= 0; k--) {
    let x = res[r + k];
    for (let j = k + 1; j < n; j++) x -= L[l + j * n + k] * res[r + j];
    res[r + k] = x / L[l + k * n + k];
  }
}

/** res = A^-1 from the factor L of a 3x3 matrix A: `cholSolve` of the columns of I. */
export function cholInverse3(res: Float64Array, r: int, L: Float64Array, l: int): void {
  const L00 = L[l];
  const L10 = L[l + 3];
  const L11 = L[l + 4];
  const L20 = L[l + 6];
  const L21 = L[l + 7];
  const L22 = L[l + 8];
  const y0 = 1 / L00;
  const y1 = (0 - L10 * y0) / L11;
  const y2 = (0 - (L20 * y0 + L21 * y1)) / L22;
  const x2 = y2 / L22;
  const x1 = (y1 - L21 * x2) / L11;
  set3(res, r, (y0 - L10 * x1 - L20 * x2) / L00, x1, x2);
  const u1 = 1 / L11;
  const u2 = (0 - L21 * u1) / L22;
  const v2 = u2 / L22;
  const v1 = (u1 - L21 * v2) / L11;
  set3(res, r + 3, (0 - L10 * v1 - L20 * v2) / L00, v1, v2);
  const w2 = 1 / L22 / L22;
  const w1 = (0 - L21 * w2) / L11;
  set3(res, r + 6, (0 - L10 * w1 - L20 * w2) / L00, w1, w2);
}

/** Factor of A + x x^T (plus) or A - x x^T from that of A, in place; x is destroyed. Returns the rank. */
export function cholUpdate(L: Float64Array, l: int, x: Float64Array, i: int, n: int, plus: boolean): int {
  const sign: number = plus ? 1 : -1;
  let rank = n;
  for (let k = 0; k < n; k++) {
    const xk = x[i + k];
    if (xk === 0) continue;
    const diag = L[l + k * (n + 1)];
    let square = diag * diag + sign * (xk * xk);
    if (square < MINVAL) {
      square = MINVAL;
      rank--;
    }
    // c = r / L_kk, s = x_k / L_kk, L_jk = (L_jk +- s x_j) / c, x_j = c x_j - s L_jk
    const root = Math.sqrt(square);
    const c = root / diag;
    const cinv = 1 / c;
    const s = xk / diag;
    L[l + k * (n + 1)] = root;
    for (let j = k + 1; j < n; j++) {
      const below = (L[l + j * n + k] + sign * (s * x[i + j])) * cinv;
      L[l + j * n + k] = below;
      x[i + j] = c * x[i + j] - s * below;
    }
  }
  return rank;
}

/** x = H^-1 x from the factor of H = L^T L, with L stored by rows of the lower triangle, the diagonal last in each. */
export function cholSolveSparse(
  x: Float64Array,
  i: int,
  L: Float64Array,
  n: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  // L^T y = x
  for (let row = n - 1; row >= 0; row--) {
    const adr = rowadr[row];
    const diag = adr + rownnz[row] - 1;
    const y = x[i + row] / L[diag];
    x[i + row] = y;
    if (y !== 0) addToSclSparse(x, i, L, adr, -y, rownnz[row] - 1, colind, adr);
  }
  // L x = y
  for (let row = 0; row < n; row++) {
    const adr = rowadr[row];
    const left = rownnz[row] - 1;
    x[i + row] = (x[i + row] - dotSparse(L, adr, x, i, left, colind, adr)) / L[adr + left];
  }
}
