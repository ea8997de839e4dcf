/** Bad values in the state: NaN, infinite, or larger than MAXVAL. They are reported by joint and body, and the Data is
 *  reset unless the flag `autoreset` is off. */
import type { Data } from '../model/data.ts';
import { Disable, Warning } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { computeForward } from './forward.ts';
import { restart } from './reset.ts';
import { stagesOf } from './runtime/engine.ts';
import { warn } from './runtime/warning.ts';

/** Reset if a position is bad. */
export function checkPos(m: Model, d: Data): void {
  const i = stagesOf(m).badPos(m, d);
  if (i >= 0) failState(m, d, Warning.BADQPOS, i);
}

/** Reset if a velocity is bad. */
export function checkVel(m: Model, d: Data): void {
  const i = stagesOf(m).badVel(m, d);
  if (i >= 0) failState(m, d, Warning.BADQVEL, i);
}

/** Reset if an acceleration is bad, and compute everything anew. */
export function checkAcc(m: Model, d: Data): void {
  const i = stagesOf(m).badAcc(m, d);
  if (i >= 0) failAcc(m, d, i);
}

/** An acceleration is bad. */
export function failAcc(m: Model, d: Data, i: number): void {
  if (failState(m, d, Warning.BADQACC, i)) computeForward(m, d);
}

/** Report and reset; returns whether it did reset. The count is raised once more afterwards, as in MuJoCo: it survives
 *  the reset that way. */
export function failState(m: Model, d: Data, kind: Warning, i: number): boolean {
  const resets = (m.opt.disableflags & Disable.AUTORESET) === 0;
  warn(m, d, kind, i);
  if (resets) restart(m, d);
  d.warning_number[kind]++;
  d.warning_lastinfo[kind] = i;
  return resets;
}
