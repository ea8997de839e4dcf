/** A worker: takes tasks from the queue of a cluster, one at a time, and sends the results. */
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import { engineName } from '../engine.ts';
import { expectWhole, GRACE_SECONDS, MAX_STARTS, printable, TASK_SECONDS } from '../limits.ts';
import {
  decodeTask,
  encodeHello,
  encodeNotice,
  HELLO,
  isJobId,
  type NoticeMessage,
  noticeSubject,
  type TaskMessage,
  VersionError,
} from '../message.ts';
import { type TaskRunner, TaskThread } from '../thread/taskThread.ts';
import { noteAttempt, reasonToGiveUp, removeNote } from './attempts.ts';
import {
  type Cluster,
  openCluster,
  orAborted,
  retry,
  type ServerOptions,
  SILENCE_SECONDS,
  sleep,
  TASKS,
  WORKERS,
} from './connection.ts';
import { isStoreError, type Outcome, runOrLoad, sendAnswer } from './outcome.ts';

/** Options of `runWorker`. */
export interface WorkerOptions extends ServerOptions {
  /** Threads that step worlds (default: 1). */
  threads?: number;
  /**
   * Whether to run policies (default: false). Policies are code: anyone who can reach the server could run programs on
   * this machine.
   */
  allowPolicies?: boolean;
  /** Seconds after which a task is ended and retried elsewhere (default: 600). */
  taskSeconds?: number;
  /** Name in messages (default: machine and process). */
  name?: string;
  /** Ends the worker. A task that is not finished 3 seconds later returns to the queue. */
  signal?: AbortSignal;
  /** Called for every finished task. */
  onTask?: (task: { job: string; first: number; seconds: number }) => void;
  /** Called with problems of tasks. */
  onNotice?: (text: string) => void;
}

/** Deliveries for which a worker leaves a task that it failed to other workers. */
const MAX_DEFERRALS = 3;
/** Milliseconds for which a task is left to other workers. */
const DEFERRAL = 1000;
/** Deliveries of a task for another engine after which it is dropped: after half an hour at least. If its submitter is
 * still waiting, it queues the task again. */
const MAX_FOREIGN_DELIVERIES = 1000;
/** Maximum number of attempts at a task whose files are missing. */
const MAX_MISSES = 5;
/** Initial and maximum milliseconds for which a worker takes nothing after receiving tasks that it cannot run. */
const MIN_ASIDE = 250;
const MAX_ASIDE = 8000;
/** Maximum number of failed tasks that a worker remembers. */
const MAX_REMEMBERED = 1000;

/** Run a worker of a cluster until the signal aborts.
 *
 *  ```ts
 *  await runWorker({ server: 'nats://cluster.example', signal: stop.signal });
 *  ``` */
export function runWorker(options: WorkerOptions = {}): Promise<void> {
  return runWorkerWith(options, (runner) => runner);
}

/** Run a worker with a custom task runner.
 *  @param wrap receives the default task runner and returns the one to use */
export async function runWorkerWith(given: WorkerOptions, wrap: (runner: TaskRunner) => TaskRunner): Promise<void> {
  const options = { ...given };
  const { threads = 1, allowPolicies = false, taskSeconds = TASK_SECONDS, signal } = options;
  expectWhole('runWorker: threads', threads, 0, 1024);
  if (!(taskSeconds > 0 && taskSeconds <= 1e6))
    throw new RangeError(`runWorker: taskSeconds: expected a number from 0 to 1e6, found ${taskSeconds}`);
  const os = process.getBuiltinModule('node:os');
  const signature = {
    worker: printable(options.name ?? `${os.hostname()}:${process.pid}`, 100),
    instance: crypto.randomUUID(),
  };
  const opening = openCluster(options, Number.POSITIVE_INFINITY, signal).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
  const [engine, cluster] = await Promise.all([engineName(), opening]);
  if (!cluster) return;
  const runner = wrap(new TaskThread({ threads, allowPolicies, seconds: taskSeconds }));
  try {
    await new ClusterWorker(cluster, runner, engine, signature, options).work();
  } finally {
    await runner.restart();
    await cluster.close();
  }
}

