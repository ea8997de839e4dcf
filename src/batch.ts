/** Many worlds at once: batches that are stepped together, and rollouts, on one thread or on many.
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

export type { BatchOptions } from './batch/batch.ts';
export { Batch } from './batch/batch.ts';
export type { WorldArray, WorldField } from './batch/fields.ts';
export type { Parameters } from './batch/parameters.ts';
export { checkParameters, modelWith } from './batch/parameters.ts';
export type { AsyncPolicy, Moment, Policy, PolicyModule } from './batch/policy.ts';
export type { WorldWarning } from './batch/rollout/chunk.ts';
export type { RolloutOptions } from './batch/rollout/job.ts';
export type { RolloutResult } from './batch/rollout/rollout.ts';
export { rollout } from './batch/rollout/rollout.ts';
export type { Rows, Shaped } from './batch/rollout/shapes.ts';
export { availableThreads, closeThreads } from './batch/threads/pool.ts';
