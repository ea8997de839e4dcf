import { copyInt, scl } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { copy4, negQuat, normalize4, quat2Vel, rotVecQuat } from '../../../math/quat.ts';
import { copy3, dot3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { JointType, SleepState, TrnType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { unreachable } from '../../../model/unreachable.ts';
import { actuatorState } from '../../awake/sleepState.ts';
import { startRow } from './moment.ts';
import { bodyTransmission } from './transmissionBody.ts';
import { orientationTransmission, siteTransmission, sliderCrank } from './transmissionSite.ts';

const quat = new Float64Array(4);
const axis = new Float64Array(3);

/** Lengths of actuators and the moments by which their forces act on the joints, one sparse row per output; rows follow
 *  each other.
 *  reads  m: actuator_* jnt_* site_* ten_J_* body_*   d: qpos ten_length ten_J site_xpos site_xmat xquat cdof contact_*
 *  writes d: actuator_length actuator_moment moment_rownnz moment_rowadr moment_colind */
export function transmission(m: Model, d: Data): void {
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr, actuator_outnum } = m;
  const sleeping = d.ntree_awake < m.ntree;
  for (let i = 0; i < nactuator; i++) {
    const out = actuator_outadr[i];
    for (let k = 0; k < actuator_outnum[i]; k++) {
      startRow(d, out + k);
      d.moment_rownnz[out + k] = 0;
    }
    if (sleeping && actuatorState(m, d, i) === SleepState.ASLEEP) continue;
    const type = actuator_trntype[i] as TrnType;
    switch (type) {
      case TrnType.JOINT:
      case TrnType.JOINTINPARENT:
        jointTransmission(m, d, i);
        break;
      case TrnType.SLIDERCRANK:
        sliderCrank(m, d, i);
        break;
      case TrnType.TENDON:
        tendonTransmission(m, d, i);
        break;
      case TrnType.SITE:
        siteTransmission(m, d, i);
        break;
      case TrnType.SO3:
        if (actuator_trnid[2 * i + 1] === -1) ballTransmission(m, d, i);
        else orientationTransmission(m, d, i);
        break;
      case TrnType.BODY:
        bodyTransmission(m, d, i);
        break;
      case TrnType.UNDEFINED:
        break;
      default:
        unreachable(type);
    }
  }
}

/** A scalar joint by its gear; a ball or free joint by a gear axis or wrench in its own frame or in its parent's.
 *  @inline */
function jointTransmission(m: Model, d: Data, i: int): void {
  const { actuator_outadr, actuator_trnid, actuator_trntype, actuator_gear, jnt_type, jnt_qposadr, jnt_dofadr } = m;
  const { qpos, actuator_length, actuator_moment, moment_rowadr } = d;
  const out = actuator_outadr[i];
  const gear = 6 * out;
  const j = actuator_trnid[2 * i];
  const type = jnt_type[j];
  const adr = moment_rowadr[out];
  if (type === JointType.SLIDE || type === JointType.HINGE) {
    consecutive(d, out, jnt_dofadr[j], 1);
    actuator_length[out] = qpos[jnt_qposadr[j]] * actuator_gear[gear];
    actuator_moment[adr] = actuator_gear[gear];
    return;
  }
  const free = type === JointType.FREE;
  copy4(quat, 0, qpos, jnt_qposadr[j] + (free ? 3 : 0));
  normalize4(quat, 0);
  quat2Vel(axis, 0, quat, 0, 1);
  // rotational part of the moment: the gear axis as it is, or given in the parent's frame
  const rotational = adr + (free ? 3 : 0);
  copy3(actuator_moment, rotational, actuator_gear, free ? gear + 3 : gear);
  if (actuator_trntype[i] === TrnType.JOINTINPARENT) {
    negQuat(quat, 0, quat, 0);
    rotVecQuat(actuator_moment, rotational, actuator_moment, rotational, quat, 0);
  }
  if (free) {
    // a free joint has no meaningful length
    consecutive(d, out, jnt_dofadr[j], 6);
    actuator_length[out] = 0;
    copy3(actuator_moment, adr, actuator_gear, gear);
  } else {
    consecutive(d, out, jnt_dofadr[j], 3);
    actuator_length[out] = dot3(axis, 0, actuator_moment, adr);
  }
}

/** Row `out` has n columns from `dof` on. */
function consecutive(d: Data, out: int, dof: int, n: int): void {
  const { moment_rownnz, moment_rowadr, moment_colind } = d;
  moment_rownnz[out] = n;
  for (let k = 0; k < n; k++) moment_colind[moment_rowadr[out] + k] = dof + k;
}

/** Length and Jacobian of the tendon, by the gear. */
function tendonTransmission(m: Model, d: Data, i: int): void {
  const { actuator_outadr, actuator_trnid, actuator_gear, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { ten_length, ten_J, actuator_length, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  const out = actuator_outadr[i];
  const t = actuator_trnid[2 * i];
  const gear = actuator_gear[6 * out];
  const adr = moment_rowadr[out];
  const n = ten_J_rownnz[t];
  actuator_length[out] = ten_length[t] * gear;
  moment_rownnz[out] = n;
  copyInt(moment_colind, adr, ten_J_colind, ten_J_rowadr[t], n);
  scl(actuator_moment, adr, ten_J, ten_J_rowadr[t], gear, n);
}

/** Orientation of a ball joint: three outputs, the rotation vector and the three dofs. */
function ballTransmission(m: Model, d: Data, i: int): void {
  const { actuator_outadr, actuator_trnid, jnt_qposadr, jnt_dofadr } = m;
  const { qpos, actuator_length, actuator_moment } = d;
  const out = actuator_outadr[i];
  const j = actuator_trnid[2 * i];
  copy4(quat, 0, qpos, jnt_qposadr[j]);
  normalize4(quat, 0);
  quat2Vel(axis, 0, quat, 0, 1);
  for (let k = 0; k < 3; k++) {
    const adr = startRow(d, out + k);
    consecutive(d, out + k, jnt_dofadr[j] + k, 1);
    actuator_length[out + k] = axis[k];
    actuator_moment[adr] = 1;
  }
}