class ClusterWorker {
  readonly #cluster: Cluster;
  readonly #runner: TaskRunner;
  readonly #engine: string;
  readonly #signature: { worker: string; instance: string };
  readonly #options: WorkerOptions;
  /** Tasks that failed here and should be tried by other workers. */
  readonly #failed = new Set<string>();
  /** Milliseconds for which it will take nothing when it steps aside next. */
  #aside = MIN_ASIDE;

  constructor(
    cluster: Cluster,
    runner: TaskRunner,
    engine: string,
    signature: { worker: string; instance: string },
    options: WorkerOptions,
  ) {
    this.#cluster = cluster;
    this.#runner = runner;
    this.#engine = engine;
    this.#signature = signature;
    this.#options = options;
  }

  async work(): Promise<void> {
    const { signal } = this.#options;
    const hello = encodeHello({ ...this.#signature, engine: this.#engine });
    this.#cluster.connection.subscribe(HELLO, { callback: (error, message) => void (error ?? message.respond(hello)) });
    const consumer = await retry(() => this.#cluster.js.consumers.get(TASKS, WORKERS), { signal });
    while (!signal?.aborted) {
      const isAside = await this.#consume(consumer);
      if (!isAside) return;
      await sleep(this.#aside, signal).catch(() => {});
    }
  }

  /** Take tasks until the worker ends or should step aside; returns which. */
  async #consume(consumer: Consumer): Promise<boolean> {
    const { signal } = this.#options;
    // prefetch one task, so that the worker never waits
    const messages = await consumer.consume({ max_messages: 2, threshold_messages: 1, expires: 5000 });
    const stop = () => messages.stop();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    let isAside = false;
    try {
      for await (const message of messages) {
        if (signal?.aborted || isAside) {
          message.nak();
          continue;
        }
        isAside = await this.#take(message);
        this.#aside = isAside ? Math.min(2 * this.#aside, MAX_ASIDE) : MIN_ASIDE;
        if (isAside) stop();
      }
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    return isAside;
  }

  /** Handle a message; no message can end the worker. Returns whether to step aside for other workers: an idle worker
   * that returns a message would receive it again. */
  async #take(message: JsMsg): Promise<boolean> {
    let task: TaskMessage;
    try {
      task = decodeTask(message.subject, message.data);
    } catch (error) {
      return this.#refuse(message, error as Error);
    }
    if (task.exclude.includes(this.#signature.instance)) {
      this.#leave(message, 0);
      return true;
    }
    if (task.engine !== this.#engine) {
      const { worker } = this.#signature;
      this.#notice(task.job, `worker ${worker} has another version of the engine and leaves this job to other workers`);
      this.#leave(message, backOff(message));
      return true;
    }
    if (this.#isLeft(task, message)) {
      // random, or two tasks that are returned together reach the same two workers in the same order every time
      this.#leave(message, DEFERRAL * (0.25 + Math.random()));
      return false;
    }
    // regular progress messages, or the server considers the task lost
    const alive = setInterval(() => message.working(), (1000 * SILENCE_SECONDS[0]) / 3);
    try {
      await this.#run(task, message);
    } catch (error) {
      if (!this.#options.signal?.aborted) {
        const kind = isStoreError(error) ? 'store' : 'text';
        this.#notice(task.job, `worker ${this.#signature.worker}: ${(error as Error).message}`, kind);
      }
      message.nak(backOff(message));
    } finally {
      clearInterval(alive);
    }
    return false;
  }

  /** Remove a message that is not a task; leave one of another version to other workers for a while. */
  #refuse(message: JsMsg, error: Error): boolean {
    const id = message.subject.split('.')[2];
    const isLeft = error instanceof VersionError && message.info.deliveryCount < MAX_STARTS;
    const what = isLeft ? 'leaves a message to other workers' : 'removed a message that is not a task';
    this.#notice(id, `worker ${this.#signature.worker} ${what}: ${error.message}`);
    if (isLeft) message.nak(backOff(message));
    else message.term();
    return isLeft;
  }

  /** Leave a task to other workers. */
  #leave(message: JsMsg, milliseconds: number): void {
    if (message.info.deliveryCount < MAX_FOREIGN_DELIVERIES) message.nak(milliseconds);
    else message.term();
  }

  /** Whether other workers should run a task: this worker has answered it, or has just failed it. */
  #isLeft({ avoid, job, first }: TaskMessage, message: JsMsg): boolean {
    if (avoid.includes(this.#signature.instance)) return true;
    return this.#failed.has(`${job}.${first}`) && message.info.deliveryCount <= MAX_DEFERRALS;
  }

  async #run(task: TaskMessage, message: JsMsg): Promise<void> {
    const { signal, onTask } = this.#options;
    const { job, first } = task;
    const from = performance.now();
    if (message.info.deliveryCount > 1) {
      const reason = await reasonToGiveUp(this.#cluster, task, { signal });
      if (reason !== undefined) return this.#giveUp(task, message, reason);
    }
    const outcome = await this.#noted(task, message, () =>
      this.#untilEnd(runOrLoad(this.#cluster, this.#runner, task, { signal })),
    );
    if (outcome === undefined) return message.nak();
    if ('missing' in outcome) return this.#miss(task, message, outcome.missing);
    if ('refused' in outcome) throw new Error(outcome.refused);
    if ('failed' in outcome) return this.#fail(task, message, outcome.failed);
    await sendAnswer(this.#cluster, { ...task, ...this.#signature }, outcome, { signal });
    message.ack();
    onTask?.({ job, first, seconds: (performance.now() - from) / 1000 });
  }

  /** Run a task that was delivered before, with a record that remains if the worker does not survive it. */
  async #noted<T>(task: TaskMessage, message: JsMsg, run: () => Promise<T>): Promise<T> {
    if (message.info.deliveryCount === 1) return run();
    const { signal } = this.#options;
    const note = await noteAttempt(this.#cluster, 'start', task, this.#signature.worker, { signal });
    try {
      return await run();
    } finally {
      await removeNote(this.#cluster, note);
    }
  }

  /** The result of a task; undefined if the worker ends first. */
  async #untilEnd(outcome: Promise<Outcome>): Promise<Outcome | undefined> {
    const { signal } = this.#options;
    try {
      return await orAborted(outcome, signal);
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    const late = sleep(1000 * GRACE_SECONDS).then(() => undefined);
    const found = await Promise.race([outcome.catch(() => undefined), late]);
    return found && 'bytes' in found ? found : undefined;
  }

  /** The files of the job are missing in the store, or damaged: the submitter can store them again. */
  #miss(task: TaskMessage, message: JsMsg, reason: string): void {
    this.#notice(task.job, `worker ${this.#signature.worker}: ${reason}`, 'files');
    if (message.info.deliveryCount < MAX_MISSES) message.nak(backOff(message));
    else message.term();
  }

  /** Let other workers try; after some attempts, give up. */
  async #fail(task: TaskMessage, message: JsMsg, reason: string): Promise<void> {
    const { signal } = this.#options;
    this.#failed.add(`${task.job}.${task.first}`);
    if (this.#failed.size > MAX_REMEMBERED) this.#failed.clear();
    const text = `worker ${this.#signature.worker}: ${reason}`;
    this.#notice(task.job, `${text} (task with world ${task.first})`);
    await noteAttempt(this.#cluster, 'failure', task, text, { signal });
    const enough = await reasonToGiveUp(this.#cluster, task, { signal });
    if (enough === undefined) message.nak(backOff(message));
    else await this.#giveUp(task, message, enough);
  }

  async #giveUp(task: TaskMessage, message: JsMsg, reason: string): Promise<void> {
    const text = `job ${task.job}, task with world ${task.first}: ${reason}`;
    const error = { kind: 'attempts' as const, text };
    await sendAnswer(this.#cluster, { ...task, ...this.#signature }, { error }, this.#options);
    message.ack();
  }

  #notice(id: string, text: string, kind: NoticeMessage['kind'] = 'text'): void {
    this.#options.onNotice?.(printable(text));
    if (isJobId(id))
      this.#cluster.connection.publish(noticeSubject(id), encodeNotice({ ...this.#signature, kind, text }));
  }
}

/** Milliseconds until a failed task is retried. */
function backOff(message: JsMsg): number {
  return Math.min(5000, 250 * 2 ** Math.min(10, message.info.deliveryCount));
}
