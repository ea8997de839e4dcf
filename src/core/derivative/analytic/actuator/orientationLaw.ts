import type { int } from '../../../math/int.ts';
import { axisAngle2Quat, copy4, normalize4, subQuat, unit4 } from '../../../math/quat.ts';
import { rightJacobian, rightJacobianInverse } from '../../../math/rotationJacobian.ts';
import { copy3, dot3, norm3, normalize3 } from '../../../math/vec3.ts';
import { MINVAL, NBIAS, NGAIN } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { CtrlChart, DynType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { addInput, at, COLUMNS, CTRL, LEN, VEL } from './law.ts';

const target = new Float64Array(4);
const current = new Float64Array(4);
const vector = new Float64Array(3);
const error = new Float64Array(3);
const force = new Float64Array(3);
const inverse = new Float64Array(9);
const right = new Float64Array(9);

/** law = derivatives of orientation servo i, a torque kp log(q^-1 q_target) + c - kv w. As q rotates by e in its own frame
 *  the error changes by -(L^-1)^T e; with q_target by L^-1 e, L the right Jacobian of the error. */
export function orientationLaw(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_outadr, actuator_gainprm, actuator_biasprm } = m;
  const { actuator_length, actuator_velocity } = d;
  const o = actuator_outadr[i];
  const kp = actuator_gainprm[NGAIN * i];
  const kv = actuator_biasprm[NBIAS * i + 2];
  targetNow(m, d, i);
  rotation(current, actuator_length, o);
  subQuat(error, 0, target, 0, current, 0);
  rightJacobianInverse(inverse, 0, error, 0);
  rightJacobian(right, 0, actuator_length, o);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum: number = 0;
      for (let k = 0; k < 3; k++) sum += inverse[3 * k + r] * right[3 * k + c];
      law[at(r, LEN + c)] = -kp * sum;
    }
    law[at(r, VEL + r)] = kv;
    force[r] = kp * error[r] + actuator_biasprm[NBIAS * i] + kv * actuator_velocity[o + r];
  }
  byTarget(law, m, d, i, kp);
  limitTorque(law, m, i);
}

/** Set `target` and, if the target is a rotation vector, `vector`. */
function targetNow(m: Model, d: Data, i: int): void {
  const { actuator_ctrladr, actuator_ctrlspec, actuator_dyntype, actuator_actadr } = m;
  if (actuator_ctrlspec[i] === CtrlChart.QUAT) {
    copy4(target, 0, d.work_ctrl, actuator_ctrladr[i]);
    normalize4(target, 0);
    return;
  }
  if (actuator_dyntype[i] === DynType.NONE) copy3(vector, 0, d.work_ctrl, actuator_ctrladr[i]);
  else copy3(vector, 0, d.act, actuator_actadr[i]);
  rotation(target, vector, 0);
}

/** quat = exp(v) */
function rotation(quat: Float64Array, v: Float64Array, i: int): void {
  copy3(force, 0, v, i);
  const angle = normalize3(force, 0);
  if (angle < MINVAL) unit4(quat, 0);
  else axisAngle2Quat(quat, 0, force, 0, angle);
}

/** The columns of the controls or activations of the target. */
function byTarget(law: Float64Array, m: Model, d: Data, i: int, kp: number): void {
  const { actuator_ctrladr, actuator_ctrlspec, actuator_dyntype } = m;
  const quaternion = actuator_ctrlspec[i] === CtrlChart.QUAT;
  const n = quaternion ? 4 : 3;
  if (!quaternion) rightJacobian(right, 0, vector, 0);
  for (let c = 0; c < n; c++) {
    if (quaternion) rotationByQuaternion(d.work_ctrl, actuator_ctrladr[i], c);
    else for (let k = 0; k < 3; k++) vector[k] = right[3 * k + c];
    for (let r = 0; r < 3; r++) {
      const by = kp * dot3(inverse, 3 * r, vector, 0);
      if (actuator_dyntype[i] === DynType.NONE) law[at(r, CTRL + c)] = by;
      else addInput(law, m, i, r, c, by);
    }
  }
}

/** vector = rotation of the target in its own frame with element c of its quaternion, which is normalized:
 *  2 vec(q^-1 e_c) / |q| */
function rotationByQuaternion(q: Float64Array, i: int, c: int): void {
  let sum: number = 0;
  for (let k = 0; k < 4; k++) sum += q[i + k] * q[i + k];
  const s = 2 / Math.max(MINVAL, Math.sqrt(sum));
  const w = target[0];
  const x = target[1];
  const y = target[2];
  const z = target[3];
  if (c === 0) setVector(-x * s, -y * s, -z * s);
  else if (c === 1) setVector(w * s, -z * s, y * s);
  else if (c === 2) setVector(z * s, w * s, -x * s);
  else setVector(-y * s, x * s, w * s);
}

function setVector(x: number, y: number, z: number): void {
  vector[0] = x;
  vector[1] = y;
  vector[2] = z;
}

/** Limit the torque: hi f / |f| changes only perpendicular to f. */
function limitTorque(law: Float64Array, m: Model, i: int): void {
  const { actuator_forcelimited, actuator_forcerange } = m;
  if (actuator_forcelimited[i] === 0) return;
  const hi = actuator_forcerange[2 * i + 1];
  const size = norm3(force, 0);
  if (size <= hi) return;
  normalize3(force, 0);
  for (let c = 0; c < COLUMNS; c++) {
    let along: number = 0;
    for (let r = 0; r < 3; r++) along += force[r] * law[at(r, c)];
    for (let r = 0; r < 3; r++) law[at(r, c)] = (hi / size) * (law[at(r, c)] - along * force[r]);
  }
}
