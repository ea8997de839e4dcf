/** Sensors and energy of each stage, as ranges of pipeline steps. */
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { PipelineStep } from './pipeline/pipelineStep.ts';
import { runForwardSteps } from './runtime/host/handlers.ts';

/** Sensors that need only positions. */
export function sensorPos(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.sensorPos, PipelineStep.energyPos);
}

/** Sensors that need velocities. */
export function sensorVel(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.sensorVel, PipelineStep.energyVel);
}

/** Sensors that need accelerations or forces. */
export function sensorAcc(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.sensorAcc, PipelineStep.badAcc);
}

/** Potential energy if the flag `energy` is on and no sensor has computed it. With the flag off, both energies are 0. */
export function energyPos(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.energyPos, PipelineStep.velocities);
}

/** Kinetic energy if the flag `energy` is on and no sensor has computed it. */
export function energyVel(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.energyVel, PipelineStep.controlCallback);
}
