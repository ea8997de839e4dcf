/** Runs time steps, or one pipeline step. */
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { PipelineSlot } from '../../model/pipelineSlot.ts';
import { PipelineEvent } from './event.ts';
import { PIPELINE_END, PipelineStep } from './pipelineStep.ts';
import { RunMode } from './runMode.ts';
import { runPipelineSteps } from './runPhases.ts';

/** Runs n time steps, the first from pipeline step `from`. Returns a PipelineEvent; its step and the number of time steps
 *  left are in work_pipeline.
 *  Writes what the stages write, and work_pipeline. */
export function runSteps(m: Model, d: Data, from: int, n: int, mode: int): int {
  let step = from;
  for (let left = n; left > 0; left--) {
    const event = runPipelineSteps(m, d, step, PIPELINE_END, mode);
    if (event !== PipelineEvent.DONE) {
      d.work_pipeline[PipelineSlot.STEPS_LEFT] = left;
      return event;
    }
    // without user code, nothing can disturb a tree between time steps
    step = (mode & RunMode.USER_CODE) !== 0 ? PipelineStep.wakeDisturbed : PipelineStep.badPos;
  }
  return PipelineEvent.DONE;
}

/** Runs one pipeline step; returns a PipelineEvent.
 *  Writes what the stage writes, and work_pipeline. */
export function runPipelineStep(m: Model, d: Data, step: int, mode: int): int {
  return runPipelineSteps(m, d, step, step + 1, mode);
}
