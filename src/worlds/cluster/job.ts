/** A job with all its inputs, and its division into tasks. */
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

/** A job for transport: its description and the files that it names. */
export interface Bundle {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Read the files of a job and derive its id from all contents.
 *  @param spec a job returned by `checkJobSpec` */
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

/** The id of a job, a hash of its bytes: damaged bytes have another id. */
export async function jobId(bytes: Uint8Array): Promise<string> {
  return (await hashOf(bytes)).slice(0, 24);
}

/** A job with a loaded model. */
export interface Prepared {
  id: string;
  /** The engine of the submitter. */
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

/** Load the model of a job from the files of the job only.
 *  @throws RefusedError if it has a policy and policies, which are code, are not allowed */
export async function prepareJob(id: string, bytes: Uint8Array, allowPolicies: boolean): Promise<Prepared> {
  const { spec, engine, files } = readBundle(bytes);
  if (spec.policy !== undefined && !allowPolicies)
    throw new RefusedError('the job has a policy, and this worker does not allow policies');
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

/** Decode the bytes of a job.
 *  @throws Error if they are not a job */
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
  throw new RangeError(`job: the file ${shown(path)} is missing in the bundle`);
}

/** Load a model from given files only; any other file is an error. */
function modelInside(path: string, files: ReadonlyMap<string, Uint8Array>): Model {
  return modelFromXml(new TextDecoder().decode(fileIn(files, path)), { file: path, files });
}

function moduleAddress(text: Uint8Array): string {
  return `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
}

/** Checks the number and the size of tasks. */
function checkSizes({ spec, model, worlds, chunk, shape }: Prepared): void {
  const tasks = Math.ceil(worlds / chunk);
  if (tasks > MAX_TASKS)
    throw new RangeError(
      `job: chunk: expected at most ${MAX_TASKS} tasks, found ${tasks} (${worlds} worlds, ${chunk} per task). Use a larger chunk`,
    );
  const count = Math.min(worlds, chunk);
  const results = count * bytesOfWorld(shape);
  if (results > MAX_TASK_BYTES)
    throw new RangeError(
      `job: chunk: expected results of at most ${MAX_TASK_BYTES} bytes per task, found ${results} (${count} worlds ` +
        `with ${shape.rows} rows of ${bytesOfWorld(shape) / shape.rows} bytes). Use a smaller chunk, fewer fields or a larger every`,
    );
  const controls = controlSizes(spec, model, worlds, count);
  const parameters = [...Object.keys(spec.parameters ?? {}), ...Object.keys(spec.sweep ?? {})];
  // each name is an array of its field for every world of a task
  const inputs = 8 * count * (shape.state + controls + parameters.length);
  if (inputs > MAX_TASK_BYTES)
    throw new RangeError(
      `job: chunk: expected inputs of at most ${MAX_TASK_BYTES} bytes per task, found ${inputs} (${count} worlds of ` +
        `${controls} controls). Use a smaller chunk`,
    );
}

/** Applies the parameters of the first world, so that invalid parameters are an error of the job. */
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

/** Number of worlds of a task.
 *  @throws RangeError if the job has no such task */
export function worldsInTask({ worlds, chunk }: Pick<Prepared, 'worlds' | 'chunk'>, first: number): number {
  if (Number.isInteger(first) && first >= 0 && first < worlds && first % chunk === 0)
    return Math.min(chunk, worlds - first);
  throw new RangeError(
    `job: expected the first world of a task (a multiple of ${chunk} below ${worlds}), found ${first}`,
  );
}
