/** Constants that do not depend on the configuration: masses of subtrees, trees, which actuators add inertia, and which
 *  trees may sleep. */
import { SleepPolicy, TrnType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { wrapBodyId } from './tendonSparsity.ts';

/** A tree that the model allows to sleep, although a tendon prevents it. */
export interface SleepConflict {
  tree: number;
  tendon: number;
  treenum: number;
}

export function setFixed(m: Model): SleepConflict[] {
  setSubtreeMass(m);
  setActuatorIds(m);
  setTrees(m);
  setTendonTrees(m);
  keepActuatedAwake(m);
  const conflicts = keepTendonsAwake(m);
  keepFlexesAwake(m);
  for (let t = 0; t < m.ntree; t++) {
    if (m.tree_sleep_policy[t] === SleepPolicy.AUTO) m.tree_sleep_policy[t] = SleepPolicy.AUTO_ALLOWED;
  }
  return conflicts;
}

function setSubtreeMass(m: Model): void {
  m.body_subtreemass.set(m.body_mass);
  for (let i = m.nbody - 1; i > 0; i--) m.body_subtreemass[m.body_parentid[i]] += m.body_subtreemass[i];
}

/** The actuator whose armature and damping act on a joint or tendon; -2 for several. */
function setActuatorIds(m: Model): void {
  m.jnt_actuatorid.fill(-1);
  m.tendon_actuatorid.fill(-1);
  for (let i = 0; i < m.nactuator; i++) {
    const damped =
      m.actuator_damping[i] !== 0 || m.actuator_dampingpoly[2 * i] !== 0 || m.actuator_dampingpoly[2 * i + 1] !== 0;
    if (!damped && m.actuator_armature[i] === 0) continue;
    const type = m.actuator_trntype[i];
    const id = m.actuator_trnid[2 * i];
    if (type === TrnType.JOINT || type === TrnType.JOINTINPARENT) {
      m.jnt_actuatorid[id] = m.jnt_actuatorid[id] === -1 ? i : -2;
    } else if (type === TrnType.TENDON) {
      m.tendon_actuatorid[id] = m.tendon_actuatorid[id] === -1 ? i : -2;
    }
  }
}

function setTrees(m: Model): void {
  m.tree_bodynum.fill(0);
  m.tree_dofnum.fill(0);
  for (let i = m.nbody - 1; i > 0; i--) {
    const tree = m.body_treeid[i];
    if (tree < 0) continue;
    m.tree_bodyadr[tree] = i;
    m.tree_bodynum[tree]++;
  }
  for (let i = m.nv - 1; i >= 0; i--) {
    m.tree_dofadr[m.dof_treeid[i]] = i;
    m.tree_dofnum[m.dof_treeid[i]]++;
  }
}

/** Tree of a step of a path, -1 if it is static. */
function wrapTree(m: Model, wrap: number): number {
  const body = wrapBodyId(m, wrap);
  return body < 0 ? -1 : m.body_treeid[body];
}

/** Trees that a tendon touches, in the order of its path. */
function tendonTrees(m: Model, tendon: number): number[] {
  const trees = new Set<number>();
  for (let w = m.tendon_adr[tendon]; w < m.tendon_adr[tendon] + m.tendon_num[tendon]; w++) {
    const tree = wrapTree(m, w);
    if (tree >= 0) trees.add(tree);
  }
  return [...trees];
}

function setTendonTrees(m: Model): void {
  for (let i = 0; i < m.ntendon; i++) {
    const trees = tendonTrees(m, i);
    m.tendon_treenum[i] = trees.length;
    m.tendon_treeid[2 * i] = trees[0] ?? -1;
    m.tendon_treeid[2 * i + 1] = trees[1] ?? -1;
  }
}

function neverSleeps(m: Model, tree: number): void {
  if (tree >= 0 && m.tree_sleep_policy[tree] === SleepPolicy.AUTO) m.tree_sleep_policy[tree] = SleepPolicy.AUTO_NEVER;
}

/** By default, trees moved by actuators do not sleep. */
function keepActuatedAwake(m: Model): void {
  for (let i = 0; i < m.nactuator; i++) {
    const id = m.actuator_trnid[2 * i];
    switch (m.actuator_trntype[i]) {
      case TrnType.JOINT:
      case TrnType.JOINTINPARENT:
        neverSleeps(m, m.body_treeid[m.jnt_bodyid[id]]);
        break;
      case TrnType.SO3:
        neverSleeps(m, m.body_treeid[m.actuator_trnid[2 * i + 1] >= 0 ? m.site_bodyid[id] : m.jnt_bodyid[id]]);
        break;
      case TrnType.SITE:
      case TrnType.SLIDERCRANK:
        neverSleeps(m, m.body_treeid[m.site_bodyid[id]]);
        break;
      case TrnType.BODY:
        neverSleeps(m, m.body_treeid[id]);
        break;
      case TrnType.TENDON:
        for (const tree of tendonTrees(m, id)) neverSleeps(m, tree);
        break;
    }
  }
}

/** Springs and dampers between trees, and tendons over more than two trees, keep them awake. */
function keepTendonsAwake(m: Model): SleepConflict[] {
  const conflicts: SleepConflict[] = [];
  for (let i = 0; i < m.ntendon; i++) {
    const treenum = m.tendon_treenum[i];
    if (treenum < 2 || (treenum === 2 && isLimp(m, i))) continue;
    for (const tree of tendonTrees(m, i)) {
      const policy = m.tree_sleep_policy[tree];
      if (policy === SleepPolicy.ALLOWED || policy === SleepPolicy.INIT) conflicts.push({ tree, tendon: i, treenum });
      neverSleeps(m, tree);
    }
  }
  return conflicts;
}

/** Whether it has no stiffness, damping or actuator. */
function isLimp(m: Model, i: number): boolean {
  const poly = [m.tendon_stiffnesspoly, m.tendon_dampingpoly];
  if (m.tendon_stiffness[i] !== 0 || m.tendon_damping[i] !== 0 || m.tendon_actuatorid[i] !== -1) return false;
  return poly.every((p) => p[2 * i] === 0 && p[2 * i + 1] === 0);
}

/** Elastic flexes do not sleep; those held by constraints may. */
function keepFlexesAwake(m: Model): void {
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_edgeequality[f] !== 0) continue;
    const [bodies, start, count] =
      m.flex_interp[f] !== 0
        ? [m.flex_nodebodyid, m.flex_nodeadr[f], m.flex_nodenum[f]]
        : [m.flex_vertbodyid, m.flex_vertadr[f], m.flex_vertnum[f]];
    for (let i = start; i < start + count; i++) neverSleeps(m, m.body_treeid[bodies[i]]);
  }
}
