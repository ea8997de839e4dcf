/** Runs a task and encodes its result as bytes. */
import { type RolloutResult, rollout, type WorldField } from '../../batch.ts';
import { pack, unpack } from './bytes.ts';
import { controlsOf, initialStates, taskParameters } from './inputs.ts';
import { type Prepared, worldsInTask } from './job.ts';
import { expectAtMost, expectText, expectWhole, MAX_HEADER_BYTES, MAX_NAMES, shown } from './limits.ts';

/** The result of a task. */
export interface TaskResult extends RolloutResult<WorldField> {
  /** Index of its first world. */
  first: number;
}

/** Step the worlds of a task. */
export async function runTask(job: Prepared, first: number, threads: number): Promise<Uint8Array<ArrayBuffer>> {
  const { spec, model, policy } = job;
  const count = worldsInTask(job, first);
  const every = spec.every ?? spec.nstep;
  const result = await rollout(model, initialStates(job, first, count), {
    nbatch: count,
    nstep: spec.nstep,
    every,
    fields: (spec.fields ?? []) as WorldField[],
    threads,
    ...optional('control', controlsOf(job, first, count)),
    ...optional('parameters', taskParameters(job, first, count)),
    ...optional('policy', policy),
  });
  const { names } = job.shape;
  const arrays = [result.state, result.sensordata, ...names.map((name) => result.fields[name])];
  const warnings = result.warnings.map((warning) => ({ ...warning, world: warning.world + first }));
  const header: ResultHeader = { job: job.id, ...expectedHeader(job, first), warnings };
  return pack(
    header,
    arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

interface ResultHeader extends Pick<TaskResult, 'first' | 'nbatch' | 'nstep' | 'warnings'> {
  job: string;
  names: WorldField[];
  kinds: string[];
}

/** The header that every result of a task must have. */
function expectedHeader(job: Prepared, first: number): Omit<ResultHeader, 'job' | 'warnings'> {
  const { rows, names, columns } = job.shape;
  return { first, nbatch: worldsInTask(job, first), nstep: rows, names, kinds: columns.map(({ kind }) => kind) };
}

const arrayKinds = { Float64Array, Float32Array, Int32Array, Uint8Array };

/** Decode the result of a task.
 *  @throws Error if the bytes are not a result of this task */
export function taskResult(job: Prepared, first: number, bytes: Uint8Array): TaskResult {
  const where = `result of the task with world ${first}`;
  const { header, parts } = unpack(where, bytes, MAX_HEADER_BYTES);
  const expected: Record<string, unknown> = { job: job.id, ...expectedHeader(job, first) };
  for (const [name, value] of Object.entries(expected)) {
    if (!isSame(header[name], value))
      throw new RangeError(`${where}: ${name}: expected ${JSON.stringify(value)}, found ${shown(header[name])}`);
  }
  const { names, columns, rows } = job.shape;
  const nbatch = worldsInTask(job, first);
  if (parts.length !== columns.length)
    throw new RangeError(`${where}: expected ${columns.length} arrays, found ${parts.length}`);
  const arrays = columns.map(({ kind, bytes: width }, k) => {
    const size = nbatch * rows * width;
    if (parts[k].length !== size)
      throw new RangeError(`${where}: array ${k}: expected ${size} bytes, found ${parts[k].length}`);
    return new arrayKinds[kind as keyof typeof arrayKinds](parts[k].buffer);
  });
  const [state, sensordata, ...fields] = arrays;
  const named = Object.fromEntries(names.map((name, k) => [name, fields[k]])) as unknown as TaskResult['fields'];
  return {
    first,
    nbatch,
    nstep: rows,
    warnings: warningsIn(job, first, header['warnings']),
    state: state as Float64Array,
    sensordata: sensordata as Float64Array,
    fields: named,
  };
}

/** Whether a value of a header equals this number, string, or list of strings. */
function isSame(found: unknown, expected: unknown): boolean {
  if (!Array.isArray(expected) || !Array.isArray(found)) return found === expected;
  return found.length === expected.length && expected.every((entry, k) => found[k] === entry);
}

function warningsIn(job: Prepared, first: number, found: unknown): TaskResult['warnings'] {
  const where = `result of the task with world ${first}: warnings`;
  if (!Array.isArray(found)) throw new TypeError(`${where}: expected an array, found ${shown(found)}`);
  const count = worldsInTask(job, first);
  expectAtMost(where, 'worlds', found.length, count);
  return found.map((warning, k) => {
    const { world, step, texts: list } = (warning ?? {}) as Record<string, unknown>;
    if (!Array.isArray(list)) throw new TypeError(`${where}[${k}]: expected an array of strings, found ${shown(list)}`);
    expectAtMost(`${where}[${k}]`, 'strings', list.length, MAX_NAMES);
    return {
      world: expectWhole(`${where}[${k}]: world`, world, first, first + count - 1),
      step: expectWhole(`${where}[${k}]: step`, step, 0, job.spec.nstep),
      texts: list.map((text) => expectText(`${where}[${k}]: text`, text)),
    };
  });
}

function optional<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [key in K]: V });
}
