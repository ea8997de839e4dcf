import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, Disable, EqType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';
import { unreachable } from '../../model/unreachable.ts';
import { equalityBody } from '../tree/equalityFrame.ts';
import { hasCouplings } from '../tree/metricTerms.ts';
import { isSparse } from '../tree/settings.ts';
import { isFlexEquality } from '../tree/sleepState.ts';
import { joinCouplings } from './couplings.ts';
import { copyValues, mapDofs, mapRows, mapTrees } from './maps.ts';
import { clearRowCache, isStiff, rowsUnchanged } from './rowCache.ts';
import { labelSets, mergeTrees } from './unionFind.ts';

/** Islands: sets of kinematic trees coupled by constraints. Each is a separate problem for the solver.
 *  reads  m: dof_treeid body_treeid tree_*   d: nefc efc_type efc_id efc_J* contact_geom
 *  writes d: nisland nidof tree_island dof_island efc_island island_* map_* iefc_type iefc_id iefc_frictionloss iefc_D iefc_R
 *            work_sol_int work_cached_* */
export function island(m: Model, d: Data): void {
  const { ntree } = m;
  const { nefc, work_tree_ind, work_tree_parent, work_sleep_int } = d;
  if ((m.opt.disableflags & Disable.ISLAND) !== 0 || nefc === 0) {
    // the maps of the last islands are invalid
    if (d.nisland !== 0 || work_sleep_int[SleepSlot.SETTLING] !== 0) d.tree_island.fill(-1, 0, ntree);
    d.nisland = 0;
    d.nidof = 0;
    clearRowCache(d);
    return;
  }
  // couplings of the metric are not rows
  const couples = hasCouplings(m) && (m.ntendon > 0 || m.nactuator > 0);
  if (couples) clearRowCache(d);
  else if (rowsUnchanged(m, d)) {
    copyValues(d);
    return;
  }
  const trees = d.ntree_awake;
  for (let k = 0; k < trees; k++) work_tree_parent[work_tree_ind[k]] = -1;
  joinTrees(m, d);
  for (let f = 0; f < m.nflex; f++) joinFlex(m, d, f);
  if (couples) joinCouplings(m, d);
  if (labelTrees(m, d)) {
    mapTrees(m, d);
    mapDofs(m, d);
    // the layout of the solver's dofs depends on islands
    d.work_sol_int[SolverIntSlot.LAYOUT] = 0;
  }
  mapRows(d);
}

/** Numbers the islands. Returns false if every tree is in the same island as before and nothing else has changed: then
 *  the maps of trees and dofs are still valid. Sleeping trees are in no island.
 *  writes d: nisland tree_island */
function labelTrees(m: Model, d: Data): boolean {
  const { tree_island, work_tree_parent, work_tree_ind, work_tree_count, work_sleep_int } = d;
  const before = d.nisland;
  const trees = d.ntree_awake;
  d.nisland = labelSets(work_tree_count, work_tree_parent, work_tree_ind, trees);
  const fresh = work_sleep_int[SleepSlot.SETTLING] !== 0;
  let same = d.nisland === before && !fresh;
  if (fresh) tree_island.fill(-1, 0, m.ntree);
  for (let k = 0; k < trees; k++) {
    const t = work_tree_ind[k];
    if (tree_island[t] === work_tree_count[t]) continue;
    tree_island[t] = work_tree_count[t];
    same = false;
  }
  return !same;
}

/** Joins the trees of each constraint, and records one of them for each row. */
function joinTrees(m: Model, d: Data): void {
  const { efc_type, efc_id, work_efc_tree } = d;
  const { nefc } = d;
  const sparse = isSparse(m);
  for (let e = 0; e < nefc; e++) {
    const same = e > 0 && efc_type[e] === efc_type[e - 1] && efc_id[e] === efc_id[e - 1];
    // rows of a flex involve different trees
    const shared = same && !(efc_type[e] === ConstraintType.EQUALITY && isFlexEquality(m.eq_type[efc_id[e]]));
    work_efc_tree[e] = shared ? work_efc_tree[e - 1] : joinRow(m, d, sparse, e);
  }
}

/** Joins the trees of the constraint that starts at row e; returns one of them.
 *  @inline */
