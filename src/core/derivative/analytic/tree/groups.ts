import type { int } from '../../../math/int.ts';
import { JointType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';

/*  A joint adds its dofs in groups: the three rotations of a ball, the three translations and then the three rotations
 *  of a free joint, and each hinge and slide separately. A change of one of three rotations also rotates the axes of
 *  the other two; otherwise a dof rotates only the axes of dofs farther toward the leaves. */

/** Number of dofs of the group that starts at `dof`. */
export function groupSize(m: Model, dof: int): int {
  const type = m.jnt_type[m.dof_jntid[dof]];
  return type === JointType.FREE || type === JointType.BALL ? 3 : 1;
}

/** True if two dofs belong to one group. */
export function sameGroup(m: Model, i: int, j: int): boolean {
  const { dof_jntid, jnt_type, jnt_dofadr } = m;
  const joint = dof_jntid[i];
  if (dof_jntid[j] !== joint) return false;
  if (jnt_type[joint] !== JointType.FREE) return true;
  return i - jnt_dofadr[joint] < 3 === j - jnt_dofadr[joint] < 3;
}
