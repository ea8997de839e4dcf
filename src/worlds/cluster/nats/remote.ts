/** Runs a job on a cluster: queues tasks and receives results. */
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { hashOf } from '../bytes.ts';
import { type Bundle, type Prepared, tasksOf } from '../job.ts';
import { Ledger } from '../ledger.ts';
import { printable } from '../limits.ts';
import {
  type AnswerMessage,
  decodeAnswer,
  decodeHello,
  decodeNotice,
  HELLO,
  noticeSubject,
  taskSubject,
} from '../message.ts';
import { type TaskResult, taskResult } from '../task.ts';
import { forgetAttempts } from './attempts.ts';
import { type Cluster, RESULTS, retry, TASKS, WORKERS } from './connection.ts';
import { Dispatcher } from './dispatcher.ts';
import { getObject, putObject } from './store.ts';

export interface RemoteOptions {
  signal?: AbortSignal | undefined;
  /** Maximum number of queued or running tasks (default: 256). */
  window?: number | undefined;
  /** Verify one in `verify` tasks on a second worker (default: none). */
  verify?: number | undefined;
  /** Called with notices from workers about the job. */
  onNotice?: ((text: string) => void) | undefined;
}

/** Milliseconds without a result after which the submitter checks that its tasks are still queued. */
const AUDIT_AFTER = 3000;
/** The same after the server has seen a duplicate task. */
const AUDIT_SOON_AFTER = 1500;
/** Consecutive reports of workers that they cannot store results before a job fails. */
const MAX_STORE_REPORTS = 3;

/** Results of a job in the order of arrival. Results of an earlier run are not computed again. */
export async function* runRemotely(
  cluster: Cluster,
  bundle: Bundle,
  job: Prepared,
  options: RemoteOptions,
): AsyncGenerator<TaskResult> {
  const { signal } = options;
  signal?.throwIfAborted();
  await putObject(cluster, bundle.id, bundle.bytes, { signal });
  const run = new RemoteJob(cluster, bundle, job, options);
  try {
    yield* run.results();
  } finally {
    await run.close();
  }
}

class RemoteJob {
  readonly #cluster: Cluster;
  readonly #bundle: Bundle;
  readonly #job: Prepared;
  readonly #options: RemoteOptions;
  readonly #ledger: Ledger;
  readonly #dispatcher: Dispatcher;
  readonly #reader: string;
  readonly #notices: { unsubscribe(): void };
  readonly #timer: NodeJS.Timeout;
  readonly #abort = () => this.#messages?.stop();
  #consumer: Consumer | undefined;
  #messages: ConsumerMessages | undefined;
  #failure: unknown;
  /** Unread results of earlier runs. */
  #backlog = Number.POSITIVE_INFINITY;
  #lastSequence = 0;
  #lastProgress = performance.now();
  #storeReports = 0;
  #puttingFiles: Promise<void> | undefined;
  #auditing = false;
  #hadOrphans = false;
  #wasAlone = false;
  #wasUndecidable = false;

