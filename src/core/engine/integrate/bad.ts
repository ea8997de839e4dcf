import type { int } from '../../math/int.ts';
import { MAXVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';

/*  Bad values: NaN, infinite, or larger than MAXVAL. Sleeping trees were checked when they fell asleep. */

/** First bad position, or -1.
 *  reads  d: qpos work_jnt_ind */
export function badPos(m: Model, d: Data): int {
  const { nq, njnt, jnt_qposadr } = m;
  const { qpos, work_jnt_ind, work_sleep_int } = d;
  const n = work_sleep_int[SleepSlot.JNT];
  for (let k = 0; k < n; k++) {
    const j = work_jnt_ind[k];
    const end = j + 1 < njnt ? jnt_qposadr[j + 1] : nq;
    for (let i = jnt_qposadr[j]; i < end; i++) if (isBad(qpos[i])) return i;
  }
  return -1;
}

/** First bad velocity, or -1.
 *  reads  d: qvel dof_awake_ind */
export function badVel(_m: Model, d: Data): int {
  return badDof(d, d.qvel);
}

/** First bad acceleration, or -1.
 *  reads  d: qacc dof_awake_ind */
export function badAcc(_m: Model, d: Data): int {
  return badDof(d, d.qacc);
}

function badDof(d: Data, values: Float64Array): int {
  const { nv_awake, dof_awake_ind } = d;
  for (let k = 0; k < nv_awake; k++) if (isBad(values[dof_awake_ind[k]])) return dof_awake_ind[k];
  return -1;
}

// also true for NaN, for which all comparisons are false
function isBad(x: number): boolean {
  return !(Math.abs(x) <= MAXVAL);
}
