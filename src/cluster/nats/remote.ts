/** A job on a cluster: tasks go into the queue, results come back as they are there. */
import { hashOf } from '../bytes.ts';
import { type Bundle, type Prepared, type TaskResult, taskResult, tasksOf } from '../job.ts';
import { again, type Cluster, RESULTS } from './connection.ts';

export interface RemoteOptions {
  signal?: AbortSignal | undefined;
  /** Tasks in the queue or in work at most. */
  window?: number | undefined;
  /** Of so many tasks one is given out twice, and the two answers are compared; none, unless given. */
  verify?: number | undefined;
  /** Hears of workers that cannot take the job. */
  onNotice?: ((text: string) => void) | undefined;
}

/** Results of a job, as they come. What is there from an earlier run is not computed again. */
export async function* runRemotely(
  cluster: Cluster,
  bundle: Bundle,
  job: Prepared,
  options: RemoteOptions,
): AsyncGenerator<TaskResult> {
  const { files, connection, manager } = cluster;
  const { id } = bundle;
  await again(async () => (await files.info(id)) ?? (await files.putBlob({ name: id }, bundle.bytes)), options.signal);
  const notices = connection.subscribe(`tenon.notice.${id}`, {
    callback: (_, message) => options.onNotice?.(message.string()),
  });
  const reader = `reader-${id}-${crypto.randomUUID().slice(0, 8)}`;
  const consumer = await again(() => readerOf(cluster, id, reader), options.signal);
  const messages = await consumer.consume({ max_messages: 64 });
  const stop = () => messages.stop();
  options.signal?.addEventListener('abort', stop);
  const answers = new Answers(job, options);
  const pump = new Pump(cluster, id, job, answers, options);
  let backlog = (await again(() => consumer.info(true))).num_pending;
  if (backlog === 0) pump.start();
  try {
    for await (const message of messages) {
      const first = Number(message.subject.split('.')[3]);
      const bytes = await payload(cluster, message);
      const isNew = await answers.take(first, bytes, message.headers?.get('worker') ?? '', message.info.streamSequence);
      message.ack();
      if (isNew) yield taskResult(bytes);
      pump.wake();
      if (--backlog === 0) pump.start();
      if (answers.complete) break;
    }
    options.signal?.throwIfAborted();
    if (pump.failed) throw pump.failed;
  } finally {
    options.signal?.removeEventListener('abort', stop);
    pump.stop();
    notices.unsubscribe();
    messages.stop();
    manager.consumers.delete(RESULTS, reader).catch(() => {});
  }
}

/** Reads the results of a job from the first one on. It outlives a server that is started again, and is forgotten when nobody reads. */
async function readerOf({ js, manager }: Cluster, id: string, name: string) {
  const { AckPolicy } = await import('@nats-io/jetstream');
  await manager.consumers.add(RESULTS, {
    durable_name: name,
    filter_subject: `tenon.result.${id}.*`,
    ack_policy: AckPolicy.Explicit,
    inactive_threshold: 600e9,
  });
  return js.consumers.get(RESULTS, name);
}

async function payload({ files }: Cluster, message: { data: Uint8Array; headers?: { get(name: string): string } }) {
  const name = message.headers?.get('object');
  const error = message.headers?.get('error');
  if (error) throw new Error(error);
  if (!name) return message.data;
  const bytes = await again(() => files.getBlob(name));
  if (!bytes) throw new Error(`the result ${name} is not in the store of the cluster any more`);
  return bytes;
}

/** Which tasks have been answered, and with what. */
class Answers {
  readonly tasks: readonly number[];
  /** Tasks that two workers are to answer. */
  readonly #twice: ReadonlySet<number>;
  readonly #hashes = new Map<number, { hash: string; worker: string; sequence: number; twice: boolean }>();
  #missing: number;

  constructor(job: Prepared, { verify }: RemoteOptions) {
    this.tasks = tasksOf(job);
    this.#twice = new Set(verify ? this.tasks.filter((_, k) => k % verify === 0) : []);
    this.#missing = this.tasks.length + this.#twice.size;
  }

  get complete(): boolean {
    return this.#missing === 0;
  }

  has(first: number): boolean {
    return this.#hashes.has(first);
  }

  /** Whether a second worker has yet to answer. */
  lacksSecond(first: number): boolean {
    return this.#twice.has(first) && !this.#hashes.get(first)?.twice;
  }

  /** Answers that there are. */
  get size(): number {
    return this.#hashes.size;
  }

  /** Notes an answer; returns whether it is the first for its task.
   *  @throws Error if it differs from another one */
  async take(first: number, bytes: Uint8Array, worker: string, sequence: number): Promise<boolean> {
    const hash = await hashOf(bytes);
    const before = this.#hashes.get(first);
    if (!before) {
      this.#hashes.set(first, { hash, worker, sequence, twice: false });
      this.#missing--;
      return true;
    }
    if (before.hash !== hash) {
      throw new Error(
        `two workers disagree about the task with world ${first}: ${before.worker} and ${worker} have the same engine, ` +
          'but not the same bytes. One of their machines or programs is broken.',
      );
    }
    // the same message once more is no second answer
    if (before.sequence !== sequence && !before.twice) {
      before.twice = true;
      if (this.#twice.has(first)) this.#missing--;
    }
    return false;
  }
}

/** Puts tasks into the queue, never more than a few ahead of the answers. */
class Pump {
  readonly #cluster: Cluster;
  readonly #id: string;
  readonly #answers: Answers;
  readonly #window: number;
  readonly #engine: string;
  #wake: (() => void) | undefined;
  #stopped = false;
  #started = false;
  failed: unknown;

  constructor(cluster: Cluster, id: string, { engine }: Prepared, answers: Answers, { window = 256 }: RemoteOptions) {
    this.#cluster = cluster;
    this.#id = id;
    this.#engine = engine;
    this.#answers = answers;
    this.#window = window;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#run().catch((error) => {
      this.failed = error;
      this.#stopped = true;
    });
  }

  stop(): void {
    this.#stopped = true;
    this.wake();
  }

  wake(): void {
    this.#wake?.();
  }

  async #run(): Promise<void> {
    let sent = this.#answers.size;
    for (const first of this.#answers.tasks) {
      const answered = this.#answers.has(first);
      if (answered && !this.#answers.lacksSecond(first)) continue;
      while (!this.#stopped && sent - this.#answers.size >= this.#window) {
        await new Promise<void>((resume) => {
          this.#wake = resume;
        });
      }
      if (this.#stopped) return;
      if (this.#answers.lacksSecond(first)) await this.#send(first, '.twice');
      if (answered) continue;
      await this.#send(first, '');
      sent++;
    }
  }

  #send(first: number, mark: string): Promise<unknown> {
    const text = JSON.stringify({ first, engine: this.#engine });
    // an id, so that a task which is in the queue already is not put there again
    const options = { msgID: `${this.#id}.${first}${mark}` };
    return again(() => this.#cluster.js.publish(`tenon.task.${this.#id}.${first}`, text, options));
  }
}
