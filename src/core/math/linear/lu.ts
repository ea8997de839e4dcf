import { copy } from '../array.ts';
import { MINVAL } from '../constants.ts';
import type { int } from '../int.ts';
import { dotSparse } from './sparse.ts';

/** Factors the dense n x n matrix A in place with row pivoting: P A = L U, the unit diagonal of L not stored.
 *  Row k was swapped with row pivot[k] at step k. Returns false if A is singular. */
export function luFactor(A: Float64Array, a: int, n: int, pivot: Int32Array, p: int): boolean {
  for (let k = 0; k < n; k++) {
    let best = k;
    let largest = Math.abs(A[a + k * n + k]);
    for (let i = k + 1; i < n; i++) {
      const size = Math.abs(A[a + i * n + k]);
      if (size > largest) {
        largest = size;
        best = i;
      }
    }
    pivot[p + k] = best;
    if (largest < MINVAL) return false;
    if (best !== k) swapRows(A, a + k * n, a + best * n, n);
    const inverse = 1 / A[a + k * n + k];
    for (let i = k + 1; i < n; i++) {
      const row = a + i * n;
      const s = A[row + k] * inverse;
      A[row + k] = s;
      for (let j = k + 1; j < n; j++) A[row + j] -= s * A[a + k * n + j];
    }
  }
  return true;
}

/** Swaps n elements at i and at j. */
function swapRows(A: Float64Array, i: int, j: int, n: int): void {
  for (let k = 0; k < n; k++) {
    const keep = A[i + k];
    A[i + k] = A[j + k];
    A[j + k] = keep;
  }
}

/** x = A^-1 b from the factors and pivots of `luFactor`; x may be b */
export function luSolve(
  x: Float64Array,
  i: int,
  LU: Float64Array,
  l: int,
  b: Float64Array,
  j: int,
  pivot: Int32Array,
  p: int,
  n: int,
): void {
  copy(x, i, b, j, n);
  // L y = P b: rows were swapped whole, so all swaps precede the substitution
  for (let k = 0; k < n; k++) {
    const other = pivot[p + k];
    const keep = x[i + k];
    x[i + k] = x[i + other];
    x[i + other] = keep;
  }
  for (let k = 0; k < n; k++) {
    let s = x[i + k];
    for (let c = 0; c < k; c++) s -= LU[l + k * n + c] * x[i + c];
    x[i + k] = s;
  }
  // U x = y
  for (let k = n - 1; k >= 0; k--) {
    let s = x[i + k];
    for (let c = k + 1; c < n; c++) s -= LU[l + k * n + c] * x[i + c];
    x[i + k] = s / LU[l + k * n + k];
  }
}

/*  Sparse LU in reverse order, A = (U + I) L, for matrices with the pattern of a tree's mass matrix in both triangles:
 *  eliminating the last row first, a row affects only columns that the rows of its ancestors have, so there is no
 *  fill-in. */

/** Factors A (CSR, the n rows of `index`, which is increasing, with columns among them) in place. `left`, an integer
 *  per row, is scratch. Returns false if a diagonal element is missing or tiny, if the pattern would need fill-in, or
 *  if the pattern is not symmetric. */
export function luFactorSparse(
  LU: Float64Array,
  n: int,
  left: Int32Array,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
  index: Int32Array,
): boolean {
  // left[j]: number of elements of row j left of the eliminated ones
  for (let r = 0; r < n; r++) left[index[r]] = rownnz[index[r]];
  for (let r = n - 1; r >= 0; r--) {
    const i = index[r];
    left[i]--;
    const ii = rowadr[i] + left[i];
    if (colind[ii] !== i || Math.abs(LU[ii]) < MINVAL) return false;
    // rows with an element in column i: by symmetry, the columns of row i
    for (let ij = ii - 1; ij >= rowadr[i]; ij--) {
      const j = colind[ij];
      const ji = rowadr[j] + left[j] - 1;
      if (left[j] === 0 || colind[ji] !== i) return false;
      left[j]--;
      // U_ji = A_ji / A_ii, then row j -= U_ji * row i
      const s = LU[ji] / LU[ii];
      LU[ji] = s;
      if (!subtractRow(LU, colind, rowadr[j], left[j], rowadr[i], left[i], s)) return false;
    }
  }
  return true;
}

/** Row at j (nj elements) -= s times row at i (ni elements), whose columns must be among those of j. */
function subtractRow(LU: Float64Array, colind: Int32Array, j: int, nj: int, i: int, ni: int, s: number): boolean {
  let p = i;
  const end = i + ni;
  for (let q = j; q < j + nj && p < end; q++) {
    if (colind[p] === colind[q]) {
      LU[q] -= LU[p] * s;
      p++;
    } else if (colind[p] < colind[q]) return false;
  }
  return p === end;
}

/** res = A^-1 vec from the factors of `luFactorSparse`; diag[i] is the index of the diagonal within row i. `res` may be
 *  `vec`. */
export function luSolveSparse(
  res: Float64Array,
  r: int,
  LU: Float64Array,
  vec: Float64Array,
  v: int,
  n: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  diag: Int32Array,
  colind: Int32Array,
  index: Int32Array,
): void {
  // (U + I) y = vec, from the last row
  for (let k = n - 1; k >= 0; k--) {
    const i = index[k];
    const first = diag[i] + 1;
    const nnz = rownnz[i] - first;
    const adr = rowadr[i] + first;
    let x = vec[v + i];
    if (nnz > 0) x -= dotSparse(LU, adr, res, r, nnz, colind, adr);
    res[r + i] = x;
  }
  // L x = y, from the first
  for (let k = 0; k < n; k++) {
    const i = index[k];
    const adr = rowadr[i];
    const nnz = diag[i];
    let x = res[r + i];
    if (nnz > 0) x -= dotSparse(LU, adr, res, r, nnz, colind, adr);
    res[r + i] = x / LU[adr + nnz];
  }
}
