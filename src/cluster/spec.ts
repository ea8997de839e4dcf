/** What a job is: a file of JSON, or the same object in a program. */

/** Values of a swept number: a list, or so many from one value to another. */
export type Sweep = readonly number[] | { from: number; to: number; count: number };

/** Worlds of one model that are stepped somewhere, and what is wanted of them. */
export interface JobSpec {
  /** Path of the model: MJCF or URDF. What it includes and its meshes go with it. */
  model: string;
  /** Steps of each world. */
  nstep: number;
  /** Results of every so many steps; only of the last one, unless given. */
  every?: number;
  /** Fields of a Data that are wanted besides state and sensors. */
  fields?: readonly string[];
  /** Worlds; a sweep says itself how many it has. */
  worlds?: number;
  /** Keyframe that worlds start from, by its number; the reference configuration, unless given. */
  key?: number;
  /** Random numbers are made from this and the number of the world; 0, unless given. */
  seed?: number;
  /** Largest random change of the initial positions (in the tangent space) and velocities, and largest random control. */
  noise?: { qpos?: number; qvel?: number; ctrl?: number };
  /** Numbers of the Model, each with its values: `{ 'opt.timestep': [0.001, 0.002], 'body_mass[3]': { from: 1, to: 5, count: 9 } }`.
   *  There is a world for each combination; the last one changes fastest. */
  sweep?: Readonly<Record<string, Sweep>>;
  /** Fields of the Model with their numbers, for each world or once for all. */
  parameters?: Readonly<Record<string, readonly number[]>>;
  /** Controls, `worlds or 1` times `nstep or 1` rows of `nu` numbers. */
  control?: { data: readonly number[]; shape: readonly number[] };
  /** Path of a module whose default export is a policy; it must be a file without imports of its own. */
  policy?: string;
  /** Worlds of one task; a task should take about a second. */
  chunk?: number;
}

/** One value of each swept number. */
export interface SweepAxis {
  /** Field of the Model. */
  field: string;
  /** Element of it, or undefined for a single number. */
  index: number | undefined;
  values: readonly number[];
}

/** The spec itself, if it is one.
 *  @throws TypeError or RangeError that names the property */
export function checkSpec(spec: JobSpec): JobSpec {
  if (typeof spec !== 'object' || spec === null) throw new TypeError(`job: expected an object, found ${spec}`);
  const known = new Set(properties);
  for (const name of Object.keys(spec)) {
    if (!known.has(name))
      throw new RangeError(`job: no property is called '${name}'; there are ${properties.join(', ')}`);
  }
  if (typeof spec.model !== 'string') throw new TypeError(`job: model: expected a path, found ${spec.model}`);
  whole('nstep', spec.nstep, 1);
  for (const name of ['every', 'worlds', 'chunk'] as const) if (spec[name] !== undefined) whole(name, spec[name], 1);
  for (const name of ['key', 'seed'] as const) if (spec[name] !== undefined) whole(name, spec[name], 0);
  sweepAxes(spec);
  return spec;
}

const properties = [
  'model',
  'nstep',
  'every',
  'fields',
  'worlds',
  'key',
  'seed',
  'noise',
  'sweep',
  'parameters',
  'control',
  'policy',
  'chunk',
];

function whole(name: string, value: unknown, least: number): void {
  if (Number.isInteger(value) && (value as number) >= least) return;
  throw new RangeError(`job: ${name}: expected a whole number of at least ${least}, found ${value}`);
}

/** The swept numbers, in the order in which they stand. */
export function sweepAxes({ sweep = {} }: JobSpec): SweepAxis[] {
  return Object.entries(sweep).map(([name, given]) => {
    const found = /^([\w.]+)(?:\[(\d+)\])?$/.exec(name);
    if (!found) throw new RangeError(`job: sweep: expected a field such as body_mass[3], found '${name}'`);
    const values = valuesOf(given);
    if (!(values.length > 0 && values.every((value) => typeof value === 'number'))) {
      throw new RangeError(
        `job: sweep: ${name}: expected numbers, or { from, to, count }, found ${JSON.stringify(given)}`,
      );
    }
    return { field: found[1], index: found[2] === undefined ? undefined : Number(found[2]), values };
  });
}

function valuesOf(given: Sweep): readonly number[] {
  if (Array.isArray(given)) return given;
  const { from, to, count } = given as { from: number; to: number; count: number };
  if (!(Number.isInteger(count) && count >= 1)) return [];
  return Array.from({ length: count }, (_, k) => (count === 1 ? from : from + ((to - from) * k) / (count - 1)));
}

/** How many worlds a job has. */
export function worldsOf(spec: JobSpec): number {
  const combinations = sweepAxes(spec).reduce((product, { values }) => product * values.length, 1);
  return combinations * (spec.worlds ?? 1);
}

/** The value of each swept number in a world. */
export function sweptValues(spec: JobSpec, world: number): number[] {
  const axes = sweepAxes(spec);
  let rest = Math.floor(world / (spec.worlds ?? 1));
  const picked: number[] = [];
  for (const { values } of axes.toReversed()) {
    picked.unshift(values[rest % values.length]);
    rest = Math.floor(rest / values.length);
  }
  return picked;
}
