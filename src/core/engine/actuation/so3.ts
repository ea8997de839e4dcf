import type { int } from '../../math/int.ts';
import { axisAngle2Quat, copy4, normalize4, subQuat, unit4 } from '../../math/quat.ts';
import { copy3, norm3, scl3 } from '../../math/vec3.ts';
import { MINVAL, NBIAS, NGAIN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { CtrlChart, DynType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { nextActivation } from './nextActivation.ts';

const target = new Float64Array(4);
const current = new Float64Array(4);
const vector = new Float64Array(3);
const error = new Float64Array(3);

/** Orientation servo: torque along the shortest rotation to the target, kp log(q^-1 q_target) + c - kv w, in the
 *   local frame of the transmission. The target is a quaternion or a rotation vector, from controls or activations.
 *  writes d: actuator_force */
export function so3Force(m: Model, d: Data, i: int): void {
  const { actuator_ctrladr, actuator_outadr, actuator_ctrlspec, actuator_gainprm, actuator_biasprm } = m;
  const { actuator_length, actuator_velocity, actuator_force, work_ctrl } = d;
  const o = actuator_outadr[i];
  const bias = NBIAS * i;
  if (actuator_ctrlspec[i] === CtrlChart.QUAT) {
    copy4(target, 0, work_ctrl, actuator_ctrladr[i]);
    normalize4(target, 0);
  } else {
    rotationInput(m, d, i);
    expQuat(target, vector, 0);
  }
  expQuat(current, actuator_length, o);
  subQuat(error, 0, target, 0, current, 0);
  const kp = actuator_gainprm[NGAIN * i];
  for (let k = 0; k < 3; k++) {
    actuator_force[o + k] =
      kp * error[k] + actuator_biasprm[bias] + actuator_biasprm[bias + 2] * actuator_velocity[o + k];
  }
}

/** vector = target rotation vector of actuator i */
function rotationInput(m: Model, d: Data, i: int): void {
  const { actuator_ctrladr, actuator_dyntype, actuator_actadr, actuator_actearly } = m;
  const { act, act_dot, work_ctrl } = d;
  if (actuator_dyntype[i] === DynType.NONE) {
    copy3(vector, 0, work_ctrl, actuator_ctrladr[i]);
    return;
  }
  const adr = actuator_actadr[i];
  copy3(vector, 0, act, adr);
  if (actuator_actearly[i] === 0) return;
  for (let k = 0; k < 3; k++) vector[k] = nextActivation(m, d, i, adr + k, act_dot[adr + k]);
}

/** quat = exp(v), the rotation by |v| about v */
function expQuat(quat: Float64Array, v: Float64Array, i: int): void {
  const angle = norm3(v, i);
  if (angle < MINVAL) {
    unit4(quat, 0);
    return;
  }
  scl3(error, 0, v, i, 1 / angle);
  axisAngle2Quat(quat, 0, error, 0, angle);
}
