import { clip } from '../../math/array.ts';
import { sin } from '../../math/elementary/trig.ts';
import type { int } from '../../math/int.ts';
import { norm3, scl3 } from '../../math/vec3.ts';
import { NBIAS, NDYN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { GainType, TrnType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { BRISTLE, motorSlot } from './dcmotor.ts';

/** Scales the forces of actuators on a tendon so that their sum is within the tendon's range.
 *  writes d: actuator_force work_tenforce */
export function limitTendons(m: Model, d: Data): void {
  const { nactuator, ntendon, actuator_trntype, actuator_trnid, actuator_outadr } = m;
  const { tendon_actfrclimited, tendon_actfrcrange } = m;
  const { actuator_force, work_tenforce } = d;
  if (ntendon === 0) return;
  for (let t = 0; t < ntendon; t++) work_tenforce[t] = 0;
  for (let i = 0; i < nactuator; i++) {
    if (actuator_trntype[i] === TrnType.TENDON) {
      work_tenforce[actuator_trnid[2 * i]] += actuator_force[actuator_outadr[i]];
    }
  }
  for (let i = 0; i < nactuator; i++) {
    if (actuator_trntype[i] !== TrnType.TENDON) continue;
    const t = actuator_trnid[2 * i];
    if (tendon_actfrclimited[t] === 0) continue;
    const total = work_tenforce[t];
    const limit = clip(total, tendon_actfrcrange[2 * t], tendon_actfrcrange[2 * t + 1]);
    if (total !== 0 && limit !== total) actuator_force[actuator_outadr[i]] *= limit / total;
  }
}

/** Clamps each actuator force to its range; for an orientation servo, clamps the magnitude of its torque.
 *  writes d: actuator_force */
export function limitActuators(m: Model, d: Data): void {
  const { nactuator, actuator_forcelimited, actuator_forcerange, actuator_gaintype } = m;
  const { actuator_outadr, actuator_outnum } = m;
  const { actuator_force } = d;
  for (let i = 0; i < nactuator; i++) {
    if (actuator_forcelimited[i] === 0) continue;
    const o = actuator_outadr[i];
    const lo = actuator_forcerange[2 * i];
    const hi = actuator_forcerange[2 * i + 1];
    if (actuator_gaintype[i] === GainType.SO3) {
      const size = norm3(actuator_force, o);
      if (size > hi) scl3(actuator_force, o, actuator_force, o, hi / size);
      continue;
    }
    const end = o + actuator_outnum[i];
    for (let k = o; k < end; k++) actuator_force[k] = clip(actuator_force[k], lo, hi);
  }
}

/** Adds cogging and friction of a DC motor, which current limits do not affect.
 *  writes d: actuator_force */
export function addMotorFriction(m: Model, d: Data, i: int): void {
  const { actuator_outadr, actuator_dynprm, actuator_biasprm } = m;
  const { act, act_dot, actuator_length, actuator_force } = d;
  const o = actuator_outadr[i];
  const bias = NBIAS * i;
  const dyn = NDYN * i;
  // amplitude sin(poles length + phase)
  const amplitude = actuator_biasprm[bias];
  if (amplitude !== 0) {
    actuator_force[o] += amplitude * sin(actuator_biasprm[bias + 1] * actuator_length[o] + actuator_biasprm[bias + 2]);
  }
  // sigma0 z + sigma1 dz/dt
  const adr = motorSlot(m, i, BRISTLE);
  if (adr >= 0) actuator_force[o] -= actuator_dynprm[dyn + 5] * act[adr] + actuator_dynprm[dyn + 6] * act_dot[adr];
}

/** Clamps the total actuator force at each joint with one dof.
 *  writes d: qfrc_actuator */
export function limitJoints(m: Model, d: Data): void {
  const { jnt_actfrclimited, jnt_actfrcrange, jnt_dofadr } = m;
  const { qfrc_actuator, work_jnt_ind, work_sleep_int } = d;
  const n = work_sleep_int[SleepSlot.JNT];
  for (let k = 0; k < n; k++) {
    const j = work_jnt_ind[k];
    if (jnt_actfrclimited[j] === 0) continue;
    const i = jnt_dofadr[j];
    qfrc_actuator[i] = clip(qfrc_actuator[i], jnt_actfrcrange[2 * j], jnt_actfrcrange[2 * j + 1]);
  }
}
