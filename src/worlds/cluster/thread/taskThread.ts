/** A thread that runs tasks and can be ended in the middle of one: a task that never yields holds up nobody. */
import type { Worker } from 'node:worker_threads';
import { type Failure, MAX_JOBS, type Reply, type TaskThreadRequest } from './protocol.ts';
import { source } from './task.gen.js';

/** What runs tasks for a worker of a cluster. */
export interface TaskRunner {
  /** Whether a job is loaded. */
  has(id: string): boolean;
  /** Load a job. */
  load(id: string, bytes: Uint8Array): Promise<Reply>;
  /** Run a task of a job that is loaded. */
  run(id: string, first: number): Promise<Reply>;
  /** Forget all jobs, and start afresh with the next one. */
  restart(): Promise<void>;
}

/** How tasks are run. */
export interface TaskRunnerOptions {
  /** Threads that step worlds; with one, the thread of the task does. */
  threads: number;
  allowPolicies: boolean;
  /** Seconds after which a task is ended. */
  seconds: number;
}

export class TaskThread implements TaskRunner {
  readonly #options: TaskRunnerOptions;
  readonly #jobs = new Set<string>();
  #worker: Worker | undefined;
  #settle: ((reply: Reply) => void) | undefined;

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
    // it takes a while: the first task should find it ready
    this.#start();
  }

  has(id: string): boolean {
    return this.#jobs.has(id);
  }

  async load(id: string, bytes: Uint8Array): Promise<Reply> {
    const { allowPolicies } = this.#options;
    this.#jobs.delete(id);
    const reply = await this.#call({ kind: 'job', id, bytes, allowPolicies });
    if ('bytes' in reply) this.#jobs.add(id);
    // the thread drops the same one
    if (this.#jobs.size > MAX_JOBS) this.#jobs.delete(this.#jobs.values().next().value as string);
    return reply;
  }

  run(id: string, first: number): Promise<Reply> {
    const { threads } = this.#options;
    return this.#call({ kind: 'task', id, first, threads: threads > 1 ? threads : 0 });
  }

  async restart(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#jobs.clear();
    this.#fail('the thread was ended');
    await worker?.terminate();
  }

  /** One question at a time; a thread that does not answer in time is ended. */
  async #call(request: TaskThreadRequest): Promise<Reply> {
    const { seconds } = this.#options;
    const worker = this.#worker ?? this.#start();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Reply>((resolve) => {
        this.#settle = resolve;
        timer = setTimeout(() => {
          this.#fail(`no end after ${seconds} s`);
          void this.restart();
        }, 1000 * seconds);
        worker.postMessage(request);
      });
    } finally {
      clearTimeout(timer);
      this.#settle = undefined;
    }
  }

  #start(): Worker {
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const worker = new Worker(source, { eval: true, name: 'tenon-task' });
    this.#worker = worker;
    worker.on('message', (reply: Reply) => this.#settle?.(reply));
    worker.on('error', (error) => this.#handleWorkerEnd(worker, `the thread failed: ${error.message}`));
    worker.on('exit', (code) => this.#handleWorkerEnd(worker, `the thread ended with code ${code}`));
    return worker;
  }

  #handleWorkerEnd(worker: Worker, text: string): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#jobs.clear();
    this.#fail(text);
  }

  #fail(text: string): void {
    const failure: Failure = { kind: 'machine', text };
    this.#settle?.({ failure });
  }
}
