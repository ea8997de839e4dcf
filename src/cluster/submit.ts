/** Submitting a job: to a cluster if there is one, otherwise to this machine. */
import { availableThreads } from '../batch.ts';
import { engineName } from './engine.ts';
import {
  type Bundle,
  bundleOf,
  type Prepared,
  prepareJob,
  runTask,
  type TaskResult,
  taskResult,
  tasksOf,
} from './job.ts';
import { openCluster, type ServerOptions, serverOf } from './nats/connection.ts';
import { runRemotely } from './nats/remote.ts';
import type { JobSpec } from './spec.ts';

/** How a job is run. */
export interface SubmitOptions extends ServerOptions {
  /** Without a server: threads of this machine; all, unless given. */
  threads?: number;
  signal?: AbortSignal;
  onProgress?: (progress: { id: string; done: number; total: number }) => void;
  /** Hears of workers that cannot take the job. */
  onNotice?: (text: string) => void;
  /** Tasks that are in the queue or in work at most; 256, unless given. */
  window?: number;
  /** Of so many tasks one is computed twice, and the bytes are compared. */
  verify?: number;
}

/** The results of a job, task by task as they come. With a server (`server`, or `TENON_NATS` in the environment) its workers do the
 *  work; a job that was submitted before goes on where it was. Without one, the cores of this machine do. The bytes are the same.
 *
 *  ```ts
 *  for await (const { first, nbatch, state } of submit({ model: 'arm.xml', nstep: 500, sweep: { 'body_mass[1]': [1, 2, 3] } })) {
 *    console.log(`worlds ${first} to ${first + nbatch - 1}`, state);
 *  }
 *  ``` */
export async function* submit(spec: JobSpec, options: SubmitOptions = {}): AsyncGenerator<TaskResult> {
  const bundle = await bundleOf(spec, await engineName());
  const job = await prepareJob(bundle.id, bundle.bytes, true);
  const total = tasksOf(job).length;
  let done = 0;
  try {
    for await (const result of resultsOf(bundle, job, options)) {
      options.onProgress?.({ id: job.id, done: ++done, total });
      yield result;
    }
  } finally {
    job.model.free();
  }
}

async function* resultsOf(bundle: Bundle, job: Prepared, options: SubmitOptions): AsyncGenerator<TaskResult> {
  if (serverOf(options) === undefined) {
    yield* runLocally(job, options);
    return;
  }
  const cluster = await openCluster(options);
  try {
    yield* runRemotely(cluster, bundle, job, options);
  } finally {
    await cluster.close();
  }
}

async function* runLocally(job: Prepared, { signal, threads = availableThreads() }: SubmitOptions) {
  for (const first of tasksOf(job)) {
    signal?.throwIfAborted();
    yield taskResult(await runTask(job, first, threads));
  }
}
