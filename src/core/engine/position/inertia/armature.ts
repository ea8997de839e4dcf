import type { int } from '../../../math/int.ts';
import { TrnType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';

/*  Armature that actuators add to their joint or tendon: rotor inertia times the square of the gear. A joint or tendon
 *  stores the id of its only actuator, -1 for none, or less if several must be searched for. */

/** Inertia added to joint j. */
export function jointArmature(m: Model, j: int): number {
  const { jnt_actuatorid, nactuator, actuator_trnid, actuator_trntype } = m;
  const actuator = jnt_actuatorid[j];
  if (actuator === -1) return 0;
  if (actuator >= 0) return reflectedArmature(m, actuator);
  let sum: number = 0;
  for (let k = 0; k < nactuator; k++) {
    const type = actuator_trntype[k];
    if (actuator_trnid[2 * k] !== j) continue;
    if (type === TrnType.JOINT || type === TrnType.JOINTINPARENT) sum += reflectedArmature(m, k);
  }
  return sum;
}

/** Inertia of tendon i: its own plus that of its actuators. */
export function tendonArmature(m: Model, i: int): number {
  const { tendon_actuatorid, tendon_armature, nactuator, actuator_trnid, actuator_trntype } = m;
  const actuator = tendon_actuatorid[i];
  const own = tendon_armature[i];
  if (actuator === -1) return own;
  if (actuator >= 0) return own + reflectedArmature(m, actuator);
  let sum: number = 0;
  for (let k = 0; k < nactuator; k++) {
    if (actuator_trnid[2 * k] === i && actuator_trntype[k] === TrnType.TENDON) sum += reflectedArmature(m, k);
  }
  return own + sum;
}

/** gear^2 armature of actuator k */
function reflectedArmature(m: Model, k: int): number {
  const gear = m.actuator_gear[6 * m.actuator_outadr[k]];
  return m.actuator_armature[k] * (gear * gear);
}
