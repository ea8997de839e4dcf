/** Limits of jobs and messages. Submitter and worker both check them, so that neither depends on the other. */

/** Maximum number of worlds of a job: the combinations of its sweep times `worlds`. */
export const MAX_WORLDS = 1_000_000;
/** Maximum number of tasks of a job. The submitter stores a few hundred bytes for each. */
export const MAX_TASKS = 100_000;
/** Maximum number of steps of a world. */
export const MAX_STEPS = 10_000_000;
/** Maximum number of swept quantities of a job. */
export const MAX_SWEEP_AXES = 32;
/** Maximum number of names in `fields` and in `parameters`. */
export const MAX_NAMES = 256;
/** Maximum length of a name or a path. */
export const MAX_NAME_LENGTH = 4096;
/** Maximum size of a job description as JSON, including `parameters` and `control`. */
export const MAX_SPEC_BYTES = 64 * 2 ** 20;
/** Maximum size of a job with its model and all files. */
export const MAX_JOB_BYTES = 512 * 2 ** 20;
/** Maximum number of files of a job. */
export const MAX_FILES = 10_000;
/** Maximum size of the inputs (states, controls, parameters) of a task, and of its results. */
export const MAX_TASK_BYTES = 256 * 2 ** 20;
/** Maximum number of queued or running tasks of one submitter. */
export const MAX_WINDOW = 10_000;

/** Maximum size of a message that names a task, and of a notice. */
export const MAX_MESSAGE_BYTES = 16 * 1024;
/** Maximum size of the header of a result. */
export const MAX_HEADER_BYTES = 4 * 2 ** 20;
/** Maximum length of an error or a notice. */
export const MAX_TEXT_LENGTH = 2000;
/** Maximum number of workers that one message names. */
export const MAX_NAMED_WORKERS = 64;

/** Failed attempts (time limit, out of memory, lost thread) before a task is given up. */
export const MAX_FAILURES = 3;
/** Workers that may vanish while running a task before it is given up. */
export const MAX_STARTS = 10;
/** Maximum number of runs of a task with conflicting results. */
export const MAX_RUNS = 7;
/** Time limit of a task in seconds; default of `taskSeconds`. */
export const TASK_SECONDS = 600;
/** Seconds that a worker waits for its task when it is asked to end. */
export const GRACE_SECONDS = 3;

/** Return the value if it is an integer in [min, max].
 *  @throws RangeError with the field, the bounds and the found value */
export function expectWhole(where: string, value: unknown, min: number, max: number): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  throw new RangeError(`${where}: expected a whole number from ${min} to ${max}, found ${shown(value)}`);
}

/** Return the value if it is a finite number. */
export function expectFinite(where: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new RangeError(`${where}: expected a finite number, found ${shown(value)}`);
}

/** Return the value if it is a string of 1 to `maxLength` characters. */
export function expectText(where: string, value: unknown, maxLength = MAX_NAME_LENGTH): string {
  if (typeof value !== 'string') throw new TypeError(`${where}: expected a string, found ${shown(value)}`);
  if (value.length >= 1 && value.length <= maxLength) return value;
  throw new RangeError(`${where}: expected 1 to ${maxLength} characters, found ${value.length}`);
}

/** Return the value if it is an object and not an array. */
export function expectObject(where: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new TypeError(`${where}: expected an object, found ${shown(value)}`);
}

/** @throws RangeError if there are more than `max` */
export function expectAtMost(where: string, what: string, found: number, max: number): void {
  if (found <= max) return;
  throw new RangeError(`${where}: expected at most ${max} ${what}, found ${found}`);
}

/** A short form of any value, for messages. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${printable(value, 60)}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return ArrayBuffer.isView(value) ? 'an array of numbers' : 'an object';
}

/** The string without control characters and lone surrogates, truncated. */
export function printable(text: string, maxLength = MAX_TEXT_LENGTH): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').replace(/\p{Surrogate}/gu, '\ufffd');
}
