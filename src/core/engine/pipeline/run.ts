import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { PipelineSlot } from '../../model/pipelineSlot.ts';
import { runAccelerationPlaces } from './accelerations.ts';
import { runContactPlaces } from './contacts.ts';
import { runIntegrationPlaces } from './integration.ts';
import {
  AccelerationPlace,
  ContactPlace,
  END,
  Event,
  IntegrationPlace,
  Mode,
  PosePlace,
  StatePlace,
  VelocityPlace,
} from './places.ts';
import { runPosePlaces, runStatePlaces } from './poses.ts';
import { runVelocityPlaces } from './velocities.ts';

/** n steps, the first from a place on. Returns why it stopped, an Event; where, and how many steps are left, stands in
 *  work_pipeline.
 *  Writes what the stages write, and work_pipeline. */
export function runSteps(m: Model, d: Data, from: int, n: int, mode: int): int {
  let at = from;
  for (let left = n; left > 0; left--) {
    const event = runPlaces(m, d, at, END, mode);
    if (event !== Event.NONE) {
      d.work_pipeline[PipelineSlot.STEPS_LEFT] = left;
      return event;
    }
    // without callbacks and plugins nobody can have disturbed a sleeper
    at = (mode & Mode.HOST) !== 0 ? StatePlace.look : StatePlace.badPos;
  }
  return Event.NONE;
}

/** Places from one on, up to but without another. Returns why it stopped, an Event; where stands in work_pipeline.
 *  Writes what the stages write, and work_pipeline. */
export function runPlaces(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = runStatePlaces(m, d, from, Math.min(to, PosePlace.wake));
  if (event !== Event.NONE) return event;
  runPosePlaces(m, d, Math.max(from, PosePlace.wake), Math.min(to, ContactPlace.collision));
  event = runContactPlaces(m, d, Math.max(from, ContactPlace.collision), Math.min(to, VelocityPlace.velocities), mode);
  if (event !== Event.NONE) return event;
  event = runVelocityPlaces(
    m,
    d,
    Math.max(from, VelocityPlace.velocities),
    Math.min(to, AccelerationPlace.control),
    mode,
  );
  if (event !== Event.NONE) return event;
  event = runAccelerationPlaces(
    m,
    d,
    Math.max(from, AccelerationPlace.control),
    Math.min(to, IntegrationPlace.badAcc),
    mode,
  );
  if (event !== Event.NONE) return event;
  return runIntegrationPlaces(m, d, Math.max(from, IntegrationPlace.badAcc), to, mode);
}

/** One place; returns an Event.
 *  Writes what the stage writes, and work_pipeline. */
export function runPlace(m: Model, d: Data, at: int, mode: int): int {
  return runPlaces(m, d, at, at + 1, mode);
}
