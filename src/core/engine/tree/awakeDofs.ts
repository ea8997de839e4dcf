import { copy } from '../../math/array.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';

/*  Vectors over all degrees of freedom that keep their values at sleeping trees. In the first step after the set of
 *  sleeping trees changed they are written in full, so that sleeping trees keep the values that every step would
 *  assign. */

/** True if vectors must be written in full. */
export function allDofs(m: Model, d: Data): boolean {
  return d.nv_awake === m.nv || d.work_sleep_int[SleepSlot.SETTLING] !== 0;
}

/** res = 0 */
export function zeroDofs(m: Model, d: Data, res: Float64Array): void {
  const { nv_awake, dof_awake_ind } = d;
  if (allDofs(m, d)) res.fill(0, 0, m.nv);
  else for (let k = 0; k < nv_awake; k++) res[dof_awake_ind[k]] = 0;
}

/** res = a */
export function copyDofs(m: Model, d: Data, res: Float64Array, a: Float64Array): void {
  const { nv_awake, dof_awake_ind } = d;
  if (allDofs(m, d)) copy(res, 0, a, 0, m.nv);
  else for (let k = 0; k < nv_awake; k++) res[dof_awake_ind[k]] = a[dof_awake_ind[k]];
}
