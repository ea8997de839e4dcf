import { clip } from '../../math/array.ts';
import { PI } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { norm3 } from '../../math/vec3.ts';
import { NBIAS, NGAIN } from '../../model/constants.ts';
import { BiasType, DynType, GainType, JointType, TrnType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/*  Setpoints of rotational servos. Positions on a circle: the nearest representative of the setpoint is used. */

/** Period of the length of a position servo on a rotation (ball joint, or site with a reference), 0 for all others. */
export function wrapPeriod(m: Model, i: int): number {
  const { actuator_gaintype, actuator_trntype, actuator_trnid, actuator_gear, actuator_outadr, jnt_type } = m;
  const type = actuator_trntype[i];
  // common case first: on a joint with one dof, or on a tendon
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

/** True for a position servo: fixed gain kp, affine bias with -kp, setpoint from a control or its integral. */
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

/** Representative of u nearest to `length`; u itself if there is no period. */
export function wrapSetpoint(u: number, length: number, period: number): number {
  if (period <= 0) return u;
  return u - period * round((u - length) / period);
}

/** Setpoint u, limited by the slew rate relative to its previous value. */
export function slewLimit(u: number, before: number, rate: number, dt: number, period: number): number {
  const step = rate * dt;
  return clip(wrapSetpoint(u, before, period), before - step, before + step);
}

/** Rate of the integral z: the error, or only its part toward the inside if z exceeds its limit. */
export function limitIntegral(error: number, z: number, limit: number): number {
  if (limit <= 0) return error;
  if (z >= limit) return Math.min(error, 0);
  if (z <= -limit) return Math.max(error, 0);
  return error;
}

/** Nearest integer; halves round away from zero. */
export function round(x: number): number {
  const whole = Math.trunc(x);
  if (Math.abs(x - whole) < 0.5) return whole;
  return x < 0 ? whole - 1 : whole + 1;
}
