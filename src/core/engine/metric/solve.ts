import { addScl, addToScl, copy, dot, zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { cholSolveSparse } from '../../math/linear/cholesky.ts';
import { solveLTDL } from '../../math/linear/ltdl.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { MINVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';
import { usesMetric } from '../tree/flexTerms.ts';
import { isDiscrete } from '../tree/metricTerms.ts';
import { metricProduct } from './products.ts';

/** Relative residual of a solve without flexes is this fraction of the solver's tolerance: it takes few iterations, and
 *  differences of steps stay accurate. */
const RIGID_TOLERANCE = 1e-6;

/** Relative residual above which a solve has failed, if the tolerance of the solver is smaller. */
const MAX_RESIDUAL = 1e-8;

/** x = (metric)^-1 b: by its factor if there is one, else by conjugate gradients. Returns the dof with the largest
 *  residual if the iteration limit was reached first, else -1. x and b must not be the same array, and are zero at
 *  sleeping dofs.
 *  writes d: work_efm_* */
export function solveMetric(m: Model, d: Data, x: Float64Array, b: Float64Array): int {
  const { nv } = m;
  const { work_efm_r: r, work_efm_z: z, work_efm_p: p, work_efm_Ap: Ap } = d;
  const { tolerance, iterations } = m.opt;
  const flex = usesMetric(m);
  if (!flex && d.work_sol_int[SolverIntSlot.METRIC_ITERATES] === 0) {
    copy(x, 0, b, 0, nv);
    solveBackbone(m, d, x);
    return -1;
  }
  copy(r, 0, b, 0, nv);
  zero(x, 0, nv);
  const size = dot(r, 0, r, 0, nv);
  if (size <= MINVAL) return -1;
  const target: number = flex ? tolerance : RIGID_TOLERANCE * tolerance;
  const enough = target * target * size;
  precondition(m, d, z, r);
  copy(p, 0, z, 0, nv);
  let rz = dot(r, 0, z, 0, nv);
  for (let iter = 0; iter < iterations; iter++) {
    metricProduct(m, d, Ap, p);
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
  const limit: number = flex ? tolerance : Math.max(tolerance, MAX_RESIDUAL);
  return dot(r, 0, r, 0, nv) < limit * limit * size ? -1 : largest(r, nv);
}

function largest(r: Float64Array, n: int): int {
  let worst = 0;
  for (let i = 1; i < n; i++) if (Math.abs(r[i]) > Math.abs(r[worst])) worst = i;
  return worst;
}

/** x = P b, P an approximation of the inverse of the metric: blocks of M + K for points with rows in K, or the factor
 *  for surfaces that only bend; elsewhere the inverse of M, or that of its backbone qH with the integrator `discrete`.
 *  writes d: work_efm_0 */
export function precondition(m: Model, d: Data, x: Float64Array, b: Float64Array): void {
  const { nv, nefm0dof, efm0_dofid } = m;
  const { nefmdof, efm_dofid, work_efm_inv } = d;
  const bending = nefmdof === 0 && nefm0dof > 0;
  if (3 * nefmdof < nv) {
    copy(x, 0, b, 0, nv);
    for (let k = 0; k < nefmdof; k++) zero(x, efm_dofid[k], 3);
    if (bending) for (let k = 0; k < nefm0dof; k++) x[efm0_dofid[k]] = 0;
    solveBackbone(m, d, x);
  }
  for (let k = 0; k < nefmdof; k++) mulMatVec3(x, efm_dofid[k], work_efm_inv, 9 * k, b, efm_dofid[k]);
  if (bending) solveBending(m, d, x, b);
}

/** x = qH^-1 x with the integrator `discrete`, else M^-1 x, at awake dofs. */
export function solveBackbone(m: Model, d: Data, x: Float64Array): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { qLD, qLDiagInv, qH, qHDiagInv, nv_awake, dof_awake_ind } = d;
  if (isDiscrete(m)) solveLTDL(x, 0, 1, nv, qH, qHDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  else solveLTDL(x, 0, 1, nv, qLD, qLDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
}

function solveBending(m: Model, d: Data, x: Float64Array, b: Float64Array): void {
  const { nefm0dof, efm0_dofid, efm0_L, efm0_L_rownnz, efm0_L_rowadr, efm0_L_colind } = m;
  const { work_efm_0 } = d;
  for (let k = 0; k < nefm0dof; k++) work_efm_0[k] = b[efm0_dofid[k]];
  cholSolveSparse(work_efm_0, 0, efm0_L, nefm0dof, efm0_L_rownnz, efm0_L_rowadr, efm0_L_colind);
  for (let k = 0; k < nefm0dof; k++) x[efm0_dofid[k]] = work_efm_0[k];
}
