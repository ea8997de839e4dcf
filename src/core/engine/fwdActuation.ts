/** Actuation as a range of pipeline steps. */
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { PipelineStep } from './pipeline/pipelineStep.ts';
import { runForwardSteps } from './runtime/host/handlers.ts';

/** Compute activation rates, actuator forces and their joint forces. */
export function fwdActuation(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.actuatorDynamics, PipelineStep.fwdAcceleration);
}
