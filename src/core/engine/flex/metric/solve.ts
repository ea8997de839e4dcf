import { addScl, addToScl, copy, dot, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { cholSolveSparse } from '../../../math/linear/cholesky.ts';
import { solveLTDL } from '../../../math/linear/ltdl.ts';
import { mulSymVecSparse } from '../../../math/linear/sparse.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { addStiffness } from './products.ts';

/** x = (M + K)^-1 b by conjugate gradients, to the tolerance of the solver. Returns the dof with the largest residual
 *  if the iteration limit was reached first, else -1. x and b must not be the same array.
 *  writes d: work_efm_* */
export function solveMetric(m: Model, d: Data, x: Float64Array, b: Float64Array): int {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { M, work_efm_r: r, work_efm_z: z, work_efm_p: p, work_efm_Ap: Ap } = d;
  const { tolerance, iterations } = m.opt;
  copy(r, 0, b, 0, nv);
  zero(x, 0, nv);
  const size = dot(r, 0, r, 0, nv);
  if (size <= MINVAL) return -1;
  const enough = tolerance * tolerance * size;
  precondition(m, d, z, r);
  copy(p, 0, z, 0, nv);
  let rz = dot(r, 0, z, 0, nv);
  for (let iter = 0; iter < iterations; iter++) {
    mulSymVecSparse(Ap, 0, M, p, 0, nv, M_rownnz, M_rowadr, M_colind);
    addStiffness(m, d, Ap, p);
    const curvature = dot(p, 0, Ap, 0, nv);
    // no progress possible along p
    if (curvature <= 0) return -1;
    const alpha = rz / curvature;
    addToScl(x, 0, p, 0, alpha, nv);
    addToScl(r, 0, Ap, 0, -alpha, nv);
    if (dot(r, 0, r, 0, nv) < enough) return -1;
    precondition(m, d, z, r);
    const next = dot(r, 0, z, 0, nv);
    addScl(p, 0, z, 0, p, 0, next / rz, nv);
    rz = next;
  }
  return dot(r, 0, r, 0, nv) < enough ? -1 : largest(r, nv);
}

function largest(r: Float64Array, n: int): int {
  let worst = 0;
  for (let i = 1; i < n; i++) if (Math.abs(r[i]) > Math.abs(r[worst])) worst = i;
  return worst;
}

/** x = P b, P an approximation of (M + K)^-1: blocks of M + K for points with rows in K, or the factor for surfaces
 *  that only bend; elsewhere the inverse of M.
 *  writes d: work_efm_0 */
export function precondition(m: Model, d: Data, x: Float64Array, b: Float64Array): void {
  const { nv, nefm0dof, efm0_dofid, M_rownnz, M_rowadr, M_colind } = m;
  const { nefmdof, efm_dofid, work_efm_inv, qLD, qLDiagInv, nv_awake, dof_awake_ind } = d;
  const bending = nefmdof === 0 && nefm0dof > 0;
  if (3 * nefmdof < nv) {
    copy(x, 0, b, 0, nv);
    for (let k = 0; k < nefmdof; k++) zero(x, efm_dofid[k], 3);
    if (bending) for (let k = 0; k < nefm0dof; k++) x[efm0_dofid[k]] = 0;
    solveLTDL(x, 0, 1, nv, qLD, qLDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  }
  for (let k = 0; k < nefmdof; k++) mulMatVec3(x, efm_dofid[k], work_efm_inv, 9 * k, b, efm_dofid[k]);
  if (bending) solveBending(m, d, x, b);
}

function solveBending(m: Model, d: Data, x: Float64Array, b: Float64Array): void {
  const { nefm0dof, efm0_dofid, efm0_L, efm0_L_rownnz, efm0_L_rowadr, efm0_L_colind } = m;
  const { work_efm_0 } = d;
  for (let k = 0; k < nefm0dof; k++) work_efm_0[k] = b[efm0_dofid[k]];
  cholSolveSparse(work_efm_0, 0, efm0_L, nefm0dof, efm0_L_rownnz, efm0_L_rowadr, efm0_L_colind);
  for (let k = 0; k < nefm0dof; k++) x[efm0_dofid[k]] = work_efm_0[k];
}
