import { badPos, badVel } from '../../../core/engine/integrate/bad.ts';
import type { int } from '../../../core/math/int.ts';
import type { Data } from '../../../core/model/data.ts';
import { Disable, Warning } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';

/* Bad states: the world is reset, unless the flag `autoreset` is off. */

/** Reset if a position or a velocity is bad.
 *  reads  d: qpos qvel   writes d: warning_* and, in a reset, everything */
export function check(m: Model, d: Data): void {
  const pos = badPos(m, d);
  if (pos >= 0) restartBad(m, d, Warning.BADQPOS, pos);
  const vel = badVel(m, d);
  if (vel >= 0) restartBad(m, d, Warning.BADQVEL, vel);
}

/** Count a warning and reset; returns true if reset. The count survives the reset, as in the pipeline. */
export function restartBad(m: Model, d: Data, kind: int, i: int): boolean {
  const resets = (m.opt.disableflags & Disable.AUTORESET) === 0;
  if (resets) restart(d);
  count(d, kind, i);
  return resets;
}

/** Count a warning; `i` is the related index. */
export function count(d: Data, kind: int, i: int): void {
  d.warning_lastinfo[kind] = i;
  d.warning_number[kind]++;
}

/** Restore the initial words of a world; shaders have their own implementation (prelude.wgsl). */
function restart(d: Data): void {
  d.time = 0;
}
