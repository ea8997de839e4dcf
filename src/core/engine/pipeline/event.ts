import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { PipelineSlot } from '../../model/pipelineSlot.ts';
import { Status } from '../runtime/status.ts';
import { Event, Mode } from './places.ts';

/** Whether place `at` is one of those from one on, up to but without another.
 *  @inline */
export function covers(from: int, to: int, at: int): boolean {
  return from <= at && at < to;
}

/** Stops here for work of JavaScript, which finds `info` in work_pipeline. */
export function askHost(d: Data, info: int): int {
  d.work_pipeline[PipelineSlot.INFO] = info;
  return Event.HOST;
}

/** Notes where an event came up; returns it. */
export function stopAt(d: Data, place: int, event: int): int {
  d.work_pipeline[PipelineSlot.STEP] = place;
  return event;
}

/** Stops here if there are callbacks or plugins. */
export function askCallbacks(d: Data, mode: int): int {
  return (mode & Mode.HOST) !== 0 ? askHost(d, 0) : Event.NONE;
}

/** What the status of a stage means: a larger arena, something to say, or nothing. */
export function eventOfStatus(d: Data, status: int): int {
  if (status === Status.OK) return Event.NONE;
  return status === Status.ARENA_FULL ? Event.GROW : askHost(d, status);
}

/** A stage that returns the index of what is bad, or -1. */
export function eventOfBad(d: Data, bad: int): int {
  return bad >= 0 ? askHost(d, bad) : Event.NONE;
}

/** A stage that returns how many there are of what JavaScript has to look at. */
export function eventOfCount(d: Data, count: int): int {
  return count > 0 ? askHost(d, count) : Event.NONE;
}

/** Sensors: user sensors wait for their callback, and plugins may have some. */
export function eventOfSensors(d: Data, users: int, mode: int): int {
  return users > 0 || (mode & Mode.HOST) !== 0 ? askHost(d, users) : Event.NONE;
}
