/** Sensors and energy as separate calls, one per stage of the pipeline. */
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { runForwardSteps } from './runtime/host/forward.ts';
import { Place } from './runtime/places.ts';

/** Sensors that need only positions. */
export function sensorPos(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.sensorPos, Place.energyPos);
}

/** Sensors that need velocities. */
export function sensorVel(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.sensorVel, Place.energyVel);
}

/** Sensors that need accelerations or forces. */
export function sensorAcc(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.sensorAcc, Place.badAcc);
}

/** Potential energy if the flag `energy` is on and a sensor has not computed it; else both energies are 0. */
export function energyPos(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.energyPos, Place.velocities);
}

/** Kinetic energy if the flag `energy` is on and a sensor has not computed it. */
export function energyVel(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.energyVel, Place.control);
}
