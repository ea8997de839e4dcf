/** Runs a task in a worker and sends its result. */
import { hashOf } from '../bytes.ts';
import { jobId } from '../job.ts';
import { MAX_JOB_BYTES, MAX_MESSAGE_BYTES } from '../limits.ts';
import { encodeAnswer, resultSubject, type Signature, type TaskError, type TaskMessage } from '../message.ts';
import type { Reply } from '../thread/protocol.ts';
import type { TaskRunner } from '../thread/taskThread.ts';
import { type Cluster, isTemporary, type Patience, RESULTS, retry } from './connection.ts';
import { getObject, putObject } from './store.ts';

/** Bytes of a result, a deterministic error of the task, or a failure of this machine. */
export type Outcome =
  | { bytes: Uint8Array<ArrayBuffer> }
  | { error: TaskError }
  | { failed: string }
  /** This worker does not accept such jobs. */
  | { refused: string }
  | { missing: string };

/** Maximum size of a result sent inside its message; larger ones go through the store. */
const MAX_INLINE_BYTES = 256 * 1024;

/** Run a task; load its job first if necessary. */
export async function runOrLoad(
  cluster: Cluster,
  runner: TaskRunner,
  task: TaskMessage,
  patience: Patience,
): Promise<Outcome> {
  const first = await attempt(cluster, runner, task, patience);
  if (!('error' in first)) return first;
  // a deterministic error occurs again in a new thread
  await runner.restart();
  const second = await attempt(cluster, runner, task, patience);
  const isSame = 'error' in second && second.error.text === first.error.text;
  return isSame || !('error' in second) ? second : { failed: `${first.error.text}; then ${second.error.text}` };
}

async function attempt(
  cluster: Cluster,
  runner: TaskRunner,
  { job, first }: TaskMessage,
  patience: Patience,
): Promise<Outcome> {
  if (!runner.has(job)) {
    const bytes = await getObject(cluster, job, MAX_JOB_BYTES, patience);
    if (!bytes) return { missing: `the files of job ${job} are missing in the store of the cluster` };
    if ((await jobId(bytes)) !== job)
      return { missing: `the files of job ${job} in the store of the cluster are damaged` };
    const loaded = await runner.load(job, bytes);
    if ('failure' in loaded) return outcomeOf(loaded, `job ${job}`);
  }
  return outcomeOf(await runner.run(job, first), `job ${job}, task with world ${first}`);
}

function outcomeOf(reply: Reply, where: string): Outcome {
  if ('bytes' in reply) return reply;
  const { kind, text } = reply.failure;
  if (kind === 'refused') return { refused: text };
  return kind === 'machine' ? { failed: text } : { error: { kind: 'task', text: `${where}: ${text}` } };
}

/** Send an answer to a task: the bytes of its result, or an error. */
export async function sendAnswer(
  cluster: Cluster,
  { job, first, run, worker, instance }: TaskMessage & Signature,
  outcome: { bytes: Uint8Array } | { error: TaskError },
  patience: Patience,
): Promise<void> {
  const error = 'error' in outcome ? outcome.error : undefined;
  const bytes = 'bytes' in outcome ? outcome.bytes : new Uint8Array(0);
  const sha256 = error ? '' : await hashOf(bytes);
  // named by its content, so that no other result can replace it
  const maxPayload = (cluster.connection.info?.max_payload ?? 2 ** 20) - MAX_MESSAGE_BYTES;
  const object = bytes.length > Math.min(MAX_INLINE_BYTES, maxPayload) ? `result-${job}-${sha256}` : '';
  if (object) await putObject(cluster, object, bytes, patience);
  const data = encodeAnswer(
    { job, first, run, worker, instance, sha256, size: bytes.length, object, error },
    object ? new Uint8Array(0) : bytes,
  );
  const expect = { streamName: RESULTS };
  await retry(() => cluster.js.publish(resultSubject(job, first), data, { expect }), patience);
}

/** Whether the server cannot store something. */
export function isStoreError(error: unknown): boolean {
  const { name = '' } = (error ?? {}) as Partial<Error>;
  return /jetstream/i.test(name) && !isTemporary(error);
}
