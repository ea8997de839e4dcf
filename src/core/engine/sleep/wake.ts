import { firstDifference, firstNonZero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { copy4, normalize4 } from '../../math/quat.ts';
import { BODY_ASLEEP, BODY_AWAKE, BODY_STATIC, TREE_AWAKE } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable, EqType, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { equalityBody } from '../tree/equalityFrame.ts';
import { hasCouplings, tendonCouples } from '../tree/metricTerms.ts';
import { contactBody, equalityState, isFlexEquality, someAsleep } from '../tree/sleepState.ts';
import { tendonDistance } from '../tree/tendonDistance.ts';
import { updateSleep } from './updateSleep.ts';

const quat = new Float64Array(4);

/*  Waking. Trees that fell asleep together form a cycle, tree_asleep[i] = the next tree, and wake together. Each stage
 *  returns how many trees it woke, and updates the index lists if there were any. */

/** Wakes trees that the user disturbed: changed their positions, velocities or forces, or moved their mocap parent.
 *  Wakes everything after sleeping is disabled. Compares sleeping trees with their recorded state, run by run: one pass
 *  over memory that rarely finds a difference.
 *  reads  d: qpos qvel qfrc_applied xfrc_applied mocap_pos mocap_quat work_run work_sleep_qpos work_hang_*
 *  writes d: tree_asleep tree_awake body_awake* parent_awake_ind dof_awake_ind n*_awake work_* */
export function wake(m: Model, d: Data): int {
  const { ntree } = m;
  const { tree_asleep, work_sleep_int } = d;
  if (d.ntree_awake === ntree) return 0;
  let woke = 0;
  if ((m.opt.enableflags & Enable.SLEEP) === 0) {
    woke = ntree - d.ntree_awake;
    tree_asleep.fill(TREE_AWAKE, 0, ntree);
  } else {
    const runs = work_sleep_int[SleepSlot.RUN];
    for (let r = 0; r < runs; r++) woke += wakePushed(m, d, r) + wakeMoving(m, d, r) + wakeMoved(m, d, r);
    woke += wakeHanging(m, d);
  }
  if (woke > 0) updateSleep(m, d, 0);
  return woke;
}

/** Wakes trees of run r with a force on one of their bodies. */
function wakePushed(m: Model, d: Data, r: int): int {
  const { body_treeid, tree_bodyadr, tree_bodynum } = m;
  const { work_run, xfrc_applied } = d;
  const end = 6 * work_run[6 * r + 1];
  let woke = 0;
  let k = firstNonZero(xfrc_applied, 6 * work_run[6 * r], end);
  while (k < end) {
    const tree = body_treeid[(k / 6) | 0];
    woke += wakeCycle(m, d, tree, TREE_AWAKE);
    k = firstNonZero(xfrc_applied, 6 * (tree_bodyadr[tree] + tree_bodynum[tree]), end);
  }
  return woke;
}

/** Wakes trees of run r with a velocity, or a force on one of their joints. */
function wakeMoving(m: Model, d: Data, r: int): int {
  const { dof_treeid, tree_dofadr, tree_dofnum } = m;
  const { work_run, qvel, qfrc_applied } = d;
  const end = work_run[6 * r + 3];
  let from = work_run[6 * r + 2];
  let woke = 0;
  while (from < end) {
    const k = Math.min(firstNonZero(qvel, from, end), firstNonZero(qfrc_applied, from, end));
    if (k === end) break;
    const tree = dof_treeid[k];
    woke += wakeCycle(m, d, tree, TREE_AWAKE);
    from = tree_dofadr[tree] + tree_dofnum[tree];
  }
  return woke;
}

/** Wakes trees of run r whose positions differ from the recorded ones. */
function wakeMoved(m: Model, d: Data, r: int): int {
  const { jnt_bodyid, jnt_qposadr, body_treeid } = m;
  const { work_run, qpos, work_sleep_qpos } = d;
  const end = work_run[6 * r + 5];
  let woke = 0;
  let k = firstDifference(qpos, work_sleep_qpos, work_run[6 * r + 4], end);
  while (k < end) {
    const j = jointAt(m, k);
    woke += wakeCycle(m, d, body_treeid[jnt_bodyid[j]], TREE_AWAKE);
    k = j + 1 < m.njnt ? firstDifference(qpos, work_sleep_qpos, jnt_qposadr[j + 1], end) : end;
  }
  return woke;
}

/** Joint of position k. */
function jointAt(m: Model, k: int): int {
  const { jnt_qposadr } = m;
  let low = 0;
  let high = m.njnt;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (jnt_qposadr[middle] <= k) low = middle;
    else high = middle;
  }
  return low;
}

