import { zero } from '../../math/array.ts';
import { MINVAL } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { dofComHinge, dofComSlide, inertCom } from '../../math/spatial.ts';
import { addTo3, addToScl3, copy3, scl3, set3, sub3 } from '../../math/vec3.ts';
import { BODY_ASLEEP } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';

const offset = new Float64Array(3);
const axis = new Float64Array(3);

/** Subtree centers of mass; inertias and motion axes relative to the center of mass of the whole tree.
 *  reads  m: body_* jnt_*   d: xipos ximat xmat xanchor xaxis body_awake_ind work_branch_ind work_root_ind work_sleep_com
 *  writes d: subtree_com cinert cdof */
export function comPos(m: Model, d: Data): void {
  const { body_rootid, body_mass, body_inertia, body_jntadr, body_jntnum } = m;
  const { nbody_awake, body_awake_ind, xipos, ximat, subtree_com, cinert } = d;
  subtreeCom(m, d);
  zero(cinert, 0, 10);
  for (let k = 1; k < nbody_awake; k++) {
    const i = body_awake_ind[k];
    const root = 3 * body_rootid[i];
    sub3(offset, 0, xipos, 3 * i, subtree_com, root);
    inertCom(cinert, 10 * i, body_inertia, 3 * i, ximat, 9 * i, offset, 0, body_mass[i]);
    const end = body_jntadr[i] + body_jntnum[i];
    for (let j = body_jntadr[i]; j < end; j++) jointAxes(m, d, i, j);
  }
}

/** subtree_com = mass-weighted sum of positions over the subtree, divided by its mass. A sleeping subtree keeps its
 *  center of mass and contributes to its parent as a whole. */
function subtreeCom(m: Model, d: Data): void {
  const { body_parentid, body_mass, body_subtreemass } = m;
  const { nbody_awake, body_awake_ind, body_awake, xipos, subtree_com } = d;
  const { work_branch_ind, work_root_ind, work_sleep_com, work_sleep_int } = d;
  for (let k = 0; k < nbody_awake; k++) {
    const i = body_awake_ind[k];
    scl3(subtree_com, 3 * i, xipos, 3 * i, body_mass[i]);
  }
  for (let k = work_sleep_int[SleepSlot.BRANCH] - 1; k >= 0; k--) {
    const i = work_branch_ind[k];
    const parent = 3 * body_parentid[i];
    if (body_awake[i] === BODY_ASLEEP) addToScl3(subtree_com, parent, subtree_com, 3 * i, body_subtreemass[i]);
    else addTo3(subtree_com, parent, subtree_com, 3 * i);
  }
  // sleeping trees of the world are already summed
  addTo3(subtree_com, 0, work_sleep_com, 0);
  for (let k = work_sleep_int[SleepSlot.ROOT] - 1; k >= 0; k--)
    addTo3(subtree_com, 0, subtree_com, 3 * work_root_ind[k]);
  for (let k = 0; k < nbody_awake; k++) {
    const i = body_awake_ind[k];
    if (body_subtreemass[i] < MINVAL) copy3(subtree_com, 3 * i, xipos, 3 * i);
    else scl3(subtree_com, 3 * i, subtree_com, 3 * i, 1 / body_subtreemass[i]);
  }
}

/** Motion axes of joint j of body i: rotation about the anchor, or translation.
 *  @inline */
function jointAxes(m: Model, d: Data, i: int, j: int): void {
  const { body_rootid, jnt_type, jnt_dofadr } = m;
  const { subtree_com, xanchor, xaxis, xmat, cdof } = d;
  let dof = jnt_dofadr[j];
  sub3(offset, 0, subtree_com, 3 * body_rootid[i], xanchor, 3 * j);
  const type = jnt_type[j];
  if (type === JointType.HINGE) {
    dofComHinge(cdof, 6 * dof, xaxis, 3 * j, offset, 0);
    return;
  }
  if (type === JointType.SLIDE) {
    dofComSlide(cdof, 6 * dof, xaxis, 3 * j);
    return;
  }
  // free: translation along the world axes, then as a ball
  if (type === JointType.FREE) {
    zero(cdof, 6 * dof, 18);
    for (let k = 0; k < 3; k++) cdof[6 * dof + 3 + 7 * k] = 1;
    dof += 3;
  }
  // ball: rotation about the axes of the body
  for (let k = 0; k < 3; k++) {
    set3(axis, 0, xmat[9 * i + k], xmat[9 * i + k + 3], xmat[9 * i + k + 6]);
    dofComHinge(cdof, 6 * (dof + k), axis, 0, offset, 0);
  }
}
