import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { factorLTDL, solveLTDL } from '../../math/linear/ltdl.ts';
import { NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { dofDamping, isDampedAlone } from '../passive/damping.ts';
import { polyForceDerivative, polyIsZero } from '../passive/poly.ts';
import { badPivot } from './badPivot.ts';

const coef = new Float64Array(3);

/** Acceleration for a semi-implicit Euler step. Dampers of dofs are taken at the end of the step, to first order:
 *  (M + h B) a = f, B the diagonal derivative of the damping forces. `skipfactor` keeps the factor of the last call.
 *  Returns the dof at which a new factor is not positive definite, else -1.
 *  reads  d: M qvel qacc qfrc_smooth qfrc_constraint   writes d: work_qacc qH qHDiagInv */
export function eulerAcc(m: Model, d: Data, skipfactor: int): int {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { nv_awake, dof_awake_ind, qacc, qfrc_smooth, qfrc_constraint, qH, qHDiagInv, work_qacc } = d;
  if (!hasDamping(m, d)) {
    for (let k = 0; k < nv_awake; k++) work_qacc[dof_awake_ind[k]] = qacc[dof_awake_ind[k]];
    return -1;
  }
  if (skipfactor === 0) {
    for (let k = 0; k < nv_awake; k++) {
      const i = dof_awake_ind[k];
      copy(qH, M_rowadr[i], d.M, M_rowadr[i], M_rownnz[i]);
      qH[M_rowadr[i] + M_rownnz[i] - 1] += m.opt.timestep * dampingSlope(m, d, i);
    }
    factorLTDL(qH, qHDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  }
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    work_qacc[i] = qfrc_smooth[i] + qfrc_constraint[i];
  }
  solveLTDL(work_qacc, 0, 1, nv, qH, qHDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  return skipfactor === 0 ? badPivot(d) : -1;
}

/** True if any dof that is awake may be damped, and Euler is to integrate that implicitly. */
export function hasDamping(m: Model, d: Data): boolean {
  const { dof_damping, dof_dampingpoly, dof_jntid, jnt_actuatorid } = m;
  const { nv_awake, dof_awake_ind } = d;
  if ((m.opt.disableflags & (Disable.EULERDAMP | Disable.DAMPER)) !== 0) return false;
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    if (!polyIsZero(Math.max(0, dof_damping[i]), dof_dampingpoly, NPOLY * i)) return true;
    if (jnt_actuatorid[dof_jntid[i]] !== -1) return true;
  }
  return false;
}

/** Derivative of the damping force of dof i by its velocity, with the sign turned. */
export function dampingSlope(m: Model, d: Data, i: int): number {
  const { dof_damping, dof_dampingpoly } = m;
  if (isDampedAlone(m, i)) {
    return polyForceDerivative(dof_damping[i], dof_dampingpoly, NPOLY * i, Math.abs(d.qvel[i]));
  }
  dofDamping(coef, 0, m, i);
  return polyForceDerivative(coef[0], coef, 1, Math.abs(d.qvel[i]));
}
