/** Counts attempts at tasks that ended without an answer, so that a task that hangs or kills its workers is given up
 * eventually. Most tasks are delivered once and need no entry. */
import { parseJson } from '../bytes.ts';
import { MAX_FAILURES, MAX_MESSAGE_BYTES, MAX_STARTS, printable } from '../limits.ts';
import { ATTEMPTS, type Cluster, type Patience, retry } from './connection.ts';

const subjectOf = (job: string, first: number, kind: string) => `tenon.attempt.${job}.${first}.${kind}`;

/** Record that a worker starts a task that others have started before, or that it failed. Returns the sequence number
 * of the record. A worker that survives the task removes the record of its start. */
export async function noteAttempt(
  { js }: Cluster,
  kind: 'start' | 'failure',
  task: { job: string; first: number },
  text: string,
  patience: Patience,
): Promise<number> {
  const data = JSON.stringify({ text: printable(text) });
  return (await retry(() => js.publish(subjectOf(task.job, task.first, kind), data), patience)).seq;
}

/** Remove a record. */
export async function removeNote({ manager }: Cluster, sequence: number): Promise<void> {
  await manager.streams.deleteMessage(ATTEMPTS, sequence, false).catch(() => {});
}

/** The reason to give up a task; undefined if it should be tried again. */
export async function reasonToGiveUp(
  { manager }: Cluster,
  { job, first }: { job: string; first: number },
  patience: Patience,
): Promise<string | undefined> {
  const filter = { subjects_filter: subjectOf(job, first, '*') };
  const { subjects = {} } = (await retry(() => manager.streams.info(ATTEMPTS, filter), patience)).state;
  const [failure, start] = [subjectOf(job, first, 'failure'), subjectOf(job, first, 'start')];
  if ((subjects[failure] ?? 0) >= MAX_FAILURES) {
    const last = await retry(() => manager.streams.getMessage(ATTEMPTS, { last_by_subj: failure }), patience);
    return `given up after ${subjects[failure]} failed attempts. Last error: ${decodeText(last?.data)}`;
  }
  if ((subjects[start] ?? 0) >= MAX_STARTS)
    return `given up: ${subjects[start]} workers started it and ended without an answer`;
  return undefined;
}

/** Remove the records of a job that is submitted again. */
export async function forgetAttempts(
  { manager }: Cluster,
  job: string,
  first: number,
  patience: Patience,
): Promise<void> {
  await retry(() => manager.streams.purge(ATTEMPTS, { filter: subjectOf(job, first, '*') }), patience);
}

function decodeText(data: Uint8Array | undefined): string {
  try {
    const { text } = parseJson('attempt', (data ?? new Uint8Array(0)).subarray(0, MAX_MESSAGE_BYTES)) as {
      text?: unknown;
    };
    return printable(String(text));
  } catch {
    return 'unknown';
  }
}
