/** Forward dynamics, from state and controls to accelerations and sensors. This file only calls: what stands in which order is
 *  in `pipeline/places.ts`. */
import { expectInteger } from '../expect.ts';
import type { Data } from '../model/data.ts';
import { Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { Mode } from './pipeline/places.ts';
import { runForwardSteps } from './runtime/host/forward.ts';
import { Place } from './runtime/places.ts';
import { requireMetric } from './runtime/requireMetric.ts';
import { withEngine } from './runtime/withEngine.ts';

/** Everything that follows from the state, the controls and the applied forces.
 *
 *  @example
 *  d.qpos[0] = 0.3;
 *  forward(m, d);
 *  console.log(d.qacc, d.body('arm').xpos); */
export function forward(m: Model, d: Data): void {
  withEngine('forward', m, d, computeForward);
}

/** Forward dynamics without the stages up to `skipstage` (their results are taken as they are), and without sensors and
 *  energy if `skipsensor`.
 *
 *  @example
 *  forward(m, d);
 *  d.ctrl[0] = 1; // positions and velocities are the same, so their stages need not run again
 *  forwardSkip(m, d, Stage.VEL, true); */
export function forwardSkip(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  expectInteger('forwardSkip: skipstage', skipstage);
  withEngine('forwardSkip', m, d, (mm, b) => computeForwardSkip(mm, b, skipstage, skipsensor));
}

/** `forward` as a part of the pipeline. */
export function computeForward(m: Model, d: Data): void {
  computeForwardSkip(m, d, Stage.NONE, false);
}

/** `forwardSkip` as a part of the pipeline. */
export function computeForwardSkip(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  if (m.nflex > 0) requireMetric(m);
  runForwardSteps(m, d, firstStepAfter(skipstage), Place.badAcc, skipsensor ? Mode.SKIP_SENSOR : 0);
}

function firstStepAfter(skipstage: Stage): Place {
  if (skipstage < Stage.POS) return Place.wake;
  return skipstage < Stage.VEL ? Place.velocities : Place.control;
}

/** Poses of everything that is awake; what has been disturbed wakes up. */
export function fwdKinematics(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.wake, Place.makeM);
}

/** What follows from positions: poses, inertia, contacts, constraint rows, transmissions. */
export function fwdPosition(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.wake, Place.sensorPos);
}

/** What follows from velocities: their sums over bodies, tendons and actuators, passive and bias forces, constraint
 *  references. */
export function fwdVelocity(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.velocities, Place.sensorVel);
}

/** Accelerations with constraints; says what the solver could not do. */
export function fwdConstraint(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.fwdConstraint, Place.sensorAcc);
}
