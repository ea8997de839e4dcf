/** Running parts of the pipeline: the engine goes from place to place in one call, and comes back only where JavaScript has
 *  work. */
import { type Data, growArena } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { PipelineInt } from '../../model/pipelineInt.ts';
import { chooseShapes } from '../../plugin/shapes.ts';
import { Event, Mode, StatePlace } from '../pipeline/places.ts';
import { stagesOf } from './engine.ts';
import { type Place, placeNames } from './places.ts';
import { runsUserCode } from './userCode.ts';

/** What JavaScript does at a place; `info` is what the stage there had to say. */
export type HostWork = Partial<Record<Place, (m: Model, d: Data, info: number, mode: number) => void>>;

/** How places of a Model are run. */
export function modeOf(m: Model): number {
  return runsUserCode(m) ? Mode.HOST : 0;
}

/** Run places from one on, up to but without another. */
export function drive(m: Model, d: Data, from: number, to: number, mode: number, work: HostWork): void {
  const stages = stagesOf(m);
  if (m.nplugin > 0) chooseShapes(m);
  driveOn(m, d, stages.runPlaces(m, d, from, to, mode), to, mode, work);
}

/** Go on after an event, up to but without a place. */
export function driveOn(m: Model, d: Data, first: number, to: number, mode: number, work: HostWork): void {
  const stages = stagesOf(m);
  let event = first;
  while (event !== Event.NONE) event = stages.runPlaces(m, d, answer(m, d, event, mode, work), to, mode);
}

/** Run n steps. */
export function driveSteps(m: Model, d: Data, n: number, mode: number, work: HostWork): void {
  const stages = stagesOf(m);
  if (m.nplugin > 0) chooseShapes(m);
  let event = stages.runSteps(m, d, StatePlace.look, n, mode);
  while (event !== Event.NONE) {
    const left = d.work_pipeline[PipelineInt.STEPS];
    event = stages.runSteps(m, d, answer(m, d, event, mode, work), left, mode);
  }
}

/** Steps in which something pulls at output `out` of an actuator. */
export interface Pull {
  out: number;
  /** Acceleration, and the most force that it may take, without a limit if that is 0. */
  accel: number;
  maxforce: number;
  /** What velocities are multiplied with before each step. */
  slow: number;
  /** Time after which lengths are noted, and the time of the end. */
  settled: number;
  until: number;
}

/** Run pulled steps from time 0 on, unless the state starts again at time 0 or time does not go on. */
export function drivePull(m: Model, d: Data, pull: Pull, mode: number, work: HostWork): void {
  const stages = stagesOf(m);
  if (m.nplugin > 0) chooseShapes(m);
  const { out, accel, maxforce, slow, settled, until } = pull;
  const runFrom = (place: number) =>
    stages.runPulledSteps(m, d, place, out, accel, maxforce, slow, settled, until, mode);
  let event = runFrom(StatePlace.look);
  while (event !== Event.NONE) {
    const before = d.time;
    const place = answer(m, d, event, mode, work);
    if (d.time < before) return;
    event = runFrom(place);
  }
}

/** More than enough to get from the smallest arena to the largest. */
const MOST_GROWTHS = 100;

/** Do what the engine has stopped for; returns where it goes on. */
function answer(m: Model, d: Data, event: number, mode: number, work: HostWork): number {
  const place = d.work_pipeline[PipelineInt.PLACE] as Place;
  if (event === Event.GROW) {
    // one that asks again and again has a fault
    if (++d.work_pipeline[PipelineInt.GROWTHS] > MOST_GROWTHS) throw new Error(tooOften(place));
    growArena(d);
    return place;
  }
  d.work_pipeline[PipelineInt.GROWTHS] = 0;
  work[place]?.(m, d, d.work_pipeline[PipelineInt.INFO], mode);
  // callbacks may have run steps of another Model
  if (m.nplugin > 0) chooseShapes(m);
  return place + 1;
}

function tooOften(place: Place): string {
  return `the stage ${placeNames[place]} asked for a larger arena again and again: please report this model`;
}
