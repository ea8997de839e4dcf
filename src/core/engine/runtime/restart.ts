/** Resets a `Data` inside the pipeline. */
import { TREE_AWAKE } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable, ObjType, SleepPolicy, Stage } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { id2name } from '../../model/names/names.ts';
import { clearData } from '../../model/reset.ts';
import { stagesOf } from './engine.ts';
import { runForwardDynamics } from './forwardDynamics.ts';
import type { HostHandlers } from './pipelineRunner.ts';
import { resetPlugins } from './plugins.ts';
import { snapshotState } from './stateSnapshot.ts';

/** `resetData` inside the pipeline. Rolls the state back on an error.
 *  @throws RangeError when a tree with `sleep="init"` cannot be put to sleep */
export function restart(m: Model, d: Data, handlers: HostHandlers): void {
  if ((m.opt.enableflags & Enable.SLEEP) === 0) {
    clear(m, d);
    return;
  }
  const rollBack = snapshotState(m, d);
  try {
    clear(m, d);
    startAsleep(m, d, handlers);
  } catch (error) {
    rollBack();
    throw error;
  }
}

function clear(m: Model, d: Data): void {
  clearData(m, d);
  if (m.nplugin > 0) resetPlugins(m, d);
}

/** With sleeping enabled: computes static bodies once, and puts trees with `sleep="init"` to sleep. */
function startAsleep(m: Model, d: Data, handlers: HostHandlers): void {
  const stages = stagesOf(m);
  const expected = m.tree_sleep_policy.reduce((n, policy) => n + Number(policy === SleepPolicy.INIT), 0);
  stages.updateSleep(m, d, 1);
  if (expected === 0) {
    stages.kinematics(m, d);
    stages.comPos(m, d);
    stages.camlight(m, d);
    stages.tendon(m, d);
  } else {
    runForwardDynamics(m, d, Stage.NONE, false, handlers);
    for (let i = 0; i < m.ntree; i++) d.tree_asleep[i] = m.tree_sleep_policy[i] === SleepPolicy.INIT ? -1 : TREE_AWAKE;
    const slept = stages.sleep(m, d);
    if (slept !== expected) throw notAsleep(m, d, expected, slept);
    d.qacc_smooth.fill(0);
    d.qfrc_smooth.fill(0);
    clearConstraints(d);
  }
  stages.updateSleep(m, d, 0);
  startAtOrigin(m, d);
}

/** Trees with `sleep="init"` fall asleep with their mocap parents at the origin, as in MuJoCo: they wake in the first step if these are elsewhere. */
function startAtOrigin(m: Model, d: Data): void {
  for (let t = 0; t < m.ntree; t++) {
    if (d.tree_awake[t] === 0) d.work_hang_pose.set([0, 0, 0, 1, 0, 0, 0], 7 * m.tree_bodyadr[t]);
  }
}

function clearConstraints(d: Data): void {
  d.ncon = d.ne = d.nf = d.nl = d.nefc = d.nJ = d.nY = d.nA = d.nisland = d.nidof = 0;
}

function notAsleep(m: Model, d: Data, expected: number, slept: number): RangeError {
  const tree = m.tree_sleep_policy.findIndex((policy, i) => policy === SleepPolicy.INIT && d.tree_asleep[i] < 0);
  const root = m.tree_bodyadr[tree];
  const name = id2name(m, ObjType.BODY, root) ?? root;
  return new RangeError(
    `${expected} trees are marked sleep="init", but only ${slept} could be put to sleep; ` +
      `the first other tree has root body '${name}' (id ${root})`,
  );
}
