/** A job with everything that it needs, and the tasks that it falls into. */
import { type RolloutResult, rollout, type WorldField } from '../batch.ts';
import {
  Data,
  getState,
  integratePos,
  type Model,
  modelFiles,
  modelFromXml,
  prepare,
  resetDataKeyframe,
  StateBit,
  stateSize,
} from '../index.ts';
import { hashOf, pack, unpack } from './bytes.ts';
import { randomOf } from './random.ts';
import { checkSpec, type JobSpec, sweepAxes, sweptValues, worldsOf } from './spec.ts';

/** A job as it travels: its description and the files that it names. */
export interface Bundle {
  id: string;
  spec: JobSpec;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Reads the files that a job names, and gives it the id that follows from all of it. */
export async function bundleOf(spec: JobSpec, engine: string): Promise<Bundle> {
  checkSpec(spec);
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const paths = await modelFiles(spec.model);
  const named = spec.policy === undefined ? paths : [...paths, spec.policy];
  const parts = named.map((path) => new Uint8Array(readFileSync(path)));
  const bytes = pack({ spec, paths: named, engine }, parts);
  return { id: (await hashOf(bytes)).slice(0, 24), spec, bytes };
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
}

/** Loads the model of a job from the files of the job, and from nothing else.
 *  @throws Error if it has a policy and policies are not allowed: they are programs */
export async function prepareJob(id: string, bytes: Uint8Array, allowPolicies: boolean): Promise<Prepared> {
  const { header, parts } = unpack<{ spec: JobSpec; paths: string[]; engine: string }>(bytes);
  const { paths, engine } = header;
  const spec = checkSpec(header.spec);
  if (spec.policy !== undefined && !allowPolicies) throw new Error('the job has a policy, and this worker allows none');
  await prepare();
  const files = new Map(paths.map((path, k) => [path, parts[k]]));
  const model = modelInside(spec.model, files);
  const worlds = worldsOf(spec);
  const policy = spec.policy === undefined ? undefined : moduleAddress(files.get(spec.policy)!);
  return { id, engine, spec, model, worlds, chunk: spec.chunk ?? Math.max(1, Math.ceil(worlds / 100)), policy };
}

/** A model whose files are all given: one that it does not come with is an error, wherever it may lie. */
function modelInside(path: string, files: ReadonlyMap<string, Uint8Array>): Model {
  return modelFromXml(new TextDecoder().decode(files.get(path)), { file: path, files });
}

function moduleAddress(text: Uint8Array): string {
  return `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
}

/** First worlds of the tasks of a job. */
export function tasksOf({ worlds, chunk }: Pick<Prepared, 'worlds' | 'chunk'>): number[] {
  return Array.from({ length: Math.ceil(worlds / chunk) }, (_, k) => k * chunk);
}

/** What a task gives. */
export interface TaskResult extends RolloutResult<WorldField> {
  /** Number of the first of its worlds. */
  first: number;
}

/** Step the worlds of a task. */
export async function runTask(job: Prepared, first: number, threads: number): Promise<Uint8Array<ArrayBuffer>> {
  const { spec, model, policy } = job;
  const count = Math.min(job.chunk, job.worlds - first);
  const every = spec.every ?? spec.nstep;
  const result = await rollout(model, initialStates(job, first, count), {
    nbatch: count,
    nstep: spec.nstep,
    every,
    fields: (spec.fields ?? []) as WorldField[],
    threads,
    ...optional('control', controlsOf(job, first, count)),
    ...optional('parameters', parametersOf(job, first, count)),
    ...optional('policy', policy),
  });
  const names = Object.keys(result.fields) as WorldField[];
  const arrays = [result.state, result.sensordata, ...names.map((name) => result.fields[name])];
  const warnings = result.warnings.map((warning) => ({ ...warning, world: warning.world + first }));
  const kinds = arrays.map((array) => array.constructor.name);
  const header: ResultHeader = { first, nbatch: result.nbatch, nstep: result.nstep, warnings, names, kinds };
  return pack(
    header,
    arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

interface ResultHeader extends Pick<TaskResult, 'first' | 'nbatch' | 'nstep' | 'warnings'> {
  names: WorldField[];
  kinds: string[];
}

const arrayKinds = { Float64Array, Float32Array, Int32Array, Uint8Array };

/** The result of a task from its bytes. */
export function taskResult(bytes: Uint8Array): TaskResult {
  const { header, parts } = unpack<ResultHeader>(bytes);
  const { names, kinds, ...rest } = header;
  const [state, sensordata, ...fields] = parts.map(
    ({ buffer }, k) => new arrayKinds[kinds[k] as keyof typeof arrayKinds](buffer),
  );
  const named = Object.fromEntries(names.map((name, k) => [name, fields[k]])) as unknown as TaskResult['fields'];
  return { ...rest, state: state as Float64Array, sensordata: sensordata as Float64Array, fields: named };
}

function optional<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [key in K]: V });
}

function initialStates({ spec, model: m }: Prepared, first: number, count: number): Float64Array {
  const { noise = {}, seed = 0, key } = spec;
  using data = new Data(m);
  if (key !== undefined) resetDataKeyframe(m, data, key);
  const [qpos, qvel] = [data.qpos.slice(), data.qvel.slice()];
  const size = stateSize(m, StateBit.FULLPHYSICS);
  const states = new Float64Array(count * size);
  for (let i = 0; i < count; i++) {
    const random = randomOf(seed, first + i);
    const change = qvel.map(() => (noise.qpos ?? 0) * random());
    data.qpos.set(qpos);
    if (noise.qpos) integratePos(m, data.qpos, change, 1);
    data.qvel.set(qvel.map((v) => v + (noise.qvel ?? 0) * random()));
    getState(m, data, StateBit.FULLPHYSICS, states.subarray(i * size, (i + 1) * size));
  }
  return states;
}

/** Controls of the worlds of a task: those given, or random ones. */
function controlsOf({ spec, model, worlds }: Prepared, first: number, count: number) {
  const { control, noise, nstep, seed = 0 } = spec;
  if (control) {
    const [rows, steps, width] = [...Array.from({ length: 3 - control.shape.length }, () => 1), ...control.shape];
    if (rows !== worlds) return control;
    const data = control.data.slice(first * steps * width, (first + count) * steps * width);
    return { data, shape: [count, steps, width] };
  }
  if (!noise?.ctrl) return undefined;
  const data = new Float64Array(count * nstep * model.nu);
  for (let i = 0; i < count; i++) {
    const random = randomOf(seed + 1, first + i);
    for (let k = 0; k < nstep * model.nu; k++) data[i * nstep * model.nu + k] = noise.ctrl * random();
  }
  return { data, shape: [count, nstep, model.nu] };
}

/** Parameters of the worlds of a task: those given, and the swept ones. */
function parametersOf({ spec, model, worlds }: Prepared, first: number, count: number) {
  const axes = sweepAxes(spec);
  if (!spec.parameters && axes.length === 0) return undefined;
  const found: Record<string, Float64Array> = {};
  for (const [field, values] of Object.entries(spec.parameters ?? {})) {
    const width = numbersOf(model, field).length;
    const own = values.length === width ? undefined : values.slice(first * width, (first + count) * width);
    if (own && values.length !== worlds * width) {
      throw new RangeError(
        `job: parameters: ${field}: expected ${width} numbers, or ${worlds} times as many, found ${values.length}`,
      );
    }
    found[field] = Float64Array.from({ length: count * width }, (_, k) => (own ? own[k] : values[k % width]));
  }
  axes.forEach(({ field, index = 0 }, axis) => {
    const base = numbersOf(model, field);
    if (index >= base.length)
      throw new RangeError(`job: sweep: ${field} has ${base.length} numbers, found index ${index}`);
    found[field] ??= Float64Array.from({ length: count * base.length }, (_, k) => base[k % base.length]);
    for (let i = 0; i < count; i++) found[field][i * base.length + index] = sweptValues(spec, first + i)[axis];
  });
  return found;
}

/** The numbers of a field of a Model, such as `body_mass` or `opt.timestep`. */
function numbersOf(m: Model, field: string): ArrayLike<number> {
  let value: unknown = m;
  for (const name of field.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  if (typeof value === 'number') return [value];
  if (ArrayBuffer.isView(value)) return value as Float64Array;
  throw new RangeError(`job: no field of a Model is called '${field}'`);
}
