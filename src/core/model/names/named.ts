/** Access by name: `model.body('torso').mass`, `data.joint('knee').qpos`. Each element is a small object whose properties
 *  are live: a single number reads and writes the array behind it, several numbers are a view on it. */

import { expectNumbers } from '../../expect.ts';
import type { TypedArray } from '../block/block.ts';
import type { Data } from '../data.ts';
import { ObjType } from '../enums.ts';
import { dataTable, modelTable } from '../fields/index.ts';
import type { ArrayOf, Row } from '../fields/row.ts';
import { describeType } from '../fit.ts';
import type { Model } from '../model.ts';
import { countObjects, id2name, name2id, objectNames } from './names.ts';
import { suggestion } from './suggest.ts';

/** What every named element has. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

type Value<K extends Row> = K[3] extends 1 ? number : ArrayOf[K[1]];
type Stripped<N extends string, P extends string> = N extends `${P}${infer Rest}` ? Rest : N;
type Columns<R extends readonly Row[], Size extends string, Prefix extends string> = {
  [K in Extract<R[number], readonly [string, unknown, Size, ...unknown[]]> as Stripped<K[0], Prefix>]: Value<K>;
};
type Of<Size extends string, Prefix extends string> = Named & Columns<typeof modelTable, Size, Prefix>;
type DataOf<Size extends string, Prefix extends string> = Named & Columns<typeof dataTable, Size, Prefix>;
/** Arrays of a joint's own positions and velocities, however many it has. */
type JointModel = { qpos0: Float64Array; qpos_spring: Float64Array };
type JointData = { qpos: Float64Array } & Record<JointVelocity, Float64Array>;

const jointVelocities = [
  'qvel',
  'qacc',
  'qfrc_applied',
  'qfrc_bias',
  'qfrc_passive',
  'qfrc_actuator',
  'qfrc_constraint',
  'qfrc_smooth',
] as const;
type JointVelocity = (typeof jointVelocities)[number];

/** Lookups that a Model offers. */
export interface NamedModel {
  body(key: string | number): Of<'nbody', 'body_'>;
  joint(key: string | number): Of<'njnt', 'jnt_'> & JointModel;
  geom(key: string | number): Of<'ngeom', 'geom_'>;
  site(key: string | number): Of<'nsite', 'site_'>;
  camera(key: string | number): Of<'ncam', 'cam_'>;
  light(key: string | number): Of<'nlight', 'light_'>;
  mesh(key: string | number): Of<'nmesh', 'mesh_'>;
  material(key: string | number): Of<'nmat', 'mat_'>;
  equality(key: string | number): Of<'neq', 'eq_'>;
  tendon(key: string | number): Of<'ntendon', 'tendon_'>;
  actuator(key: string | number): Of<'nactuator', 'actuator_'>;
  sensor(key: string | number): Of<'nsensor', 'sensor_'>;
  key(key: string | number): Of<'nkey', 'key_'>;
}

/** Lookups that a Data offers. */
export interface NamedData {
  body(key: string | number): DataOf<'nbody', 'body_'>;
  joint(key: string | number): DataOf<'njnt', 'jnt_'> & JointData;
  geom(key: string | number): DataOf<'ngeom', 'geom_'>;
  site(key: string | number): DataOf<'nsite', 'site_'>;
  camera(key: string | number): DataOf<'ncam', 'cam_'>;
  light(key: string | number): DataOf<'nlight', 'light_'>;
  equality(key: string | number): DataOf<'neq', 'eq_'>;
  tendon(key: string | number): DataOf<'ntendon', 'ten_'>;
  actuator(key: string | number): Named & { ctrl: number; length: number; velocity: number; force: number };
  sensor(key: string | number): Named & { data: Float64Array };
}

interface Kind {
  type: ObjType;
  size: string;
  prefix: string;
  dataPrefix?: string;
}

const kinds: Record<string, Kind> = {
  body: { type: ObjType.BODY, size: 'nbody', prefix: 'body_' },
  joint: { type: ObjType.JOINT, size: 'njnt', prefix: 'jnt_' },
  geom: { type: ObjType.GEOM, size: 'ngeom', prefix: 'geom_' },
  site: { type: ObjType.SITE, size: 'nsite', prefix: 'site_' },
  camera: { type: ObjType.CAMERA, size: 'ncam', prefix: 'cam_' },
  light: { type: ObjType.LIGHT, size: 'nlight', prefix: 'light_' },
  mesh: { type: ObjType.MESH, size: 'nmesh', prefix: 'mesh_' },
  material: { type: ObjType.MATERIAL, size: 'nmat', prefix: 'mat_' },
  equality: { type: ObjType.EQUALITY, size: 'neq', prefix: 'eq_' },
  tendon: { type: ObjType.TENDON, size: 'ntendon', prefix: 'tendon_', dataPrefix: 'ten_' },
  actuator: { type: ObjType.ACTUATOR, size: 'nactuator', prefix: 'actuator_' },
  sensor: { type: ObjType.SENSOR, size: 'nsensor', prefix: 'sensor_' },
  key: { type: ObjType.KEY, size: 'nkey', prefix: 'key_' },
};

type FieldArrays = Record<string, TypedArray>;

