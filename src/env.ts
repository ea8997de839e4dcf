/** Tenon's environments: Gymnasium's MuJoCo tasks, for learning and control.
 *
 *  ```ts
 *  import { make } from 'tenon/env';
 *  const env = await make('HalfCheetah-v5');
 *  let { observation } = env.reset({ seed: 42 });
 *  ```
 *
 *  @module */

export type { Environment, Info, ResetOptions, ResetResult, StepResult } from './env/environment.ts';
export type { EnvironmentId, OptionsOf } from './env/kinds.ts';
export { environmentXml } from './env/kinds.ts';
export type { MadeEnvironment, MakeOptions } from './env/make.ts';
export { make } from './env/make.ts';
export { Generator } from './env/random/generator.ts';
export type { Seed } from './env/random/seedSequence.ts';
export { Box } from './env/space.ts';
export type { PolicyFile } from './env/train/policy.ts';
export { policyFrom } from './env/train/policy.ts';
export type { NetworkFile, PpoOptions } from './env/train/ppo/ppo.ts';
export { Ppo, startPpo } from './env/train/ppo/ppo.ts';
export type { Iteration, SearchAlgorithm, SearchOptions } from './env/train/search.ts';
export { Search, startSearch } from './env/train/search.ts';
export type { VectorOptions, VectorStep } from './env/vector.ts';
export { makeVector, VectorEnvironment } from './env/vector.ts';
export { clipAction, rescaleAction } from './env/wrappers/actions.ts';
export { frameStack } from './env/wrappers/frameStack.ts';
export { Moments } from './env/wrappers/moments.ts';
export { normaliseObservation, normaliseReward } from './env/wrappers/normalise.ts';
export { timeLimit } from './env/wrappers/timeLimit.ts';
