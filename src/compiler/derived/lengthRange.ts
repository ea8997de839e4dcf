/** Ranges of actuator lengths: as given, from the limits of the joint or tendon, or by pulling and pushing at the
 *  actuator until it moves no more. */
import { solveM } from '../../engine/position/inertia/solveM.ts';
import { resetData } from '../../engine/reset.ts';
import { step1, step2 } from '../../engine/step.ts';
import { exp } from '../../math/elementary/exp.ts';
import { MINVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { BiasType, Disable, GainType, LengthRangeMode, TrnType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import type { LengthRangeSettings } from '../../spec/elements/settings.ts';
import { beyondLimit, DEFAULT_LIMITS } from '../../xml/limits.ts';
import { ConstantError } from './error.ts';

/** Nothing but inertia, constraints and the force that pulls. */
const ONLY_LIMITS =
  Disable.FRICTIONLOSS | Disable.CONTACT | Disable.SPRING | Disable.DAMPER | Disable.GRAVITY | Disable.ACTUATION;

/** @param most steps that one simulation may take
 *  @throws ConstantError when the simulation does not settle */
export function setLengthRanges(m: Model, d: Data, opt: LengthRangeSettings, most: number): void {
  const { disableflags, timestep } = m.opt;
  m.opt.disableflags = ONLY_LIMITS;
  if (opt.timestep > 0) m.opt.timestep = opt.timestep;
  try {
    for (let i = 0; i < m.nactuator; i++) setLengthRange(m, d, i, opt, most);
  } finally {
    m.opt.disableflags = disableflags;
    m.opt.timestep = timestep;
  }
}

/** The range of one actuator, as mj_setLengthRange: with the options that the Model has.
 *  @throws ConstantError when the simulation does not settle, or would take more than `most` steps */
export function setLengthRange(
  m: Model,
  d: Data,
  i: number,
  opt: LengthRangeSettings,
  most = DEFAULT_LIMITS.lengthRangeSteps,
): void {
  if (!isWanted(m, i, opt)) return;
  if (opt.uselimit && copyLimits(m, i)) return;
  const steps = Math.ceil(opt.inttotal / m.opt.timestep);
  if (steps > most) {
    throw new ConstantError('actuator', i, beyondLimit('steps for the length range', steps, 'lengthRangeSteps', most));
  }
  simulateRange(m, d, i, opt);
}

/** Whether the range of this actuator is to be found. */
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

/** Lengths that the actuator takes in the last part of a simulation in which it is shortened (side 0) or stretched. */
function simulateRange(m: Model, d: Data, i: number, opt: LengthRangeSettings): void {
  const out = 2 * m.actuator_outadr[i];
  const low = [0, 0];
  const high = [0, 0];
  const slow = exp(-m.opt.timestep / Math.max(0.01, opt.timeconst));
  const moment = new Float64Array(m.nv);
  for (let side = 0; side < 2; side++) {
    resetData(m, d);
    let seen = false;
    while (d.time < opt.inttotal) {
      const before = d.time;
      const length = pull(m, d, out >> 1, side, opt, slow, moment);
      // a state that is not finite starts again at time 0, in every step; a timestep below 0 leads nowhere either
      if (!(d.time > before)) throw new ConstantError('actuator', i, `the simulation for the length range is unstable`);
      if (d.time <= opt.inttotal - opt.interval) continue;
      low[side] = seen ? Math.min(low[side], length) : length;
      high[side] = seen ? Math.max(high[side], length) : length;
      seen = true;
    }
    // by the number of the actuator, and not of its output, as MuJoCo 3.12.0 does
    m.actuator_lengthrange[2 * i + side] = side === 0 ? low[0] : high[1];
  }
  const range = m.actuator_lengthrange[out + 1] - m.actuator_lengthrange[out];
  if (!(range > 0)) {
    const [a, b] = m.actuator_lengthrange.subarray(out, out + 2);
    throw new ConstantError('actuator', i, `the length range ${a} ${b} found is not a range`);
  }
  for (let side = 0; side < 2; side++) {
    if (high[side] - low[side] > opt.tolrange * range) {
      throw new ConstantError('actuator', i, `the simulation for the length range did not settle`);
    }
  }
}

/** One step with a force along the moment of actuator output `out` that gives the wanted acceleration, velocities slowed
 *  down. Returns the length at the beginning of the step. */
function pull(
  m: Model,
  d: Data,
  out: number,
  side: number,
  opt: LengthRangeSettings,
  slow: number,
  moment: Float64Array,
): number {
  const { nv } = m;
  const { qvel, qfrc_applied, moment_rowadr, moment_rownnz, moment_colind, actuator_moment } = d;
  for (let k = 0; k < nv; k++) qvel[k] *= slow;
  step1(m, d);
  moment.fill(0);
  const start = moment_rowadr[out];
  const end = start + moment_rownnz[out];
  for (let k = start; k < end; k++) moment[moment_colind[k]] = actuator_moment[k];
  solveM(m, d, qfrc_applied, 0, moment, 0, 1);
  const scale = ((2 * side - 1) * opt.accel) / Math.max(MINVAL, norm(qfrc_applied));
  for (let k = 0; k < nv; k++) qfrc_applied[k] = moment[k] * scale;
  const force = norm(qfrc_applied);
  if (opt.maxforce > 0 && force > opt.maxforce) {
    for (let k = 0; k < nv; k++) qfrc_applied[k] *= opt.maxforce / Math.max(MINVAL, force);
  }
  step2(m, d);
  return d.actuator_length[out];
}

function norm(v: Float64Array): number {
  let squared = 0;
  for (let k = 0; k < v.length; k++) squared += v[k] * v[k];
  return Math.sqrt(squared);
}
