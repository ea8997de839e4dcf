import type { int } from '../../math/int.ts';
import { NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { TrnType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { polyForceDerivative, polyIsZero } from './poly.ts';

/*  Damping of a dof or a tendon: its own, plus that of its actuators times the square of their gear. `res` gets the
 *  linear coefficient followed by the polynomial coefficients. */

/** True if no actuator adds damping to dof i, which is the usual case.
 *  @inline */
export function isDampedAlone(m: Model, i: int): boolean {
  const { dof_jntid, jnt_actuatorid, actuator_damping, actuator_dampingpoly } = m;
  const actuator = jnt_actuatorid[dof_jntid[i]];
  if (actuator < 0) return actuator === -1;
  return polyIsZero(actuator_damping[actuator], actuator_dampingpoly, NPOLY * actuator);
}

/** res = damping coefficients of dof i
 *  @inline */
export function dofDamping(res: Float64Array, r: int, m: Model, i: int): void {
  const { dof_damping, dof_dampingpoly, dof_jntid, jnt_actuatorid } = m;
  const j = dof_jntid[i];
  res[r] = dof_damping[i];
  for (let k = 0; k < NPOLY; k++) res[r + 1 + k] = dof_dampingpoly[NPOLY * i + k];
  const actuator = jnt_actuatorid[j];
  if (actuator >= 0) addActuatorDamping(res, r, m, actuator);
  else if (actuator < -1) addJointActuators(res, r, m, j);
}

/** res = damping coefficients of tendon i */
export function tendonDamping(res: Float64Array, r: int, m: Model, i: int): void {
  const { tendon_damping, tendon_dampingpoly, tendon_actuatorid } = m;
  res[r] = tendon_damping[i];
  for (let k = 0; k < NPOLY; k++) res[r + 1 + k] = tendon_dampingpoly[NPOLY * i + k];
  const actuator = tendon_actuatorid[i];
  if (actuator >= 0) addActuatorDamping(res, r, m, actuator);
  else if (actuator < -1) addTendonActuators(res, r, m, i);
}

/** Several actuators act on joint j. */
function addJointActuators(res: Float64Array, r: int, m: Model, j: int): void {
  const { nactuator, actuator_trnid, actuator_trntype } = m;
  for (let k = 0; k < nactuator; k++) {
    const type = actuator_trntype[k];
    if (actuator_trnid[2 * k] !== j) continue;
    if (type === TrnType.JOINT || type === TrnType.JOINTINPARENT) addActuatorDamping(res, r, m, k);
  }
}

/** Several actuators act on tendon i. */
function addTendonActuators(res: Float64Array, r: int, m: Model, i: int): void {
  const { nactuator, actuator_trnid, actuator_trntype } = m;
  for (let k = 0; k < nactuator; k++) {
    if (actuator_trnid[2 * k] === i && actuator_trntype[k] === TrnType.TENDON) addActuatorDamping(res, r, m, k);
  }
}

/** res += gear^2 times the damping coefficients of actuator k */
function addActuatorDamping(res: Float64Array, r: int, m: Model, k: int): void {
  const { actuator_outadr, actuator_gear, actuator_damping, actuator_dampingpoly } = m;
  if (polyIsZero(actuator_damping[k], actuator_dampingpoly, NPOLY * k)) return;
  const gear = actuator_gear[6 * actuator_outadr[k]];
  const gear2 = gear * gear;
  res[r] += actuator_damping[k] * gear2;
  for (let p = 0; p < NPOLY; p++) res[r + 1 + p] += actuator_dampingpoly[NPOLY * k + p] * gear2;
}

const coef = new Float64Array(3);

/** Negated derivative of the damping force of dof i by its velocity. */
export function dampingDerivative(m: Model, d: Data, i: int): number {
  const { dof_damping, dof_dampingpoly } = m;
  if (isDampedAlone(m, i)) {
    return polyForceDerivative(dof_damping[i], dof_dampingpoly, NPOLY * i, Math.abs(d.qvel[i]));
  }
  dofDamping(coef, 0, m, i);
  return polyForceDerivative(coef[0], coef, 1, Math.abs(d.qvel[i]));
}
