/** The description of a job: JSON in a file, or an object in code. */
import {
  expectAtMost,
  expectFinite,
  expectObject,
  expectText,
  expectWhole,
  MAX_NAME_LENGTH,
  MAX_NAMES,
  MAX_STEPS,
  MAX_SWEEP_AXES,
  MAX_WORLDS,
  shown,
} from './limits.ts';

/** Values of a swept parameter: a list, or `count` values evenly spaced in [from, to]. */
export type Sweep = readonly number[] | { from: number; to: number; count: number };

/** A job: worlds of one model to step, and the results to return. */
export interface JobSpec {
  /** Path of the model: MJCF or URDF. Included files and meshes are sent with it. */
  model: string;
  /** Steps of each world. */
  nstep: number;
  /** Return every n-th step; default: only the last one. */
  every?: number;
  /** Fields of a `Data` to return in addition to state and sensors. */
  fields?: readonly string[];
  /** Worlds per combination of the sweep; number of worlds without a sweep (default: 1). */
  worlds?: number;
  /** Index of the keyframe that worlds start from; default: qpos0. */
  key?: number;
  /** Seed of random numbers, combined with the index of the world; default: 0. */
  seed?: number;
  /** Maximum random change of initial positions (in the tangent space) and velocities, and maximum random control. */
  noise?: { qpos?: number; qvel?: number; ctrl?: number };
  /** Swept Model parameters and their values: `{ 'opt.timestep': [0.001, 0.002], 'body_mass[3]': { from: 1, to: 5,
   * count: 9 } }`.
   *  Each combination is a world; the last parameter changes fastest. */
  sweep?: Readonly<Record<string, Sweep>>;
  /** Values of Model fields, for each world or once for all. */
  parameters?: Readonly<Record<string, readonly number[]>>;
  /** Controls: `worlds or 1` x `nstep or 1` rows of `nu` values. */
  control?: { data: readonly number[]; shape: readonly number[] };
  /** Path of a module whose default export is a policy; it must be a single file without imports. */
  policy?: string;
  /** Worlds per task; a task should take about a second. */
  chunk?: number;
}

/** One swept parameter. */
export interface SweepAxis {
  /** Field of the Model. */
  field: string;
  /** Index of the element; undefined for a scalar. */
  index: number | undefined;
  values: readonly number[];
}

/** Copy a job and check all bounds. Later changes of the original have no effect.
 *  @throws TypeError or RangeError with the property, the expected and the found value */
export function checkJobSpec(given: unknown): JobSpec {
  const spec = expectObject('job', given);
  for (const name of Object.keys(spec)) {
    if (Object.hasOwn(properties, name)) continue;
    throw new RangeError(`job: unknown property '${name}'. Expected one of ${Object.keys(properties).join(', ')}`);
  }
  const copy: Record<string, unknown> = {};
  for (const [name, check] of Object.entries(properties)) {
    const value = spec[name];
    if (value !== undefined || name === 'model' || name === 'nstep') copy[name] = check(`job: ${name}`, value);
  }
  const checked = copy as unknown as JobSpec;
  worldsOf(checked);
  return checked;
}

type Check = (where: string, value: unknown) => unknown;

const whole =
  (min: number, max: number): Check =>
  (where, value) =>
    expectWhole(where, value, min, max);

/** Every property of a job with its check, which returns a copy. */
const properties: Readonly<Record<keyof JobSpec, Check>> = {
  model: (where, value) => expectText(where, value),
  nstep: whole(1, MAX_STEPS),
  every: whole(1, MAX_STEPS),
  fields: (where, value) => listOf(where, value, MAX_NAMES, (at, name) => expectText(at, name)),
  worlds: whole(1, MAX_WORLDS),
  key: whole(0, 2 ** 31 - 1),
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  noise: noiseOf,
  sweep: (where, value) => parseRecord(where, value, MAX_SWEEP_AXES, checkedAxis),
  parameters: (where, value) => parseRecord(where, value, MAX_NAMES, numbersIn),
  control: parseControl,
  policy: (where, value) => expectText(where, value),
  chunk: whole(1, MAX_WORLDS),
};

function noiseOf(where: string, value: unknown): JobSpec['noise'] {
  const known = ['qpos', 'qvel', 'ctrl'];
  return parseRecord(where, value, known.length, (at, size, name) => {
    if (!known.includes(name)) throw new RangeError(`${at}: expected one of ${known.join(', ')}`);
    return expectFinite(at, size);
  });
}

function parseControl(where: string, value: unknown): JobSpec['control'] {
  const { data, shape } = expectObject(where, value);
  const sizes = listOf(`${where}: shape`, shape, 3, (at, size) => expectWhole(at, size, 1, MAX_STEPS));
  const expected = sizes.reduce((product, size) => product * size, 1);
  const found = numbersIn(`${where}: data`, data);
  if (sizes.length === 0 || expected !== found.length) {
    throw new RangeError(`${where}: shape: expected ${found.length} values, as in data, found ${sizes.join(' x ')}`);
  }
  return { data: found, shape: sizes };
}

