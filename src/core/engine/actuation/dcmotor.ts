import { clip } from '../../math/array.ts';
import { exp } from '../../math/elementary/exp.ts';
import type { int } from '../../math/int.ts';
import { MINVAL, NBIAS, NDYN, NGAIN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { CtrlInput } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/*  DC motor: controller, winding current, temperature and LuGre friction. Each adds an activation only if it is
 *  enabled, in the order slew, integral, temperature, bristle, current.
 *    dynprm   te, max di/dt, thermal resistance, capacity, ambient, sigma0, sigma1, slew rate, max integral
 *    gainprm  R, K, temperature coefficient, reference temperature, kp, ki, kd, supply voltage
 *    biasprm  cogging amplitude, poles, phase, Coulomb friction, static friction, Stribeck velocity */

export const SLEW = 0;
export const INTEGRAL = 1;
export const TEMPERATURE = 2;
export const BRISTLE = 3;
export const CURRENT = 4;

/** True if motor i has this state. */
function hasSlot(m: Model, i: int, slot: int): boolean {
  const { actuator_dynprm, actuator_gainprm } = m;
  const dyn = NDYN * i;
  switch (slot) {
    case SLEW:
      return actuator_dynprm[dyn + 7] > 0;
    case INTEGRAL:
      return actuator_gainprm[NGAIN * i + 5] > 0;
    case TEMPERATURE:
      return actuator_dynprm[dyn + 2] > 0;
    case BRISTLE:
      return actuator_dynprm[dyn + 5] > 0;
    default:
      return actuator_dynprm[dyn] > 0;
  }
}

/** Address in `act` of a state of motor i, or -1 if the motor does not have it. */
export function motorSlot(m: Model, i: int, slot: int): int {
  if (!hasSlot(m, i, slot)) return -1;
  let adr = m.actuator_actadr[i];
  for (let k = 0; k < slot; k++) if (hasSlot(m, i, k)) adr++;
  return adr;
}

/** Winding resistance of motor i at its temperature. */
export function motorResistance(m: Model, d: Data, i: int): number {
  const { actuator_dynprm, actuator_gainprm } = m;
  const gain = NGAIN * i;
  const R = actuator_gainprm[gain];
  const adr = motorSlot(m, i, TEMPERATURE);
  if (adr < 0) return R;
  // R (1 + alpha (T + ambient - T0)); T is the rise above ambient
  const T = d.act[adr];
  return R * (1 + actuator_gainprm[gain + 2] * (T + actuator_dynprm[NDYN * i + 4] - actuator_gainprm[gain + 3]));
}

/** Voltage across the winding of motor i: output of its torque controller, limited by the supply, plus the raw
 *  input. */
export function motorVoltage(m: Model, d: Data, i: int, ctrl: Float64Array): number {
  const { actuator_ctrlspec, actuator_ctrladr, actuator_outadr, actuator_gainprm } = m;
  const { actuator_length, actuator_velocity, act } = d;
  const spec = actuator_ctrlspec[i];
  const u = actuator_ctrladr[i];
  const o = actuator_outadr[i];
  const gain = NGAIN * i;
  let voltage: number = 0;
  if ((spec & (CtrlInput.POS | CtrlInput.VEL | CtrlInput.FF)) !== 0) {
    const integral = motorSlot(m, i, INTEGRAL);
    const R = actuator_gainprm[gain];
    const K = actuator_gainprm[gain + 1];
    const velocity = actuator_velocity[o];
    // torque = kp (q - l) + kd (v - ldot) + ki z + ff; V = R/K torque + K ldot, where the last term compensates
    // back-EMF
    const z: number = integral >= 0 ? act[integral] : 0;
    const torque =
      actuator_gainprm[gain + 4] * (servoInput(ctrl, u, spec, CtrlInput.POS) - actuator_length[o]) +
      actuator_gainprm[gain + 6] * (servoInput(ctrl, u, spec, CtrlInput.VEL) - velocity) +
      actuator_gainprm[gain + 5] * z +
      servoInput(ctrl, u, spec, CtrlInput.FF);
    voltage = (R / K) * torque + K * velocity;
    const maxVoltage = actuator_gainprm[gain + 7];
    if (maxVoltage > 0) voltage = clip(voltage, -maxVoltage, maxVoltage);
  }
  return voltage + servoInput(ctrl, u, spec, CtrlInput.VOLTAGE);
}

/** One input of a servo from its block of controls; 0 if absent. The block contains the inputs in `spec`, in the order
 *  position, velocity, force, voltage. */
export function servoInput(ctrl: Float64Array, u: int, spec: int, which: int): number {
  if ((spec & which) === 0) return 0;
  let adr = u;
  for (let bit: int = CtrlInput.POS; bit < which; bit *= 2) if ((spec & bit) !== 0) adr++;
  return ctrl[adr];
}

/** Bristle relaxation rate of motor i: -sigma0 |v| / g(v), g(v) = Fc + (Fs - Fc) exp(-(v / vs)^2). */
export function bristleDecay(m: Model, i: int, velocity: number): number {
  const { actuator_dynprm, actuator_biasprm } = m;
  const bias = NBIAS * i;
  const coulomb = actuator_biasprm[bias + 3];
  const still = actuator_biasprm[bias + 4];
  const ratio = velocity / Math.max(MINVAL, actuator_biasprm[bias + 5]);
  const g = coulomb + (still - coulomb) * exp(-ratio * ratio);
  return (-actuator_dynprm[NDYN * i + 5] * Math.abs(velocity)) / Math.max(MINVAL, g);
}
