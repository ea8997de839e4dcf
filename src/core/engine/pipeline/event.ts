/** Pipeline events: when and why a run of steps returns to the host. */
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { PipelineSlot } from '../../model/pipelineSlot.ts';
import { Status } from '../runtime/status.ts';
import { RunMode } from './runMode.ts';

/** Why a run of steps returned. */
export const PipelineEvent = {
  /** It ran all steps. */
  DONE: 0,
  /** The arena is too small: enlarge it, and run the step again. */
  GROW_ARENA: 1,
  /** Call the host handler of the step, then continue with the next step. */
  CALL_HOST: 2,
} as const;

/** Whether a step is in [from, to).
 *  @inline */
export function isInRange(step: int, from: int, to: int): boolean {
  return from <= step && step < to;
}

/** Stops for the host handler, which gets `info`. */
export function yieldToHost(d: Data, info: int): int {
  d.work_pipeline[PipelineSlot.INFO] = info;
  return PipelineEvent.CALL_HOST;
}

/** Records the step of an event; returns the event. */
export function pauseAt(d: Data, step: int, event: int): int {
  d.work_pipeline[PipelineSlot.STEP] = step;
  return event;
}

/** Stops if there are callbacks or plugins. */
export function yieldToUserCode(d: Data, mode: int): int {
  return (mode & RunMode.USER_CODE) !== 0 ? yieldToHost(d, 0) : PipelineEvent.DONE;
}

/** Stops for a larger arena, or for the host with any status except OK. */
export function eventFromStatus(d: Data, status: int): int {
  if (status === Status.OK) return PipelineEvent.DONE;
  return status === Status.ARENA_FULL ? PipelineEvent.GROW_ARENA : yieldToHost(d, status);
}

/** Stops if a stage returned the index of a bad value; -1 if there is none. */
export function eventFromBadIndex(d: Data, bad: int): int {
  return bad >= 0 ? yieldToHost(d, bad) : PipelineEvent.DONE;
}

/** Stops if a stage counted elements for the host. */
export function eventFromCount(d: Data, count: int): int {
  return count > 0 ? yieldToHost(d, count) : PipelineEvent.DONE;
}

/** Stops if a callback must fill user sensors, or if plugins may have sensors. */
export function eventFromSensors(d: Data, users: int, mode: int): int {
  return users > 0 || (mode & RunMode.USER_CODE) !== 0 ? yieldToHost(d, users) : PipelineEvent.DONE;
}
