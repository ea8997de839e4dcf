import { clip } from '../../math/array.ts';
import { PI } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { norm3 } from '../../math/vec3.ts';
import { NBIAS, NGAIN } from '../../model/constants.ts';
import { BiasType, DynType, GainType, JointType, TrnType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/*  Setpoints of servos that turn something: positions on a circle, where the nearest representative is meant. */

/** Period of the length of a position servo on a rotation (ball joint, or site with a reference), 0 for any other. */
export function wrapPeriod(m: Model, i: int): number {
  const { actuator_gaintype, actuator_trntype, actuator_trnid, actuator_gear, actuator_outadr, jnt_type } = m;
  const type = actuator_trntype[i];
  // first what most are: on a joint with one dof, or on a tendon
  if (type === TrnType.TENDON) return 0;
  if (type === TrnType.JOINT && jnt_type[actuator_trnid[2 * i]] !== JointType.BALL) return 0;
  if (actuator_gaintype[i] !== GainType.PID && !isPositionServo(m, i)) return 0;
  const gear = 6 * actuator_outadr[i];
  if (type === TrnType.SITE && actuator_trnid[2 * i + 1] >= 0) {
    const isRotation = actuator_gear[gear] === 0 && actuator_gear[gear + 1] === 0 && actuator_gear[gear + 2] === 0;
    if (isRotation) return 2 * PI * norm3(actuator_gear, gear + 3);
  }
  if (type === TrnType.JOINT || type === TrnType.JOINTINPARENT) {
    if (jnt_type[actuator_trnid[2 * i]] === JointType.BALL) return 2 * PI * norm3(actuator_gear, gear);
  }
  return 0;
}

/** Fixed gain kp, affine bias with -kp, and an input or its integral as setpoint. */
function isPositionServo(m: Model, i: int): boolean {
  const { actuator_dyntype, actuator_gaintype, actuator_biastype, actuator_gainprm, actuator_biasprm } = m;
  const dynamics = actuator_dyntype[i];
  return (
    actuator_gaintype[i] === GainType.FIXED &&
    actuator_biastype[i] === BiasType.AFFINE &&
    actuator_gainprm[NGAIN * i] === -actuator_biasprm[NBIAS * i + 1] &&
    (dynamics === DynType.NONE || dynamics === DynType.INTEGRATOR)
  );
}

/** The representative of u nearest to `length`; u itself without a period. */
export function wrapSetpoint(u: number, length: number, period: number): number {
  if (period <= 0) return u;
  return u - period * round((u - length) / period);
}

/** The setpoint u, moved from its previous value by no more than the slew rate allows in one step. */
export function slewLimit(u: number, before: number, rate: number, dt: number, period: number): number {
  const step = rate * dt;
  return clip(wrapSetpoint(u, before, period), before - step, before + step);
}

/** Rate of an integral z: the error, or only the part of it that brings z back within its limit (if there is one). */
export function limitIntegral(error: number, z: number, limit: number): number {
  if (limit <= 0) return error;
  if (z >= limit) return Math.min(error, 0);
  if (z <= -limit) return Math.max(error, 0);
  return error;
}

/** Nearest integer, halves away from zero. */
export function round(x: number): number {
  const whole = Math.trunc(x);
  if (Math.abs(x - whole) < 0.5) return whole;
  return x < 0 ? whole - 1 : whole + 1;
}
