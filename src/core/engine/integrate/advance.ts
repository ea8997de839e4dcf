import { PI } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { norm3, scl3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { Disable, DynType, GainType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { actuatorDisabled, nextActivation } from '../actuation/nextActivation.ts';
import { round, wrapPeriod, wrapSetpoint } from '../actuation/setpoint.ts';
import { recordSensors } from '../sensor/record.ts';
import { copyDofs } from '../tree/awakeDofs.ts';
import { historyInsert } from '../tree/history.ts';
import { integrateJoint } from './integratePos.ts';

/** First half of a step, without motion: history buffers, and activations at the rates in act_dot, or in work_actdot
 *  with `weighted`.
 *  reads  d: ctrl sensordata act_dot or work_actdot   writes d: history act */
export function advanceInputs(m: Model, d: Data, weighted: int): void {
  const { nactuator, actuator_actadr, actuator_actnum } = m;
  const { act, act_dot, work_actdot } = d;
  if (m.nhistory > 0) {
    recordControls(m, d);
    recordSensors(m, d);
  }
  if (m.na === 0 || (m.opt.disableflags & Disable.ACTUATION) !== 0) return;
  for (let i = 0; i < nactuator; i++) {
    const off = actuatorDisabled(m, i);
    const end = actuator_actadr[i] + actuator_actnum[i];
    for (let a = actuator_actadr[i]; a < end; a++) {
      let rate = weighted !== 0 ? work_actdot[a] : act_dot[a];
      if (off) rate = 0;
      act[a] = nextActivation(m, d, i, a, rate);
    }
  }
  for (let i = 0; i < nactuator; i++) wrapActivation(m, d, i);
}

/** Second half of a step: advances velocity by the acceleration in work_qacc, position by the new velocity (with
 *  `weighted` by work_qvel), and time. Stores qacc for the next warm start.
 *  reads  d: work_qacc work_qvel qacc   writes d: qvel qpos time qacc_warmstart work_sleep_int */
export function advanceState(m: Model, d: Data, weighted: int): void {
  const { body_jntadr, body_jntnum } = m;
  const { nv_awake, dof_awake_ind, nbody_awake, body_awake_ind, work_sleep_int } = d;
  const { qpos, qvel, qacc, qacc_warmstart, work_qacc, work_qvel } = d;
  const h = m.opt.timestep;
  for (let k = 0; k < nv_awake; k++) qvel[dof_awake_ind[k]] += work_qacc[dof_awake_ind[k]] * h;
  for (let b = 1; b < nbody_awake; b++) {
    const i = body_awake_ind[b];
    const end = body_jntadr[i] + body_jntnum[i];
    for (let j = body_jntadr[i]; j < end; j++) {
      if (weighted !== 0) integrateJoint(m, j, qpos, 0, work_qvel, 0, h);
      else integrateJoint(m, j, qpos, 0, qvel, 0, h);
    }
  }
  d.time += h;
  copyDofs(m, d, qacc_warmstart, qacc);
  work_sleep_int[SleepSlot.SETTLING] = Math.max(0, work_sleep_int[SleepSlot.SETTLING] - 1);
}

/** Records controls of actuators with a history buffer. */
function recordControls(m: Model, d: Data): void {
  const { nactuator, actuator_history, actuator_historyadr, actuator_ctrladr } = m;
  const { history, ctrl } = d;
  for (let i = 0; i < nactuator; i++) {
    const n = actuator_history[2 * i];
    if (n <= 0) continue;
    history[historyInsert(history, actuator_historyadr[i], n, 1, d.time)] = ctrl[actuator_ctrladr[i]];
  }
}

/** Wraps a circular setpoint that is stored as an activation to the representative nearest to the present length, and a
 *  rotation vector to a length of at most pi. */
function wrapActivation(m: Model, d: Data, i: int): void {
  const { actuator_dyntype, actuator_gaintype, actuator_actadr, actuator_actnum, actuator_outadr } = m;
  const { act, actuator_length } = d;
  if (actuator_dyntype[i] !== DynType.INTEGRATOR) return;
  const first = actuator_actadr[i];
  const period = wrapPeriod(m, i);
  if (period > 0) {
    const last = first + actuator_actnum[i] - 1;
    act[last] = wrapSetpoint(act[last], actuator_length[actuator_outadr[i]], period);
  } else if (actuator_gaintype[i] === GainType.SO3) {
    const angle = norm3(act, first);
    if (angle > PI) scl3(act, first, act, first, (angle - 2 * PI * round(angle / (2 * PI))) / angle);
  }
}
