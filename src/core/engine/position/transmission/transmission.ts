import { copyInt, scl } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { copy4, negQuat, normalize4, quat2Vel, rotVecQuat } from '../../../math/quat.ts';
import { copy3, dot3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { JointType, SleepState, TrnType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { unreachable } from '../../../model/unreachable.ts';
import { actuatorState } from '../../tree/sleepState.ts';
import { startRow } from './moment.ts';
import { bodyTransmission } from './transmissionBody.ts';
import { orientationTransmission, siteTransmission, sliderCrank } from './transmissionSite.ts';

const quat = new Float64Array(4);
const axis = new Float64Array(3);

/** Lengths of actuators, and moments by which their forces act on the joints: consecutive sparse rows, one per output.
 *  reads  m: actuator_* jnt_* site_* ten_J_* body_*   d: qpos ten_length ten_J site_xpos site_xmat xquat cdof contact_*
 *  writes d: actuator_length actuator_moment moment_rownnz moment_rowadr moment_colind */
export function transmission(m: Model, d: Data): void {
  if (m.nactuator === 0) return;
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr, actuator_outnum, jnt_type } = m;
  const { moment_rownnz, moment_rowadr } = d;
  const sleeping = d.ntree_awake < m.ntree;
  // start of the next row; reading it from the previous rows would stall on their stores
  let end = 0;
  for (let i = 0; i < nactuator; i++) {
    const out = actuator_outadr[i];
    const type = actuator_trntype[i];
    const awake = !sleeping || actuatorState(m, d, i) !== SleepState.ASLEEP;
    if (awake && (type === TrnType.JOINT || type === TrnType.JOINTINPARENT)) {
      const j = actuator_trnid[2 * i];
      if (jnt_type[j] === JointType.HINGE || jnt_type[j] === JointType.SLIDE) {
        scalarTransmission(m, d, out, j, end);
        end++;
        continue;
      }
    }
    const last = out + actuator_outnum[i] - 1;
    for (let k = out; k <= last; k++) {
      moment_rowadr[k] = end;
      moment_rownnz[k] = 0;
    }
    if (awake) placeRows(m, d, i);
    if (last >= out) end = moment_rowadr[last] + moment_rownnz[last];
  }
}

/** Rows of actuator i, which start at moment_rowadr. */
function placeRows(m: Model, d: Data, i: int): void {
  const type = m.actuator_trntype[i] as TrnType;
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
      if (m.actuator_trnid[2 * i + 1] === -1) ballTransmission(m, d, i);
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

/** A joint with one dof, by its gear: row `out` has one element, at adr.
 *  @inline */
function scalarTransmission(m: Model, d: Data, out: int, j: int, adr: int): void {
  const { actuator_gear, jnt_qposadr, jnt_dofadr } = m;
  const { qpos, actuator_length, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  const gear = actuator_gear[6 * out];
  moment_rowadr[out] = adr;
  moment_rownnz[out] = 1;
  moment_colind[adr] = jnt_dofadr[j];
  actuator_moment[adr] = gear;
  actuator_length[out] = qpos[jnt_qposadr[j]] * gear;
}

/** A ball or free joint, by a gear axis or wrench in its own frame or in its parent's. */
function jointTransmission(m: Model, d: Data, i: int): void {
  const { actuator_outadr, actuator_trnid, actuator_trntype, actuator_gear, jnt_type, jnt_qposadr, jnt_dofadr } = m;
  const { qpos, actuator_length, actuator_moment, moment_rowadr } = d;
  const out = actuator_outadr[i];
  const gear = 6 * out;
  const j = actuator_trnid[2 * i];
  const type = jnt_type[j];
  const adr = moment_rowadr[out];
  const free = type === JointType.FREE;
  copy4(quat, 0, qpos, jnt_qposadr[j] + (free ? 3 : 0));
  normalize4(quat, 0);
  quat2Vel(axis, 0, quat, 0, 1);
  // rotational part of the moment: the gear axis, possibly transformed from the parent's frame
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

/** Adds row `out` with n columns from `dof` on. */
function consecutive(d: Data, out: int, dof: int, n: int): void {
  const { moment_rownnz, moment_rowadr, moment_colind } = d;
  moment_rownnz[out] = n;
  for (let k = 0; k < n; k++) moment_colind[moment_rowadr[out] + k] = dof + k;
}

/** Length and Jacobian of the tendon, times the gear. */
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

/** Orientation of a ball joint: three outputs, the rotation vector, one per dof. */
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
