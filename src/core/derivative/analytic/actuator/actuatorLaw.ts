import { muscleGain, muscleGainVel } from '../../../engine/actuation/muscle.ts';
import { muscleBiasLen, muscleGainLen, muscleRate } from '../../../engine/actuation/muscleDerivative.ts';
import { actuatorDisabled, nextActivation } from '../../../engine/actuation/nextActivation.ts';
import { exp } from '../../../math/elementary/exp.ts';
import type { int } from '../../../math/int.ts';
import { MINVAL, NBIAS, NDYN, NGAIN } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { BiasType, CtrlInput, Disable, DynType, GainType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { ACT, addInput, addServoInput, addSlewed, at, COLUMNS, CTRL, LEN, OWN, RATE, ROWS, SPAN, VEL } from './law.ts';
import { motorLaw } from './motorLaw.ts';
import { orientationLaw } from './orientationLaw.ts';

/** law = derivatives of actuator i (see law.ts)
 *  reads  d: ctrl work_ctrl act act_dot actuator_length actuator_velocity actuator_force */
export function actuatorLaw(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_gaintype, actuator_dyntype, actuator_actnum } = m;
  // clear only the rows it has: there may be many actuators
  const states = actuator_actnum[i];
  law.fill(0, 0, m.actuator_outnum[i] * COLUMNS);
  law.fill(0, RATE * COLUMNS, (RATE + states) * COLUMNS);
  for (let k = 0; k < states; k++) {
    law[OWN + k] = 1;
    law[SPAN + k] = m.opt.timestep;
  }
  if (actuator_dyntype[i] === DynType.DCMOTOR || actuator_gaintype[i] === GainType.DCMOTOR) {
    motorLaw(law, m, d, i);
  } else {
    if (actuator_dyntype[i] === DynType.PID) pidRates(law, m, d, i);
    else if (actuator_actnum[i] > 0) activationRates(law, m, d, i);
    activationSteps(law, m, d, i);
    if (actuator_gaintype[i] === GainType.PID) pidForce(law, m, d, i);
    else if (actuator_gaintype[i] === GainType.SO3) orientationLaw(law, m, d, i);
    else forceLaw(law, m, d, i);
    limitForce(law, m, d, i);
  }
  if (actuatorDisabled(m, i)) law.fill(0, 0, ROWS * COLUMNS);
  limitControls(law, m, d, i);
}

/** Clear the columns of controls outside their range. */
function limitControls(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_ctrladr, actuator_ctrlnum } = m;
  for (let k = 0; k < actuator_ctrlnum[i]; k++) {
    if (controlFree(m, d, actuator_ctrladr[i] + k)) continue;
    for (let row = 0; row < ROWS; row++) law[at(row, CTRL + k)] = 0;
  }
}

function controlFree(m: Model, d: Data, u: int): boolean {
  const { actuator_ctrllimited, actuator_ctrlrange } = m;
  if ((m.opt.disableflags & Disable.CLAMPCTRL) !== 0 || actuator_ctrllimited[u] === 0) return true;
  return d.ctrl[u] >= actuator_ctrlrange[2 * u] && d.ctrl[u] <= actuator_ctrlrange[2 * u + 1];
}

const rate = new Float64Array(2);

/** Rates of integrators, filters and muscles. */
function activationRates(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_dyntype, actuator_dynprm, actuator_actadr, actuator_actnum, actuator_ctrladr, actuator_ctrlnum } = m;
  const tau = Math.max(MINVAL, actuator_dynprm[NDYN * i]);
  const last = actuator_actnum[i] - 1;
  const n = actuator_ctrlnum[i];
  rate[0] = 0;
  rate[1] = 0;
  switch (actuator_dyntype[i]) {
    case DynType.INTEGRATOR:
      for (let k = 0; k < n; k++) law[at(RATE + last - n + 1 + k, CTRL + k)] = 1;
      return;
    case DynType.FILTER:
    case DynType.FILTEREXACT:
      rate[0] = 1 / tau;
      rate[1] = -1 / tau;
      break;
    case DynType.MUSCLE:
      muscleRate(rate, d.work_ctrl[actuator_ctrladr[i]], d.act[actuator_actadr[i] + last], actuator_dynprm, NDYN * i);
      break;
    default:
      break;
  }
  law[at(RATE + last, CTRL)] = rate[0];
  law[at(RATE + last, ACT + last)] = rate[1];
}

/** OWN and SPAN: filters advance exactly; an activation at its limit stays there. */
function activationSteps(law: Float64Array, m: Model, d: Data, i: int): void {
  const {
    actuator_dyntype,
    actuator_dynprm,
    actuator_actadr,
    actuator_actnum,
    actuator_actlimited,
    actuator_actrange,
  } = m;
  const h = m.opt.timestep;
  const tau = Math.max(MINVAL, actuator_dynprm[NDYN * i]);
  const first = actuator_actadr[i];
  const off = actuatorDisabled(m, i);
  for (let k = 0; k < actuator_actnum[i]; k++) {
    if (actuator_dyntype[i] === DynType.FILTEREXACT) law[SPAN + k] = tau * (1 - exp(-h / tau));
    if (off) law[SPAN + k] = 0;
    if (actuator_actlimited[i] === 0) continue;
    const next = nextActivation(m, d, i, first + k, off ? 0 : d.act_dot[first + k]);
    if (next > actuator_actrange[2 * i] && next < actuator_actrange[2 * i + 1]) continue;
    law[OWN + k] = 0;
    law[SPAN + k] = 0;
  }
}