/** Entries of an object, each checked and copied. */
function parseRecord<T>(
  where: string,
  value: unknown,
  max: number,
  check: (where: string, value: unknown, name: string) => T,
): Record<string, T> {
  const entries = Object.entries(expectObject(where, value)).filter(([, entry]) => entry !== undefined);
  expectAtMost(where, 'names', entries.length, max);
  return Object.fromEntries(
    entries.map(([name, entry]) => [name, check(`${where}: ${nameIn(where, name)}`, entry, name)]),
  );
}

function nameIn(where: string, name: string): string {
  return name.length <= 200 ? name : expectText(`${where}: a name`, name, Math.min(200, MAX_NAME_LENGTH));
}

function listOf<T>(where: string, value: unknown, max: number, check: (place: string, value: unknown) => T): T[] {
  const list = arrayIn(where, value, max);
  return Array.from(list, (entry, k) => check(`${where}[${k}]`, entry));
}

/** Finite values; JSON has no others. */
function numbersIn(where: string, value: unknown): number[] {
  const list = arrayIn(where, value, Number.POSITIVE_INFINITY);
  const copy = new Array<number>(list.length);
  for (let k = 0; k < copy.length; k++) {
    const number = list[k];
    copy[k] = typeof number === 'number' && Number.isFinite(number) ? number : expectFinite(`${where}[${k}]`, number);
  }
  return copy;
}

/** An array, typed or not. */
function arrayIn(where: string, value: unknown, max: number): ArrayLike<unknown> {
  if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && 'length' in value)) {
    throw new TypeError(`${where}: expected an array, found ${shown(value)}`);
  }
  expectAtMost(where, 'entries', value.length as number, max);
  return value as ArrayLike<unknown>;
}

/** Values of one swept quantity, checked and copied. */
function checkedAxis(where: string, value: unknown, name: string): Sweep {
  fieldIn(name);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    expectAtMost(where, 'values', (value as ArrayLike<unknown>).length, MAX_WORLDS);
    const values = numbersIn(where, value);
    if (values.length > 0) return values;
    throw new RangeError(`${where}: expected numbers, or { from, to, count }, found an array of 0`);
  }
  if (typeof value !== 'object' || value === null)
    throw new RangeError(`${where}: expected numbers, or { from, to, count }, found ${shown(value)}`);
  const { from, to, count } = value as Record<string, unknown>;
  return {
    from: expectFinite(`${where}: from`, from),
    to: expectFinite(`${where}: to`, to),
    count: expectWhole(`${where}: count`, count, 1, MAX_WORLDS),
  };
}

/** Field and element of a name such as `body_mass[3]`. */
function fieldIn(name: string): Pick<SweepAxis, 'field' | 'index'> {
  const found = /^([a-z][\w]*(?:\.[a-z]\w*)*)(?:\[(\d{1,9})\])?$/i.exec(name);
  if (!found) throw new RangeError(`job: sweep: expected a field such as body_mass[3], found ${shown(name)}`);
  return { field: found[1], index: found[2] === undefined ? undefined : Number(found[2]) };
}

/** The swept quantities, in the order of the job.
 *  @throws RangeError for names and values that cannot be swept */
export function sweepAxes({ sweep = {} }: Pick<JobSpec, 'sweep'>): SweepAxis[] {
  return Object.entries(sweep).map(([name, given]) => {
    const checked = checkedAxis(`job: sweep: ${name}`, given, name);
    return { ...fieldIn(name), values: Array.from({ length: sizeOfAxis(checked) }, (_, k) => valueOnAxis(checked, k)) };
  });
}

/** The swept fields, without their values. */
export function sweptFields({ sweep = {} }: Pick<JobSpec, 'sweep'>): Pick<SweepAxis, 'field' | 'index'>[] {
  return Object.keys(sweep).map(fieldIn);
}

/** The number of values of an axis, without reading them. */
function sizeOfAxis(axis: Sweep): number {
  const { length, count } = (axis ?? {}) as { length?: unknown; count?: unknown };
  const size = Array.isArray(axis) || ArrayBuffer.isView(axis) ? length : count;
  return expectWhole('job: sweep: values', size, 1, MAX_WORLDS);
}

function valueOnAxis(axis: Sweep, k: number): number {
  if (!('count' in axis)) return axis[k];
  const { from, to, count } = axis;
  return count === 1 ? from : from + ((to - from) * k) / (count - 1);
}

/** Number of worlds of a job.
 *  @throws RangeError if it exceeds the limit */
export function worldsOf({ sweep = {}, worlds = 1 }: Pick<JobSpec, 'sweep' | 'worlds'>): number {
  const product = Object.values(sweep).reduce((all, axis) => all * sizeOfAxis(axis), worlds);
  if (product <= MAX_WORLDS) return product;
  throw new RangeError(`job: sweep and worlds: expected at most ${MAX_WORLDS} worlds, found ${product}`);
}

/** The value of each swept quantity in a world. The cost does not depend on the number of values. */
export function sweptValues({ sweep = {}, worlds = 1 }: Pick<JobSpec, 'sweep' | 'worlds'>, world: number): number[] {
  const axes = Object.values(sweep);
  const picked = new Array<number>(axes.length);
  let rest = Math.floor(world / worlds);
  for (let axis = axes.length - 1; axis >= 0; axis--) {
    const size = sizeOfAxis(axes[axis]);
    picked[axis] = valueOnAxis(axes[axis], rest % size);
    rest = Math.floor(rest / size);
  }
  return picked;
}
