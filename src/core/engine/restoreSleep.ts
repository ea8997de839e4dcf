/** Restores a state together with the trees that were asleep. */
import { TREE_AWAKE } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { Enable } from '../model/enums.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { computeForward } from './forward.ts';
import { stagesOf } from './runtime/engine.ts';
import { withEngine } from './runtime/withEngine.ts';

/** Compute everything from a restored state, with the same trees asleep as when it was saved. `treeAsleep` is a copy of
 *  `d.tree_asleep` from then; without the `sleep` flag this is `forward`. Subsequent steps have the same bits as
 *  before. Sensors of sleeping trees, which a step does not update, are recomputed.
 *
 *  ```ts
 *  const [state, asleep] = [getState(m, d, StateBit.INTEGRATION), d.tree_asleep.slice()];
 *  for (let k = 0; k < 1000; k++) step(m, d);
 *  setState(m, d, state, StateBit.INTEGRATION);
 *  restoreSleep(m, d, asleep);
 *  ``` */
export function restoreSleep(m: Model, d: Data, treeAsleep: ArrayLike<number>): void {
  checkFits('restoreSleep', m, d);
  if (treeAsleep?.length !== m.ntree) {
    throw new RangeError(`restoreSleep: expected tree_asleep with ${m.ntree} values, found ${treeAsleep?.length}`);
  }
  // throws before anything changes if a value cannot be converted
  const asleep = Int32Array.from(treeAsleep, Number);
  withEngine('restoreSleep', m, d, (mm, b) => computeAsleep(mm, b, asleep));
}

function computeAsleep(m: Model, d: Data, treeAsleep: ArrayLike<number>): void {
  if (m.opt.enableflags & Enable.SLEEP) {
    const { updateSleep } = stagesOf(m);
    // first with everything awake: trees that are put to sleep keep these poses
    d.tree_asleep.fill(TREE_AWAKE);
    updateSleep(m, d, 1);
    computeForward(m, d);
    d.tree_asleep.set(treeAsleep);
    updateSleep(m, d, 0);
    for (let tree = 0; tree < m.ntree; tree++) if (treeAsleep[tree] >= 0) restoreSmooth(m, d, tree);
  }
  computeForward(m, d);
}

/** Restores `qacc_smooth` of a tree from the step in which it fell asleep; the solver starts from it when the tree
 *  wakes. `qacc_warmstart`, a part of the state, has the same values. They cannot be recomputed for trees that were
 *  asleep initially (zero) and for trees with actuators (they depend on the controls of that step). */
function restoreSmooth(m: Model, d: Data, tree: number): void {
  const start = m.tree_dofadr[tree];
  const end = start + m.tree_dofnum[tree];
  const warmstart = d.qacc_warmstart.subarray(start, end);
  const fromStart = warmstart.every((x) => x === 0);
  if (fromStart) d.qfrc_smooth.fill(0, start, end);
  if (fromStart || isActuated(m, d, start, end)) d.qacc_smooth.set(warmstart, start);
}

function isActuated(m: Model, d: Data, start: number, end: number): boolean {
  return d.moment_colind.subarray(0, m.nJmom).some((dof) => dof >= start && dof < end);
}
