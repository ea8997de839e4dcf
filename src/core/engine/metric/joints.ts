import type { int } from '../../math/int.ts';
import { copy4, normalize4, subQuat } from '../../math/quat.ts';
import { norm3, sub3 } from '../../math/vec3.ts';
import { NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Disable, JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { dampingDerivative } from '../tree/damping.ts';
import { polyForceDerivative, polyIsZero } from '../tree/poly.ts';

/** Springs and dampers of joints in the metric: the diagonal h b + h^2 k, and the shift c -= h k qvel of the smooth
 *  force. b and k are the derivatives of their forces, at least 0.
 *  reads  d: qpos qvel   writes d: efm_ck efm_diag   adds to d: efm_c */
export function addJoints(m: Model, d: Data): void {
  const { nv_awake, dof_awake_ind, qvel, efm_c, efm_ck, efm_diag } = d;
  const h = m.opt.timestep;
  const damps = (m.opt.disableflags & Disable.DAMPER) === 0;
  jointStiffness(m, d);
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    const damping: number = damps ? Math.max(0, dampingDerivative(m, d, i)) : 0;
    efm_diag[i] = h * damping + h * efm_ck[i];
    efm_c[i] -= efm_ck[i] * qvel[i];
  }
}

/** efm_ck = h k for all awake dofs. */
function jointStiffness(m: Model, d: Data): void {
  const { jnt_type, jnt_dofadr, jnt_qposadr, jnt_stiffness, jnt_stiffnesspoly } = m;
  const { nv_awake, dof_awake_ind, work_jnt_ind, work_sleep_int, efm_ck } = d;
  for (let k = 0; k < nv_awake; k++) efm_ck[dof_awake_ind[k]] = 0;
  if ((m.opt.disableflags & Disable.SPRING) !== 0) return;
  const n = work_sleep_int[SleepSlot.JNT];
  for (let r = 0; r < n; r++) {
    const j = work_jnt_ind[r];
    if (polyIsZero(jnt_stiffness[j], jnt_stiffnesspoly, NPOLY * j)) continue;
    const dof = jnt_dofadr[j];
    const q = jnt_qposadr[j];
    const type = jnt_type[j];
    if (type === JointType.SLIDE || type === JointType.HINGE) {
      efm_ck[dof] = stiffnessAt(m, j, d.qpos[q] - m.qpos_spring[q]);
      continue;
    }
    const free: int = type === JointType.FREE ? 3 : 0;
    if (free > 0) setThree(d, dof, stiffnessAt(m, j, translation(m, d, q)));
    setThree(d, dof + free, stiffnessAt(m, j, rotation(m, d, q + free)));
  }
}

/** h times the derivative of the spring force of joint j at a displacement. */
function stiffnessAt(m: Model, j: int, x: number): number {
  return m.opt.timestep * Math.max(0, polyForceDerivative(m.jnt_stiffness[j], m.jnt_stiffnesspoly, NPOLY * j, x));
}

function setThree(d: Data, dof: int, value: number): void {
  const { efm_ck } = d;
  for (let k = 0; k < 3; k++) efm_ck[dof + k] = value;
}

const apart = new Float64Array(3);
const quat = new Float64Array(4);

/** Distance of a free joint from its rest position. */
function translation(m: Model, d: Data, q: int): number {
  sub3(apart, 0, d.qpos, q, m.qpos_spring, q);
  return norm3(apart, 0);
}

/** Angle from the rest orientation of a ball or free joint. */
function rotation(m: Model, d: Data, q: int): number {
  copy4(quat, 0, d.qpos, q);
  normalize4(quat, 0);
  subQuat(apart, 0, quat, 0, m.qpos_spring, q);
  return norm3(apart, 0);
}
