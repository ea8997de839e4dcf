/** User code while the state advances: if it throws, the state is rolled back. */
import { BLOCK } from '../../../model/block/block.ts';
import type { Data } from '../../../model/data.ts';
import { Enable, Stage } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { RunMode } from '../../pipeline/runMode.ts';
import { stagesOf } from '../engine.ts';
import { runForwardDynamics } from '../forwardDynamics.ts';
import type { HostHandlers } from '../pipelineRunner.ts';
import { advancePlugins, hasAdvance } from '../plugins.ts';
import { snapshotState } from '../stateSnapshot.ts';
import { warnNoSleepUnderRK4 } from '../warning.ts';

/** Snapshots the state if user code may run before the end of the time step: callbacks when trees fall asleep, plugins at
 *  the end. */
export function snapshotForUserCode(m: Model, d: Data, _: number, mode: number): void {
  const sleeping = m.opt.enableflags & Enable.SLEEP && !(mode & RunMode.RK4_RATES);
  const advancing = m.nplugin > 0 && hasAdvance(d);
  d[BLOCK].undo = sleeping || advancing ? snapshotState(m, d) : undefined;
}

/** After trees fell asleep, their velocities are 0: recomputes everything that depends on velocities. */
export function recomputeAfterSleep(m: Model, d: Data, mode: number, handlers: HostHandlers): void {
  if (mode & RunMode.RK4_RATES) {
    warnNoSleepUnderRK4(m, d);
    return;
  }
  rollBackOnError(d, () => runForwardDynamics(m, d, Stage.POS, false, handlers));
  stagesOf(m).updateSleep(m, d, 0);
}

/** Advances plugins at the end of a time step. */
export function advancePluginsOrRollBack(m: Model, d: Data): void {
  if (m.nplugin > 0 && hasAdvance(d)) rollBackOnError(d, () => advancePlugins(m, d));
  d[BLOCK].undo = undefined;
}

function rollBackOnError(d: Data, work: () => void): void {
  try {
    work();
  } catch (error) {
    d[BLOCK].undo?.();
    throw error;
  }
}
