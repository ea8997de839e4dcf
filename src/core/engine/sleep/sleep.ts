import type { int } from '../../math/int.ts';
import { TREE_AWAKE } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { treeIsStill } from './still.ts';

/** Puts trees to sleep that have been still long enough, islands only as a whole. A tree counts up in tree_asleep from
 *  TREE_AWAKE to -1, the ready state. Returns how many fell asleep; does not update the index lists.
 *  reads  d: nisland nefc island_* map_itree2tree qvel *_applied   writes d: tree_asleep qvel qacc */
export function sleep(m: Model, d: Data): int {
  const { nisland, tree_asleep, tree_island, island_ntree, island_itreeadr, work_tree_ind } = d;
  if ((m.opt.enableflags & Enable.SLEEP) === 0) return 0;
  // constraints without islands: which trees are connected is unknown
  if (d.nefc > 0 && nisland === 0) return 0;
  countDown(m, d);
  let slept = 0;
  for (let i = 0; i < nisland; i++) {
    const start = island_itreeadr[i];
    const end = start + island_ntree[i];
    if (allReady(d, start, end)) slept += sleepIsland(m, d, start, end);
  }
  // trees without constraints sleep alone
  const trees = d.ntree_awake;
  for (let k = 0; k < trees; k++) {
    const i = work_tree_ind[k];
    if (tree_asleep[i] !== -1 || (nisland > 0 && tree_island[i] >= 0)) continue;
    tree_asleep[i] = i;
    stop(m, d, i);
    slept++;
  }
  return slept;
}

function countDown(m: Model, d: Data): void {
  const { tree_asleep, work_tree_ind } = d;
  const tolerance = m.opt.sleep_tolerance;
  const trees = d.ntree_awake;
  for (let k = 0; k < trees; k++) {
    const i = work_tree_ind[k];
    if (!treeIsStill(m, d, i, tolerance)) tree_asleep[i] = TREE_AWAKE;
    else if (tree_asleep[i] < -1) tree_asleep[i]++;
  }
}

/** True if all trees in map_itree2tree[start..end) are ready. */
function allReady(d: Data, start: int, end: int): boolean {
  const { tree_asleep, map_itree2tree } = d;
  for (let j = start; j < end; j++) if (tree_asleep[map_itree2tree[j]] !== -1) return false;
  return true;
}

/** Links the trees in a cycle. */
function sleepIsland(m: Model, d: Data, start: int, end: int): int {
  const { tree_asleep, map_itree2tree } = d;
  for (let j = start; j < end; j++) {
    const i = map_itree2tree[j];
    tree_asleep[i] = map_itree2tree[j + 1 < end ? j + 1 : start];
    stop(m, d, i);
  }
  return end - start;
}

function stop(m: Model, d: Data, tree: int): void {
  const { tree_dofadr, tree_dofnum } = m;
  const start = tree_dofadr[tree];
  const end = start + tree_dofnum[tree];
  d.qvel.fill(0, start, end);
  d.qacc.fill(0, start, end);
}
