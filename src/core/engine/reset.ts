/** Resets a `Data` to qpos0 or to a keyframe. */

import { TREE_AWAKE } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { Enable, ObjType, SleepPolicy } from '../model/enums.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { id2name } from '../model/names/names.ts';
import { checkKeyframe, clearData, setKeyframe } from '../model/reset.ts';
import { computeForward } from './forward.ts';
import { stagesOf } from './runtime/engine.ts';
import { makePlugins, resetPlugins } from './runtime/plugins.ts';
import { snapshotState } from './runtime/stateSnapshot.ts';
import { withEngine } from './runtime/withEngine.ts';

/** Reference configuration, nothing computed, as a new Data. Trees with `sleep="init"` are put to sleep.
 *  @throws RangeError when such a tree is held by one that must stay awake
 *
 *  @example
 *  step(m, d, 100);
 *  resetData(m, d);
 *  console.log(d.time); // -> 0 */
export function resetData(m: Model, d: Data): void {
  withEngine('resetData', m, d, restart);
}

/** The keyframe with this index.
 *
 *  @example
 *  resetDataKeyframe(m, d, 0);
 *  console.log(d.qpos[0]); // -> 1 */
export function resetDataKeyframe(m: Model, d: Data, key: number): void {
  checkFits('resetDataKeyframe', m, d);
  checkKeyframe(m, key);
  withEngine('resetDataKeyframe', m, d, (mm, b) => {
    // who starts asleep is decided in the reference configuration; a keyframe that differs from it wakes what it moves
    restart(mm, b);
    setKeyframe(mm, b, key);
  });
}

/** What a new Data begins with: its plugins, and the reference configuration. */
export function startData(m: Model, d: Data): void {
  if (m.nplugin > 0) makePlugins(m, d);
  restart(m, d);
}

/** `resetData` as a part of the pipeline. When it fails the state is as it was. */
export function restart(m: Model, d: Data): void {
  if ((m.opt.enableflags & Enable.SLEEP) === 0) {
    clear(m, d);
    return;
  }
  const undo = snapshotState(m, d);
  try {
    clear(m, d);
    startAsleep(m, d);
  } catch (error) {
    undo();
    throw error;
  }
}

function clear(m: Model, d: Data): void {
  clearData(m, d);
  if (m.nplugin > 0) resetPlugins(m, d);
}

/** With sleeping enabled, what never moves is computed here once, and trees that start asleep fall asleep. */
function startAsleep(m: Model, d: Data): void {
  const stages = stagesOf(m);
  const sleepers = m.tree_sleep_policy.reduce((n, policy) => n + Number(policy === SleepPolicy.INIT), 0);
  stages.updateSleep(m, d, 1);
  if (sleepers === 0) {
    stages.kinematics(m, d);
    stages.comPos(m, d);
    stages.camlight(m, d);
    stages.tendon(m, d);
  } else {
    computeForward(m, d);
    for (let i = 0; i < m.ntree; i++) d.tree_asleep[i] = m.tree_sleep_policy[i] === SleepPolicy.INIT ? -1 : TREE_AWAKE;
    const slept = stages.sleep(m, d);
    if (slept !== sleepers) throw notAsleep(m, d, sleepers, slept);
    d.qacc_smooth.fill(0);
    d.qfrc_smooth.fill(0);
    clearConstraints(d);
  }
  stages.updateSleep(m, d, 0);
}

function clearConstraints(d: Data): void {
  d.ncon = d.ne = d.nf = d.nl = d.nefc = d.nJ = d.nY = d.nA = d.nisland = d.nidof = 0;
}

function notAsleep(m: Model, d: Data, wanted: number, slept: number): RangeError {
  const tree = m.tree_sleep_policy.findIndex((policy, i) => policy === SleepPolicy.INIT && d.tree_asleep[i] < 0);
  const root = m.tree_bodyadr[tree];
  const name = id2name(m, ObjType.BODY, root) ?? root;
  return new RangeError(
    `${wanted} trees are marked sleep="init", but only ${slept} could be put to sleep; ` +
      `the first that could not has body '${name}' (id ${root}) at its root`,
  );
}
