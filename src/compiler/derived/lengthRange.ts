/** Ranges of actuator lengths: as given, or from the limits of the joint or tendon. */
import type { Data } from '../../model/data.ts';
import { BiasType, GainType, TrnType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import type { LengthRangeSettings } from '../../spec/settings.ts';

const MODE = { NONE: 0, MUSCLE: 1, MUSCLEUSER: 2, ALL: 3 } as const;

export function setLengthRanges(m: Model, _d: Data, opt: LengthRangeSettings): void {
  for (let i = 0; i < m.nactuator; i++) {
    if (!isWanted(m, i, opt)) continue;
    if (opt.uselimit && copyLimits(m, i)) continue;
  }
}

/** Whether the range of this actuator is to be found. */
function isWanted(m: Model, i: number, opt: LengthRangeSettings): boolean {
  const muscle = m.actuator_gaintype[i] === GainType.MUSCLE || m.actuator_biastype[i] === BiasType.MUSCLE;
  const user = m.actuator_gaintype[i] === GainType.USER || m.actuator_biastype[i] === BiasType.USER;
  if (opt.mode === MODE.NONE) return false;
  if (opt.mode === MODE.MUSCLE && !muscle) return false;
  if (opt.mode === MODE.MUSCLEUSER && !muscle && !user) return false;
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
