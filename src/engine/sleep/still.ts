import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { SleepPolicy } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** Whether tree i may sleep now: its policy allows it, nothing pushes it, and it moves slower than `tolerance`, measured
 *  by dof_length so that turning and sliding compare; with tolerance 0 it must not move at all.
 *  reads  m: tree_* dof_length   d: xfrc_applied qfrc_applied qvel */
export function treeIsStill(m: Model, d: Data, i: int, tolerance: number): boolean {
  const { tree_sleep_policy, tree_bodyadr, tree_bodynum, tree_dofadr, tree_dofnum, dof_length } = m;
  const { xfrc_applied, qfrc_applied, qvel } = d;
  const policy = tree_sleep_policy[i];
  if (policy === SleepPolicy.NEVER || policy === SleepPolicy.AUTO_NEVER) return false;
  const bodyEnd = 6 * (tree_bodyadr[i] + tree_bodynum[i]);
  for (let k = 6 * tree_bodyadr[i]; k < bodyEnd; k++) if (xfrc_applied[k] !== 0) return false;
  const dofEnd = tree_dofadr[i] + tree_dofnum[i];
  for (let k = tree_dofadr[i]; k < dofEnd; k++) {
    if (qfrc_applied[k] !== 0) return false;
    if (tolerance > 0 ? !(dof_length[k] * Math.abs(qvel[k]) < tolerance) : qvel[k] !== 0) return false;
  }
  return true;
}
