import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { TrnType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { actuatorCouples, tendonCouples } from '../tree/metricTerms.ts';
import { mergeTrees } from './unionFind.ts';

/** Joins the trees that tendons and actuators in the metric of the integrator `discrete` couple into one island. Sleeping
 *  trees are in no island.
 *  reads  d: tree_awake   writes d: work_tree_parent */
export function joinCouplings(m: Model, d: Data): void {
  const { ntendon, nactuator, tendon_treenum, actuator_trntype, actuator_trnid } = m;
  for (let i = 0; i < ntendon; i++) if (tendon_treenum[i] > 1 && tendonCouples(m, i)) joinPath(m, d, i);
  for (let i = 0; i < nactuator; i++) {
    if (!actuatorCouples(m, i)) continue;
    const type = actuator_trntype[i];
    if (type === TrnType.TENDON) joinPath(m, d, actuator_trnid[2 * i]);
    else if (type === TrnType.SITE || type === TrnType.SLIDERCRANK || type === TrnType.SO3) joinSites(m, d, i);
  }
}

/** Joins the trees of the dofs of tendon i. */
function joinPath(m: Model, d: Data, i: int): void {
  const { dof_treeid, ten_J_rowadr, ten_J_rownnz, ten_J_colind } = m;
  const { tree_awake, work_tree_parent } = d;
  let first = -1;
  for (let a = ten_J_rowadr[i]; a < ten_J_rowadr[i] + ten_J_rownnz[i]; a++) {
    const tree = dof_treeid[ten_J_colind[a]];
    if (tree_awake[tree] === 0) continue;
    if (first < 0) first = tree;
    else if (tree !== first) mergeTrees(work_tree_parent, first, tree);
  }
}

/** Joins the trees of the two sites of the transmission of actuator i. */
function joinSites(m: Model, d: Data, i: int): void {
  const { actuator_trnid, site_bodyid, body_treeid } = m;
  const { tree_awake, work_tree_parent } = d;
  if (actuator_trnid[2 * i + 1] < 0) return;
  const a = body_treeid[site_bodyid[actuator_trnid[2 * i]]];
  const b = body_treeid[site_bodyid[actuator_trnid[2 * i + 1]]];
  if (a < 0 || b < 0 || a === b || tree_awake[a] === 0 || tree_awake[b] === 0) return;
  mergeTrees(work_tree_parent, a, b);
}
