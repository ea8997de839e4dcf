/** A thread that runs the tasks of a worker. It can be ended during a task, so a task that never yields blocks nothing. */
import { Channel } from '../../../core/worker/channel.ts';
import { connectWorker } from '../../../core/worker/port.ts';
import { classifyError, MAX_JOBS, type Reply, type Requests } from './protocol.ts';
import { source } from './task.gen.js';

/** Runs tasks for a worker of a cluster. */
export interface TaskRunner {
  /** Whether a job is loaded. */
  has(id: string): boolean;
  /** Load a job. */
  load(id: string, bytes: Uint8Array): Promise<Reply>;
  /** Run a task of a loaded job. */
  run(id: string, first: number): Promise<Reply>;
  /** Evict all jobs and end the thread. The next job starts a new one. */
  restart(): Promise<void>;
}

export interface TaskRunnerOptions {
  /** Threads that step worlds; with one, the task thread steps them. */
  threads: number;
  allowPolicies: boolean;
  /** Seconds after which a task is ended. */
  seconds: number;
}

export class TaskThread implements TaskRunner {
  readonly #options: TaskRunnerOptions;
  /** Ids of the jobs in the thread, oldest first. */
  readonly #jobs = new Set<string>();
  #channel: Channel<Requests> | undefined;

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
    // start early: a thread takes a while to start
    this.#start();
  }

  has(id: string): boolean {
    return this.#jobs.has(id);
  }

  async load(id: string, bytes: Uint8Array): Promise<Reply> {
    const { allowPolicies } = this.#options;
    this.#jobs.delete(id);
    const reply = await this.#run(async (channel) => {
      await channel.call('load', [id, bytes, allowPolicies]);
      return new Uint8Array(0);
    });
    if ('bytes' in reply) this.#jobs.add(id);
    // the thread evicts the same job
    if (this.#jobs.size > MAX_JOBS) this.#jobs.delete(this.#jobs.values().next().value as string);
    return reply;
  }

  run(id: string, first: number): Promise<Reply> {
    const { threads } = this.#options;
    return this.#run((channel) => channel.call('run', [id, first, threads > 1 ? threads : 0]));
  }

  async restart(): Promise<void> {
    const channel = this.#channel;
    this.#channel = undefined;
    this.#jobs.clear();
    await channel?.close();
  }

  /** Run a request. A thread that does not respond in time is ended. */
  async #run(request: (channel: Channel<Requests>) => Promise<Uint8Array<ArrayBuffer>>): Promise<Reply> {
    const { seconds } = this.#options;
    const channel = this.#channel ?? this.#start();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<Reply>((resolve) => {
      timer = setTimeout(() => {
        resolve({ failure: { kind: 'machine', text: `no result after ${seconds} s` } });
        void this.restart();
      }, 1000 * seconds);
    });
    const response = request(channel).then(
      (bytes) => ({ bytes }),
      (error: unknown) => ({ failure: classifyError(error) }),
    );
    try {
      return await Promise.race([response, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): Channel<Requests> {
    const channel = new Channel<Requests>(connectWorker(source));
    channel.onFailure = () => {
      if (channel !== this.#channel) return;
      this.#channel = undefined;
      this.#jobs.clear();
    };
    this.#channel = channel;
    return channel;
  }
}
