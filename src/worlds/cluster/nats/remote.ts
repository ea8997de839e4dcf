/** A job on a cluster: tasks go into the queue, results come back as they are there. */
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
  /** Tasks in the queue or in work at most; default: 256. */
  window?: number | undefined;
  /** One of this many tasks is run by two workers, and their results are compared; default: none. */
  verify?: number | undefined;
  /** Called with what workers have to say about the job. */
  onNotice?: ((text: string) => void) | undefined;
}

/** Milliseconds without a result after which the submitter looks whether its tasks are still in the queue. */
const AUDIT_AFTER = 3000;
/** The same where the server had seen a task before. */
const AUDIT_SOON_AFTER = 1500;
/** Reports of workers that they cannot store results, without a result in between, after which a job fails. */
const MAX_STORE_REPORTS = 3;

/** Results of a job, as they come. What is there from an earlier run is not computed again. */
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
  /** Results of earlier runs that have not been read yet. */
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
        this.#fail(new Error(`tasks cannot be put into the queue: ${(error as Error).message}`, { cause: error })),
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
    // nobody needs what is left; whoever submits the job again gets its tasks into the queue again
    const isOver = this.#failure !== undefined || this.#ledger.complete;
    if (isOver) await manager.streams.purge(TASKS, { filter: taskSubject(this.#bundle.id, '*') }).catch(() => {});
    manager.consumers.delete(RESULTS, this.#reader).catch(() => {});
  }

  /** Reads results from the first one on, or from where the last reader was lost. */
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

  /** A reader outlives a server that is started again, and is removed when nobody reads. */
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
      this.#notice(`a result does not count: ${(error as Error).message}`);
      this.#remove(sequence);
      return undefined;
    }
  }

  /** An answer with its result, both checked; undefined if it would change nothing. */
  async #read(message: JsMsg): Promise<{ answer: AnswerMessage; result: TaskResult | undefined } | undefined> {
    const { answer, result } = decodeAnswer(message.subject, message.data);
    const { first, error, object, sha256, size } = answer;
    if (!this.#ledger.has(first)) throw new RangeError(`the job has no task with world ${first}`);
    if (error) return { answer, result: undefined };
    if (this.#ledger.settledVote(first) === sha256) return { answer, result: undefined };
    const { signal } = this.#options;
    const bytes = object === '' ? result : await getObject(this.#cluster, object, size, { signal });
    if (!bytes) throw new Error(`the result ${object} is not in the store of the cluster`);
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

  /** A task that was given up when the job was submitted before is tried again. */
  async #retry({ job, first }: AnswerMessage, sequence: number): Promise<void> {
    this.#remove(sequence);
    await forgetAttempts(this.#cluster, job, first, this.#options);
  }

  /** Removes a message that would be in the way of whoever submits the job next. */
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

  /** What a worker has to say. Anything else that arrives under this name is of no interest. */
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

  /** Puts the files of the job into the store again; one write at a time, or each would drop the chunks of the other. */
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

  /** Looks who could run a task once more. If nobody can twice in a row, one that is alone verifies itself, and a disagreement remains. */
  async #askForOthers(): Promise<void> {
    const ledger = this.#ledger;
    if (!ledger.needsOthers) return;
    const present = await workersOf(this.#cluster, this.#job.engine);
    const trusted = present.filter((instance) => !ledger.isLiar(instance));
    // where there is nobody at all, somebody may come
    const isAlone = trusted.length === 1;
    const disagreement = trusted.length > 0 ? ledger.undecidable(trusted) : undefined;
    if (disagreement && this.#wasUndecidable) this.#fail(disagreement);
    this.#dispatcher.add(ledger.setAlone(isAlone && this.#wasAlone), true);
    this.#wasUndecidable = disagreement !== undefined;
    this.#wasAlone = isAlone;
  }

  /** Queues tasks again that are neither in the queue nor answered: a server may lose what it had not yet written, and an operator may
   *  empty a queue. A worker stores its answer before its task leaves the queue, so tasks are looked for before answers are.
   *
   *  A server that was killed may also have messages in the queue which it never delivers again, as it takes them for acknowledged. They
   *  cannot be told from others, but counted: if they are there twice in a row, all tasks of the job are queued anew. */
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
    // all that was there has been read, whatever was counted
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

/** Instances of the workers that answer and have this engine. */
async function workersOf({ connection }: Cluster, engine: string): Promise<string[]> {
  const found: string[] = [];
  const answers = await connection.requestMany(HELLO, new Uint8Array(0), { strategy: 'timer', maxWait: 2000 });
  for await (const answer of answers) {
    try {
      const hello = decodeHello(answer.data);
      if (hello.engine === engine) found.push(hello.instance);
    } catch {
      // somebody else
    }
  }
  return found;
}
