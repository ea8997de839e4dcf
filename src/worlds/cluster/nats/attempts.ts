/** Attempts at tasks that did not end with an answer. They are counted, so that a task which hangs or ends its workers does not go from
 *  worker to worker for ever. Most tasks are delivered once and leave no trace here. */
import { parseJson } from '../bytes.ts';
import { MAX_FAILURES, MAX_MESSAGE_BYTES, MAX_STARTS, printable } from '../limits.ts';
import { ATTEMPTS, type Cluster, type Patience, retry } from './connection.ts';

const subjectOf = (job: string, first: number, kind: string) => `tenon.attempt.${job}.${first}.${kind}`;

/** Notes that a worker starts with a task that others have started with, or that it could not do it. Returns the number of the note.
 *  Whoever starts and lives to tell what became of it removes the note of its start. */
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

/** Removes a note. */
export async function removeNote({ manager }: Cluster, sequence: number): Promise<void> {
  await manager.streams.deleteMessage(ATTEMPTS, sequence, false).catch(() => {});
}

/** Why a task should be given up; undefined if it should be tried once more. */
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
    return `given up after ${subjects[failure]} failed attempts, the last of which: ${decodeText(last?.data)}`;
  }
  if ((subjects[start] ?? 0) >= MAX_STARTS)
    return `given up: ${subjects[start]} workers started with it and ended without an answer`;
  return undefined;
}

/** Forgets what was attempted, for a job that is submitted once more. */
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
