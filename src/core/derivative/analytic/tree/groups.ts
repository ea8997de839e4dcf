import type { int } from '../../../math/int.ts';
import { JointType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';

/*  Dofs come in groups, which a joint adds at once: the three rotations of a ball, the three translations and then the
 *  three rotations of a free joint, and each hinge and slide for itself. A nudge of one of three rotations turns the axes
 *  of the other two as well; otherwise a dof turns those that come after it on the way to the leaves. */

/** Number of dofs of the group that starts at `dof`. */
export function groupSize(m: Model, dof: int): int {
  const type = m.jnt_type[m.dof_jntid[dof]];
  return type === JointType.FREE || type === JointType.BALL ? 3 : 1;
}

/** Whether two dofs belong to one group. */
export function sameGroup(m: Model, i: int, j: int): boolean {
  const { dof_jntid, jnt_type, jnt_dofadr } = m;
  const joint = dof_jntid[i];
  if (dof_jntid[j] !== joint) return false;
  if (jnt_type[joint] !== JointType.FREE) return true;
  return i - jnt_dofadr[joint] < 3 === j - jnt_dofadr[joint] < 3;
}
