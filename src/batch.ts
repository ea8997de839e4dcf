/** Many worlds in parallel: batches and rollouts, on one or many threads.
 *
 *  ```ts
 *  import { loadModel } from 'tenon';
 *  import { availableThreads, Batch } from 'tenon/batch';
 *  const batch = new Batch(await loadModel('humanoid.xml'), 1024, { threads: availableThreads() });
 *  await batch.step(100);
 *  console.log(batch.qpos);
 *  ```
 *
 *  @module */

export { availableThreads } from './core/worker/engineModules.ts';
export type { BatchOptions } from './worlds/batch/batch.ts';
export { Batch } from './worlds/batch/batch.ts';
export type { WorldArray, WorldField } from './worlds/batch/fields.ts';
export type { Parameters } from './worlds/batch/parameters.ts';
export { checkParameters, withParameters } from './worlds/batch/parameters.ts';
export type { Rows, ShapedArray } from './worlds/batch/rollout/broadcastShape.ts';
export type { WorldWarning } from './worlds/batch/rollout/chunk.ts';
export type { RolloutOptions } from './worlds/batch/rollout/job.ts';
export type { RolloutResult } from './worlds/batch/rollout/rollout.ts';
export { rollout } from './worlds/batch/rollout/rollout.ts';
export type { AsyncRolloutPolicy, PolicyModule, RolloutPolicy, StepInfo } from './worlds/batch/rolloutPolicy.ts';
export { closeThreads } from './worlds/batch/threads/pool.ts';
