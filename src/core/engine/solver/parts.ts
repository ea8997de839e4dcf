import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

/*  What a problem is made of when an order of elimination is sought: trees, but where many bodies hang on one tree, as the vertices
 *  of a flex do on the finger that holds it, each of these limbs. What is left of such a tree is its trunk, which comes
 *  after all limbs. A part is named by its body, a tree or a trunk by its first one. */

/** Trees with fewer limbs are one part. */
const MIN_BRANCHES = 16;

/** Lists the parts of some trees, those in map_itree2tree from `first` on if there are islands, into work_part_order[at..], trunks
 *  last; returns how many there are.
 *  writes d: work_part_order work_dof_part */
export function listParts(m: Model, d: Data, first: int, trees: int, at: int): int {
  const { map_itree2tree } = d;
  let end = at;
  let rootParts = 0;
  for (let k = first; k < first + trees; k++) {
    const t = d.nisland > 0 ? map_itree2tree[k] : k;
    const branched = hasBranches(m, t);
    assignDofs(m, d, t, branched);
    if (branched) rootParts++;
    end = branched ? addBranches(m, d, t, end) : addPart(d, m.tree_bodyadr[t], end);
  }
  for (let k = first; k < first + trees && rootParts > 0; k++) {
    const t = d.nisland > 0 ? map_itree2tree[k] : k;
    if (hasBranches(m, t)) end = addPart(d, m.tree_bodyadr[t], end);
  }
  return end - at;
}

function addPart(d: Data, body: int, at: int): int {
  d.work_part_order[at] = body;
  return at + 1;
}

function addBranches(m: Model, d: Data, t: int, at: int): int {
  const { tree_bodyadr, tree_bodynum } = m;
  let end = at;
  for (let b = tree_bodyadr[t]; b < tree_bodyadr[t] + tree_bodynum[t]; b++)
    if (isBranch(m, b, t)) end = addPart(d, b, end);
  return end;
}

/** The part of each dof of tree t, -1 in a trunk. */
function assignDofs(m: Model, d: Data, t: int, branched: boolean): void {
  const { tree_dofadr, tree_dofnum, tree_bodyadr, dof_bodyid } = m;
  const { work_dof_part } = d;
  for (let i = tree_dofadr[t]; i < tree_dofadr[t] + tree_dofnum[t]; i++) {
    const body = dof_bodyid[i];
    work_dof_part[i] = !branched ? tree_bodyadr[t] : isBranch(m, body, t) ? body : -1;
  }
}

/** Whether tree t is taken apart: only models with flexes have such. */
export function hasBranches(m: Model, t: int): boolean {
  const { nflex, tree_bodyadr, tree_bodynum } = m;
  if (nflex === 0 || tree_bodynum[t] < MIN_BRANCHES) return false;
  let branches = 0;
  for (let b = tree_bodyadr[t]; b < tree_bodyadr[t] + tree_bodynum[t]; b++) if (isBranch(m, b, t)) branches++;
  return branches >= MIN_BRANCHES;
}

/** Whether body b, which has three dofs, ends a branch of tree t; bodies stand in the order of a walk through the tree. */
function isBranch(m: Model, b: int, t: int): boolean {
  const { nbody, body_parentid, body_dofnum, tree_bodyadr } = m;
  if (b === tree_bodyadr[t] || body_dofnum[b] !== 3) return false;
  return b + 1 === nbody || body_parentid[b + 1] !== b;
}
