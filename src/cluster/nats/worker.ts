/** A worker: takes tasks from the queue of a cluster, one after the other, and sends what they give. */
import type { JsMsg } from '@nats-io/jetstream';
import { engineName } from '../engine.ts';
import { type Prepared, prepareJob, runTask } from '../job.ts';
import {
  again,
  type Cluster,
  openCluster,
  RESULTS,
  type ServerOptions,
  SILENCE_SECONDS,
  TASKS,
  WORKERS,
} from './connection.ts';

/** What a worker is started with. */
export interface WorkerOptions extends ServerOptions {
  /** Threads that step worlds; 1, unless given. */
  threads?: number;
  /** Policies are programs: whoever can reach the server could run anything here. So they have to be allowed. */
  allowPolicies?: boolean;
  /** Name in messages; the machine and the process, unless given. */
  name?: string;
  signal?: AbortSignal;
  /** Hears of every task that is done. */
  onTask?: (task: { job: string; first: number; seconds: number }) => void;
  /** Hears what went wrong with a task. */
  onNotice?: (text: string) => void;
}

/** Largest result that travels in its message; larger ones go through the store. */
const MOST_INLINE = 256 * 1024;
/** Jobs whose models are kept. */
const MOST_JOBS = 8;

/** Work for a cluster until the signal comes.
 *
 *  ```ts
 *  await runWorker({ server: 'nats://cluster.example', signal: stop.signal });
 *  ``` */
export async function runWorker(options: WorkerOptions = {}): Promise<void> {
  const cluster = await openCluster(options, Number.POSITIVE_INFINITY, options.signal);
  try {
    await work(cluster, options);
  } finally {
    await cluster.close();
  }
}

async function work(cluster: Cluster, options: WorkerOptions): Promise<void> {
  const { signal } = options;
  const os = process.getBuiltinModule('node:os');
  const worker = {
    engine: await engineName(),
    name: options.name ?? `${os.hostname()}:${process.pid}`,
    jobs: new Map(),
  };
  const consumer = await again(() => cluster.js.consumers.get(TASKS, WORKERS), signal);
  // one in work and one in hand: the next task is there when one is done
  const messages = await consumer.consume({ max_messages: 2, threshold_messages: 1, expires: 5000 });
  const stop = () => messages.stop();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    for await (const message of messages) {
      await takeTask(cluster, worker, message, options);
      if (signal?.aborted) break;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    for (const job of worker.jobs.values()) (await job).model.free();
  }
}

interface Worker {
  engine: string;
  name: string;
  jobs: Map<string, Promise<Prepared>>;
}

async function takeTask(cluster: Cluster, worker: Worker, message: JsMsg, options: WorkerOptions): Promise<void> {
  const [, , id] = message.subject.split('.');
  const { first, engine } = message.json<{ first: number; engine: string }>();
  if (engine !== worker.engine) {
    refuse(
      cluster,
      id,
      `worker ${worker.name} has another version of the engine and leaves this job to others`,
      options,
    );
    return message.nak(backOff(message));
  }
  const from = performance.now();
  // a sign of life now and then, or the server takes the task for lost
  const alive = setInterval(() => message.working(), (1000 * SILENCE_SECONDS[0]) / 3);
  try {
    const answer = await answerOf(await jobOf(cluster, worker, id, options), first, options);
    await send(cluster, worker, `tenon.result.${id}.${first}`, answer);
    message.ack();
    options.onTask?.({ job: id, first, seconds: (performance.now() - from) / 1000 });
  } catch (error) {
    worker.jobs.delete(id);
    refuse(cluster, id, `worker ${worker.name}: ${(error as Error).message}`, options);
    message.nak(backOff(message));
  } finally {
    clearInterval(alive);
  }
}

/** Milliseconds until a task that nobody could do is tried again. */
function backOff(message: JsMsg): number {
  return Math.min(5000, 250 * 2 ** Math.min(10, message.info.deliveryCount));
}

function refuse({ connection }: Cluster, id: string, text: string, { onNotice }: WorkerOptions): void {
  onNotice?.(text);
  connection.publish(`tenon.notice.${id}`, text);
}

/** A job from the store; the last few are kept. */
function jobOf({ files }: Cluster, { jobs }: Worker, id: string, options: WorkerOptions): Promise<Prepared> {
  let job = jobs.get(id);
  if (!job) {
    job = again(() => files.getBlob(id)).then((bytes) => {
      if (!bytes) throw new Error(`the files of job ${id} are not in the store of the cluster`);
      return prepareJob(id, bytes, options.allowPolicies ?? false);
    });
    jobs.set(id, job);
    for (const [oldest, old] of jobs) {
      if (jobs.size <= MOST_JOBS) break;
      jobs.delete(oldest);
      old.then(({ model }) => model.free()).catch(() => {});
    }
  }
  return job;
}

type Reply = { bytes: Uint8Array } | { error: string };

/** What a task gives; an error of a world is an answer too, and would be the same anywhere. */
async function answerOf(job: Prepared, first: number, { threads = 1 }: WorkerOptions): Promise<Reply> {
  try {
    return { bytes: await runTask(job, first, threads) };
  } catch (error) {
    return { error: `job ${job.id}, task with world ${first}: ${(error as Error).message}` };
  }
}

async function send({ js, files }: Cluster, worker: Worker, subject: string, reply: Reply): Promise<void> {
  const { headers } = await import('@nats-io/transport-node');
  const head = headers();
  head.set('worker', worker.name);
  let data: Uint8Array = new Uint8Array(0);
  if ('error' in reply) head.set('error', reply.error.replaceAll('\n', ' '));
  else if (reply.bytes.length <= MOST_INLINE) data = reply.bytes;
  else {
    const name = subject.replace('tenon.', '').replaceAll('.', '-');
    await again(() => files.putBlob({ name }, reply.bytes));
    head.set('object', name);
  }
  await again(() => js.publish(subject, data, { headers: head, expect: { streamName: RESULTS } }));
}
