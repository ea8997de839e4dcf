import type { int } from '../../math/int.ts';
import { copy4, normalize4 } from '../../math/quat.ts';
import { addToScl3, copy3, zero3 } from '../../math/vec3.ts';
import { BODY_ASLEEP, BODY_AWAKE, BODY_STATIC } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';

/** Index lists of awake objects, from tree_asleep; when nothing sleeps they list everything. Also records what later
 *  steps need of sleeping trees, so that no step visits them: positions and centers of mass. With `staticAwake`, static
 *  bodies count as awake, so that their fields are computed once.
 *  reads  m: body_* dof_treeid jnt_bodyid site_bodyid   d: tree_asleep qpos mocap_pos mocap_quat subtree_com
 *  writes d: tree_awake body_awake body_awake_ind parent_awake_ind dof_awake_ind n*_awake work_*_ind work_run work_sleep_*
 *            work_hang_pose */
export function updateSleep(m: Model, d: Data, staticAwake: int): void {
  const { ntree } = m;
  const { tree_asleep, tree_awake, work_tree_ind, work_sleep_int } = d;
  let trees = 0;
  for (let i = 0; i < ntree; i++) {
    const awake = tree_asleep[i] < 0;
    if (!awake && tree_awake[i] !== 0) remember(m, d, i);
    tree_awake[i] = awake ? 1 : 0;
    if (awake) work_tree_ind[trees++] = i;
  }
  d.ntree_awake = trees;
  listBodies(m, d, staticAwake);
  listParts(m, d);
  listRuns(m, d);
  sumAsleepTrees(m, d);
  work_sleep_int[SleepSlot.SETTLING] = 2;
  work_sleep_int[SleepSlot.GRID] = 0;
}

/** Records where tree t falls asleep: its positions, and the pose of its mocap parent. */
function remember(m: Model, d: Data, t: int): void {
  const { tree_bodyadr, tree_bodynum, body_jntadr, body_jntnum, body_rootid, body_mocapid } = m;
  const { qpos, work_sleep_qpos, work_hang_pose, mocap_pos, mocap_quat } = d;
  const first = tree_bodyadr[t];
  const end = first + tree_bodynum[t];
  for (let i = first; i < end; i++) {
    if (body_jntnum[i] === 0) continue;
    const from = qposStart(m, body_jntadr[i]);
    const to = qposStart(m, body_jntadr[i] + body_jntnum[i]);
    for (let k = from; k < to; k++) work_sleep_qpos[k] = qpos[k];
  }
  const mocap = body_mocapid[body_rootid[first]];
  if (mocap < 0) return;
  copy3(work_hang_pose, 7 * first, mocap_pos, 3 * mocap);
  copy4(work_hang_pose, 7 * first + 3, mocap_quat, 4 * mocap);
  normalize4(work_hang_pose, 7 * first + 3);
}

/** Start of the positions of joint j, or their end if j is the number of joints. */
function qposStart(m: Model, j: int): int {
  return j < m.njnt ? m.jnt_qposadr[j] : m.nq;
}

/** Bodies: body_awake, the bodies that are not asleep, and those whose parent is not. */
function listBodies(m: Model, d: Data, staticAwake: int): void {
  const { nbody, body_treeid, body_parentid, body_rootid, body_mocapid } = m;
  const { tree_awake, body_awake, body_awake_ind, parent_awake_ind } = d;
  const { work_root_ind, work_branch_ind, work_hang_ind, work_sleep_int } = d;
  let bodies = 0;
  let children = 0;
  let roots = 0;
  let branches = 0;
  let hanging = 0;
  for (let i = 0; i < nbody; i++) {
    const tree = body_treeid[i];
    const mocap = body_mocapid[body_rootid[i]] >= 0;
    if (tree >= 0) body_awake[i] = tree_awake[tree] !== 0 ? BODY_AWAKE : BODY_ASLEEP;
    // the user may move a mocap body at any time; other bodies without degrees of freedom cannot move
    else body_awake[i] = staticAwake !== 0 || mocap ? BODY_AWAKE : BODY_STATIC;
    const asleep = body_awake[i] === BODY_ASLEEP;
    if (!asleep) body_awake_ind[bodies++] = i;
    if (i === 0) continue;
    const parent = body_parentid[i];
    if (body_awake[parent] === BODY_ASLEEP) continue;
    parent_awake_ind[children++] = i;
    if (parent > 0) work_branch_ind[branches++] = i;
    else if (!asleep) work_root_ind[roots++] = i;
    if (asleep && mocap) work_hang_ind[hanging++] = i;
  }
  d.nbody_awake = bodies;
  d.nparent_awake = children;
  work_sleep_int[SleepSlot.ROOT] = roots;
  work_sleep_int[SleepSlot.BRANCH] = branches;
  work_sleep_int[SleepSlot.ON_MOCAP] = hanging;
}

