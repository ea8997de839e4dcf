/** Submits a job: to a cluster if a server is configured, otherwise to this machine. */
import { availableThreads } from '../../batch.ts';
import { engineName } from './engine.ts';
import { type Bundle, bundleOf, type Prepared, prepareJob, tasksOf } from './job.ts';
import { checkJobSpec, type JobSpec } from './jobSpec.ts';
import { expectWhole, MAX_TASKS, MAX_WINDOW } from './limits.ts';
import { openCluster, type ServerOptions, withEnvironment } from './nats/connection.ts';
import { runRemotely } from './nats/remote.ts';
import { runTask, type TaskResult, taskResult } from './task.ts';

/** Options of `submit`. */
export interface SubmitOptions extends ServerOptions {
  /** Without a server: threads of this machine (default: all). */
  threads?: number;
  signal?: AbortSignal;
  onProgress?: (progress: { id: string; done: number; total: number }) => void;
  /** Called with notices from workers about the job. */
  onNotice?: (text: string) => void;
  /** Maximum number of queued or running tasks, up to 10,000 (default: 256). */
  window?: number;
  /** Run one in `verify` tasks on two workers, and deliver its result when they agree. If they disagree, other workers
   * decide, and the one that was wrong is named (default: none). */
  verify?: number;
}

/** Run a job and iterate over its results as tasks finish. With a server (`server`, or `TENON_NATS` in the
 * environment), its workers run the tasks; a job that was submitted before continues where it stopped. Without one,
 * the cores of this machine run them. The bytes are the same. The job is copied when this is called: later changes
 * have no effect.
 *
 *  ```ts
 * for await (const { first, nbatch, state } of submit({ model: 'arm.xml', nstep: 500, sweep: { 'body_mass[1]': [1, 2,
 * 3] } })) {
 *    console.log(`worlds ${first} to ${first + nbatch - 1}`, state);
 *  }
 *  ``` */
export function submit(spec: JobSpec, options: SubmitOptions = {}): AsyncGenerator<TaskResult> {
  let read: { spec: JobSpec; options: SubmitOptions };
  try {
    read = { spec: checkJobSpec(spec), options: checkOptions(options) };
  } catch (error) {
    return failing(error);
  }
  return run(read.spec, read.options);
}

/** Reports an error when the first result is requested. */
// biome-ignore lint/correctness/useYield: there is nothing to yield
async function* failing(error: unknown): AsyncGenerator<TaskResult> {
  throw error;
}

/** A copy of the options, with the current environment. */
function checkOptions(given: SubmitOptions): SubmitOptions {
  const options = withEnvironment(given);
  const { window, verify } = options;
  if (window !== undefined) expectWhole('submit: window', window, 1, MAX_WINDOW);
  if (verify !== undefined) expectWhole('submit: verify', verify, 1, MAX_TASKS);
  return options;
}

async function* run(spec: JobSpec, options: SubmitOptions): AsyncGenerator<TaskResult> {
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
  if (options.server === undefined) {
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
    yield taskResult(job, first, await runTask(job, first, threads));
  }
}
