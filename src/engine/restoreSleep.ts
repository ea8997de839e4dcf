/** Going back to a state in which other trees slept. */
import { TREE_AWAKE } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { Enable } from '../model/enums.ts';
import { fitting } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { computeForward } from './forward.ts';
import { stagesOf } from './runtime/engine.ts';
import { run } from './runtime/run.ts';

/** Compute everything from a state just set, with those trees asleep that slept then. `treeAsleep` is a copy of
 *  `d.tree_asleep` from that time; without the flag `sleep` this is `forward`.
 *
 *  ```ts
 *  const [state, asleep] = [getState(m, d, StateBit.INTEGRATION), d.tree_asleep.slice()];
 *  for (let k = 0; k < 1000; k++) step(m, d);
 *  setState(m, d, state, StateBit.INTEGRATION);
 *  restoreSleep(m, d, asleep);
 *  ``` */
export function restoreSleep(m: Model, d: Data, treeAsleep: ArrayLike<number>): void {
  fitting('restoreSleep', m, d);
  if (treeAsleep?.length !== m.ntree) {
    throw new RangeError(`restoreSleep: expected ${m.ntree} numbers of trees, found ${treeAsleep?.length}`);
  }
  run('restoreSleep', m, d, (mm, b) => computeAsleep(mm, b, treeAsleep));
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
  }
  computeForward(m, d);
}
