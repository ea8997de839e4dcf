import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { runPart } from './runtime/host/forward.ts';
import { Place } from './runtime/places.ts';

/** Activation rates, actuator forces and what they do to the joints. */
export function fwdActuation(m: Model, d: Data): void {
  runPart(m, d, Place.actuatorDynamics, Place.fwdAcceleration);
}
