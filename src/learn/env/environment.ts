/** The environment interface, with Gymnasium's semantics. */
import type { Seed } from './random/seedSequence.ts';
import type { Box } from './space.ts';

/** Additional values of a step, by Gymnasium's names. */
export type Info = Record<string, number | Float64Array>;

/** Options of `reset`. */
export interface ResetOptions {
  /**
   * Restart the random sequence: a seed gives the same initial state as in Gymnasium. By default the sequence
   * continues.
   */
  seed?: Seed;
}

/** The result of `reset`. */
export interface ResetResult {
  observation: Float64Array;
  info: Info;
}

/** The result of an action. */
export interface StepResult {
  observation: Float64Array;
  reward: number;
  /** The task has ended: the value of the next state is zero. */
  terminated: boolean;
  /** The episode was truncated for another reason, such as a time limit. */
  truncated: boolean;
  info: Info;
}

/** An environment with actions, observations and episodes. */
export interface Environment {
  readonly observationSpace: Box;
  readonly actionSpace: Box;
  /** Start an episode. */
  reset(options?: ResetOptions): ResetResult;
  /** Take an action. The observation belongs to the caller. */
  step(action: ArrayLike<number>): StepResult;
  /** Free the memory. */
  close(): void;
}
