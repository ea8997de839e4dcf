import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { runForwardSteps } from './runtime/host/forward.ts';
import { Place } from './runtime/places.ts';

/** Activation rates, actuator forces and what they do to the joints. */
export function fwdActuation(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.actuatorDynamics, Place.fwdAcceleration);
}
