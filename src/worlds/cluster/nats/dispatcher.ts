/** Queues the tasks of a job, at most a few ahead of their answers. */
import type { Ledger, Request } from '../ledger.ts';
import { encodeTask, taskSubject } from '../message.ts';
import { type Cluster, retry } from './connection.ts';

export interface DispatcherOptions {
  cluster: Cluster;
  id: string;
  engine: string;
  tasks: readonly number[];
  ledger: Ledger;
  /** Maximum number of queued or running tasks. */
  window: number;
  signal: AbortSignal | undefined;
  /** Called when tasks cannot be queued. */
  onFailure: (error: unknown) => void;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #stop = new AbortController();
  /** Runs to queue before new tasks. */
  readonly #urgent: { request: Request; isRepeated: boolean }[] = [];
  /** Queued or running tasks. */
  readonly #outstanding = new Set<number>();
  #wake: (() => void) | undefined;
  #started = false;
  /** The server saw a duplicate task: it is, or was, in the queue. An audit must check which. */
  hasDuplicates = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#run().catch((error) => {
      if (!this.#stop.signal.aborted) this.#options.onFailure(error);
    });
  }

  stop(): void {
    this.#stop.abort(new Error('the dispatcher was stopped'));
    this.#wake?.();
  }

  /** Queue these runs. @param isRepeated whether the run was queued before and lost */
  add(requests: readonly Request[], isRepeated = false): void {
    for (const request of requests) this.#urgent.push({ request, isRepeated });
    this.#wake?.();
  }

  /** A task is settled. */
  done(first: number): void {
    this.#outstanding.delete(first);
    this.#wake?.();
  }

  async #run(): Promise<void> {
    const { ledger, tasks, window } = this.#options;
    const { signal } = this.#stop;
    let next = 0;
    while (!signal.aborted) {
      const urgent = this.#urgent.shift();
      if (urgent) {
        await this.#send(urgent.request, urgent.isRepeated);
      } else if (next < tasks.length && this.#outstanding.size < window) {
        const request = ledger.isUntouched(tasks[next]) ? ledger.request(tasks[next]) : undefined;
        next++;
        if (request) await this.#send(request, false);
      } else {
        await new Promise<void>((resume) => {
          this.#wake = resume;
        });
      }
    }
  }

  async #send(request: Request, isRepeated: boolean): Promise<void> {
    const { cluster, id, engine } = this.#options;
    this.#outstanding.add(request.first);
    const data = encodeTask({ job: id, engine, ...request });
    // an id, so that a task already in the queue is not added again
    const suffix = isRepeated || request.run > 3 ? `.${crypto.randomUUID()}` : '';
    const msgID = `${id}.${request.first}.${request.run}${suffix}`;
    const publish = () => cluster.js.publish(taskSubject(id, request.first), data, { msgID });
    const { duplicate } = await retry(publish, { signal: this.#stop.signal });
    this.hasDuplicates ||= duplicate;
  }
}
