import { firstNonZero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { SleepPolicy } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** True if tree i may sleep now: its policy allows it, no force acts on it, and it is slower than `tolerance`.
 *  Velocities are scaled by dof_length, so that rotation and translation compare; with tolerance 0 they must be zero.
 *  Zeros are compared as bits: a negative zero counts as a force or a velocity, as in MuJoCo.
 *  reads  m: tree_* dof_length   d: xfrc_applied qfrc_applied qvel */
export function treeIsStill(m: Model, d: Data, i: int, tolerance: number): boolean {
  const { tree_sleep_policy, tree_bodyadr, tree_bodynum, tree_dofadr, tree_dofnum, dof_length } = m;
  const { xfrc_applied, qfrc_applied, qvel } = d;
  const policy = tree_sleep_policy[i];
  if (policy === SleepPolicy.NEVER || policy === SleepPolicy.AUTO_NEVER) return false;
  const bodyEnd = 6 * (tree_bodyadr[i] + tree_bodynum[i]);
  if (firstNonZero(xfrc_applied, 6 * tree_bodyadr[i], bodyEnd) < bodyEnd) return false;
  const dof = tree_dofadr[i];
  const dofEnd = dof + tree_dofnum[i];
  if (firstNonZero(qfrc_applied, dof, dofEnd) < dofEnd) return false;
  if (!(tolerance > 0)) return firstNonZero(qvel, dof, dofEnd) === dofEnd;
  for (let k = dof; k < dofEnd; k++) if (!(dof_length[k] * Math.abs(qvel[k]) < tolerance)) return false;
  return true;
}