/** Add the lookups to the prototype of Model. */
export function defineNamedModel(prototype: object): void {
  for (const [method, kind] of Object.entries(kinds)) {
    let rows: readonly Row[] | undefined;
    Object.defineProperty(prototype, method, {
      value(this: Model, key: string | number): Named {
        rows ??= modelTable.filter((row) => row[2] === kind.size && !row[0].startsWith('name_'));
        const element = columns(
          this as unknown as FieldArrays,
          rows,
          kind.prefix,
          resolve(this, method, kind.type, key),
        );
        if (method === 'joint') addJointModel(this, element);
        return element;
      },
    });
  }
}

/** Add the lookups to the prototype of Data. */
export function defineNamedData(prototype: object): void {
  for (const [method, kind] of Object.entries(kinds)) {
    if (method === 'mesh' || method === 'material' || method === 'key') continue;
    let rows: readonly Row[] | undefined;
    Object.defineProperty(prototype, method, {
      value(this: Data, key: string | number): Named {
        rows ??= dataTable.filter((row) => (row[2] as unknown) === kind.size && !row[0].startsWith('work_'));
        const named = resolve(this.model, method, kind.type, key);
        const element = columns(this as unknown as FieldArrays, rows, kind.dataPrefix ?? kind.prefix, named);
        if (method === 'joint') addJointData(this, element);
        if (method === 'actuator') addActuatorData(this, element);
        if (method === 'sensor') addSensorData(this, element);
        return element;
      },
    });
  }
}

function resolve(m: Model, kind: string, type: ObjType, key: string | number): Named {
  const count = countObjects(m, type);
  if (typeof key === 'number') {
    if (Number.isInteger(key) && key >= 0 && key < count) return { id: key, name: id2name(m, type, key) ?? '' };
    throw new RangeError(`${kind} ${key} does not exist: the model has ${count}`);
  }
  if (typeof key !== 'string') throw new TypeError(`${kind}: expected a name or a number, found ${describeType(key)}`);
  const id = name2id(m, type, key);
  if (id >= 0) return { id, name: key };
  throw new RangeError(`no ${kind} is called '${key}'${suggestion(key, objectNames(m, type))}`);
}

function columns(owner: FieldArrays, rows: readonly Row[], prefix: string, named: Named): Named {
  const element = { ...named };
  for (const [name] of rows) {
    const property = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    define(element, property, owner, name, named.id, rowWidth(owner[name], rows, name, owner));
  }
  return element;
}

/** Columns of a field: its length divided by the number of elements, which the row's own array knows. */
function rowWidth(array: TypedArray, rows: readonly Row[], name: string, owner: FieldArrays): number {
  const row = rows.find((r) => r[0] === name)!;
  if (typeof row[3] === 'number') return row[3];
  const count = (owner as unknown as Record<string, number>)[row[2] as string];
  return count > 0 ? array.length / count : 0;
}

function define(target: object, property: string, owner: FieldArrays, field: string, id: number, width: number): void {
  Object.defineProperty(target, property, {
    enumerable: true,
    get: () => (width === 1 ? owner[field][id] : owner[field].subarray(id * width, (id + 1) * width)),
    set: (value: number | ArrayLike<number>) => {
      if (typeof value === 'number') owner[field].fill(value, id * width, (id + 1) * width);
      else owner[field].set(expectNumbers(property, value, width), id * width);
    },
  });
}

function view(target: object, property: string, get: () => Float64Array): void {
  Object.defineProperty(target, property, {
    enumerable: true,
    get,
    set: (value: number | ArrayLike<number>) => {
      const target = get();
      if (typeof value === 'number') target.fill(value);
      else target.set(expectNumbers(property, value, target.length));
    },
  });
}

/** Numbers of position and velocity coordinates of each joint type. */
const positions = [7, 4, 1, 1];
const velocities = [6, 3, 1, 1];

function addJointModel(m: Model, element: Named): void {
  const at = m.jnt_qposadr[element.id];
  const end = at + positions[m.jnt_type[element.id]];
  view(element, 'qpos0', () => m.qpos0.subarray(at, end));
  view(element, 'qpos_spring', () => m.qpos_spring.subarray(at, end));
}

function addJointData(d: Data, element: Named): void {
  const m = d.model;
  const at = m.jnt_qposadr[element.id];
  const dof = m.jnt_dofadr[element.id];
  const type = m.jnt_type[element.id];
  view(element, 'qpos', () => d.qpos.subarray(at, at + positions[type]));
  for (const name of jointVelocities) view(element, name, () => d[name].subarray(dof, dof + velocities[type]));
}

function addActuatorData(d: Data, element: Named): void {
  const m = d.model;
  define(element, 'ctrl', d as unknown as FieldArrays, 'ctrl', m.actuator_ctrladr[element.id], 1);
  for (const name of ['length', 'velocity', 'force']) {
    define(element, name, d as unknown as FieldArrays, `actuator_${name}`, m.actuator_outadr[element.id], 1);
  }
}

function addSensorData(d: Data, element: Named): void {
  const at = d.model.sensor_adr[element.id];
  view(element, 'data', () => d.sensordata.subarray(at, at + d.model.sensor_dim[element.id]));
}
