/** Bounds of jobs and messages. Submitter and worker check the same ones, so that neither depends on the other. */

/** Worlds of a job: the combinations of its sweep times `worlds`. */
export const MAX_WORLDS = 1_000_000;
/** Tasks of a job. The submitter keeps a few hundred bytes for each. */
export const MAX_TASKS = 100_000;
/** Steps of a world. */
export const MAX_STEPS = 10_000_000;
/** Swept quantities of a job. */
export const MAX_SWEEP_AXES = 32;
/** Names in `fields` and in `parameters`. */
export const MAX_NAMES = 256;
/** Characters of a name or a path. */
export const MAX_NAME_LENGTH = 4096;
/** Bytes of the description of a job as JSON; `parameters` and `control` are part of it. */
export const MAX_SPEC_BYTES = 64 * 2 ** 20;
/** Bytes of a job with its model and all files. */
export const MAX_JOB_BYTES = 512 * 2 ** 20;
/** Files of a job. */
export const MAX_FILES = 10_000;
/** Bytes of what a task reads (states, controls, parameters), and of what it returns. */
export const MAX_TASK_BYTES = 256 * 2 ** 20;
/** Tasks in the queue or in work for one submitter. */
export const MAX_WINDOW = 10_000;

/** Bytes of a message that names a task, and of a notice. */
export const MAX_MESSAGE_BYTES = 16 * 1024;
/** Bytes of the header of a result. */
export const MAX_HEADER_BYTES = 4 * 2 ** 20;
/** Characters of an error or a notice. */
export const MAX_TEXT_LENGTH = 2000;
/** Workers that one message can name. */
export const MAX_NAMED_WORKERS = 64;

/** Failed attempts (time limit, out of memory, lost thread) after which a task is given up. */
export const MAX_FAILURES = 3;
/** Workers that may vanish in the middle of a task before it is given up. */
export const MAX_STARTS = 10;
/** Runs of a task that has conflicting results. */
export const MAX_RUNS = 7;
/** Seconds that a task may take; default of `taskSeconds`. */
export const TASK_SECONDS = 600;
/** Seconds that a worker waits for its task when it is told to end. */
export const GRACE_SECONDS = 3;

/** A whole number in [least, most].
 *  @throws RangeError that names the field, the bound and what was found */
export function expectWhole(where: string, value: unknown, min: number, max: number): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  throw new RangeError(`${where}: expected a whole number from ${min} to ${max}, found ${shown(value)}`);
}

/** A finite number. */
export function expectFinite(where: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new RangeError(`${where}: expected a finite number, found ${shown(value)}`);
}

/** A string of [1, most] characters. */
export function expectText(where: string, value: unknown, maxLength = MAX_NAME_LENGTH): string {
  if (typeof value !== 'string') throw new TypeError(`${where}: expected a string, found ${shown(value)}`);
  if (value.length >= 1 && value.length <= maxLength) return value;
  throw new RangeError(`${where}: expected 1 to ${maxLength} characters, found ${value.length}`);
}

/** An object that is not an array. */
export function expectObject(where: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new TypeError(`${where}: expected an object, found ${shown(value)}`);
}

/** @throws RangeError if there are more than `max` */
export function expectAtMost(where: string, what: string, found: number, max: number): void {
  if (found <= max) return;
  throw new RangeError(`${where}: expected at most ${max} ${what}, found ${found}`);
}

/** A value for a message: short, whatever it is. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${printable(value, 60)}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return ArrayBuffer.isView(value) ? 'an array of numbers' : 'an object';
}

/** Text without control characters and lone surrogates, cut to a length. */
export function printable(text: string, maxLength = MAX_TEXT_LENGTH): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').replace(/\p{Surrogate}/gu, '\ufffd');
}
