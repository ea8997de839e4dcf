import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { factorLTDL, solveLTDL } from '../../math/linear/ltdl.ts';
import { luFactor, luFactorSparse, luSolve, luSolveSparse } from '../../math/linear/lu.ts';
import { MINVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { smoothVel } from '../smoothVel/smoothVel.ts';
import { badPivot } from '../tree/badPivot.ts';
import { freeMatrix, isFreeBody } from '../tree/freeBody.ts';

const block = new Float64Array(36);
const pivot = new Int32Array(6);

/** Acceleration for a step that is implicit in velocity: (M - h D) a = f, D the derivative of all smooth forces
 *  (implicit), or of all except the bias, which keeps the matrix symmetric (implicitfast). `skipfactor` reuses the
 *  factor of the last call. Returns the dof at which a new factor is not positive definite, else -1.
 *  reads  d: M qfrc_smooth qfrc_constraint and what smoothVel reads   writes d: work_qacc qDeriv qLU qH qHDiagInv */
export function implicitAcc(m: Model, d: Data, skipfactor: int): int {
  const { nv_awake, dof_awake_ind, qfrc_smooth, qfrc_constraint, work_int_frc } = d;
  // the solver already made the step implicit in flexes; the rest stays explicit
  if (d.efm_active !== 0) {
    copy(d.work_qacc, 0, d.qacc, 0, m.nv);
    return -1;
  }
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    work_int_frc[i] = qfrc_smooth[i] + qfrc_constraint[i];
  }
  return m.opt.integrator === Integrator.IMPLICIT ? fullAcc(m, d, skipfactor) : fastAcc(m, d, skipfactor);
}

function fullAcc(m: Model, d: Data, skipfactor: int): int {
  const { D_rownnz, D_rowadr, D_diag, D_colind } = m;
  const { nv_awake, dof_awake_ind, qLU, work_int_frc, work_qacc, work_lu_left } = d;
  if (skipfactor === 0) {
    fullMatrix(m, d);
    luFactorSparse(qLU, nv_awake, work_lu_left, D_rownnz, D_rowadr, D_colind, dof_awake_ind);
  }
  luSolveSparse(work_qacc, 0, qLU, work_int_frc, 0, nv_awake, D_rownnz, D_rowadr, D_diag, D_colind, dof_awake_ind);
  return skipfactor === 0 ? badPivotLU(m, d) : -1;
}

/** First dof, in elimination order, with a pivot that is not positive; -1 if none. */
function badPivotLU(m: Model, d: Data): int {
  const { D_rowadr, D_diag } = m;
  const { nv_awake, dof_awake_ind, qLU } = d;
  for (let k = nv_awake - 1; k >= 0; k--) {
    const i = dof_awake_ind[k];
    if (!(qLU[D_rowadr[i] + D_diag[i]] >= MINVAL)) return i;
  }
  return -1;
}

/** qLU = M - h D with all derivatives */
export function fullMatrix(m: Model, d: Data): void {
  const { mapM2D, D_rowadr, D_rownnz } = m;
  const { nv_awake, dof_awake_ind, M, qDeriv, qLU } = d;
  const h = m.opt.timestep;
  smoothVel(m, d, true);
  for (let r = 0; r < nv_awake; r++) {
    const i = dof_awake_ind[r];
    const end = D_rowadr[i] + D_rownnz[i];
    for (let k = D_rowadr[i]; k < end; k++) {
      const from = mapM2D[k];
      const mass: number = from >= 0 ? M[from] : 0;
      qLU[k] = mass - h * qDeriv[k];
    }
  }
}

function fastAcc(m: Model, d: Data, skipfactor: int): int {
  const { nv, M_rownnz, M_rowadr, M_colind, jnt_dofadr } = m;
  const { nv_awake, dof_awake_ind, qH, qHDiagInv, work_int_frc, work_qacc, work_jnt_ind, work_sleep_int } = d;
  if (skipfactor === 0) {
    fastMatrix(m, d);
    restoreFree(m, d);
    factorLTDL(qH, qHDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  }
  for (let k = 0; k < nv_awake; k++) work_qacc[dof_awake_ind[k]] = work_int_frc[dof_awake_ind[k]];
  solveLTDL(work_qacc, 0, 1, nv, qH, qHDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  // isolated free bodies, separately
  let bad = skipfactor === 0 ? badPivot(d) : -1;
  const joints = work_sleep_int[SleepSlot.JNT];
  for (let k = 0; k < joints; k++) {
    const j = work_jnt_ind[k];
    if (!freeMatrix(m, d, j, m.opt.timestep, block)) continue;
    if (!luFactor(block, 0, 6, pivot, 0)) {
      bad = jnt_dofadr[j];
      continue;
    }
    luSolve(work_qacc, jnt_dofadr[j], block, 0, work_int_frc, jnt_dofadr[j], pivot, 0, 6);
  }
  return bad;
}

/** qH = M - h D without the derivative of the bias, lower triangle */
export function fastMatrix(m: Model, d: Data): void {
  const { mapD2M, M_rowadr, M_rownnz } = m;
  const { nv_awake, dof_awake_ind, M, qDeriv, qH } = d;
  const h = m.opt.timestep;
  smoothVel(m, d, false);
  for (let r = 0; r < nv_awake; r++) {
    const i = dof_awake_ind[r];
    const end = M_rowadr[i] + M_rownnz[i];
    for (let k = M_rowadr[i]; k < end; k++) qH[k] = M[k] - h * qDeriv[mapD2M[k]];
  }
}

/** Restores the rows of isolated free bodies in qH to those of M: their derivative need not be symmetric. */
function restoreFree(m: Model, d: Data): void {
  const { jnt_bodyid, jnt_dofadr, M_rownnz, M_rowadr } = m;
  const { M, qH, work_jnt_ind, work_sleep_int } = d;
  const joints = work_sleep_int[SleepSlot.JNT];
  for (let k = 0; k < joints; k++) {
    const j = work_jnt_ind[k];
    if (!isFreeBody(m, jnt_bodyid[j])) continue;
    for (let i = jnt_dofadr[j]; i < jnt_dofadr[j] + 6; i++) copy(qH, M_rowadr[i], M, M_rowadr[i], M_rownnz[i]);
  }
}
