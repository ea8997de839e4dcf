/** Running parts of the pipeline: the engine goes from place to place in one call, and comes back only where JavaScript has
 *  work. */
import { type Data, growArena } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { PipelineSlot } from '../../model/pipelineSlot.ts';
import { chooseShapes } from '../../plugin/shapes.ts';
import { Event, Mode, StatePlace } from '../pipeline/places.ts';
import { stagesOf } from './engine.ts';
import { type Place, placeNames } from './places.ts';
import { hasUserCode } from './userCode.ts';

/** What JavaScript does at a place; `info` is what the stage there had to say. */
export type HostHandlers = Partial<Record<Place, (m: Model, d: Data, info: number, mode: number) => void>>;

/** How places of a Model are run. */
export function modeOf(m: Model): number {
  return hasUserCode(m) ? Mode.HOST : 0;
}

/** Run places from one on, up to but without another. */
export function runPipeline(m: Model, d: Data, from: number, to: number, mode: number, handlers: HostHandlers): void {
  const stages = stagesOf(m);
  if (m.nplugin > 0) chooseShapes(m);
  resumePipeline(m, d, stages.runPlaces(m, d, from, to, mode), to, mode, handlers);
}

/** Go on after an event, up to but without a place. */
export function resumePipeline(
  m: Model,
  d: Data,
  first: number,
  to: number,
  mode: number,
  handlers: HostHandlers,
): void {
  const stages = stagesOf(m);
  let event = first;
  while (event !== Event.NONE) event = stages.runPlaces(m, d, handleEvent(m, d, event, mode, handlers), to, mode);
}

/** Run n steps. */
export function runTimeSteps(m: Model, d: Data, n: number, mode: number, handlers: HostHandlers): void {
  const stages = stagesOf(m);
  if (m.nplugin > 0) chooseShapes(m);
  let event = stages.runSteps(m, d, StatePlace.look, n, mode);
  while (event !== Event.NONE) {
    const left = d.work_pipeline[PipelineSlot.STEPS_LEFT];
    event = stages.runSteps(m, d, handleEvent(m, d, event, mode, handlers), left, mode);
  }
}

/** Steps in which something pulls at output `out` of an actuator. */
export interface LengthProbe {
  out: number;
  /** Acceleration, and the most force that it may take, without a limit if that is 0. */
  accel: number;
  maxforce: number;
  /** What velocities are multiplied with before each step. */
  slow: number;
  /** Time after which lengths are noted, and the time of the end. */
  settleTime: number;
  until: number;
}

/** Run pulled steps from time 0 on, unless the state starts again at time 0 or time does not go on. */
export function runLengthProbe(m: Model, d: Data, probe: LengthProbe, mode: number, handlers: HostHandlers): void {
  const stages = stagesOf(m);
  if (m.nplugin > 0) chooseShapes(m);
  const { out, accel, maxforce, slow, settleTime: settled, until } = probe;
  const runFrom = (step: number) => stages.runProbeSteps(m, d, step, out, accel, maxforce, slow, settled, until, mode);
  let event = runFrom(StatePlace.look);
  while (event !== Event.NONE) {
    const before = d.time;
    const step = handleEvent(m, d, event, mode, handlers);
    if (d.time < before) return;
    event = runFrom(step);
  }
}

/** More than enough to get from the smallest arena to the largest. */
const MAX_ARENA_RETRIES = 100;

/** Do what the engine has stopped for; returns where it goes on. */
function handleEvent(m: Model, d: Data, event: number, mode: number, handlers: HostHandlers): number {
  const step = d.work_pipeline[PipelineSlot.STEP] as Place;
  if (event === Event.GROW) {
    // one that asks again and again has a fault
    if (++d.work_pipeline[PipelineSlot.ARENA_RETRIES] > MAX_ARENA_RETRIES) throw new Error(describeRetries(step));
    growArena(d);
    return step;
  }
  d.work_pipeline[PipelineSlot.ARENA_RETRIES] = 0;
  handlers[step]?.(m, d, d.work_pipeline[PipelineSlot.INFO], mode);
  // callbacks may have run steps of another Model
  if (m.nplugin > 0) chooseShapes(m);
  return step + 1;
}

function describeRetries(step: Place): string {
  return `the stage ${placeNames[step]} asked for a larger arena again and again: please report this model`;
}
