/** Submitting a job: to a cluster if there is one, otherwise to this machine. */
import { availableThreads } from '../../batch.ts';
import { engineName } from './engine.ts';
import { type Bundle, bundleOf, type Prepared, prepareJob, tasksOf } from './job.ts';
import { checkJobSpec, type JobSpec } from './jobSpec.ts';
import { expectWhole, MAX_TASKS, MAX_WINDOW } from './limits.ts';
import { openCluster, type ServerOptions, withEnvironment } from './nats/connection.ts';
import { runRemotely } from './nats/remote.ts';
import { runTask, type TaskResult, taskResult } from './task.ts';

/** How a job is run. */
export interface SubmitOptions extends ServerOptions {
  /** Without a server: threads of this machine; default: all. */
  threads?: number;
  signal?: AbortSignal;
  onProgress?: (progress: { id: string; done: number; total: number }) => void;
  /** Called with what workers have to say about the job. */
  onNotice?: (text: string) => void;
  /** Tasks that are in the queue or in work at most, up to 10,000; default: 256. */
  window?: number;
  /** One of this many tasks is run by two workers, and handed over when they agree. Where they do not, others decide, and who was wrong is
   *  named. Default: none. */
  verify?: number;
}

/** The results of a job, task by task as they come. With a server (`server`, or `TENON_NATS` in the environment) its workers do the
 *  work; a job that was submitted before goes on where it was. Without one, the cores of this machine do. The bytes are the same.
 *  The job is read when this is called: what is done to its objects and arrays later changes nothing.
 *
 *  ```ts
 *  for await (const { first, nbatch, state } of submit({ model: 'arm.xml', nstep: 500, sweep: { 'body_mass[1]': [1, 2, 3] } })) {
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

/** Says what is wrong when somebody asks for a result. */
// biome-ignore lint/correctness/useYield: there is nothing to yield
async function* failing(error: unknown): AsyncGenerator<TaskResult> {
  throw error;
}

/** A copy of the options, with the environment as it is now. */
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
