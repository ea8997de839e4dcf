/** Messages of a cluster: tasks, answers and notices. Received messages are checked here before use. */
import { pack, parseJson, unpack } from './bytes.ts';
import {
  expectAtMost,
  expectObject,
  expectText,
  expectWhole,
  MAX_HEADER_BYTES,
  MAX_MESSAGE_BYTES,
  MAX_NAMED_WORKERS,
  MAX_RUNS,
  MAX_TASK_BYTES,
  MAX_TEXT_LENGTH,
  MAX_WORLDS,
  printable,
  shown,
} from './limits.ts';

/** Version of the messages; a worker leaves tasks of another version to other workers. */
export const VERSION = 2;

/** A task in the queue. */
export interface TaskMessage {
  version: number;
  job: string;
  /** Index of its first world. */
  first: number;
  /** The engine that must run it. */
  engine: string;
  /** 1 for the first run of a task, 2 for a verification, more if results differ. */
  run: number;
  /** Workers (instances) that must not take it, because they have answered it. */
  avoid: string[];
  /** Workers (instances) that must not take it, because their results were wrong. */
  exclude: string[];
}

/** The worker that sent an answer. */
export interface Signature {
  /** Display name. */
  worker: string;
  /** A random id of the process. */
  instance: string;
}

/** The answer of a worker to a task. */
export interface AnswerMessage extends Signature {
  version: number;
  job: string;
  first: number;
  run: number;
  /** SHA-256 of the bytes of the result, and their number. */
  sha256: string;
  size: number;
  /** Location of the bytes: in this message, or in the store under this name. */
  object: string;
  error: TaskError | undefined;
}

/** Why a task has no result. */
export interface TaskError {
  /** `task`: fails the same way everywhere; `attempts`: given up after several attempts. */
  kind: 'task' | 'attempts';
  text: string;
}

/** A notice from a worker about a job. */
export interface NoticeMessage extends Signature {
  version: number;
  /** `store`: results cannot be stored; `files`: the files of the job are missing or damaged. */
  kind: 'text' | 'store' | 'files';
  text: string;
}

export const taskSubject = (job: string, first: number | '*') => `tenon.task.${job}.${first}`;
export const resultSubject = (job: string, first: number | '*') => `tenon.result.${job}.${first}`;
export const noticeSubject = (job: string) => `tenon.notice.${job}`;
/** Subject on which workers identify themselves. */
export const HELLO = 'tenon.hello';

const JOB = /^[0-9a-f]{24}$/;
const HASH = /^[0-9a-f]{64}$/;
const INSTANCE = /^[\w-]{1,64}$/;

/** Whether a string is a valid job id. */
export function isJobId(text: unknown): text is string {
  return typeof text === 'string' && JOB.test(text);
}

/** Encode a task. */
export function encodeTask(task: Omit<TaskMessage, 'version'>): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ version: VERSION, ...task }));
}

/** A task in another version of the message format. */
export class VersionError extends Error {}

/** Decode a task.
 *  @throws VersionError if its version differs, or another error if it is not a task */
export function decodeTask(subject: string, data: Uint8Array): TaskMessage {
  const where = `task ${shown(subject)}`;
  expectAtMost(where, 'bytes', data.length, MAX_MESSAGE_BYTES);
  const found = expectObject(where, parseJson(where, data));
  checkVersion(where, found);
  const task = {
    version: VERSION,
    ...checkTarget(where, subject, 'task', found),
    engine: matching(`${where}: engine`, found['engine'], INSTANCE),
    run: expectWhole(`${where}: run`, found['run'], 1, MAX_RUNS),
    avoid: instances(`${where}: avoid`, found['avoid']),
    exclude: instances(`${where}: exclude`, found['exclude']),
  };
  return task;
}

/** Encode an answer. */
export function encodeAnswer(answer: Omit<AnswerMessage, 'version'>, result: Uint8Array): Uint8Array<ArrayBuffer> {
  const error = answer.error && { ...answer.error, text: printable(answer.error.text) || 'no message' };
  return pack({ version: VERSION, ...answer, worker: workerName(answer), error }, [result]);
}

/** Decode an answer and the bytes in the same message.
 *  @throws Error if it is not an answer */
