import { badPos, badVel } from '../../../core/engine/integrate/bad.ts';
import type { int } from '../../../core/math/int.ts';
import type { Data } from '../../../core/model/data.ts';
import { Disable, Warning } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';

/*  Bad states: a world that has one starts again, unless the flag `autoreset` is off. */

/** Reset if a position or a velocity is bad.
 *  reads  d: qpos qvel   writes d: warning_* and, in a reset, everything */
export function check(m: Model, d: Data): void {
  const pos = badPos(m, d);
  if (pos >= 0) restartBad(m, d, Warning.BADQPOS, pos);
  const vel = badVel(m, d);
  if (vel >= 0) restartBad(m, d, Warning.BADQVEL, vel);
}

/** Counts a warning, and resets; true if it did. The count survives the reset, as in the pipeline. */
export function restartBad(m: Model, d: Data, kind: int, i: int): boolean {
  const resets = (m.opt.disableflags & Disable.AUTORESET) === 0;
  if (resets) restart(d);
  count(d, kind, i);
  return resets;
}

/** Counts a warning; `i` is the index that it is about. */
export function count(d: Data, kind: int, i: int): void {
  d.warning_lastinfo[kind] = i;
  d.warning_number[kind]++;
}

/** Puts a world back to the words that all worlds start with; shaders have a body of their own for this (prelude.wgsl). */
function restart(d: Data): void {
  d.time = 0;
}
