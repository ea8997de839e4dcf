/** A rollout on several threads. */

import { expectSendable } from '../../../core/worker/threadModel.ts';
import type { Chunk, WorldWarning } from '../rollout/chunk.ts';
import { makeChunk, type RolloutJob } from '../rollout/job.ts';
import type { SerializablePolicy } from '../rolloutPolicy.ts';
import { acquireModel } from './modelCache.ts';
import { threadsFor } from './pool.ts';
import type { Thread } from './protocol.ts';
import { canShare, sliceForThread, transferable } from './sharing.ts';

/** Roll out all worlds of a job. Returns the warnings. */
export async function runOnThreads(job: RolloutJob, count: number): Promise<WorldWarning[]> {
  const { model, policy, signal } = job;
  if (typeof policy === 'function') {
    throw new TypeError(
      'rollout: policy: functions cannot be sent to threads. Pass the path of a module, or use threads: 0',
    );
  }
  expectSendable('rollout', model);
  // before the first await: the caller may change or free the Model then
  const lease = acquireModel(model, policy !== undefined);
  try {
    const threads = await threadsFor(count, model.heap);
    signal?.throwIfAborted();
    lease.sendTo(threads);
    return await unlessAborted(new ChunkRun(job, threads, lease.id, policy), signal);
  } finally {
    lease.release();
  }
}

/** The warnings of a run. An abort rejects immediately, without waiting for threads. */
async function unlessAborted(run: ChunkRun, signal: AbortSignal | undefined): Promise<WorldWarning[]> {
  if (!signal) return run.all();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      run.stop();
      reject(signal.reason);
    };
  });
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([run.all(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Sends the chunks of a rollout to threads as they become free, in the order of worlds. */
class ChunkRun {
  readonly #job: RolloutJob;
  readonly #threads: readonly Thread[];
  readonly #id: number;
  readonly #policy: SerializablePolicy | undefined;
  readonly #stop = canShare() ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
  readonly #warnings: WorldWarning[] = [];
  readonly #failed: { world: number; error: unknown }[] = [];
  #next = 0;
  #done = 0;

  constructor(job: RolloutJob, threads: readonly Thread[], id: number, policy: SerializablePolicy | undefined) {
    this.#job = job;
    this.#threads = threads;
    this.#id = id;
    this.#policy = policy;
  }

  /** Stop sending chunks, and stop those in progress where memory is shared. */
  stop(): void {
    this.#next = this.#job.nbatch;
    if (this.#stop) Atomics.store(this.#stop, 0, 1);
  }

  async all(): Promise<WorldWarning[]> {
    // two chunks per thread: prefetch one, so that threads never wait
    const ahead = this.#job.chunkSize === undefined ? [...this.#threads, ...this.#threads] : this.#threads;
    await Promise.all(ahead.map((thread) => this.#feed(thread)));
    // all worlds before the lowest that failed have run, so the error does not depend on the number of threads
    if (this.#failed.length > 0) throw this.#failed.reduce((a, b) => (b.world < a.world ? b : a)).error;
    return this.#warnings;
  }

  async #feed(thread: Thread): Promise<void> {
    while (this.#next < this.#job.nbatch) {
      const first = this.#next;
      const chunk = makeChunk(this.#job, first, this.#stop, sliceForThread);
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
    const transferred = transferable([chunk.state, ...chunk.outputs]);
    const result = await thread.call('rollout', [this.#id, chunk, this.#policy], transferred);
    const at = chunk.first * rows;
    if (result.state) job.state.set(result.state, at * (result.state.length / (chunk.count * rows)));
    result.outputs?.forEach((output, c) => {
      job.outputs[c].set(output, at * job.columns[c].width);
    });
    this.#warnings.push(...result.warnings);
    this.#done += chunk.count;
    job.onProgress?.({ done: this.#done, total: job.nbatch });
  }
}
