/** Runs the pipeline step by step from JavaScript, so that each step can be observed. */
import { PipelineSlot } from '../../model/pipelineSlot.ts';
import { PipelineEvent } from '../pipeline/event.ts';
import { PIPELINE_END, PipelineStep } from '../pipeline/pipelineStep.ts';
import { RunMode } from '../pipeline/runMode.ts';
import type { StageFunctions } from './stages.ts';

/** A copy of a stage table in which `runPipelineStep` runs every pipeline step. */
export function withPerStepHook(
  stages: StageFunctions,
  runPipelineStep: StageFunctions['runPipelineStep'],
): StageFunctions {
  const runPipelineSteps: StageFunctions['runPipelineSteps'] = (m, d, from, to, mode) => {
    for (let step = from; step < to; step++) {
      const event = runPipelineStep(m, d, step, mode);
      if (event === PipelineEvent.DONE) continue;
      d.work_pipeline[PipelineSlot.STEP] = step;
      return event;
    }
    return PipelineEvent.DONE;
  };
  const runSteps: StageFunctions['runSteps'] = (m, d, from, n, mode) => {
    const first = mode & RunMode.USER_CODE ? PipelineStep.wakeDisturbed : PipelineStep.badPos;
    for (let left = n, step = from; left > 0; left--, step = first) {
      const event = runPipelineSteps(m, d, step, PIPELINE_END, mode);
      if (event === PipelineEvent.DONE) continue;
      d.work_pipeline[PipelineSlot.STEPS_LEFT] = left;
      return event;
    }
    return PipelineEvent.DONE;
  };
  return { ...stages, runPipelineStep, runPipelineSteps, runSteps };
}
