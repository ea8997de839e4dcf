/** Gyroscopic forces of isolated free bodies with the integrator `discrete`. Their derivative is not symmetric, so that the solver's metric
 *  excludes it; an isolated free body has its own 6 x 6 system. */
import type { int } from '../../math/int.ts';
import { mulMatVec } from '../../math/linear/dense.ts';
import { luFactor, luSolve } from '../../math/linear/lu.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { addBias, isFreeBody, massBlock } from '../tree/freeBody.ts';
import { isSparse } from '../tree/settings.ts';

const block = new Float64Array(36);
const pivot = new Int32Array(6);

/** Solves the rows of qacc of isolated free bodies with the derivative of their bias force.
 *  reads  d: qvel work_efm_b work_metric efc_J* tree_island xmat ximat   writes d: qacc work_dof_mark */
export function solveGyroscopic(m: Model, d: Data): void {
  const { jnt_dofadr } = m;
  const { qacc, work_efm_b, work_jnt_ind, work_sleep_int } = d;
  const n = work_sleep_int[SleepSlot.JNT];
  let marked = false;
  for (let k = 0; k < n; k++) {
    const j = work_jnt_ind[k];
    if (!isFreeBody(m, m.jnt_bodyid[j])) continue;
    if (!marked) markCoupled(m, d);
    marked = true;
    if (!makeBlock(m, d, j) || !luFactor(block, 0, 6, pivot, 0)) continue;
    luSolve(qacc, jnt_dofadr[j], block, 0, work_efm_b, jnt_dofadr[j], pivot, 0, 6);
  }
}

/** Replaces the rows of such bodies in the product of the metric with v, for inverse dynamics.
 *  reads  d: qvel work_metric efc_J* tree_island xmat ximat   writes d: work_dof_mark */
export function mulGyroscopic(m: Model, d: Data, res: Float64Array, v: Float64Array): void {
  const { jnt_dofadr } = m;
  const { work_jnt_ind, work_sleep_int } = d;
  const n = work_sleep_int[SleepSlot.JNT];
  let marked = false;
  for (let k = 0; k < n; k++) {
    const j = work_jnt_ind[k];
    if (!isFreeBody(m, m.jnt_bodyid[j])) continue;
    if (!marked) markCoupled(m, d);
    marked = true;
    if (makeBlock(m, d, j)) mulMatVec(res, jnt_dofadr[j], block, 0, v, jnt_dofadr[j], 6, 6);
  }
}

/** block = metric + h times the derivative of the bias force, for free joint j. False if one of its dofs is coupled. */
function makeBlock(m: Model, d: Data, j: int): boolean {
  const { work_dof_mark } = d;
  const dof = m.jnt_dofadr[j];
  for (let i = dof; i < dof + 6; i++) if (work_dof_mark[i] !== 0) return false;
  massBlock(m, d.work_metric, dof, block);
  addBias(m, d, m.jnt_bodyid[j], dof, m.opt.timestep, block);
  return true;
}

/** work_dof_mark = 1 at dofs of constraint rows, tendons and actuators in the metric, and flexes; 0 elsewhere. */
function markCoupled(m: Model, d: Data): void {
  const { nv } = m;
  const { work_dof_mark, efm_K_rownnz } = d;
  work_dof_mark.fill(0, 0, nv);
  if (d.nefmK > 0) for (let i = 0; i < nv; i++) if (efm_K_rownnz[i] > 0) work_dof_mark[i] = 1;
  if (d.nefc > 0) markRows(m, d);
  markTerms(m, d);
}

function markRows(m: Model, d: Data): void {
  const { nv, dof_treeid } = m;
  const { efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, tree_island, work_dof_mark } = d;
  const { nefc } = d;
  if (d.nisland > 0) {
    for (let i = 0; i < nv; i++) if (tree_island[dof_treeid[i]] >= 0) work_dof_mark[i] = 1;
    return;
  }
  const sparse = isSparse(m);
  for (let e = 0; e < nefc; e++) {
    const adr = sparse ? efc_J_rowadr[e] : e * nv;
    const n = sparse ? efc_J_rownnz[e] : nv;
    for (let a = adr; a < adr + n; a++) {
      if (sparse) work_dof_mark[efc_J_colind[a]] = 1;
      else if (efc_J[a] !== 0) work_dof_mark[a - adr] = 1;
    }
  }
}

function markTerms(m: Model, d: Data): void {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind, actuator_outadr, actuator_outnum } = m;
  const { efm_tid, efm_ts, efm_aid, moment_rownnz, moment_rowadr, moment_colind, work_dof_mark } = d;
  const { nefmT, nefmA } = d;
  for (let t = 0; t < nefmT; t++) {
    if (efm_ts[t] === 0) continue;
    const adr = ten_J_rowadr[efm_tid[t]];
    for (let a = adr; a < adr + ten_J_rownnz[efm_tid[t]]; a++) work_dof_mark[ten_J_colind[a]] = 1;
  }
  for (let t = 0; t < nefmA; t++) {
    const first = actuator_outadr[efm_aid[t]];
    for (let o = first; o < first + actuator_outnum[efm_aid[t]]; o++) {
      for (let a = moment_rowadr[o]; a < moment_rowadr[o] + moment_rownnz[o]; a++) work_dof_mark[moment_colind[a]] = 1;
    }
  }
}