  constructor(cluster: Cluster, bundle: Bundle, job: Prepared, options: RemoteOptions) {
    const { signal, verify, window = 256 } = options;
    this.#cluster = cluster;
    this.#bundle = bundle;
    this.#job = job;
    this.#options = options;
    this.#reader = `reader-${bundle.id}-${crypto.randomUUID().slice(0, 8)}`;
    const tasks = tasksOf(job);
    this.#ledger = new Ledger(tasks, verify);
    this.#dispatcher = new Dispatcher({
      cluster,
      id: bundle.id,
      engine: job.engine,
      tasks,
      ledger: this.#ledger,
      window,
      signal,
      onFailure: (error) =>
        this.#fail(new Error(`tasks cannot be queued: ${(error as Error).message}`, { cause: error })),
    });
    this.#notices = cluster.connection.subscribe(noticeSubject(bundle.id), {
      callback: (error, message) => {
        if (!error) this.#receive(message.data);
      },
    });
    signal?.addEventListener('abort', this.#abort);
    this.#timer = setInterval(() => this.#auditWhenDue(), 500);
  }

  async *results(): AsyncGenerator<TaskResult> {
    const { signal } = this.#options;
    while (!this.#ledger.complete) {
      await this.#open();
      for await (const message of this.#messages ?? []) {
        const found = await this.#take(message);
        message.ack();
        this.#lastSequence = Math.max(this.#lastSequence, message.info.streamSequence);
        if (found) yield found;
        if (--this.#backlog === 0) this.#dispatcher.start();
        if (this.#ledger.complete || this.#failure !== undefined) break;
      }
      signal?.throwIfAborted();
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#cluster.connection.isClosed()) throw new Error('the connection to the server was closed');
    }
  }

  async close(): Promise<void> {
    const { signal } = this.#options;
    clearInterval(this.#timer);
    signal?.removeEventListener('abort', this.#abort);
    this.#dispatcher.stop();
    this.#notices.unsubscribe();
    this.#messages?.stop();
    const { manager } = this.#cluster;
    // nothing else is needed; submitting the job again queues its tasks again
    const isOver = this.#failure !== undefined || this.#ledger.complete;
    if (isOver) await manager.streams.purge(TASKS, { filter: taskSubject(this.#bundle.id, '*') }).catch(() => {});
    manager.consumers.delete(RESULTS, this.#reader).catch(() => {});
  }

  /** Reads results from the first one, or continues after the last one read. */
  async #open(): Promise<void> {
    const { signal } = this.#options;
    const { js } = this.#cluster;
    await retry(() => this.#addReader(), { signal });
    this.#consumer = await retry(() => js.consumers.get(RESULTS, this.#reader), { signal });
    if (this.#backlog === Number.POSITIVE_INFINITY) {
      this.#backlog = (await retry(() => (this.#consumer as Consumer).info(true), { signal })).num_pending;
      if (this.#backlog === 0) this.#dispatcher.start();
    }
    this.#messages = await this.#consumer.consume({ max_messages: 64 });
    if (signal?.aborted || this.#failure !== undefined) this.#messages.stop();
  }

  /** The consumer survives a restart of the server, and is removed when unused. */
  async #addReader(): Promise<void> {
    const { AckPolicy, DeliverPolicy } = await import('@nats-io/jetstream');
    const from = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.#lastSequence + 1 };
    await this.#cluster.manager.consumers.add(RESULTS, {
      durable_name: this.#reader,
      filter_subject: `tenon.result.${this.#bundle.id}.*`,
      ack_policy: AckPolicy.Explicit,
      inactive_threshold: 600e9,
      ...(this.#lastSequence > 0 ? from : {}),
    });
  }

  /** The result in a message, if it counts. */
  async #take(message: JsMsg): Promise<TaskResult | undefined> {
    const sequence = message.info.streamSequence;
    try {
      const found = await this.#read(message);
      if (!found) return undefined;
      const { answer, result } = found;
      if (answer.error?.kind === 'attempts' && this.#backlog > 0) {
        await this.#retry(answer, sequence);
        return undefined;
      }
      return this.#judge(answer, sequence, result);
    } catch (error) {
      if (this.#failure !== undefined || this.#options.signal?.aborted) throw error;
      this.#notice(`ignored a result: ${(error as Error).message}`);
      this.#remove(sequence);
      return undefined;
    }
  }

  /** A checked answer and its result; undefined if it would change nothing. */
  async #read(message: JsMsg): Promise<{ answer: AnswerMessage; result: TaskResult | undefined } | undefined> {
    const { answer, result } = decodeAnswer(message.subject, message.data);
    const { first, error, object, sha256, size } = answer;
    if (!this.#ledger.has(first)) throw new RangeError(`the job has no task with world ${first}`);
    if (error) return { answer, result: undefined };
    if (this.#ledger.settledVote(first) === sha256) return { answer, result: undefined };
    const { signal } = this.#options;
    const bytes = object === '' ? result : await getObject(this.#cluster, object, size, { signal });
    if (!bytes) throw new Error(`the result ${object} is missing in the store of the cluster`);
    if (bytes.length !== size || (await hashOf(bytes)) !== sha256)
      throw new Error(`the result of the task with world ${first} does not match its checksum`);
    return { answer, result: taskResult(this.#job, first, bytes) };
  }

  #judge(answer: AnswerMessage, sequence: number, result: TaskResult | undefined): TaskResult | undefined {
    const { error, sha256 } = answer;
    const vote = error ? (error.kind === 'attempts' ? 'error: attempts' : `error: ${error.text}`) : sha256;
    let counts = false;
    try {
      const verdict = this.#ledger.take({ ...answer, vote, sequence });
      counts = verdict.counts;
      for (const wrong of verdict.wrong) this.#remove(wrong);
      for (const text of verdict.notices) this.#notice(text);
      this.#dispatcher.add(verdict.requests);
    } catch (disagreement) {
      this.#fail(disagreement);
      throw disagreement;
    }
    this.#lastProgress = performance.now();
    this.#storeReports = 0;
    if (!counts) return undefined;
    this.#dispatcher.done(answer.first);
    if (!error) return result;
    this.#fail(new Error(error.text));
    throw this.#failure;
  }

  /** Retry a task that failed in an earlier submission. */
  async #retry({ job, first }: AnswerMessage, sequence: number): Promise<void> {
    this.#remove(sequence);
    await forgetAttempts(this.#cluster, job, first, this.#options);
  }

  /** Remove a message that would block later submissions of the job. */
  #remove(sequence: number): void {
    this.#cluster.manager.streams.deleteMessage(RESULTS, sequence, false).catch(() => {});
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#messages?.stop();
  }

  #notice(text: string): void {
    this.#options.onNotice?.(printable(text));
  }

  /** Process a notice of a worker. Anything else under this subject is ignored. */
  #receive(data: Uint8Array): void {
    let notice: ReturnType<typeof decodeNotice>;
    try {
      notice = decodeNotice(data);
    } catch {
      return;
    }
    this.#notice(notice.text);
    if (notice.kind === 'files') this.#putFiles();
    if (notice.kind === 'store' && ++this.#storeReports >= MAX_STORE_REPORTS)
      this.#fail(new Error(`workers cannot store results: ${notice.text}`));
  }

  /** Store the files of the job again. One write at a time: concurrent ones would delete each other's chunks. */
  #putFiles(): void {
    const { id, bytes } = this.#bundle;
    this.#puttingFiles ??= putObject(this.#cluster, id, bytes, this.#options)
      .catch(() => {})
      .finally(() => {
        this.#puttingFiles = undefined;
      });
  }

  #auditWhenDue(): void {
    const silence = performance.now() - this.#lastProgress;
    const isDue = silence > (this.#dispatcher.hasDuplicates ? AUDIT_SOON_AFTER : AUDIT_AFTER);
    if (!isDue || this.#auditing) return;
    this.#auditing = true;
    this.#audit()
      .catch(() => {})
      .finally(() => {
        this.#auditing = false;
        this.#lastProgress = performance.now();
        this.#dispatcher.hasDuplicates = false;
      });
  }

  /**
   * Check which workers could run a task again. If none can twice in a row, a worker that is alone verifies itself,
   * and a disagreement is final.
   */
  async #askForOthers(): Promise<void> {
    const ledger = this.#ledger;
    if (!ledger.needsOthers) return;
    const present = await workersOf(this.#cluster, this.#job.engine);
    const trusted = present.filter((instance) => !ledger.isLiar(instance));
    // with no workers at all, one may still connect
    const isAlone = trusted.length === 1;
    const disagreement = trusted.length > 0 ? ledger.undecidable(trusted) : undefined;
    if (disagreement && this.#wasUndecidable) this.#fail(disagreement);
    this.#dispatcher.add(ledger.setAlone(isAlone && this.#wasAlone), true);
    this.#wasUndecidable = disagreement !== undefined;
    this.#wasAlone = isAlone;
  }

  /** Queue tasks again that are neither queued nor answered: a server may lose unwritten data, and an operator may
   * empty a queue. A worker stores its answer before its task leaves the queue, so the queue is checked before the
   * answers.
   * A server that was killed may also have queued messages that it never delivers again, because it considers them
   * acknowledged. They look like any other message, but can be counted: if the same number remains twice in a row, all
   * tasks of the job are queued again. */
  async #audit(): Promise<void> {
    const { manager } = this.#cluster;
    const subject = taskSubject(this.#bundle.id, '*');
    const { subjects = {}, messages } = (await manager.streams.info(TASKS, { subjects_filter: subject })).state;
    const workers = await manager.consumers.info(TASKS, WORKERS);
    const reader = await manager.consumers.info(RESULTS, this.#reader).catch((error: Error) => {
      if (/not found/.test(error.message)) this.#messages?.stop();
      throw error;
    });
    if (reader.num_pending > 0 || reader.num_ack_pending > 0) return;
    const hasOrphans = messages > workers.num_pending + workers.num_ack_pending;
    const isStuck = hasOrphans && this.#hadOrphans;
    this.#hadOrphans = hasOrphans && !isStuck;
    if (isStuck) await manager.streams.purge(TASKS, { filter: subject });
    await this.#askForOthers();
    // all stored results have been read, whatever the count was
    this.#backlog = 0;
    this.#dispatcher.start();
    const { ledger, id } = { ledger: this.#ledger, id: this.#bundle.id };
    const lost = ledger.open().filter((first) => isStuck || !(taskSubject(id, first) in subjects));
    this.#dispatcher.add(
      lost.flatMap((first) => ledger.request(first) ?? []),
      true,
    );
  }
}

/** Instances of the workers that respond and have this engine. */
async function workersOf({ connection }: Cluster, engine: string): Promise<string[]> {
  const found: string[] = [];
  const answers = await connection.requestMany(HELLO, new Uint8Array(0), { strategy: 'timer', maxWait: 2000 });
  for await (const answer of answers) {
    try {
      const hello = decodeHello(answer.data);
      if (hello.engine === engine) found.push(hello.instance);
    } catch {
      // another program
    }
  }
  return found;
}
