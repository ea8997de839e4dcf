/** Length ranges of actuators: explicit, from the limits of the joint or tendon, or by pulling and pushing the actuator
 * until it stops moving. */
import { resetData } from '../../core/engine/reset.ts';
import { probeActuatorLength } from '../../core/engine/step.ts';
import { exp } from '../../core/math/elementary/exp.ts';
import type { Data } from '../../core/model/data.ts';
import { BiasType, Disable, GainType, LengthRangeMode, TrnType } from '../../core/model/enums.ts';
import { beyondLimit, DEFAULT_LIMITS } from '../../core/model/limits.ts';
import type { Model } from '../../core/model/model.ts';
import type { LengthRangeSettings } from '../../formats/spec/elements/settings.ts';
import { ConstantError } from './error.ts';

/** Only inertia, constraints and the pulling force. */
const ONLY_LIMITS =
  Disable.FRICTIONLOSS | Disable.CONTACT | Disable.SPRING | Disable.DAMPER | Disable.GRAVITY | Disable.ACTUATION;

/** @param maxSteps maximum number of steps of a simulation
 *  @throws ConstantError when the simulation does not settle */
export function setLengthRanges(m: Model, d: Data, opt: LengthRangeSettings, maxSteps: number): void {
  const { disableflags, timestep } = m.opt;
  m.opt.disableflags = ONLY_LIMITS;
  if (opt.timestep > 0) m.opt.timestep = opt.timestep;
  try {
    for (let i = 0; i < m.nactuator; i++) setLengthRange(m, d, i, opt, maxSteps);
  } finally {
    m.opt.disableflags = disableflags;
    m.opt.timestep = timestep;
  }
}

/** Compute the range of one actuator, as in mj_setLengthRange, with the current options of the Model.
 *  @throws ConstantError when the simulation does not settle, or would take more than `maxSteps` steps */
export function setLengthRange(
  m: Model,
  d: Data,
  i: number,
  opt: LengthRangeSettings,
  maxSteps = DEFAULT_LIMITS.lengthRangeSteps,
): void {
  if (!isWanted(m, i, opt)) return;
  if (opt.uselimit && copyLimits(m, i)) return;
  const steps = Math.ceil(opt.inttotal / m.opt.timestep);
  if (steps > maxSteps) {
    throw new ConstantError(
      'actuator',
      i,
      beyondLimit('steps for the length range', steps, 'lengthRangeSteps', maxSteps),
    );
  }
  simulateRange(m, d, i, opt);
}

/** Whether the range of this actuator is to be computed. */
function isWanted(m: Model, i: number, opt: LengthRangeSettings): boolean {
  const muscle = m.actuator_gaintype[i] === GainType.MUSCLE || m.actuator_biastype[i] === BiasType.MUSCLE;
  const user = m.actuator_gaintype[i] === GainType.USER || m.actuator_biastype[i] === BiasType.USER;
  if (opt.mode === LengthRangeMode.NONE) return false;
  if (opt.mode === LengthRangeMode.MUSCLE && !muscle) return false;
  if (opt.mode === LengthRangeMode.MUSCLEUSER && !muscle && !user) return false;
  const out = 2 * m.actuator_outadr[i];
  return !(opt.useexisting && m.actuator_lengthrange[out] < m.actuator_lengthrange[out + 1]);
}

function copyLimits(m: Model, i: number): boolean {
  const id = m.actuator_trnid[2 * i];
  const type = m.actuator_trntype[i];
  const out = 2 * m.actuator_outadr[i];
  const joint = type === TrnType.JOINT || type === TrnType.JOINTINPARENT;
  if (joint && m.jnt_limited[id]) {
    m.actuator_lengthrange.set(m.jnt_range.subarray(2 * id, 2 * id + 2), out);
    return true;
  }
  if (type === TrnType.TENDON && m.tendon_limited[id]) {
    m.actuator_lengthrange.set(m.tendon_range.subarray(2 * id, 2 * id + 2), out);
    return true;
  }
  return false;
}

/** Lengths of the actuator in the last part of a simulation that shortens (side 0) or stretches it. */
function simulateRange(m: Model, d: Data, i: number, opt: LengthRangeSettings): void {
  const out = 2 * m.actuator_outadr[i];
  const spread = [0, 0];
  for (let side = 0; side < 2; side++) {
    resetData(m, d);
    const lengths = probeActuatorLength(m, d, {
      out: out >> 1,
      accel: (2 * side - 1) * opt.accel,
      maxforce: opt.maxforce,
      slow: exp(-m.opt.timestep / Math.max(0.01, opt.timeconst)),
      settleTime: opt.inttotal - opt.interval,
      until: opt.inttotal,
    });
    // a state that is not finite restarts at time 0 in every step; a negative timestep makes no progress either
    if (!lengths) throw new ConstantError('actuator', i, `the simulation for the length range is unstable`);
    spread[side] = lengths[1] - lengths[0];
    // indexed by actuator instead of output, as in MuJoCo does
    m.actuator_lengthrange[2 * i + side] = lengths[side];
  }
  const range = m.actuator_lengthrange[out + 1] - m.actuator_lengthrange[out];
  if (!(range > 0)) {
    const [a, b] = m.actuator_lengthrange.subarray(out, out + 2);
    throw new ConstantError('actuator', i, `the computed length range ${a} ${b} is not increasing`);
  }
  for (let side = 0; side < 2; side++) {
    if (spread[side] > opt.tolrange * range) {
      throw new ConstantError('actuator', i, `the simulation for the length range did not settle`);
    }
  }
}
