import { clip, copy, zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { MAXVAL, MINVAL, NDYN, NGAIN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Disable, DynType, Enable, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { unreachable } from '../../model/unreachable.ts';
import { historyRead } from '../tree/history.ts';
import { actuatorState } from '../tree/sleepState.ts';
import { motorDynamics } from './dcmotorDynamics.ts';
import { muscleDynamics } from './muscle.ts';
import { limitIntegral, slewLimit, wrapPeriod, wrapSetpoint } from './setpoint.ts';

/** Effective controls (delayed, clamped, and all zero if one of them is bad), and rates of change of the activations.
 *  For user types, rates are set to 0, gains to 1 and biases to 0; the pipeline fills them in later. Returns the index
 *  of the first bad control, or -1.
 *  reads  m: actuator_*   d: ctrl history act actuator_length actuator_velocity
 *  writes d: act_dot work_ctrl work_gain work_bias */
export function actuatorDynamics(m: Model, d: Data): int {
  const { nactuator, actuator_actadr, actuator_actnum } = m;
  const { act_dot, work_gain, work_bias } = d;
  if (nactuator === 0 || (m.opt.disableflags & Disable.ACTUATION) !== 0) return -1;
  const sleeps = (m.opt.enableflags & Enable.SLEEP) !== 0;
  const bad = readControls(m, d);
  for (let i = 0; i < nactuator; i++) {
    work_gain[i] = 1;
    work_bias[i] = 0;
    if (actuator_actadr[i] < 0) continue;
    if (sleeps && actuatorState(m, d, i) === SleepState.ASLEEP) continue;
    zero(act_dot, actuator_actadr[i], actuator_actnum[i]);
    activationRate(m, d, i);
  }
  return bad;
}

/** Fills work_ctrl; returns the index of the first bad control, or -1. */
function readControls(m: Model, d: Data): int {
  const { nu, nactuator, actuator_ctrladr, actuator_delay, actuator_history } = m;
  const { actuator_ctrllimited, actuator_ctrlrange } = m;
  const { ctrl, work_ctrl } = d;
  copy(work_ctrl, 0, ctrl, 0, nu);
  for (let i = 0; i < nactuator; i++) {
    // MJCF accepts a negative delay without a history
    if (actuator_delay[i] === 0 || actuator_history[2 * i] <= 0) continue;
    readDelayedControl(m, d, i, d.time, actuator_history[2 * i + 1], work_ctrl, actuator_ctrladr[i]);
  }
  if ((m.opt.disableflags & Disable.CLAMPCTRL) === 0) {
    for (let u = 0; u < nu; u++) {
      if (actuator_ctrllimited[u] === 0) continue;
      work_ctrl[u] = clip(work_ctrl[u], actuator_ctrlrange[2 * u], actuator_ctrlrange[2 * u + 1]);
    }
  }
  for (let u = 0; u < nu; u++) {
    if (Math.abs(work_ctrl[u]) <= MAXVAL) continue;
    zero(work_ctrl, 0, nu);
    return u;
  }
  return -1;
}

/** res = control of actuator i, delayed by its delay before `time` */
export function readDelayedControl(
  m: Model,
  d: Data,
  i: int,
  time: number,
  interp: int,
  res: Float64Array,
  r: int,
): void {
  const { actuator_history, actuator_historyadr, actuator_delay } = m;
  const b = actuator_historyadr[i];
  historyRead(res, r, d.history, b, actuator_history[2 * i], 1, time - actuator_delay[i], interp);
}

/** act_dot of actuator i. */
function activationRate(m: Model, d: Data, i: int): void {
  const { actuator_dyntype, actuator_actadr, actuator_actnum, actuator_ctrladr, actuator_ctrlnum } = m;
  const { act, act_dot, work_ctrl } = d;
  const { actuator_dynprm } = m;
  const u = actuator_ctrladr[i];
  const dyn = NDYN * i;
  const last = actuator_actadr[i] + actuator_actnum[i] - 1;
  const type = actuator_dyntype[i] as DynType;
  switch (type) {
    case DynType.INTEGRATOR: {
      // one activation per control
      const n = actuator_ctrlnum[i];
      copy(act_dot, last - n + 1, work_ctrl, u, n);
      break;
    }
    case DynType.FILTER:
    case DynType.FILTEREXACT:
      act_dot[last] = (work_ctrl[u] - act[last]) / Math.max(MINVAL, actuator_dynprm[dyn]);
      break;
    case DynType.MUSCLE:
      act_dot[last] = muscleDynamics(work_ctrl[u], act[last], actuator_dynprm, dyn);
      break;
    case DynType.PID:
      pidDynamics(m, d, i);
      break;
    case DynType.DCMOTOR:
      motorDynamics(m, d, i);
      break;
    case DynType.NONE:
    case DynType.USER:
      break;
    default:
      unreachable(type);
  }
}

/** PID servo: rate-limited setpoint, and integral of the error, clamped at its limit. */
function pidDynamics(m: Model, d: Data, i: int): void {
  const { actuator_ctrladr, actuator_outadr, actuator_actadr, actuator_dynprm, actuator_gainprm } = m;
  const { act, act_dot, actuator_length, work_ctrl } = d;
  const u = actuator_ctrladr[i];
  const dyn = NDYN * i;
  const dt = m.opt.timestep;
  const period = wrapPeriod(m, i);
  let adr = actuator_actadr[i];
  const rate = actuator_dynprm[dyn + 1];
  if (rate > 0) {
    work_ctrl[u] = slewLimit(work_ctrl[u], act[adr], rate, dt, period);
    act_dot[adr] = (work_ctrl[u] - act[adr]) / dt;
    adr++;
  }
  if (actuator_gainprm[NGAIN * i] > 0) {
    const error = wrapSetpoint(work_ctrl[u] - actuator_length[actuator_outadr[i]], 0, period);
    act_dot[adr] = limitIntegral(error, act[adr], actuator_dynprm[dyn]);
  }
}
