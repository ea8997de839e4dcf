/** Terms of the metric that couple dofs outside the pattern of M: scale row^T row, rows of tendons and transmissions. */
import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';

/** True if all pairs of the columns of a row are in the pattern of M: the last one has all others as ancestors. */
export function isInPattern(m: Model, colind: Int32Array, adr: int, nnz: int): boolean {
  const { M_rowadr, M_rownnz, M_colind } = m;
  if (nnz === 0) return true;
  let first = colind[adr];
  let last = colind[adr];
  for (let a = adr + 1; a < adr + nnz; a++) {
    first = Math.min(first, colind[a]);
    last = Math.max(last, colind[a]);
  }
  for (let a = adr; a < adr + nnz; a++) {
    const column = colind[a];
    // rows of simple dofs have only the diagonal
    if (column !== first && M_rownnz[column] === 1) return false;
    let at = M_rowadr[last] + M_rownnz[last] - 1;
    while (at > M_rowadr[last] && M_colind[at] > column) at--;
    if (M_colind[at] !== column) return false;
  }
  return true;
}

/** Appends a coupling, without zeros. */
export function addToCouplings(
  d: Data,
  scale: number,
  row: Float64Array,
  colind: Int32Array,
  adr: int,
  nnz: int,
): void {
  const { work_sol_int, work_coupling_scale, work_coupling_adr, work_coupling_nnz } = d;
  const { work_coupling_dof, work_coupling_val } = d;
  const k = work_sol_int[SolverIntSlot.NCOUPLING];
  const first: int = k > 0 ? work_coupling_adr[k - 1] + work_coupling_nnz[k - 1] : 0;
  let n = 0;
  for (let a = adr; a < adr + nnz; a++) {
    if (row[a] === 0) continue;
    work_coupling_dof[first + n] = colind[a];
    work_coupling_val[first + n] = row[a];
    n++;
  }
  if (n === 0) return;
  work_coupling_scale[k] = scale;
  work_coupling_adr[k] = first;
  work_coupling_nnz[k] = n;
  work_sol_int[SolverIntSlot.NCOUPLING] = k + 1;
}

/** res = T v, T the part of the metric in the pattern of M; only at awake dofs, of which v and res must be. */
export function mulPattern(m: Model, d: Data, res: Float64Array, v: Float64Array): void {
  const { M_rowadr, M_rownnz, M_colind } = m;
  const { nv_awake, dof_awake_ind, work_metric } = d;
  zero(res, 0, m.nv);
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    const adr = M_rowadr[i];
    const diag = adr + M_rownnz[i] - 1;
    const x = v[i];
    let sum = work_metric[diag] * x;
    for (let a = adr; a < diag; a++) {
      sum += work_metric[a] * v[M_colind[a]];
      res[M_colind[a]] += work_metric[a] * x;
    }
    res[i] = sum;
  }
}

/** res += all couplings times v. */
export function addCouplings(d: Data, res: Float64Array, v: Float64Array): void {
  const { work_sol_int, work_coupling_scale, work_coupling_adr, work_coupling_nnz } = d;
  const { work_coupling_dof, work_coupling_val } = d;
  const n = work_sol_int[SolverIntSlot.NCOUPLING];
  for (let k = 0; k < n; k++) {
    const from = work_coupling_adr[k];
    const end = from + work_coupling_nnz[k];
    let along: number = 0;
    for (let a = from; a < end; a++) along += work_coupling_val[a] * v[work_coupling_dof[a]];
    along *= work_coupling_scale[k];
    for (let a = from; a < end; a++) res[work_coupling_dof[a]] += along * work_coupling_val[a];
  }
}
