import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { factorLTDL, solveLTDL } from '../../math/linear/ltdl.ts';
import { NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { badPivot } from '../tree/badPivot.ts';
import { dampingDerivative, isDampedAlone } from '../tree/damping.ts';
import { polyIsZero } from '../tree/poly.ts';

/** Acceleration for a semi-implicit Euler step. Joint damping is evaluated at the end of the step, to first order: (M +
 *  h B) a = f, B the diagonal derivative of the damping forces. `skipfactor` reuses the factor of the last call.
 *  Returns the dof at which a new factor is not positive definite, else -1.
 *  reads  d: M qLD qLDiagInv qvel qacc qfrc_smooth qfrc_constraint   writes d: work_qacc qH qHDiagInv work_damped_ind */
export function eulerAcc(m: Model, d: Data, skipfactor: int): int {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { nv_awake, dof_awake_ind, qacc, qfrc_smooth, qfrc_constraint, qH, qHDiagInv, work_qacc, work_damped_ind } = d;
  if (!hasDamping(m, d)) {
    for (let k = 0; k < nv_awake; k++) work_qacc[dof_awake_ind[k]] = qacc[dof_awake_ind[k]];
    return -1;
  }
  if (skipfactor === 0) {
    const n = addDamping(m, d);
    factorLTDL(qH, qHDiagInv, n, M_rownnz, M_rowadr, M_colind, work_damped_ind);
  }
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    work_qacc[i] = qfrc_smooth[i] + qfrc_constraint[i];
  }
  solveLTDL(work_qacc, 0, 1, nv, qH, qHDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  return skipfactor === 0 ? badPivot(d) : -1;
}

/** qH = M + h B, to be factored at the dofs in work_damped_ind, whose number is returned. Trees without damping use the
 *  factor of M. */
function addDamping(m: Model, d: Data): int {
  const { M_rownnz, M_rowadr, dof_treeid, tree_dofnum } = m;
  const { nv_awake, dof_awake_ind, M, qLD, qLDiagInv, qH, qHDiagInv, work_damped_ind } = d;
  const h = m.opt.timestep;
  let n = 0;
  let k = 0;
  while (k < nv_awake) {
    // dofs of a tree are consecutive
    const first = dof_awake_ind[k];
    const end = first + tree_dofnum[dof_treeid[first]];
    const adr = M_rowadr[first];
    const size = M_rowadr[end - 1] + M_rownnz[end - 1] - adr;
    k += end - first;
    if (!isDamped(m, first, end)) {
      copy(qH, adr, qLD, adr, size);
      copy(qHDiagInv, first, qLDiagInv, first, end - first);
      continue;
    }
    copy(qH, adr, M, adr, size);
    for (let i = first; i < end; i++) {
      qH[M_rowadr[i] + M_rownnz[i] - 1] += h * dampingDerivative(m, d, i);
      work_damped_ind[n++] = i;
    }
  }
  return n;
}

/** True if a dof in [first, end) may be damped. */
function isDamped(m: Model, first: int, end: int): boolean {
  const { dof_damping, dof_dampingpoly } = m;
  for (let i = first; i < end; i++)
    if (!polyIsZero(dof_damping[i], dof_dampingpoly, NPOLY * i) || !isDampedAlone(m, i)) return true;
  return false;
}

/** True if any awake dof may be damped and Euler integrates damping implicitly. */
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
