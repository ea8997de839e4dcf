import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { solveLTDL, solveLTDLAll, solveLTransposed } from '../../math/linear/ltdl.ts';
import { addToMatSparse, dotSparse, mulSymVecSparse, sym2Dense } from '../../math/linear/sparse.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

/*  Products and solves with M and its factor: n consecutive vectors of nv reals from an offset on. */

/** x = M^-1 y for n vectors; x may be y.
 *  reads  m: M_*   d: qLD qLDiagInv */
export function solveM(m: Model, d: Data, x: Float64Array, i: int, y: Float64Array, j: int, n: int): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  copy(x, i, y, j, n * nv);
  solveLTDLAll(x, i, n, nv, d.qLD, d.qLDiagInv, M_rownnz, M_rowadr, M_colind);
}

/** x = M^-1 x for n vectors, only at awake dofs.
 *  reads  m: M_*   d: qLD qLDiagInv dof_awake_ind */
export function solveMAwake(m: Model, d: Data, x: Float64Array, i: int, n: int): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { qLD, qLDiagInv, nv_awake, dof_awake_ind } = d;
  solveLTDL(x, i, n, nv, qLD, qLDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
}

/** Half solve: x = D^-1/2 L^-T y for n vectors, so that |x|^2 = y^T M^-1 y; x may be y.
 *  reads  m: M_*   d: qLD qLDiagInv */
export function solveM2(m: Model, d: Data, x: Float64Array, i: int, y: Float64Array, j: int, n: int): void {
  halfSolve(m, d.qLD, d.qLDiagInv, x, i, y, j, n);
}

/** The same with the factor L, diaginv of another matrix in the pattern of M. */
export function halfSolve(
  m: Model,
  L: Float64Array,
  diaginv: Float64Array,
  x: Float64Array,
  i: int,
  y: Float64Array,
  j: int,
  n: int,
): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  copy(x, i, y, j, n * nv);
  solveLTransposed(x, i, n, nv, L, M_rownnz, M_rowadr, M_colind);
  for (let k = 0; k < nv; k++) {
    const s = Math.sqrt(diaginv[k]);
    for (let v = 0; v < n; v++) x[i + v * nv + k] *= s;
  }
}

/** res = M v; res must not be v.
 *  reads  m: M_*   d: M */
export function mulM(m: Model, d: Data, res: Float64Array, r: int, v: Float64Array, i: int): void {
  mulSymVecSparse(res, r, d.M, v, i, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
}

/** Like mulM, only at awake dofs.
 *  reads  m: M_*   d: M dof_awake_ind */
export function mulMAwake(m: Model, d: Data, res: Float64Array, r: int, v: Float64Array, i: int): void {
  const { M_rownnz, M_rowadr, M_colind } = m;
  const { nv_awake, dof_awake_ind, M } = d;
  for (let k = 0; k < nv_awake; k++) {
    const row = dof_awake_ind[k];
    const adr = M_rowadr[row];
    const diag = adr + M_rownnz[row] - 1;
    const s = v[i + row];
    let sum = M[diag] * s;
    for (let c = diag - 1; c >= adr; c--) {
      sum += M[c] * v[i + M_colind[c]];
      res[r + M_colind[c]] += M[c] * s;
    }
    res[r + row] = sum;
  }
}

/** res = D^1/2 L v, so that |res|^2 = v^T M v; res must not be v.
 *  reads  m: M_*   d: qLD */
export function mulM2(m: Model, d: Data, res: Float64Array, r: int, v: Float64Array, i: int): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { qLD } = d;
  for (let k = 0; k < nv; k++) {
    const adr = M_rowadr[k];
    const n = M_rownnz[k] - 1;
    const x = v[i + k] + dotSparse(qLD, adr, v, i, n, M_colind, adr);
    res[r + k] = x * Math.sqrt(qLD[adr + n]);
  }
}

/** dst += M for a sparse matrix whose rows contain at least the columns of M.
 *  reads  m: M_*   d: M */
export function addM(
  m: Model,
  d: Data,
  dst: Float64Array,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  addToMatSparse(dst, rownnz, rowadr, colind, d.M, 1, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
}

/** The lower triangle of dst += M for a dense nv x nv matrix.
 *  reads  m: M_*   d: M */
export function addMDense(m: Model, d: Data, dst: Float64Array, r: int): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { M } = d;
  for (let i = 0; i < nv; i++) {
    const end = M_rowadr[i] + M_rownnz[i];
    for (let k = M_rowadr[i]; k < end; k++) dst[r + i * nv + M_colind[k]] += M[k];
  }
}

/** dst = M as a dense nv x nv matrix.
 *  reads  m: M_*   d: M */
export function fullM(m: Model, d: Data, dst: Float64Array, r: int): void {
  sym2Dense(dst, r, d.M, m.nv, m.M_rownnz, m.M_rowadr, m.M_colind);
}
