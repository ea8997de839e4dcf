/** Summaries of a Model and of a `Data`, for consoles. */
import type { Data } from '../data.ts';
import { ObjType } from '../enums.ts';
import type { Model } from '../model.ts';
import { countObjects, modelName, objectNames } from './names.ts';

const MAX_NAMES = 8;
const MAX_VALUES = 8;
/** Values of a field of a view: an inertia has ten. */
const MAX_ROW = 10;

const listed: readonly (readonly [string, ObjType])[] = [
  ['bodies', ObjType.BODY],
  ['joints', ObjType.JOINT],
  ['geoms', ObjType.GEOM],
  ['sites', ObjType.SITE],
  ['cameras', ObjType.CAMERA],
  ['lights', ObjType.LIGHT],
  ['flexes', ObjType.FLEX],
  ['meshes', ObjType.MESH],
  ['tendons', ObjType.TENDON],
  ['equalities', ObjType.EQUALITY],
  ['actuators', ObjType.ACTUATOR],
  ['sensors', ObjType.SENSOR],
  ['keyframes', ObjType.KEY],
];

/** Sizes in one line. */
export function describeSizes(sizes: Readonly<Record<string, number>>): string {
  return ['nq', 'nv', 'nu', 'na', 'nbody', 'ngeom']
    .filter((name) => name !== 'na' || sizes[name] > 0)
    .map((name) => `${name} ${sizes[name]}`)
    .join(', ');
}

/** Name, sizes and names of elements. */
export function describeModel(m: Model, sizes: string): string {
  const lists = listed.flatMap(([title, type]) => {
    const count = countObjects(m, type);
    return count === 0 ? [] : [`  ${`${title} (${count})`.padEnd(16)} ${nameList(objectNames(m, type), count)}`];
  });
  return [`${titleOf(m, 'Model', 'Model')}: ${sizes}, timestep ${m.opt.timestep} s`, ...lists].join('\n');
}

/** Time, counts and the state. */
export function describeData(d: Data): string {
  const { model, time, ncon, nefc } = d;
  const counts = `${ncon} ${ncon === 1 ? 'contact' : 'contacts'}, ${nefc} constraint ${nefc === 1 ? 'row' : 'rows'}`;
  const arrays = (['qpos', 'qvel', 'act', 'ctrl', 'sensordata'] as const).flatMap((name) => {
    const values = d[name];
    return values.length === 0 ? [] : [`  ${`${name} (${values.length})`.padEnd(16)} ${valueList(values)}`];
  });
  return [`${titleOf(model, 'Data of', 'Data')}: time ${short(time)} s, ${counts}`, ...arrays].join('\n');
}

/** Sizes of a batch of worlds, and the beginnings of its arrays: those of the first world come first. */
export function describeWorlds(m: Model, n: number, arrays: Readonly<Record<string, ArrayLike<number>>>): string {
  const lines = Object.entries(arrays).flatMap(([name, values]) => {
    const shape = `${name} (${n} x ${values.length / n})`;
    return values.length === 0 ? [] : [`  ${shape.padEnd(24)} ${valueList(values)}`];
  });
  return [`${titleOf(m, 'Batch of', 'Batch')}: ${n} ${n === 1 ? 'world' : 'worlds'}`, ...lines].join('\n');
}

/** Title and fields of a view, without empty ones; members of enumerations with their names. */
export function describeView(
  title: string,
  { id, name: _, ...fields }: Readonly<Record<string, unknown>>,
  enums: Readonly<Record<string, Readonly<Record<string, number>>>>,
): string {
  const lines = Object.entries(fields).flatMap(([field, value]) => {
    const values = typeof value === 'number' ? [value] : (value as Float64Array);
    if (values.length === 0 || (typeof value === 'number' && Number.isNaN(value))) return [];
    const member = Object.entries(enums[field] ?? {}).find(([, integer]) => integer === value)?.[0];
    return [`  ${field.padEnd(16)} ${valueList(values, MAX_ROW)}${member === undefined ? '' : ` (${member})`}`];
  });
  return [`${title}, id ${String(id)}`, ...lines].join('\n');
}

function titleOf(m: Model, word: string, unnamed: string): string {
  const name = modelName(m);
  return name === '' ? unnamed : `${word} '${name}'`;
}

function nameList(names: readonly string[], count: number): string {
  if (names.length === 0) return 'unnamed';
  const shown = names.slice(0, MAX_NAMES);
  const rest = count - shown.length;
  return shown.join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}

function valueList(values: ArrayLike<number>, most = MAX_VALUES): string {
  const shown = Array.from({ length: Math.min(most, values.length) }, (_, k) => short(values[k])).join(', ');
  return values.length > most ? `${shown}, …` : shown;
}

/** Four significant digits. */
function short(x: number): string {
  return String(Number(x.toPrecision(4)));
}
