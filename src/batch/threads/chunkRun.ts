/** A rollout on several threads. */
import { isPlain } from '../../engine/runtime/engine.ts';
import type { WorldField } from '../fields.ts';
import { type SentPolicy, sendablePolicy } from '../policy.ts';
import type { Chunk, WorldWarning } from '../rollout/chunk.ts';
import { chunkOf, type Job, type RolloutOptions } from '../rollout/job.ts';
import { lendModel } from './keptModel.ts';
import { threadsFor } from './pool.ts';
import { canShare, partOf, transferable } from './sharing.ts';
import type { Thread } from './thread.ts';

/** Roll out all worlds of a job; returns those that warned of something. */
export async function runOnThreads(
  job: Job,
  count: number,
  options: RolloutOptions<WorldField>,
): Promise<WorldWarning[]> {
  const { policy, signal } = options;
  if (typeof policy === 'function') {
    throw new TypeError(
      'rollout: policy: functions cannot be sent to threads: give the path of a module, or threads: 0',
    );
  }
  if (job.model.callbacks) {
    throw new Error('rollout: callbacks of a Model cannot be sent to threads; use threads: 0, or a policy');
  }
  const sent = policy === undefined ? undefined : sendablePolicy(policy);
  const threads = await threadsFor(count, job.model.heap);
  signal?.throwIfAborted();
  const { id, giveBack } = lendModel(job.model, isPlain(job.model.stages), threads, sent !== undefined);
  const run = new ChunkRun(job, threads, id, sent, options.onProgress);
  const aborted = () => run.stop();
  signal?.addEventListener('abort', aborted);
  try {
    return await Promise.race([run.all(), rejectOn(signal)]);
  } finally {
    signal?.removeEventListener('abort', aborted);
    giveBack();
  }
}

function rejectOn(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

/** The chunks of a rollout, given to threads as they become free, in the order of their worlds. */
class ChunkRun {
  readonly #job: Job;
  readonly #threads: readonly Thread[];
  readonly #id: number;
  readonly #policy: SentPolicy | undefined;
  readonly #onProgress: RolloutOptions<WorldField>['onProgress'];
  readonly #stop = canShare() ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
  readonly #warnings: WorldWarning[] = [];
  readonly #failed: { world: number; error: unknown }[] = [];
  #next = 0;
  #done = 0;

  constructor(
    job: Job,
    threads: readonly Thread[],
    id: number,
    policy: SentPolicy | undefined,
    onProgress: RolloutOptions<WorldField>['onProgress'],
  ) {
    this.#job = job;
    this.#threads = threads;
    this.#id = id;
    this.#policy = policy;
    this.#onProgress = onProgress;
  }

  /** Nobody wants the results any more. */
  stop(): void {
    this.#next = this.#job.nbatch;
    if (this.#stop) Atomics.store(this.#stop, 0, 1);
  }

  async all(): Promise<WorldWarning[]> {
    // a second chunk waits in each thread, which need not wait for an answer from here then
    const ahead = this.#job.chunkSize === undefined ? [...this.#threads, ...this.#threads] : this.#threads;
    await Promise.all(ahead.map((thread) => this.#feed(thread)));
    // all worlds before the one that failed first have been run: the error is the same whatever the threads
    if (this.#failed.length > 0) throw this.#failed.reduce((a, b) => (b.world < a.world ? b : a)).error;
    return this.#warnings;
  }

  async #feed(thread: Thread): Promise<void> {
    while (this.#next < this.#job.nbatch) {
      const first = this.#next;
      const chunk = chunkOf(this.#job, first, this.#stop, partOf);
      this.#next += chunk.count;
      try {
        await this.#run(thread, chunk);
      } catch (error) {
        this.#failed.push({ world: (error as { world?: number }).world ?? first, error });
        this.#next = this.#job.nbatch;
      }
    }
  }

  async #run(thread: Thread, chunk: Chunk): Promise<void> {
    const job = this.#job;
    const { rows } = job;
    const travelling = transferable([chunk.state, ...chunk.outputs]);
    const answer = await thread.ask('rollout', [this.#id, chunk, this.#policy], travelling);
    const at = chunk.first * rows;
    if (answer.state) job.state.set(answer.state, at * (answer.state.length / (chunk.count * rows)));
    answer.outputs?.forEach((output, c) => {
      job.outputs[c].set(output, at * job.columns[c].width);
    });
    this.#warnings.push(...answer.warnings);
    this.#done += chunk.count;
    this.#onProgress?.({ done: this.#done, total: job.nbatch });
  }
}
