import { actuatorDynamics } from '../../../core/engine/actuation/actuatorDynamics.ts';
import { actuatorForce, applyActuators } from '../../../core/engine/actuation/actuatorForce.ts';
import { fwdAcceleration } from '../../../core/engine/actuation/fwdAcceleration.ts';
import { referenceConstraint } from '../../../core/engine/constraint/reference.ts';
import { passive } from '../../../core/engine/passive/passive.ts';
import { comVel } from '../../../core/engine/velocity/comVel.ts';
import { bias } from '../../../core/engine/velocity/rne.ts';
import { velocities } from '../../../core/engine/velocity/velocities.ts';
import type { Data } from '../../../core/model/data.ts';
import { Warning } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { count } from './check.ts';

/* Stages that depend on velocities and controls. */

/** Velocities of bodies, tendons and actuators; passive forces.
 *  reads  d: qvel cdof ten_J actuator_moment   writes d: cvel cdof_dot ten_velocity actuator_velocity qfrc_passive */
export function motion(m: Model, d: Data): void {
  d.flg_energypos = 0;
  d.flg_energyvel = 0;
  d.flg_subtreevel = 0;
  velocities(m, d);
  comVel(m, d);
  passive(m, d);
}

/** Bias forces and constraint references.
 *  reads  d: cvel cdof_dot efc_J qvel   writes d: qfrc_bias efc_vel efc_aref */
export function biasForces(m: Model, d: Data): void {
  referenceConstraint(m, d);
  bias(m, d);
}

/** Actuator forces and the unconstrained acceleration.
 *  reads  d: ctrl act qfrc_*   writes d: act_dot actuator_force qfrc_actuator qfrc_smooth qacc_smooth */
export function actuation(m: Model, d: Data): void {
  const bad = actuatorDynamics(m, d);
  if (bad >= 0) count(d, Warning.BADCTRL, bad);
  actuatorForce(m, d);
  applyActuators(m, d);
  fwdAcceleration(m, d);
}
