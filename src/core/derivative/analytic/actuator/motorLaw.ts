import {
  BRISTLE,
  bristleDecay,
  CURRENT,
  INTEGRAL,
  motorResistance,
  motorSlot,
  motorVoltage,
  SLEW,
  TEMPERATURE,
} from '../../../engine/actuation/dcmotor.ts';
import { exp } from '../../../math/elementary/exp.ts';
import { cos } from '../../../math/elementary/trig.ts';
import type { int } from '../../../math/int.ts';
import { MINVAL, NBIAS, NDYN, NGAIN } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { CtrlInput } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { ACT, addInput, addServoInput, addSlewed, at, COLUMNS, LEN, OWN, RATE, SPAN, VEL } from './law.ts';

/*  Derivatives of `engine/actuation/dcmotor.ts`, which explains states and parameters. */

/** Derivatives of the winding voltage with respect to all columns; `voltage` writes, `addAmps` reads. */
const volts = new Float64Array(COLUMNS);

/** law = derivatives of DC motor i (see law.ts) */
export function motorLaw(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_dynprm, actuator_gainprm } = m;
  const slew = slot(m, i, SLEW) >= 0 ? actuator_dynprm[NDYN * i + 7] : 0.0;
  const h = m.opt.timestep;
  if (slew > 0) {
    addSlewed(law, m, d, i, RATE, slew, 1 / h);
    law[at(RATE, ACT)] -= 1 / h;
  }
  integral(law, m, d, i, slew);
  voltage(law, volts, m, d, i, slew);
  temperature(law, m, d, i);
  current(law, m, d, i);
  // torque: K / R (V - K w), or K times the current
  const k = slot(m, i, CURRENT);
  const K = actuator_gainprm[NGAIN * i + 1];
  if (k >= 0) addInput(law, m, i, 0, k, K);
  else addAmps(law, m, d, i, 0, K);
  limitTorque(law, m, d, i);
  bristle(law, m, d, i);
  cogging(law, m, d, i);
}

/** Activation index of a state of motor i; -1 if it has none. */
function slot(m: Model, i: int, which: int): int {
  const a = motorSlot(m, i, which);
  return a < 0 ? -1 : a - m.actuator_actadr[i];
}

/** The integral of the position error: at its limit it can only decrease, and it is clamped there. */
function integral(law: Float64Array, m: Model, d: Data, i: int, slew: number): void {
  const k = slot(m, i, INTEGRAL);
  if (k < 0) return;
  const maxIntegral = m.actuator_dynprm[NDYN * i + 8];
  const a = m.actuator_actadr[i] + k;
  const z = d.act[a];
  if (!(maxIntegral > 0 && Math.abs(z) >= maxIntegral && d.act_dot[a] === 0)) {
    addSlewed(law, m, d, i, RATE + k, slew, 1);
    law[at(RATE + k, LEN)] -= 1;
  }
  if (maxIntegral > 0 && Math.abs(z + m.opt.timestep * d.act_dot[a]) > maxIntegral) {
    law[OWN + k] = 0;
    law[SPAN + k] = 0;
  }
}

/** volts = derivatives of V = R/K (kp (q - l) + kd (v - w) + ki z + ff) + K w, limited, plus the raw input; row 0 of law is
 *  scratch */
function voltage(law: Float64Array, volts: Float64Array, m: Model, d: Data, i: int, slew: number): void {
  const { actuator_ctrlspec, actuator_gainprm } = m;
  const g = NGAIN * i;
  const spec = actuator_ctrlspec[i];
  const R = actuator_gainprm[g];
  const K = actuator_gainprm[g + 1];
  const ratio = R / K;
  if ((spec & (CtrlInput.POS | CtrlInput.VEL | CtrlInput.FF)) !== 0 && !saturated(m, d, i)) {
    const z = slot(m, i, INTEGRAL);
    addServoInput(law, m, d, i, 0, CtrlInput.POS, slew, ratio * actuator_gainprm[g + 4]);
    addServoInput(law, m, d, i, 0, CtrlInput.VEL, slew, ratio * actuator_gainprm[g + 6]);
    addServoInput(law, m, d, i, 0, CtrlInput.FF, slew, ratio);
    if (z >= 0) law[ACT + z] += ratio * actuator_gainprm[g + 5];
    law[LEN] -= ratio * actuator_gainprm[g + 4];
    law[VEL] += K - ratio * actuator_gainprm[g + 6];
  }
  addServoInput(law, m, d, i, 0, CtrlInput.VOLTAGE, slew, 1);
  for (let c = 0; c < COLUMNS; c++) {
    volts[c] = law[c];
    law[c] = 0;
  }
}

/** Whether the supply limits the voltage of the controller. */
function saturated(m: Model, d: Data, i: int): boolean {
  const maxVoltage = m.actuator_gainprm[NGAIN * i + 7];
  if (maxVoltage <= 0) return false;
  const spec = m.actuator_ctrlspec[i];
  let raw: number = 0;
  if ((spec & CtrlInput.VOLTAGE) !== 0) {
    // the raw input is last
    raw = d.work_ctrl[m.actuator_ctrladr[i] + m.actuator_ctrlnum[i] - 1];
  }
  return Math.abs(motorVoltage(m, d, i, d.work_ctrl) - raw) >= maxVoltage;
}

/** Row += by times the current of a motor without inductance, (V - K w) / R(T) */
function addAmps(law: Float64Array, m: Model, d: Data, i: int, row: int, by: number): void {
  const { actuator_gainprm } = m;
  const K = actuator_gainprm[NGAIN * i + 1];
  const R = motorResistance(m, d, i);
  for (let c = 0; c < COLUMNS; c++) law[at(row, c)] += (by * volts[c]) / R;
  law[at(row, VEL)] -= (by * K) / R;
  const k = slot(m, i, TEMPERATURE);
  if (k >= 0) law[at(row, ACT + k)] -= ((by * amps(m, d, i)) / R) * warming(m, i);
}

