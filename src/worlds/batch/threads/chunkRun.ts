/** A rollout on several threads. */
import { isPlain } from '../../../core/engine/runtime/engine.ts';
import { expectSendable } from '../modelSnapshot.ts';
import type { Chunk, WorldWarning } from '../rollout/chunk.ts';
import { makeChunk, type RolloutJob } from '../rollout/job.ts';
import type { SerializablePolicy } from '../rolloutPolicy.ts';
import { acquireModel } from './modelCache.ts';
import { threadsFor } from './pool.ts';
import { canShare, sliceForThread, transferable } from './sharing.ts';
import type { Thread } from './thread.ts';

/** Roll out all worlds of a job; returns those that warned of something. */
export async function runOnThreads(job: RolloutJob, count: number): Promise<WorldWarning[]> {
  const { model, policy, signal } = job;
  if (typeof policy === 'function') {
    throw new TypeError(
      'rollout: policy: functions cannot be sent to threads: give the path of a module, or threads: 0',
    );
  }
  expectSendable('rollout', model);
  // before the first await: whoever called may change the Model, or free it
  const lease = acquireModel(model, isPlain(model.stages), policy !== undefined);
  try {
    const threads = await threadsFor(count, model.heap);
    signal?.throwIfAborted();
    lease.sendTo(threads);
    return await unlessAborted(new ChunkRun(job, threads, lease.id, policy), signal);
  } finally {
    lease.release();
  }
}

/** The warnings of a run; an abort ends the wait for them at once. */
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

/** The chunks of a rollout, given to threads as they become free, in the order of their worlds. */
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
    const reply = await thread.call('rollout', [this.#id, chunk, this.#policy], transferred);
    const at = chunk.first * rows;
    if (reply.state) job.state.set(reply.state, at * (reply.state.length / (chunk.count * rows)));
    reply.outputs?.forEach((output, c) => {
      job.outputs[c].set(output, at * job.columns[c].width);
    });
    this.#warnings.push(...reply.warnings);
    this.#done += chunk.count;
    job.onProgress?.({ done: this.#done, total: job.nbatch });
  }
}