/** Awake degrees of freedom and joints, and sites that are not asleep. */
function listParts(m: Model, d: Data): void {
  const { nv, njnt, nsite, dof_treeid, jnt_bodyid, site_bodyid } = m;
  const { tree_awake, body_awake, dof_awake_ind, work_jnt_ind, work_site_ind, work_sleep_int } = d;
  let n = 0;
  for (let i = 0; i < nv; i++) if (tree_awake[dof_treeid[i]] !== 0) dof_awake_ind[n++] = i;
  d.nv_awake = n;
  n = 0;
  for (let j = 0; j < njnt; j++) if (body_awake[jnt_bodyid[j]] !== BODY_ASLEEP) work_jnt_ind[n++] = j;
  work_sleep_int[SleepSlot.JNT] = n;
  n = 0;
  for (let s = 0; s < nsite; s++) if (body_awake[site_bodyid[s]] !== BODY_ASLEEP) work_site_ind[n++] = s;
  work_sleep_int[SleepSlot.SITE] = n;
}

/** Runs of consecutive sleeping bodies, with their degrees of freedom and positions. */
function listRuns(m: Model, d: Data): void {
  const { nbody, body_treeid, tree_bodyadr, tree_dofadr, tree_dofnum, body_jntadr } = m;
  const { body_awake, work_run, work_sleep_int } = d;
  let n = 0;
  let i = 1;
  while (i < nbody) {
    if (body_awake[i] !== BODY_ASLEEP) {
      i++;
      continue;
    }
    const first = i;
    while (i < nbody && body_awake[i] === BODY_ASLEEP) i++;
    const t0 = body_treeid[first];
    const t1 = body_treeid[i - 1];
    const j0 = body_jntadr[tree_bodyadr[t0]];
    work_run[6 * n] = first;
    work_run[6 * n + 1] = i;
    work_run[6 * n + 2] = tree_dofadr[t0];
    work_run[6 * n + 3] = tree_dofadr[t1] + tree_dofnum[t1];
    work_run[6 * n + 4] = qposStart(m, j0);
    work_run[6 * n + 5] = qposStart(m, m.dof_jntid[tree_dofadr[t1] + tree_dofnum[t1] - 1] + 1);
    n++;
  }
  work_sleep_int[SleepSlot.RUN] = n;
}

/** Mass times center of mass, summed over the sleeping trees of the world and over all sleeping trees: their
 *  contribution to the center of mass of the world, and to the energy. */
function sumAsleepTrees(m: Model, d: Data): void {
  const { ntree, tree_bodyadr, body_parentid, body_subtreemass } = m;
  const { tree_awake, subtree_com, work_sleep_com } = d;
  zero3(work_sleep_com, 0);
  zero3(work_sleep_com, 3);
  for (let t = ntree - 1; t >= 0; t--) {
    if (tree_awake[t] !== 0) continue;
    const i = tree_bodyadr[t];
    if (body_parentid[i] === 0) addToScl3(work_sleep_com, 0, subtree_com, 3 * i, body_subtreemass[i]);
    addToScl3(work_sleep_com, 3, subtree_com, 3 * i, body_subtreemass[i]);
  }
}