/** Current of a motor without inductance. */
function amps(m: Model, d: Data, i: int): number {
  const K = m.actuator_gainprm[NGAIN * i + 1];
  const w = d.actuator_velocity[m.actuator_outadr[i]];
  return (motorVoltage(m, d, i, d.work_ctrl) - K * w) / motorResistance(m, d, i);
}

/** Resistance by temperature. */
function warming(m: Model, i: int): number {
  const g = NGAIN * i;
  return m.actuator_gainprm[g] * m.actuator_gainprm[g + 2];
}

/** dT/dt = (R(T) i^2 - T / RT) / C */
function temperature(law: Float64Array, m: Model, d: Data, i: int): void {
  const k = slot(m, i, TEMPERATURE);
  if (k < 0) return;
  const { actuator_dynprm } = m;
  const c = slot(m, i, CURRENT);
  const C = actuator_dynprm[NDYN * i + 3];
  const R = motorResistance(m, d, i);
  const now = c >= 0 ? d.act[m.actuator_actadr[i] + c] : amps(m, d, i);
  const by = (2 * R * now) / C;
  if (c >= 0) law[at(RATE + k, ACT + c)] += by;
  else addAmps(law, m, d, i, RATE + k, by);
  law[at(RATE + k, ACT + k)] += (warming(m, i) * now * now - 1 / actuator_dynprm[NDYN * i + 2]) / C;
}

/** di/dt = ((V - K w) / R(T) - i) / te, limited; advanced exactly */
function current(law: Float64Array, m: Model, d: Data, i: int): void {
  const k = slot(m, i, CURRENT);
  if (k < 0) return;
  const { actuator_dynprm } = m;
  const te = actuator_dynprm[NDYN * i];
  const maxRate = actuator_dynprm[NDYN * i + 1];
  law[SPAN + k] = te * (1 - exp(-m.opt.timestep / te));
  if (maxRate > 0 && Math.abs(d.act_dot[m.actuator_actadr[i] + k]) >= maxRate) return;
  addAmps(law, m, d, i, RATE + k, 1 / te);
  law[at(RATE + k, ACT + k)] -= 1 / te;
}

/** Clear the derivatives of the torque of the current at its limit; friction has none. */
function limitTorque(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_forcelimited, actuator_forcerange, actuator_gainprm } = m;
  if (actuator_forcelimited[i] === 0) return;
  const k = slot(m, i, CURRENT);
  const K = actuator_gainprm[NGAIN * i + 1];
  let torque: number = 0;
  if (k < 0) {
    torque = K * amps(m, d, i);
  } else {
    const a = m.actuator_actadr[i] + k;
    torque = K * (m.actuator_actearly[i] !== 0 ? d.act[a] + law[SPAN + k] * d.act_dot[a] : d.act[a]);
  }
  if (torque > actuator_forcerange[2 * i] && torque < actuator_forcerange[2 * i + 1]) return;
  law.fill(0, 0, COLUMNS);
}

/** Bristles: dz/dt = a(w) z + w, torque -(sigma0 z + sigma1 dz/dt). The next z is exact for a constant w,
 *  exp(a h) z + (exp(a h) - 1) / a w, and takes the place of the rate. */
function bristle(law: Float64Array, m: Model, d: Data, i: int): void {
  const k = slot(m, i, BRISTLE);
  if (k < 0) return;
  const h = m.opt.timestep;
  const w = d.actuator_velocity[m.actuator_outadr[i]];
  const z = d.act[m.actuator_actadr[i] + k];
  const a = bristleDecay(m, i, w);
  const da = decayDerivative(m, i, w);
  const sigma0 = m.actuator_dynprm[NDYN * i + 5];
  const sigma1 = m.actuator_dynprm[NDYN * i + 6];
  law[ACT + k] -= sigma0 + sigma1 * a;
  law[VEL] -= sigma1 * (da * z + 1);
  const decay = exp(a * h);
  const small = Math.abs(a) <= MINVAL;
  const gain = small ? h : (decay - 1) / a;
  const dgain = small ? 0.5 * h * h : (h * decay - gain) / a;
  law[OWN + k] = 0;
  law[SPAN + k] = 1;
  law[at(RATE + k, ACT + k)] = decay;
  law[at(RATE + k, VEL)] = h * decay * da * z + gain + dgain * da * w;
}

/** da/dw for a = -sigma0 |w| / g, g = Fc + (Fs - Fc) exp(-(w / ws)^2) */
function decayDerivative(m: Model, i: int, w: number): number {
  const { actuator_dynprm, actuator_biasprm } = m;
  const b = NBIAS * i;
  const ws = Math.max(MINVAL, actuator_biasprm[b + 5]);
  const bump = (actuator_biasprm[b + 4] - actuator_biasprm[b + 3]) * exp(-(w / ws) * (w / ws));
  const g = Math.max(MINVAL, actuator_biasprm[b + 3] + bump);
  const dg = (bump * -2 * w) / (ws * ws);
  const sign: number = w < 0 ? -1 : 1;
  return (-actuator_dynprm[NDYN * i + 5] / g) * (sign - (Math.abs(w) * dg) / g);
}

/** amplitude sin(poles l + phase) */
function cogging(law: Float64Array, m: Model, d: Data, i: int): void {
  const { actuator_biasprm, actuator_outadr } = m;
  const b = NBIAS * i;
  const poles = actuator_biasprm[b + 1];
  law[LEN] +=
    actuator_biasprm[b] * poles * cos(poles * d.actuator_length[actuator_outadr[i]] + actuator_biasprm[b + 2]);
}
