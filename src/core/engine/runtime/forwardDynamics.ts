/** Forward dynamics as a range of pipeline steps, for code that the host handlers call: it takes their table as an argument,
 *  because the table imports it. */
import type { Data } from '../../model/data.ts';
import { Integrator, Stage } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { PipelineStep } from '../pipeline/pipelineStep.ts';
import { RunMode } from '../pipeline/runMode.ts';
import { checkMetric } from './checkMetric.ts';
import { type HostHandlers, runModeFor, runPipeline } from './pipelineRunner.ts';

/** Run forward dynamics after `skipstage`, without sensors if `skipsensor`. */
export function runForwardDynamics(
  m: Model,
  d: Data,
  skipstage: Stage,
  skipsensor: boolean,
  handlers: HostHandlers,
): void {
  if (m.nflex > 0 || m.opt.integrator === Integrator.DISCRETE) checkMetric(m);
  const mode = runModeFor(m) | (skipsensor ? RunMode.SKIP_SENSOR : 0);
  runPipeline(m, d, firstStepAfter(skipstage), PipelineStep.badAcc, mode, handlers);
}

function firstStepAfter(skipstage: Stage): PipelineStep {
  if (skipstage < Stage.POS) return PipelineStep.wake;
  return skipstage < Stage.VEL ? PipelineStep.velocities : PipelineStep.controlCallback;
}
