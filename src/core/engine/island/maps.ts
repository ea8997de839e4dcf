import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { copyRows } from '../solver/problem.ts';

/*  Layout of the trees, dofs and rows of each island: sizes, addresses (running sums of sizes), and maps in both
 *  directions. Elements of one island keep their order; unconstrained ones are last. */

/** Trees: island_ntree island_itreeadr map_itree2tree */
export function mapTrees(m: Model, d: Data): void {
  const { ntree } = m;
  const { nisland } = d;
  const { tree_island, island_ntree, island_itreeadr, map_itree2tree, work_tree_count } = d;
  island_ntree.fill(0, 0, nisland);
  for (let t = 0; t < ntree; t++) if (tree_island[t] >= 0) island_ntree[tree_island[t]]++;
  let free = runningSum(island_itreeadr, island_ntree, nisland);
  work_tree_count.fill(0, 0, nisland);
  for (let t = 0; t < ntree; t++) {
    const k = tree_island[t];
    if (k < 0) {
      map_itree2tree[free] = t;
      free++;
    } else {
      map_itree2tree[island_itreeadr[k] + work_tree_count[k]] = t;
      work_tree_count[k]++;
    }
  }
}

/** Dofs: nidof dof_island island_nv island_idofadr island_dofadr map_dof2idof map_idof2dof */
export function mapDofs(m: Model, d: Data): void {
  const { nv, dof_treeid } = m;
  const { nisland } = d;
  const { tree_island, dof_island, island_nv, island_idofadr, island_dofadr, work_tree_count } = d;
  const { map_dof2idof, map_idof2dof } = d;
  island_nv.fill(0, 0, nisland);
  for (let i = 0; i < nv; i++) {
    const k = tree_island[dof_treeid[i]];
    dof_island[i] = k;
    if (k >= 0) island_nv[k]++;
  }
  let free = runningSum(island_idofadr, island_nv, nisland);
  d.nidof = free;
  work_tree_count.fill(0, 0, nisland);
  for (let i = 0; i < nv; i++) {
    const k = dof_island[i];
    let to = free;
    if (k < 0) {
      free++;
    } else {
      to = island_idofadr[k] + work_tree_count[k];
      work_tree_count[k]++;
    }
    map_dof2idof[i] = to;
    map_idof2dof[to] = i;
  }
  for (let k = 0; k < nisland; k++) island_dofadr[k] = map_idof2dof[island_idofadr[k]];
}

/** Rows: efc_island island_ne island_nf island_nefc island_iefcadr map_efc2iefc map_iefc2efc, and iefc_* copies */
export function mapRows(d: Data): void {
  const { nefc, nisland } = d;
  const { tree_island, work_efc_tree, work_tree_count, efc_island, efc_type } = d;
  const { island_ne, island_nf, island_nefc, island_iefcadr, map_efc2iefc, map_iefc2efc } = d;
  if (nisland === 1) {
    // all rows, in their order
    island_ne[0] = d.ne;
    island_nf[0] = d.nf;
    island_nefc[0] = nefc;
    island_iefcadr[0] = 0;
    efc_island.fill(0, 0, nefc);
    copyRows(d);
    return;
  }
  island_ne.fill(0, 0, nisland);
  island_nf.fill(0, 0, nisland);
  island_nefc.fill(0, 0, nisland);
  for (let e = 0; e < nefc; e++) {
    const k = tree_island[work_efc_tree[e]];
    const type = efc_type[e];
    efc_island[e] = k;
    island_nefc[k]++;
    if (type === ConstraintType.EQUALITY) island_ne[k]++;
    else if (type === ConstraintType.FRICTION_DOF || type === ConstraintType.FRICTION_TENDON) island_nf[k]++;
  }
  runningSum(island_iefcadr, island_nefc, nisland);
  work_tree_count.fill(0, 0, nisland);
  for (let e = 0; e < nefc; e++) {
    const k = efc_island[e];
    const to = island_iefcadr[k] + work_tree_count[k];
    work_tree_count[k]++;
    map_efc2iefc[e] = to;
    map_iefc2efc[to] = e;
  }
  gatherRows(d);
}

/** Copies those iefc_ arrays that change while the structure of the rows does not. */
export function copyValues(d: Data): void {
  const { nefc, nisland, map_iefc2efc, efc_frictionloss, efc_D, efc_R, iefc_frictionloss, iefc_D, iefc_R } = d;
  if (nisland === 1) {
    copy(iefc_frictionloss, 0, efc_frictionloss, 0, nefc);
    copy(iefc_D, 0, efc_D, 0, nefc);
    copy(iefc_R, 0, efc_R, 0, nefc);
    return;
  }
  for (let k = 0; k < nefc; k++) {
    const e = map_iefc2efc[k];
    iefc_frictionloss[k] = efc_frictionloss[e];
    iefc_D[k] = efc_D[e];
    iefc_R[k] = efc_R[e];
  }
}

function gatherRows(d: Data): void {
  const { nefc } = d;
  const { map_iefc2efc, efc_type, efc_id, efc_frictionloss, efc_D, efc_R } = d;
  const { iefc_type, iefc_id, iefc_frictionloss, iefc_D, iefc_R } = d;
  for (let k = 0; k < nefc; k++) {
    const e = map_iefc2efc[k];
    iefc_type[k] = efc_type[e];
    iefc_id[k] = efc_id[e];
    iefc_frictionloss[k] = efc_frictionloss[e];
    iefc_D[k] = efc_D[e];
    iefc_R[k] = efc_R[e];
  }
}

/** adr[k] = sum of num[0..k); returns the sum of all n. */
function runningSum(adr: Int32Array, num: Int32Array, n: int): int {
  let sum = 0;
  for (let k = 0; k < n; k++) {
    adr[k] = sum;
    sum += num[k];
  }
  return sum;
}
