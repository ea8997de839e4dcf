import { clip } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { NDYN, NGAIN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
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
} from './dcmotor.ts';
import { limitIntegral, slewLimit } from './setpoint.ts';

/** act_dot of motor i, for each of its states.
 *  writes d: act_dot work_ctrl (rate-limited setpoint) */
export function motorDynamics(m: Model, d: Data, i: int): void {
  const { actuator_ctrladr, actuator_outadr, actuator_dynprm } = m;
  const { act, act_dot, actuator_length, actuator_velocity, work_ctrl } = d;
  const u = actuator_ctrladr[i];
  const o = actuator_outadr[i];
  const dyn = NDYN * i;
  const slew = motorSlot(m, i, SLEW);
  if (slew >= 0) {
    work_ctrl[u] = slewLimit(work_ctrl[u], act[slew], actuator_dynprm[dyn + 7], m.opt.timestep, 0);
    act_dot[slew] = (work_ctrl[u] - act[slew]) / m.opt.timestep;
  }
  const integral = motorSlot(m, i, INTEGRAL);
  if (integral >= 0) {
    act_dot[integral] = limitIntegral(work_ctrl[u] - actuator_length[o], act[integral], actuator_dynprm[dyn + 8]);
  }
  electrical(m, d, i);
  const bristle = motorSlot(m, i, BRISTLE);
  if (bristle >= 0) {
    const v = actuator_velocity[o];
    act_dot[bristle] = bristleDecay(m, i, v) * act[bristle] + v;
  }
}

/** Temperature, dT/dt = (R i^2 - T / RT) / C, and current, di/dt = (V / R - K / R w - i) / te. */
function electrical(m: Model, d: Data, i: int): void {
  const { actuator_outadr, actuator_dynprm, actuator_gainprm } = m;
  const { act, act_dot, actuator_velocity, work_ctrl } = d;
  const dyn = NDYN * i;
  const temperature = motorSlot(m, i, TEMPERATURE);
  const current = motorSlot(m, i, CURRENT);
  if (temperature < 0 && current < 0) return;
  const velocity = actuator_velocity[actuator_outadr[i]];
  const V = motorVoltage(m, d, i, work_ctrl);
  const R = motorResistance(m, d, i);
  const K = actuator_gainprm[NGAIN * i + 1];
  if (temperature >= 0) {
    const amps = current >= 0 ? act[current] : (V - K * velocity) / R;
    act_dot[temperature] = (R * amps * amps - act[temperature] / actuator_dynprm[dyn + 2]) / actuator_dynprm[dyn + 3];
  }
  if (current >= 0) {
    const maxRate = actuator_dynprm[dyn + 1];
    const rate = (V / R - (K / R) * velocity - act[current]) / actuator_dynprm[dyn];
    act_dot[current] = maxRate > 0 ? clip(rate, -maxRate, maxRate) : rate;
  }
}