/** force = gain(length, velocity) input + bias(length, velocity) */
function forceLaw(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_gaintype, actuator_biastype, actuator_gainprm, actuator_biasprm, actuator_lengthrange } = m;
  const { actuator_acc0, actuator_outadr, actuator_actnum } = m;
  const { actuator_length, actuator_velocity } = d;
  const o = actuator_outadr[i];
  const g = NGAIN * i;
  const b = NBIAS * i;
  const len = actuator_length[o];
  const vel = actuator_velocity[o];
  const input = inputNow(m, d, i);
  let gain = actuator_gainprm[g];
  if (actuator_gaintype[i] === GainType.AFFINE) {
    gain += actuator_gainprm[g + 1] * len + actuator_gainprm[g + 2] * vel;
    law[LEN] = actuator_gainprm[g + 1] * input;
    law[VEL] = actuator_gainprm[g + 2] * input;
  } else if (actuator_gaintype[i] === GainType.MUSCLE) {
    const acc0 = actuator_acc0[o];
    gain = muscleGain(len, vel, actuator_lengthrange, 2 * o, acc0, actuator_gainprm, g);
    if (input !== 0) {
      law[LEN] = muscleGainLen(gain, len, actuator_lengthrange, 2 * o, actuator_gainprm, g) * input;
      law[VEL] = muscleGainVel(len, vel, actuator_lengthrange, 2 * o, acc0, actuator_gainprm, g) * input;
    }
  }
  if (actuator_actnum[i] > 0) addInput(law, m, i, 0, actuator_actnum[i] - 1, gain);
  else law[CTRL] += gain;
  if (actuator_biastype[i] === BiasType.AFFINE) {
    law[LEN] += actuator_biasprm[b + 1];
    law[VEL] += actuator_biasprm[b + 2];
  } else if (actuator_biastype[i] === BiasType.MUSCLE) {
    law[LEN] += muscleBiasLen(len, actuator_lengthrange, 2 * o, actuator_acc0[o], actuator_biasprm, b);
  }
}

/** Input that the gain multiplies. For a circular setpoint any representative works, because only varying gains use
 *  it. */
function inputNow(m: Model, d: Data, i: int): number {
  const { actuator_actadr, actuator_actnum, actuator_actearly, actuator_ctrladr } = m;
  if (actuator_actnum[i] === 0) return d.work_ctrl[actuator_ctrladr[i]];
  const a = actuator_actadr[i] + actuator_actnum[i] - 1;
  return actuator_actearly[i] !== 0 ? nextActivation(m, d, i, a, d.act_dot[a]) : d.act[a];
}

/** Clear the derivatives of a force at its limit. */
function limitForce(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_forcelimited, actuator_forcerange, actuator_gaintype, actuator_outadr } = m;
  if (actuator_forcelimited[i] === 0 || actuator_gaintype[i] === GainType.SO3) return;
  const force = d.actuator_force[actuator_outadr[i]];
  if (force > actuator_forcerange[2 * i] && force < actuator_forcerange[2 * i + 1]) return;
  law.fill(0, 0, COLUMNS);
}

/** Rates of the slew-limited setpoint (activation 0) and of the integral of the error (the last one). */
function pidRates(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_actadr, actuator_actnum, actuator_dynprm, actuator_gainprm } = m;
  const slew = actuator_dynprm[NDYN * i + 1];
  const h = m.opt.timestep;
  if (slew > 0) {
    addSlewed(law, m, d, i, RATE, slew, 1 / h);
    law[at(RATE, ACT)] -= 1 / h;
  }
  if (actuator_gainprm[NGAIN * i] <= 0) return;
  const k = actuator_actnum[i] - 1;
  // at its limit the integral can only decrease
  const limit = actuator_dynprm[NDYN * i];
  const z = d.act[actuator_actadr[i] + k];
  if (limit > 0 && Math.abs(z) >= limit && d.act_dot[actuator_actadr[i] + k] === 0) return;
  addSlewed(law, m, d, i, RATE + k, slew, 1);
  law[at(RATE + k, LEN)] -= 1;
}

/** force = kp (q - length) + kv (v - velocity) + ff + ki z; the bias has -kp and -kv */
function pidForce(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_gainprm, actuator_biasprm, actuator_biastype, actuator_actnum, actuator_dynprm } = m;
  const b = NBIAS * i;
  const ki = actuator_gainprm[NGAIN * i];
  const slew = actuator_dynprm[NDYN * i + 1];
  addServoInput(law, m, d, i, 0, CtrlInput.POS, slew, -actuator_biasprm[b + 1]);
  addServoInput(law, m, d, i, 0, CtrlInput.VEL, slew, -actuator_biasprm[b + 2]);
  addServoInput(law, m, d, i, 0, CtrlInput.FF, slew, 1);
  if (actuator_actnum[i] > 0 && ki > 0) addInput(law, m, i, 0, actuator_actnum[i] - 1, ki);
  if (actuator_biastype[i] !== BiasType.AFFINE) return;
  law[LEN] += actuator_biasprm[b + 1];
  law[VEL] += actuator_biasprm[b + 2];
}