function joinRow(m: Model, d: Data, sparse: boolean, e: int): int {
  const { dof_treeid, jnt_dofadr, geom_bodyid, eq_type, eq_obj1id, eq_obj2id } = m;
  const { efc_type, efc_id, contact_geom, work_tree_parent } = d;
  const id = efc_id[e];
  const type = efc_type[e] as ConstraintType;
  switch (type) {
    case ConstraintType.FRICTION_DOF:
      mergeTrees(work_tree_parent, dof_treeid[id], -1);
      return dof_treeid[id];
    case ConstraintType.LIMIT_JOINT:
      mergeTrees(work_tree_parent, dof_treeid[jnt_dofadr[id]], -1);
      return dof_treeid[jnt_dofadr[id]];
    case ConstraintType.CONTACT_FRICTIONLESS:
    case ConstraintType.CONTACT_PYRAMIDAL:
    case ConstraintType.CONTACT_ELLIPTIC:
      // a flex involves several trees
      if (contact_geom[2 * id] < 0 || contact_geom[2 * id + 1] < 0) break;
      return joinBodies(m, d, geom_bodyid[contact_geom[2 * id]], geom_bodyid[contact_geom[2 * id + 1]]);
    case ConstraintType.EQUALITY:
      if (eq_type[id] !== EqType.JOINT && eq_type[id] !== EqType.TENDON && !isFlexEquality(eq_type[id])) {
        return joinBodies(m, d, equalityBody(m, id, 0), equalityBody(m, id, 1));
      }
      if (sparse || eq_type[id] !== EqType.TENDON || eq_obj2id[id] >= 0) break;
      return joinTendon(m, d, e, eq_obj1id[id]);
    case ConstraintType.FRICTION_TENDON:
    case ConstraintType.LIMIT_TENDON:
      if (sparse) break;
      return joinTendon(m, d, e, id);
    default:
      unreachable(type);
  }
  return sparse ? joinSparse(m, d, e) : joinDense(m, d, e);
}

/** Joins the trees coupled by the elasticity of flex f into one island. */
function joinFlex(m: Model, d: Data, f: int): void {
  const { flex_rigid, flex_dim, flex_bendingadr, flex_interp, body_treeid } = m;
  const { flex_nodeadr, flex_nodenum, flex_nodebodyid, flex_vertadr, flex_vertnum, flex_vertbodyid } = m;
  const { tree_awake, work_tree_parent } = d;
  if (flex_rigid[f] !== 0 || flex_dim[f] < 2) return;
  if (!isStiff(m, f) && flex_bendingadr[f] < 0) return;
  const nodes = flex_interp[f] !== 0;
  const start = nodes ? flex_nodeadr[f] : flex_vertadr[f];
  const end = start + (nodes ? flex_nodenum[f] : flex_vertnum[f]);
  let first = -1;
  for (let i = start; i < end; i++) {
    const tree = body_treeid[nodes ? flex_nodebodyid[i] : flex_vertbodyid[i]];
    if (tree < 0 || tree === first || tree_awake[tree] === 0) continue;
    if (first < 0) first = tree;
    else mergeTrees(work_tree_parent, first, tree);
  }
}

function joinBodies(m: Model, d: Data, b0: int, b1: int): int {
  const { body_treeid } = m;
  mergeTrees(d.work_tree_parent, body_treeid[b0], body_treeid[b1]);
  return Math.max(body_treeid[b0] < 0 ? body_treeid[b1] : body_treeid[b0], 0);
}

/** Trees of the dofs in row e of a sparse Jacobian. */
function joinSparse(m: Model, d: Data, e: int): int {
  const { dof_treeid } = m;
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind, work_tree_parent } = d;
  const adr = efc_J_rowadr[e];
  let last = dof_treeid[efc_J_colind[adr]];
  mergeTrees(work_tree_parent, last, -1);
  for (let k = adr + 1; k < adr + efc_J_rownnz[e]; k++) {
    const tree = dof_treeid[efc_J_colind[k]];
    if (tree === last) continue;
    mergeTrees(work_tree_parent, last, tree);
    last = tree;
  }
  return last;
}

/** Trees of the nonzero elements in row e of a dense Jacobian, among the dofs of tendon t. */
function joinTendon(m: Model, d: Data, e: int, t: int): int {
  const { nv, dof_treeid, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { efc_J, work_tree_parent } = d;
  const adr = ten_J_rowadr[t];
  let last = -1;
  for (let k = adr; k < adr + ten_J_rownnz[t]; k++) {
    const tree = dof_treeid[ten_J_colind[k]];
    if (tree === last || efc_J[e * nv + ten_J_colind[k]] === 0) continue;
    mergeTrees(work_tree_parent, tree, last);
    last = tree;
  }
  return last;
}

/** Trees of the nonzero elements in row e of a dense Jacobian. */
function joinDense(m: Model, d: Data, e: int): int {
  const { nv, dof_treeid, tree_dofadr, tree_dofnum } = m;
  const { efc_J, work_tree_parent, work_tree_ind } = d;
  let last = -1;
  let i = 0;
  while (i < nv) {
    if (efc_J[e * nv + i] === 0) {
      i++;
      continue;
    }
    const tree = dof_treeid[i];
    mergeTrees(work_tree_parent, tree, last);
    last = tree;
    i = tree_dofadr[tree] + tree_dofnum[tree];
  }
  if (last >= 0) return last;
  // a flex may touch itself without any dof: some tree must own these rows
  mergeTrees(work_tree_parent, work_tree_ind[0], -1);
  return work_tree_ind[0];
}
