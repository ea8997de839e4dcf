import { clip } from '../../math/array.ts';
import { exp } from '../../math/elementary/exp.ts';
import type { int } from '../../math/int.ts';
import { NBIAS, NDYN, NGAIN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { BiasType, CtrlInput, Disable, DynType, Enable, GainType, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { readDelayedControl } from '../actuation/actuatorDynamics.ts';
import { muscleGain } from '../actuation/muscle.ts';
import { muscleBiasLen, muscleGainLen } from '../actuation/muscleDerivative.ts';
import { actuatorDisabled, nextActivation } from '../actuation/nextActivation.ts';
import { forceVel, gainVaries, isClamped } from '../smoothVel/actuatorVel.ts';
import { zeroDofs } from '../tree/awakeDofs.ts';
import { actuatorCouples, hasCouplings } from '../tree/metricTerms.ts';
import { actuatorState } from '../tree/sleepState.ts';

/** Actuators in the metric: scale s = h gv + h^2 gp of the term s moment^T moment, gv and gp the negated derivatives of the force with
 *  respect to velocity and length, at least 0; and the shift ca = -h gp moment^T velocity of the smooth force.
 *  reads  d: ctrl act act_dot history actuator_force actuator_length actuator_velocity actuator_moment moment_*
 *  writes d: nefmA efm_aid efm_as efm_ak efm_ca */
export function addActuators(m: Model, d: Data): void {
  const { nactuator } = m;
  const { efm_aid, efm_as, efm_ak } = d;
  const h = m.opt.timestep;
  const sleeps = (m.opt.enableflags & Enable.SLEEP) !== 0;
  d.nefmA = 0;
  zeroDofs(m, d, d.efm_ca);
  if (!hasCouplings(m)) return;
  for (let i = 0; i < nactuator; i++) {
    if (!actuatorCouples(m, i) || actuatorDisabled(m, i) || isClamped(m, d, i)) continue;
    if (sleeps && actuatorState(m, d, i) === SleepState.ASLEEP) continue;
    const input: number = gainVaries(m, i) ? gainInput(m, d, i) : 0;
    const gv = Math.max(0, -forceVel(m, d, i, input));
    const gp = Math.max(0, -forceLength(m, d, i, input));
    if (gv === 0 && gp === 0) continue;
    const t = d.nefmA;
    efm_aid[t] = i;
    efm_as[t] = h * h * gp + h * gv;
    efm_ak[t] = h * gp;
    d.nefmA = t + 1;
    if (gp !== 0) shiftForce(m, d, i, efm_ak[t]);
  }
}

/** efm_ca -= k moment^T velocity of the outputs of actuator i. */
function shiftForce(m: Model, d: Data, i: int, k: number): void {
  const { actuator_outadr, actuator_outnum } = m;
  const { actuator_velocity, actuator_moment, moment_rowadr, moment_rownnz, moment_colind, efm_ca } = d;
  const last = actuator_outadr[i] + actuator_outnum[i];
  for (let o = actuator_outadr[i]; o < last; o++) {
    const force = k * actuator_velocity[o];
    const end = moment_rowadr[o] + moment_rownnz[o];
    for (let a = moment_rowadr[o]; a < end; a++) efm_ca[moment_colind[a]] -= force * actuator_moment[a];
  }
}

/** Derivative of the force of actuator i with respect to the length of its output. */
function forceLength(m: Model, d: Data, i: int, input: number): number {
  const { actuator_biastype, actuator_gaintype, actuator_biasprm, actuator_gainprm, actuator_outadr } = m;
  const { actuator_lengthrange, actuator_acc0 } = m;
  const o = actuator_outadr[i];
  const b = NBIAS * i;
  const g = NGAIN * i;
  const bias = actuator_biastype[i];
  const type = actuator_gaintype[i];
  const len = d.actuator_length[o];
  let derivative: number = 0;
  if (bias === BiasType.AFFINE || bias === BiasType.SO3) derivative = actuator_biasprm[b + 1];
  else if (bias === BiasType.MUSCLE) {
    derivative = muscleBiasLen(len, actuator_lengthrange, 2 * o, actuator_acc0[o], actuator_biasprm, b);
  }
  if (type === GainType.AFFINE) derivative += actuator_gainprm[g + 1] * input;
  else if (type === GainType.DCMOTOR) derivative += motorLength(m, i);
  else if (type === GainType.MUSCLE && input !== 0) {
    const velocity = d.actuator_velocity[o];
    const gain = muscleGain(len, velocity, actuator_lengthrange, 2 * o, actuator_acc0[o], actuator_gainprm, g);
    derivative += muscleGainLen(gain, len, actuator_lengthrange, 2 * o, actuator_gainprm, g) * input;
  }
  return derivative;
}

/** Position gain of a DC motor: of its controller, directly or by the current of the next step. */
function motorLength(m: Model, i: int): number {
  const { actuator_ctrlspec, actuator_gainprm, actuator_dynprm } = m;
  if ((actuator_ctrlspec[i] & (CtrlInput.POS | CtrlInput.VEL | CtrlInput.FF)) === 0) return 0;
  const te = actuator_dynprm[NDYN * i];
  const share: number = te > 0 ? 1 - exp(-m.opt.timestep / te) : 1;
  return -actuator_gainprm[NGAIN * i + 4] * share;
}

const control = new Float64Array(1);

/** Input that the gain of actuator i multiplies: its delayed and clamped control, or its activation. */
function gainInput(m: Model, d: Data, i: int): number {
  const { actuator_dyntype, actuator_ctrladr, actuator_ctrlnum, actuator_actadr, actuator_actnum } = m;
  const { actuator_delay, actuator_history, actuator_ctrllimited, actuator_ctrlrange, actuator_actearly } = m;
  if (actuator_dyntype[i] !== DynType.NONE) {
    const adr = actuator_actadr[i] + actuator_actnum[i] - 1;
    return actuator_actearly[i] !== 0 ? nextActivation(m, d, i, adr, d.act_dot[adr]) : d.act[adr];
  }
  if (actuator_ctrlnum[i] === 0) return 0;
  const u = actuator_ctrladr[i];
  control[0] = d.ctrl[u];
  if (actuator_delay[i] !== 0 && actuator_history[2 * i] > 0) {
    readDelayedControl(m, d, i, d.time, actuator_history[2 * i + 1], control, 0);
  }
  if ((m.opt.disableflags & Disable.CLAMPCTRL) !== 0 || actuator_ctrllimited[u] === 0) return control[0];
  return clip(control[0], actuator_ctrlrange[2 * u], actuator_ctrlrange[2 * u + 1]);
}
