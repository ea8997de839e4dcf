import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

/*  Parts: the units of the fill-reducing ordering (`order.ts`). A part is a kinematic tree. A tree with many limbs,
 *  such as a gripper with the vertices of a cloth, is split: each limb is a part, and the rest is the trunk, eliminated
 *  after all limbs. A part is identified by its body; a tree or a trunk by its first body. docs/derivations/solver.md,
 *  "Parts". */

/** Minimum number of limbs of a tree that is split. */
const MIN_LIMBS = 16;

/** Lists the parts of `trees` trees in work_part_order[at...], trunks last: trees of map_itree2tree from `first` if there are islands, else
 *  of the model. Returns the number of parts.
 *  writes d: work_part_order work_dof_part */
export function listParts(m: Model, d: Data, first: int, trees: int, at: int): int {
  const { map_itree2tree } = d;
  let end = at;
  let trunks = 0;
  for (let k = first; k < first + trees; k++) {
    const t = d.nisland > 0 ? map_itree2tree[k] : k;
    const split = hasManyLimbs(m, t);
    assignDofs(m, d, t, split);
    if (split) trunks++;
    end = split ? addLimbs(m, d, t, end) : addPart(d, m.tree_bodyadr[t], end);
  }
  for (let k = first; k < first + trees && trunks > 0; k++) {
    const t = d.nisland > 0 ? map_itree2tree[k] : k;
    if (hasManyLimbs(m, t)) end = addPart(d, m.tree_bodyadr[t], end);
  }
  return end - at;
}

function addPart(d: Data, body: int, at: int): int {
  d.work_part_order[at] = body;
  return at + 1;
}

function addLimbs(m: Model, d: Data, t: int, at: int): int {
  const { tree_bodyadr, tree_bodynum } = m;
  let end = at;
  for (let b = tree_bodyadr[t]; b < tree_bodyadr[t] + tree_bodynum[t]; b++)
    if (isLimb(m, b, t)) end = addPart(d, b, end);
  return end;
}

/** Sets the part of each dof of tree t, -1 in a trunk. */
function assignDofs(m: Model, d: Data, t: int, split: boolean): void {
  const { tree_dofadr, tree_dofnum, tree_bodyadr, dof_bodyid } = m;
  const { work_dof_part } = d;
  for (let i = tree_dofadr[t]; i < tree_dofadr[t] + tree_dofnum[t]; i++) {
    const body = dof_bodyid[i];
    work_dof_part[i] = !split ? tree_bodyadr[t] : isLimb(m, body, t) ? body : -1;
  }
}

/** Whether tree t is split into limbs and a trunk: only in models with flexes. */
export function hasManyLimbs(m: Model, t: int): boolean {
  const { nflex, tree_bodyadr, tree_bodynum } = m;
  if (nflex === 0 || tree_bodynum[t] < MIN_LIMBS) return false;
  let limbs = 0;
  for (let b = tree_bodyadr[t]; b < tree_bodyadr[t] + tree_bodynum[t]; b++) if (isLimb(m, b, t)) limbs++;
  return limbs >= MIN_LIMBS;
}

/** Whether body b is a limb of tree t: three dofs and no children. Bodies are in depth-first order. */
function isLimb(m: Model, b: int, t: int): boolean {
  const { nbody, body_parentid, body_dofnum, tree_bodyadr } = m;
  if (b === tree_bodyadr[t] || body_dofnum[b] !== 3) return false;
  return b + 1 === nbody || body_parentid[b + 1] !== b;
}
