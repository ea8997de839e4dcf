/** What an environment is: Gymnasium's meaning, in TypeScript. */
import type { Seed } from './random/seedSequence.ts';
import type { Box } from './space.ts';

/** Numbers that tell about a step besides its reward, by Gymnasium's names. */
export type Info = Record<string, number | Float64Array>;

/** How an episode begins. */
export interface ResetOptions {
  /** Starts the random numbers anew: the same seed gives the same first state, Gymnasium's. Without it they go on. */
  seed?: Seed;
}

/** The beginning of an episode. */
export interface ResetResult {
  observation: Float64Array;
  info: Info;
}

/** What an action has led to. */
export interface StepResult {
  observation: Float64Array;
  reward: number;
  /** The task has come to an end: what follows has no value. */
  terminated: boolean;
  /** The episode was cut off for another reason, such as a time limit. */
  truncated: boolean;
  info: Info;
}

/** Something that can be acted on, episode after episode. */
export interface Environment {
  readonly observationSpace: Box;
  readonly actionSpace: Box;
  /** Begin an episode. */
  reset(options?: ResetOptions): ResetResult;
  /** Act once. The observation is the caller's to keep. */
  step(action: ArrayLike<number>): StepResult;
  /** Give the memory back. */
  close(): void;
}
