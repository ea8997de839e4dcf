import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { factorLTDL, solveLTDL } from '../../math/linear/ltdl.ts';
import { copy4, normalize4, subQuat } from '../../math/quat.ts';
import { norm3, sub3 } from '../../math/vec3.ts';
import { NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Disable, JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { badPivot } from '../tree/badPivot.ts';
import { dampingDerivative } from '../tree/damping.ts';
import { polyForce, polyForceDerivative, polyIsZero } from '../tree/poly.ts';

const apart = new Float64Array(3);
const quat = new Float64Array(4);

/** Acceleration for the integrator `implicitspringdamper`: joint springs and dampers are evaluated at the end of the
 *  step, to first order, (M + h B + h^2 K) a = f - h K v (docs/derivations/implicitspringdamper.md). Returns the dof at
 *  which a new factor is not positive definite, else -1.
 *  reads  d: M qpos qvel qfrc_smooth qfrc_constraint   writes d: work_qacc qH qHDiagInv */
export function springDamperAcc(m: Model, d: Data, skipfactor: int): int {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { nv_awake, dof_awake_ind, qvel, qfrc_smooth, qfrc_constraint, qH, qHDiagInv, work_qacc } = d;
  const h = m.opt.timestep;
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    work_qacc[i] = qfrc_smooth[i] + qfrc_constraint[i] - h * springStiffness(m, d, i) * qvel[i];
    if (skipfactor !== 0) continue;
    copy(qH, M_rowadr[i], d.M, M_rowadr[i], M_rownnz[i]);
    qH[M_rowadr[i] + M_rownnz[i] - 1] += springDamperMass(m, d, i);
  }
  if (skipfactor === 0) factorLTDL(qH, qHDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  solveLTDL(work_qacc, 0, 1, nv, qH, qHDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  return skipfactor === 0 ? badPivot(d) : -1;
}

/** Contribution of dof i to the diagonal of M: h B + h^2 K */
export function springDamperMass(m: Model, d: Data, i: int): number {
  const h = m.opt.timestep;
  let sum = h * h * springStiffness(m, d, i);
  if ((m.opt.disableflags & Disable.DAMPER) === 0) sum += h * dampingDerivative(m, d, i);
  return sum;
}

/** Stiffness K of dof i, at least 0: the derivative of the spring force of a slide or hinge; for a ball or free joint,
 *  the coefficient at its present displacement. */
export function springStiffness(m: Model, d: Data, i: int): number {
  const { dof_jntid, jnt_type, jnt_qposadr, jnt_dofadr, jnt_stiffness, jnt_stiffnesspoly, qpos_spring } = m;
  const { qpos } = d;
  const j = dof_jntid[i];
  const stiffness = jnt_stiffness[j];
  const poly = NPOLY * j;
  if ((m.opt.disableflags & Disable.SPRING) !== 0 || polyIsZero(stiffness, jnt_stiffnesspoly, poly)) return 0;
  const type = jnt_type[j];
  let q = jnt_qposadr[j];
  if (type === JointType.SLIDE || type === JointType.HINGE) {
    return Math.max(0, polyForceDerivative(stiffness, jnt_stiffnesspoly, poly, qpos[q] - qpos_spring[q]));
  }
  if (type === JointType.FREE && i < jnt_dofadr[j] + 3) {
    sub3(apart, 0, qpos, q, qpos_spring, q);
  } else {
    if (type === JointType.FREE) q += 3;
    copy4(quat, 0, qpos, q);
    normalize4(quat, 0);
    subQuat(apart, 0, quat, 0, qpos_spring, q);
  }
  return Math.max(0, polyForce(stiffness, jnt_stiffnesspoly, poly, norm3(apart, 0)));
}
