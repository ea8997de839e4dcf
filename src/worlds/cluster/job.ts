/** A job with everything that it needs, and the tasks that it is divided into. */
import { withParameters } from '../../batch.ts';
import { type Model, modelFiles, modelFromXml, prepare } from '../../index.ts';
import { hashOf, pack, unpack } from './bytes.ts';
import { controlSizes, taskParameters } from './inputs.ts';
import { checkJobSpec, type JobSpec, worldsOf } from './jobSpec.ts';
import {
  expectAtMost,
  expectText,
  MAX_FILES,
  MAX_JOB_BYTES,
  MAX_SPEC_BYTES,
  MAX_TASK_BYTES,
  MAX_TASKS,
  shown,
} from './limits.ts';
import { bytesOfWorld, type ResultShape, resultShape } from './shape.ts';

/** A job as it travels: its description and the files that it names. */
export interface Bundle {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Reads the files that a job names, and gives it the id that follows from all of it.
 *  @param spec a job that `checkJobSpec` has returned */
export async function bundleOf(spec: JobSpec, engine: string): Promise<Bundle> {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const paths = await modelFiles(spec.model);
  const named = spec.policy === undefined ? paths : [...paths, spec.policy];
  expectAtMost('job: model', 'files', named.length, MAX_FILES);
  const header = { spec, paths: named, engine };
  expectAtMost('job', 'bytes of JSON', JSON.stringify(header).length, MAX_SPEC_BYTES);
  const parts = named.map((path) => new Uint8Array(readFileSync(path)));
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  expectAtMost('job: model', 'bytes in its files', size, MAX_JOB_BYTES - MAX_SPEC_BYTES);
  const bytes = pack(header, parts);
  return { id: await jobId(bytes), bytes };
}

/** The id of a job, from its bytes: bytes that were damaged have another one. */
export async function jobId(bytes: Uint8Array): Promise<string> {
  return (await hashOf(bytes)).slice(0, 24);
}

/** A job whose model is loaded. */
export interface Prepared {
  id: string;
  /** The engine that the one who submitted the job has. */
  engine: string;
  spec: JobSpec;
  model: Model;
  worlds: number;
  chunk: number;
  policy: string | undefined;
  shape: ResultShape;
}

/** A job that a worker must not run. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Loads the model of a job from the files of the job, and from nothing else.
 *  @throws RefusedError if it has a policy and policies are not allowed: they are programs */
export async function prepareJob(id: string, bytes: Uint8Array, allowPolicies: boolean): Promise<Prepared> {
  const { spec, engine, files } = readBundle(bytes);
  if (spec.policy !== undefined && !allowPolicies)
    throw new RefusedError('the job has a policy, and this worker allows none');
  await prepare();
  const model = modelInside(spec.model, files);
  try {
    const policy = spec.policy === undefined ? undefined : moduleAddress(fileIn(files, spec.policy));
    const worlds = worldsOf(spec);
    const chunk = worldsPerTask(spec);
    const job = { id, engine, spec, model, worlds, chunk, policy, shape: resultShape(model, spec) };
    checkSizes(job);
    checkParameters(job);
    return job;
  } catch (error) {
    model.free();
    throw error;
  }
}

/** What the bytes of a job hold.
 *  @throws Error if they are not those of a job */
export function readBundle(bytes: Uint8Array): { spec: JobSpec; engine: string; files: Map<string, Uint8Array> } {
  expectAtMost('job', 'bytes', bytes.length, MAX_JOB_BYTES);
  const { header, parts } = unpack('job', bytes, MAX_SPEC_BYTES);
  const { paths } = header;
  if (!Array.isArray(paths) || paths.length !== parts.length)
    throw new TypeError(`job: paths: expected an array of ${parts.length}, found ${shown(paths)}`);
  expectAtMost('job: paths', 'files', paths.length, MAX_FILES);
  return {
    spec: checkJobSpec(header['spec']),
    engine: expectText('job: engine', header['engine'], 64),
    files: new Map(paths.map((path, k) => [expectText(`job: paths[${k}]`, path), parts[k]])),
  };
}

function fileIn(files: ReadonlyMap<string, Uint8Array>, path: string): Uint8Array {
  const found = files.get(path);
  if (found) return found;
  throw new RangeError(`job: the file ${shown(path)} is not among those of the job`);
}

/** A model whose files are all given: one that it does not come with is an error, wherever it may lie. */
function modelInside(path: string, files: ReadonlyMap<string, Uint8Array>): Model {
  return modelFromXml(new TextDecoder().decode(fileIn(files, path)), { file: path, files });
}

function moduleAddress(text: Uint8Array): string {
  return `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
}

/** Whether tasks are few and small enough. */
function checkSizes({ spec, model, worlds, chunk, shape }: Prepared): void {
  const tasks = Math.ceil(worlds / chunk);
  if (tasks > MAX_TASKS)
    throw new RangeError(
      `job: chunk: expected at most ${MAX_TASKS} tasks, found ${tasks}: ${worlds} worlds, ${chunk} in a task`,
    );
  const count = Math.min(worlds, chunk);
  const results = count * bytesOfWorld(shape);
  if (results > MAX_TASK_BYTES)
    throw new RangeError(
      `job: chunk: expected results of at most ${MAX_TASK_BYTES} bytes for a task, found ${results}: ${count} worlds ` +
        `with ${shape.rows} rows of ${bytesOfWorld(shape) / shape.rows} bytes. Use a smaller chunk, fewer fields or a larger every`,
    );
  const controls = controlSizes(spec, model, worlds, count);
  const parameters = [...Object.keys(spec.parameters ?? {}), ...Object.keys(spec.sweep ?? {})];
  // each name is an array of its field for every world of a task
  const inputs = 8 * count * (shape.state + controls + parameters.length);
  if (inputs > MAX_TASK_BYTES)
    throw new RangeError(
      `job: chunk: expected inputs of at most ${MAX_TASK_BYTES} bytes for a task, found ${inputs}: ${count} worlds of ` +
        `${controls} controls. Use a smaller chunk`,
    );
}

/** Applies the parameters of the first world, so that what cannot be a parameter is an error of the job. */
function checkParameters(job: Prepared): void {
  const parameters = taskParameters(job, 0, 1);
  if (parameters) withParameters(job.model, parameters).free();
}

/** Worlds of a task of a job. */
export function worldsPerTask(spec: JobSpec): number {
  return spec.chunk ?? Math.max(1, Math.ceil(worldsOf(spec) / 100));
}

/** First worlds of the tasks of a job. */
export function tasksOf({ worlds, chunk }: Pick<Prepared, 'worlds' | 'chunk'>): number[] {
  return Array.from({ length: Math.ceil(worlds / chunk) }, (_, k) => k * chunk);
}

/** How many worlds a task has.
 *  @throws RangeError if the job has no such task */
export function worldsInTask({ worlds, chunk }: Pick<Prepared, 'worlds' | 'chunk'>, first: number): number {
  if (Number.isInteger(first) && first >= 0 && first < worlds && first % chunk === 0)
    return Math.min(chunk, worlds - first);
  throw new RangeError(
    `job: expected the first world of a task (a multiple of ${chunk} below ${worlds}), found ${first}`,
  );
}
