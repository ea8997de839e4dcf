import type { int } from '../../math/int.ts';
import { BODY_ASLEEP, BODY_AWAKE, BODY_STATIC } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

/** Index lists of what is awake, from tree_asleep. When nothing sleeps they name everything. With `staticAwake`, bodies
 *  that never move count as awake, so that what belongs to them is computed once.
 *  reads  m: body_treeid body_parentid body_rootid body_mocapid dof_bodyid   d: tree_asleep
 *  writes d: tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind n*_awake */
export function updateSleep(m: Model, d: Data, staticAwake: int): void {
  const { ntree, nbody, nv, body_treeid, body_parentid, dof_treeid } = m;
  const { tree_asleep, tree_awake, body_awake, body_awake_ind, parent_awake_ind, dof_awake_ind } = d;
  let trees = 0;
  for (let i = 0; i < ntree; i++) {
    tree_awake[i] = tree_asleep[i] < 0 ? 1 : 0;
    trees += tree_awake[i];
  }
  let bodies = 0;
  let children = 0;
  for (let i = 0; i < nbody; i++) {
    const tree = body_treeid[i];
    if (tree >= 0) body_awake[i] = tree_awake[tree] !== 0 ? BODY_AWAKE : BODY_ASLEEP;
    else body_awake[i] = stillBody(m, i, staticAwake);
    if (body_awake[i] !== BODY_ASLEEP) body_awake_ind[bodies++] = i;
    if (i > 0 && body_awake[body_parentid[i]] !== BODY_ASLEEP) parent_awake_ind[children++] = i;
  }
  let dofs = 0;
  for (let i = 0; i < nv; i++) if (tree_awake[dof_treeid[i]] !== 0) dof_awake_ind[dofs++] = i;
  d.ntree_awake = trees;
  d.nbody_awake = bodies;
  d.nparent_awake = children;
  d.nv_awake = dofs;
}

/** State of a body without degrees of freedom: the user may move a mocap body at any time, others stay. */
function stillBody(m: Model, i: int, staticAwake: int): int {
  if (staticAwake !== 0 || m.body_mocapid[m.body_rootid[i]] >= 0) return BODY_AWAKE;
  return BODY_STATIC;
}
