import { clip } from '../../math/array.ts';
import { exp } from '../../math/elementary/exp.ts';
import type { int } from '../../math/int.ts';
import { MINVAL, NDYN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { DynType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { BRISTLE, bristleDecay, CURRENT, INTEGRAL, motorSlot } from './dcmotor.ts';

/** True if actuator i belongs to a disabled group. */
export function actuatorDisabled(m: Model, i: int): boolean {
  const group = m.actuator_group[i];
  if (group < 0 || group > 30) return false;
  return (m.opt.disableactuator & (1 << group)) !== 0;
}

/** Activation `adr` of actuator i after one time step, clamped to its range. Filters are integrated exactly, others by
 *  Euler.
 *  reads  m: actuator_dyntype actuator_dynprm actuator_actrange   d: act actuator_velocity */
export function nextActivation(m: Model, d: Data, i: int, adr: int, rate: number): number {
  const { actuator_dyntype, actuator_dynprm, actuator_actlimited, actuator_actrange } = m;
  const act = d.act[adr];
  const type = actuator_dyntype[i];
  if (type === DynType.DCMOTOR) return nextMotor(m, d, i, adr, rate);
  let next = act + rate * m.opt.timestep;
  if (type === DynType.FILTEREXACT) next = act + filterStep(rate, actuator_dynprm[NDYN * i], m.opt.timestep);
  if (actuator_actlimited[i] !== 0) next = clip(next, actuator_actrange[2 * i], actuator_actrange[2 * i + 1]);
  return next;
}

/** Change of a filter over time h if its current rate is `rate`: rate tau (1 - exp(-h / tau)). */
function filterStep(rate: number, tau: number, h: number): number {
  const t = Math.max(MINVAL, tau);
  return rate * t * (1 - exp(-h / t));
}

function nextMotor(m: Model, d: Data, i: int, adr: int, rate: number): number {
  const { actuator_dynprm, actuator_outadr } = m;
  const h = m.opt.timestep;
  const act = d.act[adr];
  if (adr === motorSlot(m, i, CURRENT)) return act + filterStep(rate, actuator_dynprm[NDYN * i], h);
  if (adr === motorSlot(m, i, BRISTLE)) {
    // dz/dt = a z + v, with a and v constant during the step
    const v = d.actuator_velocity[actuator_outadr[i]];
    const a = bristleDecay(m, i, v);
    const decay = exp(a * h);
    const gain = Math.abs(a) > MINVAL ? (decay - 1) / a : h;
    return decay * act + gain * v;
  }
  const next = act + rate * h;
  const maxIntegral = actuator_dynprm[NDYN * i + 8];
  if (adr === motorSlot(m, i, INTEGRAL) && maxIntegral > 0) return clip(next, -maxIntegral, maxIntegral);
  return next;
}
