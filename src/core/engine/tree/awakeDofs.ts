import { copy } from '../../math/array.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';

/*  Vectors over all degrees of freedom of which sleepers keep their part. In the first step after the set of sleepers has
 *  changed they are written as a whole, so that sleepers keep what they would be given in every step. */

/** Whether vectors are to be written as a whole. */
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
