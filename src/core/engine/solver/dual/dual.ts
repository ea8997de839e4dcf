import { dot, subFrom, zero } from '../../../math/array.ts';
import { mulMatVec } from '../../../math/linear/dense.ts';
import { mulMatVecSparse } from '../../../math/linear/sparse.ts';
import type { Data } from '../../../model/data.ts';
import { Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { mulJacTVec, mulJacVec } from '../../constraint/mulJac.ts';
import { constraintUpdate } from '../../constraint/update.ts';
import { solveMetric } from '../../metric/solve.ts';
import { copyDofs } from '../../tree/awakeDofs.ts';
import { isDiscrete } from '../../tree/metricTerms.ts';
import { isSparse } from '../../tree/settings.ts';
import { solveMAwake } from '../../tree/solveM.ts';
import { problemCount } from '../problem.ts';
import { noslip } from './noslip.ts';
import { pgs } from './pgs.ts';

/** Constraint forces by projected Gauss-Seidel, f^T AR f / 2 + f^T b -> min within the cones. */
export function solveDual(m: Model, d: Data): void {
  const { efc_b, efc_aref } = d;
  const { nefc } = d;
  mulJacVec(m, d, efc_b, 0, d.qacc_smooth, 0);
  subFrom(efc_b, 0, efc_aref, 0, nefc);
  startForces(m, d);
  const n = problemCount(d);
  for (let k = 0; k < n; k++) pgs(m, d, k);
}

/** Recomputes friction forces without regularization, with fixed normal forces. */
export function solveNoslip(m: Model, d: Data): void {
  const n = problemCount(d);
  for (let k = 0; k < n; k++) noslip(m, d, k);
}

/** Acceleration from the forces: qacc = qacc_smooth + M^-1 J^T f, with the metric in place of M if there is one. */
export function dualFinish(m: Model, d: Data): void {
  const { nv_awake, dof_awake_ind, qacc, qacc_smooth, qfrc_constraint, efc_force } = d;
  mulJacTVec(m, d, qfrc_constraint, 0, efc_force, 0);
  if (d.efm_active !== 0 && isDiscrete(m)) {
    finishInMetric(m, d);
    return;
  }
  copyDofs(m, d, qacc, qacc_smooth);
  for (let k = 0; k < nv_awake; k++) qacc[dof_awake_ind[k]] = qfrc_constraint[dof_awake_ind[k]];
  solveMAwake(m, d, qacc, 0, 1);
  for (let k = 0; k < nv_awake; k++) qacc[dof_awake_ind[k]] += qacc_smooth[dof_awake_ind[k]];
}

function finishInMetric(m: Model, d: Data): void {
  const { nv_awake, dof_awake_ind, qacc, qacc_smooth, qfrc_constraint, work_efm_in, work_efm_out } = d;
  zero(work_efm_in, 0, m.nv);
  for (let k = 0; k < nv_awake; k++) work_efm_in[dof_awake_ind[k]] = qfrc_constraint[dof_awake_ind[k]];
  solveMetric(m, d, work_efm_out, work_efm_in);
  copyDofs(m, d, qacc, qacc_smooth);
  for (let k = 0; k < nv_awake; k++) qacc[dof_awake_ind[k]] += work_efm_out[dof_awake_ind[k]];
}

/** Starts from the forces of the warm start, or from zero if that has a lower cost. */
function startForces(m: Model, d: Data): void {
  const { efc_force, efc_b, efc_aref, efc_AR, work_jar, work_efc } = d;
  const { nefc } = d;
  copyDofs(m, d, d.qacc, d.qacc_smooth);
  if ((m.opt.disableflags & Disable.WARMSTART) !== 0) {
    efc_force.fill(0, 0, nefc);
    return;
  }
  mulJacVec(m, d, work_jar, 0, d.qacc_warmstart, 0);
  subFrom(work_jar, 0, efc_aref, 0, nefc);
  constraintUpdate(m, d, false);
  if (isSparse(m)) {
    mulMatVecSparse(work_efc, 0, efc_AR, efc_force, 0, nefc, d.efc_AR_rownnz, d.efc_AR_rowadr, d.efc_AR_colind);
  } else {
    mulMatVec(work_efc, 0, efc_AR, 0, efc_force, 0, nefc, nefc);
  }
  const cost = dot(efc_force, 0, efc_b, 0, nefc) + 0.5 * dot(efc_force, 0, work_efc, 0, nefc);
  if (cost > 0) efc_force.fill(0, 0, nefc);
}