/** Wakes sleeping trees whose mocap parent moved. */
function wakeHanging(m: Model, d: Data): int {
  const { body_rootid, body_mocapid, body_treeid } = m;
  const { work_sleep_int, work_hang_ind } = d;
  const n = work_sleep_int[SleepSlot.ON_MOCAP];
  let woke = 0;
  for (let k = 0; k < n; k++) {
    const i = work_hang_ind[k];
    if (mocapMoved(d, body_mocapid[body_rootid[i]], 7 * i)) woke += wakeCycle(m, d, body_treeid[i], TREE_AWAKE);
  }
  return woke;
}

/** A longer quaternion is the same orientation; its negative is not, as in MuJoCo. */
function mocapMoved(d: Data, mocap: int, pose: int): boolean {
  const { mocap_pos, mocap_quat, work_hang_pose } = d;
  for (let c = 0; c < 3; c++) if (mocap_pos[3 * mocap + c] !== work_hang_pose[pose + c]) return true;
  copy4(quat, 0, mocap_quat, 4 * mocap);
  normalize4(quat, 0);
  for (let c = 0; c < 4; c++) if (quat[c] !== work_hang_pose[pose + 3 + c]) return true;
  return false;
}

/** Wakes trees that touch an awake body.
 *  reads  d: contact_geom tree_awake body_awake
 *  writes d: tree_asleep tree_awake body_awake* parent_awake_ind dof_awake_ind n*_awake work_* */
export function wakeContacts(m: Model, d: Data): int {
  const { body_treeid } = m;
  const { ncon } = d;
  if (!someAsleep(m, d)) return 0;
  let woke = 0;
  for (let i = 0; i < ncon; i++) {
    const b0 = contactBody(m, d, i, 0);
    const b1 = contactBody(m, d, i, 1);
    woke += wakeEither(m, d, b0, body_treeid[b0], b1, body_treeid[b1], true);
  }
  if (woke > 0) updateSleep(m, d, 0);
  return woke;
}

/** Wakes trees that a tendon connects to an awake tree: a tendon at its limit, or one in the metric of the integrator
 *  `discrete`.
 *  reads  d: ten_length tree_awake
 *  writes d: tree_asleep tree_awake body_awake* parent_awake_ind dof_awake_ind n*_awake work_* */
export function wakeTendons(m: Model, d: Data): int {
  const { ntendon, tendon_treenum, tendon_treeid } = m;
  if (!someAsleep(m, d)) return 0;
  const metric = hasCouplings(m);
  let woke = 0;
  for (let i = 0; i < ntendon; i++) {
    if (tendon_treenum[i] !== 2 || !(atLimit(m, d, i) || (metric && tendonCouples(m, i)))) continue;
    woke += wakeEither(m, d, -1, tendon_treeid[2 * i], -1, tendon_treeid[2 * i + 1], true);
  }
  if (woke > 0) updateSleep(m, d, 0);
  return woke;
}

/** Wakes trees that an equality connects to an awake one, and both sides of an equality between different cycles.
 *  reads  d: eq_active tree_awake body_awake
 *  writes d: tree_asleep tree_awake body_awake* parent_awake_ind dof_awake_ind n*_awake work_* */
export function wakeEqualities(m: Model, d: Data): int {
  const { neq } = m;
  if (!someAsleep(m, d)) return 0;
  let woke = 0;
  for (let i = 0; i < neq; i++) if (d.eq_active[i] !== 0) woke += wakeEquality(m, d, i);
  if (woke > 0) updateSleep(m, d, 0);
  return woke;
}

/** Smallest tree in the cycle of tree i; identifies the island that fell asleep. */
function sleepCycle(d: Data, i: int): int {
  const { tree_asleep } = d;
  let smallest = i;
  for (let k = tree_asleep[i]; k !== i; k = tree_asleep[k]) smallest = Math.min(smallest, k);
  return smallest;
}

/** Wakes the cycle of tree i; an awake tree stays awake at least as long as `wakeval` requires. */
function wakeCycle(m: Model, d: Data, i: int, wakeval: int): int {
  const { ntree } = m;
  const { tree_asleep } = d;
  if (tree_asleep[i] < 0) {
    tree_asleep[i] = Math.min(wakeval, tree_asleep[i]);
    return 0;
  }
  let woke = 0;
  let k = i;
  while (woke < ntree && tree_asleep[k] >= 0) {
    const next = tree_asleep[k];
    tree_asleep[k] = wakeval;
    woke++;
    k = next;
  }
  return woke;
}

/** If one of two sides is asleep and the other awake, wakes the sleeping one. A side is a tree, or a body without one,
 *  which counts as awake only if the user may move it. With `inherit` the woken trees stay awake as long as the
 *  other. */
function wakeEither(m: Model, d: Data, b0: int, t0: int, b1: int, t1: int, inherit: boolean): int {
  const { tree_asleep } = d;
  const s0 = sideState(d, b0, t0);
  const s1 = sideState(d, b1, t1);
  if (s0 === BODY_ASLEEP && s1 === BODY_AWAKE) {
    return wakeCycle(m, d, t0, inherit && t1 >= 0 ? tree_asleep[t1] : TREE_AWAKE);
  }
  if (s1 === BODY_ASLEEP && s0 === BODY_AWAKE) {
    return wakeCycle(m, d, t1, inherit && t0 >= 0 ? tree_asleep[t0] : TREE_AWAKE);
  }
  return 0;
}

