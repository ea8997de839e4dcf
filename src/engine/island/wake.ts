import type { int } from '../../math/int.ts';
import { BODY_ASLEEP, BODY_AWAKE, BODY_STATIC, TREE_AWAKE } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable, EqType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { someAsleep } from '../constraint/rows/asleep.ts';
import { equalityBody } from '../constraint/rows/equalityFrame.ts';
import { tendonDistance } from '../constraint/rows/limit.ts';
import { updateSleep } from './awake.ts';
import { treeIsStill } from './still.ts';

/*  Waking. Trees that fell asleep together form a cycle, tree_asleep[i] = the next tree, and wake together. Each stage
 *  returns how many trees it woke, and has brought the index lists up to date if there were any. */

/** Wakes trees that the user disturbed: moved (noted by `kinematics1` in tree_awake), set in motion or pushed; and
 *  everything once sleeping is switched off.
 *  reads  d: tree_awake qvel qfrc_applied xfrc_applied   writes d: tree_asleep and the index lists */
export function wake(m: Model, d: Data): int {
  const { ntree } = m;
  const { tree_asleep, tree_awake } = d;
  let woke = 0;
  if ((m.opt.enableflags & Enable.SLEEP) === 0) {
    if (d.ntree_awake === ntree) return 0;
    woke = ntree - d.ntree_awake;
    tree_asleep.fill(TREE_AWAKE, 0, ntree);
  } else {
    for (let i = 0; i < ntree; i++) {
      if (tree_asleep[i] < 0) continue;
      if (tree_awake[i] !== 0 || !treeIsStill(m, d, i, 0)) woke += wakeCycle(m, d, i, TREE_AWAKE);
    }
  }
  if (woke > 0) updateSleep(m, d, 0);
  return woke;
}

/** Wakes trees that touch something awake.
 *  reads  d: contact_geom tree_awake body_awake   writes d: tree_asleep and the index lists */
export function wakeContacts(m: Model, d: Data): int {
  const { geom_bodyid, body_treeid } = m;
  const { ncon, contact_geom } = d;
  if (!someAsleep(m, d)) return 0;
  let woke = 0;
  for (let i = 0; i < ncon; i++) {
    const b0 = geom_bodyid[contact_geom[2 * i]];
    const b1 = geom_bodyid[contact_geom[2 * i + 1]];
    woke += wakeEither(m, d, b0, body_treeid[b0], b1, body_treeid[b1], true);
  }
  if (woke > 0) updateSleep(m, d, 0);
  return woke;
}

/** Wakes trees that a tendon at its limit ties to something awake.
 *  reads  d: ten_length tree_awake   writes d: tree_asleep and the index lists */
export function wakeTendons(m: Model, d: Data): int {
  const { ntendon, tendon_treenum, tendon_treeid } = m;
  if (!someAsleep(m, d)) return 0;
  let woke = 0;
  for (let i = 0; i < ntendon; i++) {
    if (tendon_treenum[i] !== 2 || !atLimit(m, d, i)) continue;
    woke += wakeEither(m, d, -1, tendon_treeid[2 * i], -1, tendon_treeid[2 * i + 1], true);
  }
  if (woke > 0) updateSleep(m, d, 0);
  return woke;
}

/** Wakes trees that an equality ties to something awake, and both sides of one between cycles that fell asleep apart.
 *  reads  d: eq_active tree_awake body_awake   writes d: tree_asleep and the index lists */
export function wakeEqualities(m: Model, d: Data): int {
  const { neq } = m;
  if (!someAsleep(m, d)) return 0;
  let woke = 0;
  for (let i = 0; i < neq; i++) if (d.eq_active[i] !== 0) woke += wakeEquality(m, d, i);
  if (woke > 0) updateSleep(m, d, 0);
  return woke;
}

/** The smallest tree in the cycle of tree i: the name of the island that fell asleep. */
export function sleepCycle(d: Data, i: int): int {
  const { tree_asleep } = d;
  let smallest = i;
  for (let k = tree_asleep[i]; k !== i; k = tree_asleep[k]) smallest = Math.min(smallest, k);
  return smallest;
}

/** Wakes the cycle of tree i; a tree that is awake stays so at least as long as `wakeval` says. */
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
 *  which counts as awake only if the user may move it. With `inherit` the woken trees stay up as long as the other. */
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

/** Wakes two sleeping trees unless they fell asleep together, or have been woken since. */
function wakeApart(m: Model, d: Data, t0: int, t1: int): int {
  const { tree_asleep } = d;
  const together = tree_asleep[t0] >= 0 && tree_asleep[t1] >= 0 && sleepCycle(d, t0) === sleepCycle(d, t1);
  if (together) return 0;
  return wakeCycle(m, d, t0, TREE_AWAKE) + wakeCycle(m, d, t1, TREE_AWAKE);
}

/** A tendon equality ties the trees of both tendons: when one is awake, all wake. */
function wakeTendonEquality(m: Model, d: Data, i: int): int {
  const { eq_obj1id, eq_obj2id } = m;
  const first = eq_obj1id[i];
  const second = eq_obj2id[i];
  if (!tendonAwake(m, d, first) && (second < 0 || !tendonAwake(m, d, second))) return 0;
  return wakeTendonTrees(m, d, first) + (second >= 0 ? wakeTendonTrees(m, d, second) : 0);
}

function tendonAwake(m: Model, d: Data, t: int): boolean {
  const { tendon_treenum, tendon_treeid } = m;
  for (let k = 0; k < Math.min(2, tendon_treenum[t]); k++)
    if (d.tree_awake[tendon_treeid[2 * t + k]] !== 0) return true;
  return false;
}

function wakeTendonTrees(m: Model, d: Data, t: int): int {
  const { tendon_treenum, tendon_treeid } = m;
  let woke = 0;
  for (let k = 0; k < Math.min(2, tendon_treenum[t]); k++)
    woke += wakeCycle(m, d, tendon_treeid[2 * t + k], TREE_AWAKE);
  return woke;
}