export function decodeAnswer(subject: string, data: Uint8Array): { answer: AnswerMessage; result: Uint8Array } {
  const where = `result ${shown(subject)}`;
  const { header, parts } = unpack(where, data, MAX_HEADER_BYTES);
  checkVersion(where, header);
  expectAtMost(where, 'parts', parts.length, 1);
  const error = errorIn(where, header['error']);
  const answer: AnswerMessage = {
    version: VERSION,
    ...checkTarget(where, subject, 'result', header),
    ...signatureIn(where, header),
    run: expectWhole(`${where}: run`, header['run'], 1, MAX_RUNS),
    error,
    sha256: error ? '' : matching(`${where}: sha256`, header['sha256'], HASH),
    size: error ? 0 : expectWhole(`${where}: size`, header['size'], 0, MAX_TASK_BYTES + MAX_HEADER_BYTES),
    object:
      header['object'] === ''
        ? ''
        : matching(`${where}: object`, header['object'], /^result-[0-9a-f]{24}-[0-9a-f]{64}$/),
  };
  const result = parts[0] ?? new Uint8Array(0);
  const expected = answer.object === '' ? answer.size : 0;
  if (result.length === expected) return { answer, result };
  throw new RangeError(`${where}: expected ${expected} bytes, found ${result.length}`);
}

export function encodeNotice(notice: Omit<NoticeMessage, 'version'>): Uint8Array {
  const text = printable(notice.text) || 'no message';
  return new TextEncoder().encode(JSON.stringify({ version: VERSION, ...notice, worker: workerName(notice), text }));
}

function workerName({ worker }: Signature): string {
  return printable(worker, 100) || 'worker';
}

/** Decode a notice.
 *  @throws Error if it is not a notice */
export function decodeNotice(data: Uint8Array): NoticeMessage {
  expectAtMost('notice', 'bytes', data.length, MAX_MESSAGE_BYTES);
  const found = expectObject('notice', parseJson('notice', data));
  checkVersion('notice', found);
  const { kind } = found;
  return {
    version: VERSION,
    ...signatureIn('notice', found),
    kind: kind === 'store' || kind === 'files' ? kind : 'text',
    text: printable(expectText('notice: text', found['text'], MAX_MESSAGE_BYTES)),
  };
}

/** Encode the response of a worker to a hello request. */
export function encodeHello(hello: Signature & { engine: string }): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ version: VERSION, ...hello, worker: workerName(hello) }));
}

/** @throws Error if it is not a hello response */
export function decodeHello(data: Uint8Array): Signature & { engine: string } {
  expectAtMost('hello', 'bytes', data.length, MAX_MESSAGE_BYTES);
  const found = expectObject('hello', parseJson('hello', data));
  checkVersion('hello', found);
  return { ...signatureIn('hello', found), engine: matching('hello: engine', found['engine'], INSTANCE) };
}

function checkVersion(where: string, { version }: Record<string, unknown>): void {
  expectWhole(`${where}: version`, version, 1, 1e6);
  if (version !== VERSION) throw new VersionError(`${where}: version: expected ${VERSION}, found ${version}`);
}

/** Job and task, which the subject also names. */
function checkTarget(where: string, subject: string, kind: string, { job, first }: Record<string, unknown>) {
  if (!isJobId(job)) throw new RangeError(`${where}: job: expected 24 hexadecimal digits, found ${shown(job)}`);
  const world = expectWhole(`${where}: first`, first, 0, MAX_WORLDS - 1);
  const expected = `tenon.${kind}.${job}.${world}`;
  if (subject !== expected) throw new RangeError(`${where}: expected the subject ${expected}`);
  return { job, first: world };
}

function signatureIn(where: string, { worker, instance }: Record<string, unknown>): Signature {
  return {
    worker: printable(expectText(`${where}: worker`, worker, 200)),
    instance: matching(`${where}: instance`, instance, INSTANCE),
  };
}

function errorIn(where: string, error: unknown): TaskError | undefined {
  if (error === undefined || error === null) return undefined;
  const { kind, text } = expectObject(`${where}: error`, error);
  if (kind !== 'task' && kind !== 'attempts')
    throw new RangeError(`${where}: error: kind: expected task or attempts, found ${shown(kind)}`);
  return { kind, text: printable(expectText(`${where}: error: text`, text, 2 * MAX_TEXT_LENGTH)) };
}

function instances(where: string, list: unknown): string[] {
  if (!Array.isArray(list)) throw new TypeError(`${where}: expected an array, found ${shown(list)}`);
  expectAtMost(where, 'workers', list.length, MAX_NAMED_WORKERS);
  return list.map((entry, k) => matching(`${where}[${k}]`, entry, INSTANCE));
}

function matching(where: string, value: unknown, pattern: RegExp): string {
  const text = expectText(where, value, 200);
  if (pattern.test(text)) return text;
  throw new RangeError(`${where}: expected ${pattern.source}, found ${shown(text)}`);
}