function sideState(d: Data, body: int, tree: int): int {
  if (tree >= 0) return d.tree_awake[tree] !== 0 ? BODY_AWAKE : BODY_ASLEEP;
  return body >= 0 ? d.body_awake[body] : BODY_STATIC;
}

function atLimit(m: Model, d: Data, i: int): boolean {
  const { tendon_limited, tendon_margin } = m;
  if (tendon_limited[i] === 0) return false;
  return tendonDistance(m, d, i, 0) < tendon_margin[i] || tendonDistance(m, d, i, 1) < tendon_margin[i];
}

function wakeEquality(m: Model, d: Data, i: int): int {
  const { eq_type, eq_obj1id, eq_obj2id, jnt_bodyid, body_treeid } = m;
  if (eq_type[i] === EqType.TENDON) return wakeTendonEquality(m, d, i);
  if (isFlexEquality(eq_type[i])) return wakeFlex(m, d, eq_obj1id[i]);
  let b0 = -1;
  let b1 = -1;
  if (eq_type[i] === EqType.JOINT) {
    b0 = jnt_bodyid[eq_obj1id[i]];
    if (eq_obj2id[i] >= 0) b1 = jnt_bodyid[eq_obj2id[i]];
  } else {
    b0 = equalityBody(m, i, 0);
    b1 = equalityBody(m, i, 1);
  }
  const t0 = b0 >= 0 ? body_treeid[b0] : -1;
  const t1 = b1 >= 0 ? body_treeid[b1] : -1;
  if (t0 === t1) return 0;
  if (sideState(d, b0, t0) === BODY_ASLEEP && sideState(d, b1, t1) === BODY_ASLEEP) return wakeApart(m, d, t0, t1);
  return wakeEither(m, d, b0, t0, b1, t1, false);
}

/** Wakes two sleeping trees unless they fell asleep together, or one was woken since. */
function wakeApart(m: Model, d: Data, t0: int, t1: int): int {
  const { tree_asleep } = d;
  const together = tree_asleep[t0] >= 0 && tree_asleep[t1] >= 0 && sleepCycle(d, t0) === sleepCycle(d, t1);
  if (together) return 0;
  return wakeCycle(m, d, t0, TREE_AWAKE) + wakeCycle(m, d, t1, TREE_AWAKE);
}

/** A tendon equality connects the trees of both tendons: if one is awake, all wake. (MuJoCo rejects tendon equalities
 *  together with sleeping.) */
function wakeTendonEquality(m: Model, d: Data, i: int): int {
  const first = m.eq_obj1id[i];
  const second = m.eq_obj2id[i];
  if (equalityState(m, d, i) !== SleepState.AWAKE) return 0;
  return wakeTendonTrees(m, d, first) + (second >= 0 ? wakeTendonTrees(m, d, second) : 0);
}

/** Trees of a tendon that must be woken; 0 for tendons over more than two trees, which never sleep. */
function wakeTendonTrees(m: Model, d: Data, t: int): int {
  const { tendon_treenum, tendon_treeid } = m;
  const n = tendon_treenum[t] > 2 ? 0 : tendon_treenum[t];
  let woke = 0;
  for (let k = 0; k < n; k++) woke += wakeCycle(m, d, tendon_treeid[2 * t + k], TREE_AWAKE);
  return woke;
}

/** If one body of flex f is awake, wakes the others. */
function wakeFlex(m: Model, d: Data, f: int): int {
  const { flex_interp, flex_nodeadr, flex_nodenum, flex_vertadr, flex_vertnum } = m;
  const { tree_awake, tree_asleep } = d;
  const nodes = flex_interp[f] !== 0;
  const start = nodes ? flex_nodeadr[f] : flex_vertadr[f];
  const end = start + (nodes ? flex_nodenum[f] : flex_vertnum[f]);
  let awake = -1;
  for (let i = start; i < end && awake < 0; i++) {
    const tree = flexTree(m, nodes, i);
    if (tree >= 0 && tree_awake[tree] !== 0) awake = tree;
  }
  if (awake < 0) return 0;
  for (let i = start; i < end; i++) {
    const tree = flexTree(m, nodes, i);
    // they fell asleep together, so waking the first wakes all
    if (tree >= 0 && tree_awake[tree] === 0) return wakeCycle(m, d, tree, tree_asleep[awake]);
  }
  return 0;
}

/** Tree of a node or vertex. */
function flexTree(m: Model, nodes: boolean, i: int): int {
  const { flex_nodebodyid, flex_vertbodyid, body_treeid } = m;
  return body_treeid[nodes ? flex_nodebodyid[i] : flex_vertbodyid[i]];
}
