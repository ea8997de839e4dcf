/** `restoreSleep`: restores which trees are asleep, after `setState`. */
import { TREE_AWAKE } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { Enable } from '../model/enums.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { computeForward } from './forward.ts';
import { stagesOf } from './runtime/engine.ts';
import { withEngine } from './runtime/withEngine.ts';

/** Compute everything from a state just set, with those trees asleep that slept then. `treeAsleep` is a copy of
 *  `d.tree_asleep` from that time; without the flag `sleep` this is `forward`. Steps from here on have the bits that they
 *  had then; sensors of sleepers, which keep their values while these sleep, are computed anew.
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
    throw new RangeError(`restoreSleep: expected ${m.ntree} numbers of trees, found ${treeAsleep?.length}`);
  }
  // what is no number is found before anything changes
  const asleep = Int32Array.from(treeAsleep, Number);
  withEngine('restoreSleep', m, d, (mm, b) => computeAsleep(mm, b, asleep));
}

function computeAsleep(m: Model, d: Data, treeAsleep: ArrayLike<number>): void {
  if (m.opt.enableflags & Enable.SLEEP) {
    const { updateSleep } = stagesOf(m);
    // once with everything awake: trees that sleep again keep the poses computed here
    d.tree_asleep.fill(TREE_AWAKE);
    updateSleep(m, d, 1);
    computeForward(m, d);
    d.tree_asleep.set(treeAsleep);
    updateSleep(m, d, 0);
    for (let tree = 0; tree < m.ntree; tree++) if (treeAsleep[tree] >= 0) restoreSmooth(m, d, tree);
  }
  computeForward(m, d);
}

/** Acceleration that a sleeper kept from the step in which it fell asleep, and with which the solver starts when it wakes.
 *  A step leaves it in `qacc_warmstart` too, which is part of the state. It cannot be computed from the rest of the state
 *  for trees that slept from the start (zero), nor for those with actuators (by the controls of that step). */
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
