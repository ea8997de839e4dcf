/** Worlds on many machines: jobs are distributed to workers through a NATS server or, without a server, to local cores.
 *
 *  ```ts
 *  import { submit } from 'tenon/cluster';
 *  const job = { model: 'arm.xml', nstep: 500, sweep: { 'body_mass[1]': { from: 1, to: 5, count: 100 } } };
 *  for await (const { first, nbatch, state } of submit(job)) console.log(first, nbatch, state);
 *  ```
 *
 *  @module */

export type { Evolution, Generation } from './worlds/cluster/evolve.ts';
export { evolve } from './worlds/cluster/evolve.ts';
export type { JobSpec, Sweep, SweepAxis } from './worlds/cluster/jobSpec.ts';
export { sweepAxes, sweptValues, worldsOf } from './worlds/cluster/jobSpec.ts';
export type { JobState } from './worlds/cluster/jobs.ts';
export { listJobs } from './worlds/cluster/jobs.ts';
export type { ServerOptions } from './worlds/cluster/nats/connection.ts';
export type { WorkerOptions } from './worlds/cluster/nats/worker.ts';
export { runWorker } from './worlds/cluster/nats/worker.ts';
export type { SubmitOptions } from './worlds/cluster/submit.ts';
export { submit } from './worlds/cluster/submit.ts';
export type { TaskResult } from './worlds/cluster/task.ts';
