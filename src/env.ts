/** Tenon's environments: Gymnasium's MuJoCo tasks, for reinforcement learning and control.
 *
 *  ```ts
 *  import { make } from 'tenon/env';
 *  const env = await make('HalfCheetah-v5');
 *  let { observation } = env.reset({ seed: 42 });
 *  ```
 *
 *  @module */

export type { Environment, Info, ResetOptions, ResetResult, StepResult } from './learn/env/environment.ts';
export type { EnvironmentId, OptionsOf } from './learn/env/kinds.ts';
export { environmentXml } from './learn/env/kinds.ts';
export type { MadeEnvironment, MakeOptions } from './learn/env/make.ts';
export { make } from './learn/env/make.ts';
export { Generator } from './learn/env/random/generator.ts';
export type { Seed } from './learn/env/random/seedSequence.ts';
export { Box } from './learn/env/space.ts';
export type { VectorOptions, VectorStep } from './learn/env/vector.ts';
export { makeVector, VectorEnvironment } from './learn/env/vector.ts';
export { clipAction, rescaleAction } from './learn/env/wrappers/actions.ts';
export { frameStack } from './learn/env/wrappers/frameStack.ts';
export { normalizeObservation, normalizeReward } from './learn/env/wrappers/normalize.ts';
export { RunningStatistics } from './learn/env/wrappers/runningStatistics.ts';
export { timeLimit } from './learn/env/wrappers/timeLimit.ts';
export { policyFromFile } from './learn/train/linearPolicy.ts';
export type { PpoOptions } from './learn/train/ppo/ppo.ts';
export { Ppo, startPpo } from './learn/train/ppo/ppo.ts';
export type { Iteration, SearchAlgorithm, SearchOptions } from './learn/train/search.ts';
export { Search, startSearch } from './learn/train/search.ts';
export type { NetworkFile, PolicyFile } from './policy/policyFile.ts';
