import { addToScl, scl } from '../array.ts';
import type { int } from '../int.ts';
import { dotSparse } from './sparse.ts';

/*  M = L^T D L for the mass matrix of a tree (Featherstone, "Rigid Body Dynamics Algorithms", 8.6): row i of M has the
 *  dofs on the path from the root to i, increasing, the diagonal last. L has the same pattern; D is stored in place of
 *  its unit diagonal. Rows to process are index[0..n), increasing. */

/** Factors A in place, starting at its last row, and stores the inverse of D.
 *  @simd */
export function factorLTDL(
  A: Float64Array,
  diaginv: Float64Array,
  n: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
  index: Int32Array,
): void {
  for (let k = n - 1; k >= 0; k--) {
    const i = index[k];
    const start = rowadr[i];
    const diag = start + rownnz[i] - 1;
    const inverse = 1 / A[diag];
    diaginv[i] = inverse;
    // row of each ancestor j: A(j, 0..j) -= A(i, 0..j) A(i, j) / A(i, i); its pattern is the start of that of row i
    for (let adr = diag - 1; adr >= start; adr--) {
      const j = colind[adr];
      addToScl(A, rowadr[j], A, start, -A[adr] * inverse, rownnz[j]);
    }
    scl(A, start, A, start, inverse, diag - start);
  }
}

/** x = (L^T D L)^-1 x for nvec consecutive vectors of length nv from offset r on; only the rows in `index` are
 *  processed.
 *  @simd */
export function solveLTDL(
  x: Float64Array,
  r: int,
  nvec: int,
  nv: int,
  L: Float64Array,
  diaginv: Float64Array,
  n: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
  index: Int32Array,
): void {
  for (let vec = 0; vec < nvec; vec++) {
    const o = r + vec * nv;
    for (let k = n - 1; k >= 0; k--) {
      const i = index[k];
      if (rownnz[i] > 1) spread(x, o, i, L, rowadr[i], rownnz[i] - 1, colind);
    }
    for (let k = 0; k < n; k++) {
      const i = index[k];
      collect(x, o, i, L, diaginv[i], rowadr[i], rownnz[i] - 1, colind);
    }
  }
}

/** The same with all rows [0, nv). */
export function solveLTDLAll(
  x: Float64Array,
  r: int,
  nvec: int,
  nv: int,
  L: Float64Array,
  diaginv: Float64Array,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  solveLTransposed(x, r, nvec, nv, L, rownnz, rowadr, colind);
  for (let vec = 0; vec < nvec; vec++) {
    const o = r + vec * nv;
    for (let i = 0; i < nv; i++) collect(x, o, i, L, diaginv[i], rowadr[i], rownnz[i] - 1, colind);
  }
}

/** x = L^-T x for nvec vectors of length nv */
export function solveLTransposed(
  x: Float64Array,
  r: int,
  nvec: int,
  nv: int,
  L: Float64Array,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  for (let vec = 0; vec < nvec; vec++) {
    const o = r + vec * nv;
    for (let i = nv - 1; i >= 0; i--) spread(x, o, i, L, rowadr[i], rownnz[i] - 1, colind);
  }
}

/** One row of x = L^-T x: the contributions of its ancestors to row i.
 *  @simd */
function spread(x: Float64Array, o: int, i: int, L: Float64Array, start: int, n: int, colind: Int32Array): void {
  const xi = x[o + i];
  if (xi === 0) return;
  const end = start + n;
  for (let adr = start; adr < end; adr++) x[o + colind[adr]] -= L[adr] * xi;
}

/** One row of x = L^-1 D^-1 x, starting at the root: the ancestors of row i are finished.
 *  @inline */
function collect(
  x: Float64Array,
  o: int,
  i: int,
  L: Float64Array,
  inverse: number,
  start: int,
  n: int,
  colind: Int32Array,
): void {
  let xi = x[o + i] * inverse;
  if (n > 0) xi -= dotSparse(L, start, x, o, n, colind, start);
  x[o + i] = xi;
}
