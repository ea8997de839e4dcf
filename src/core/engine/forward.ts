/** Forward dynamics: from state and controls to accelerations and sensors. This file only calls; the order is in
 *  `pipeline/steps.table.ts`. */
import { expectInteger } from '../expect.ts';
import type { Data } from '../model/data.ts';
import { Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { PipelineStep } from './pipeline/pipelineStep.ts';
import { runForwardDynamics } from './runtime/forwardDynamics.ts';
import { hostHandlers, runForwardSteps } from './runtime/host/handlers.ts';
import { withEngine } from './runtime/withEngine.ts';

/** Compute everything that depends on the state, the controls and the applied forces.
 *
 *  @example
 *  d.qpos[0] = 0.3;
 *  forward(m, d);
 *  console.log(d.qacc, d.body('arm').xpos); */
export function forward(m: Model, d: Data): void {
  withEngine('forward', m, d, computeForward);
}

/** Run forward dynamics after `skipstage`, whose results are reused, and without sensors and energy if `skipsensor`.
 *
 *  @example
 *  forward(m, d);
 *  d.ctrl[0] = 1; // positions and velocities are the same, so their stages need not run again
 *  forwardSkip(m, d, Stage.VEL, true); */
export function forwardSkip(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  expectInteger('forwardSkip: skipstage', skipstage);
  withEngine('forwardSkip', m, d, (mm, b) => computeForwardSkip(mm, b, skipstage, skipsensor));
}

/** `forward` inside the pipeline. */
export function computeForward(m: Model, d: Data): void {
  runForwardDynamics(m, d, Stage.NONE, false, hostHandlers);
}

/** `forwardSkip` inside the pipeline. */
export function computeForwardSkip(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  runForwardDynamics(m, d, skipstage, skipsensor, hostHandlers);
}

/** Wake disturbed trees; compute the poses of everything awake. */
export function fwdKinematics(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.wake, PipelineStep.makeM);
}

/** Compute everything that depends on positions: poses, inertia, contacts, constraint rows, transmissions. */
export function fwdPosition(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.wake, PipelineStep.sensorPos);
}

/** Compute everything that depends on velocities: those of bodies, tendons and actuators, passive and bias forces,
 *  constraint references. */
export function fwdVelocity(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.velocities, PipelineStep.sensorVel);
}

/** Compute constrained accelerations; warns if the solver fails. */
export function fwdConstraint(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.fwdConstraint, PipelineStep.sensorAcc);
}
