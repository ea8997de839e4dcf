/** Named access of the drop-in API: `model.geom('box').size`, `data.jnt(2).qpos`. The members of each class are derived
 * from the field tables: every field with one row per element, and the lists of an element. */
import type { TypedArray } from '../../core/model/block/block.ts';
import type { Data } from '../../core/model/data.ts';
import { ObjType } from '../../core/model/enums.ts';
import { dataFields } from '../../core/model/fields/data.ts';
import { modelTable } from '../../core/model/fields/index.ts';
import type { Row } from '../../core/model/fields/row.ts';
import { describeType } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { countObjects, id2name, name2id, objectNames } from '../../core/model/names/names.ts';
import { assignNumbers } from '../base/assign.ts';
import { BindingError, mujocoError } from '../base/errors.ts';
import { addFields, createHandle, Handle, INNER } from '../base/handle.ts';
import { isBool } from '../tables/bools.ts';
import type { AccessorTypes } from '../types/accessors.ts';

type ElementFields = Record<string, TypedArray> & Record<string, number>;

/** The target of an accessor: an element of a model, and the object whose fields it reads. */
interface ElementRef {
  readonly owner: ElementFields;
  readonly model: Model;
  readonly id: number;
  readonly name: string;
}

/** A kind of elements. */
interface Kind {
  /** Class name: MjModel..Accessor, MjData..Accessor. */
  readonly title: string;
  readonly type: ObjType;
  readonly size: string;
  /** Prefixes of field names that members omit. */
  readonly prefix: RegExp;
  /** Sizes of which an element has a range of rows. */
  readonly parts?: readonly Part[];
}

interface Part {
  readonly fields: string;
  /** First row, and number of rows. */
  readonly range: (m: Model, id: number) => readonly [number, number];
  /** Whether a single row is also a list. */
  readonly list?: boolean;
}

const positions = [7, 4, 1, 1];
const velocities = [6, 3, 1, 1];
const joint: readonly Part[] = [
  { fields: 'nq', list: true, range: (m, id) => [m.jnt_qposadr[id], positions[m.jnt_type[id]]] },
  { fields: 'nv', list: true, range: (m, id) => [m.jnt_dofadr[id], velocities[m.jnt_type[id]]] },
];
const actuator: readonly Part[] = [
  { fields: 'nu', range: (m, id) => [m.actuator_ctrladr[id], m.actuator_ctrlnum[id]] },
  { fields: 'nout', range: (m, id) => [m.actuator_outadr[id], m.actuator_outnum[id]] },
];
const sorted = new Map<readonly Row[], Map<unknown, Row[]>>();
const list = (fields: string, range: Part['range']): readonly Part[] => [{ fields, range, list: true }];

const kinds = {
  actuator: { title: 'Actuator', type: ObjType.ACTUATOR, size: 'nactuator', prefix: /^actuator_/, parts: actuator },
  body: { title: 'Body', type: ObjType.BODY, size: 'nbody', prefix: /^body_/ },
  cam: { title: 'Camera', type: ObjType.CAMERA, size: 'ncam', prefix: /^cam_/ },
  eq: { title: 'Equality', type: ObjType.EQUALITY, size: 'neq', prefix: /^eq_/ },
  exclude: { title: 'Exclude', type: ObjType.EXCLUDE, size: 'nexclude', prefix: /^exclude_/ },
  geom: { title: 'Geom', type: ObjType.GEOM, size: 'ngeom', prefix: /^geom_/ },
  hfield: {
    title: 'Hfield',
    type: ObjType.HFIELD,
    size: 'nhfield',
    prefix: /^hfield_/,
    parts: list('nhfielddata', (m, id) => [m.hfield_adr[id], m.hfield_nrow[id] * m.hfield_ncol[id]]),
  },
  jnt: { title: 'Joint', type: ObjType.JOINT, size: 'njnt', prefix: /^(jnt|dof)_/, parts: joint },
  light: { title: 'Light', type: ObjType.LIGHT, size: 'nlight', prefix: /^light_/ },
  mat: { title: 'Material', type: ObjType.MATERIAL, size: 'nmat', prefix: /^mat_/ },
  mesh: { title: 'Mesh', type: ObjType.MESH, size: 'nmesh', prefix: /^mesh_/ },
  numeric: {
    title: 'Numeric',
    type: ObjType.NUMERIC,
    size: 'nnumeric',
    prefix: /^numeric_/,
    parts: list('nnumericdata', (m, id) => [m.numeric_adr[id], m.numeric_size[id]]),
  },
  pair: { title: 'Pair', type: ObjType.PAIR, size: 'npair', prefix: /^pair_/ },
  sensor: {
    title: 'Sensor',
    type: ObjType.SENSOR,
    size: 'nsensor',
    prefix: /^sensor_?/,
    parts: list('nsensordata', (m, id) => [m.sensor_adr[id], m.sensor_dim[id]]),
  },
  site: { title: 'Site', type: ObjType.SITE, size: 'nsite', prefix: /^site_/ },
  skin: { title: 'Skin', type: ObjType.SKIN, size: 'nskin', prefix: /^skin_/ },
  tendon: {
    title: 'Tendon',
    type: ObjType.TENDON,
    size: 'ntendon',
    prefix: /^ten(don)?_/,
    parts: list('nJten', (m, id) => [m.ten_J_rowadr[id], m.ten_J_rownnz[id]]),
  },
  tex: {
    title: 'Texture',
    type: ObjType.TEXTURE,
    size: 'ntex',
    prefix: /^tex_/,
    parts: list('ntexdata', (m, id) => [m.tex_adr[id], m.tex_height[id] * m.tex_width[id] * m.tex_nchannel[id]]),
  },
  tuple: {
    title: 'Tuple',
    type: ObjType.TUPLE,
    size: 'ntuple',
    prefix: /^tuple_/,
    parts: list('ntupledata', (m, id) => [m.tuple_adr[id], m.tuple_size[id]]),
  },
  key: { title: 'Keyframe', type: ObjType.KEY, size: 'nkey', prefix: /^key_/ },
} as const satisfies Record<string, Kind>;

type AccessorKind = keyof typeof kinds;
type AccessorName = keyof AccessorTypes;
const dataKinds = ['actuator', 'body', 'cam', 'geom', 'jnt', 'light', 'sensor', 'site', 'tendon'] as const;

/** An element of a model by name, with live members. */
export class Accessor extends Handle {
  /** @internal */
  declare readonly [INNER]: ElementRef;

  constructor() {
    super();
    throw new BindingError(`${new.target.name} has no accessible constructor`);
  }

  get id(): number {
    return this[INNER].id;
  }

  get name(): string {
    return this[INNER].name;
  }
}

/** A member of an accessor class: a column of a field, or several rows of it as a list. */
export interface AccessorMember {
  readonly name: string;
  readonly row: Row;
  readonly part: Pick<Part, 'range' | 'list'>;
}

/** Members of every accessor class, by the name of the class; `MjDataActuatorAccessor` also has `moment`. */
export const accessorMembers: ReadonlyMap<AccessorName, readonly AccessorMember[]> = new Map([
  ...Object.values<Kind>(kinds).map((kind) => [`MjModel${kind.title}Accessor`, membersOf(kind, modelTable)] as const),
  ...dataKinds.map((word) => [`MjData${kinds[word].title}Accessor`, membersOf(kinds[word], dataFields)] as const),
] as [AccessorName, AccessorMember[]][]);

/** Accessor classes by name. */
export const accessorClasses = Object.fromEntries(
  [...accessorMembers].map(([title, members]) => [title, accessorClass(title, members)]),
) as unknown as { readonly [N in AccessorName]: { readonly name: string; readonly prototype: AccessorTypes[N] } };

function accessorClass(title: AccessorName, members: readonly AccessorMember[]): typeof Accessor {
  class Made extends Accessor {}
  Object.defineProperty(Made, 'name', { value: title });
  const columns = members.map(({ name, row, part }) => [name, column(row, part)] as const);
  addFields(Made, title === 'MjDataActuatorAccessor' ? [...columns, ['moment', momentColumn()]] : columns);
  return Made;
}

/** Rows of a table by their first size. */
function bySize(table: readonly Row[]): ReadonlyMap<unknown, readonly Row[]> {
  const found = sorted.get(table) ?? new Map<unknown, Row[]>();
  if (found.size === 0) for (const row of table) found.set(row[2], [...(found.get(row[2]) ?? []), row]);
  sorted.set(table, found);
  return found;
}

function membersOf(kind: Kind, table: readonly Row[]): AccessorMember[] {
  const rows = bySize(table);
  const own = (rows.get(kind.size) ?? []).filter(([name]) => !name.startsWith('name_') && name !== 'jnt_bodyid');
  const whole: AccessorMember['part'] = { range: (_, id) => [id, 1] };
  const all: (readonly [Row, AccessorMember['part']])[] = [
    ...own.map((row) => [row, whole] as const),
    ...(kind.parts ?? []).flatMap((part) => (rows.get(part.fields) ?? []).map((row) => [row, part] as const)),
  ];
  const members = new Map<string, AccessorMember>();
  for (const [row, part] of all) {
    const name = row[0].replace(kind.prefix, '');
    if (members.has(name)) continue;
    members.set(name, { name, row, part });
    // the package keeps the underscore for tendons
    if (row[0].startsWith('tendon_')) members.set(`_${name}`, { name: `_${name}`, row, part });
  }
  return [...members.values()];
}

/** The accessor member for a field. */
function column(row: Row, { range, list: isList }: AccessorMember['part']): PropertyDescriptor {
  const [field, , rows, columns] = row;
  const width = (ref: ElementRef): number => {
    if (typeof columns === 'number') return columns;
    const count = ref.model[rows as 'nbody'];
    return count > 0 ? ref.owner[field].length / count : 0;
  };
  const view = (ref: ElementRef): TypedArray => {
    const [first, count] = range(ref.model, ref.id);
    const n = width(ref);
    return ref.owner[field].subarray(first * n, (first + count) * n);
  };
  return {
    enumerable: true,
    configurable: true,
    get(this: Accessor) {
      const values = view(this[INNER]);
      // a row whose length depends on the model is a list, even of one element
      if (isList || columns !== 1 || values.length !== 1) return values;
      if (field === 'tex_adr') return BigInt(values[0]);
      return isBool(field) ? values[0] !== 0 : values[0];
    },
    set(this: Accessor, value: number | bigint | boolean | ArrayLike<number>) {
      if (/^(number|bigint|boolean)$/.test(typeof value)) view(this[INNER]).fill(Number(value));
      else assignNumbers(field, view(this[INNER]), value);
    },
  };
}

/** The dense moments of an actuator, with one value per dof. */
function momentColumn(): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: Accessor) {
      const { model, owner, id } = this[INNER];
      const out = model.actuator_outadr[id];
      const start = owner['moment_rowadr'][out];
      const row = new Float64Array(model.nv);
      row.set(owner['actuator_moment'].subarray(start, start + owner['moment_rownnz'][out]));
      return row;
    },
  };
}

/** Lookup methods of MjModel or MjData, with the class of each result. */
export function accessorWords(of: 'model' | 'data'): (readonly [AccessorKind, AccessorName])[] {
  const words = of === 'model' ? (Object.keys(kinds) as AccessorKind[]) : dataKinds;
  return words.map((word) => [
    word,
    `Mj${of === 'model' ? 'Model' : 'Data'}${kinds[word].title}Accessor` as AccessorName,
  ]);
}

/** Methods of MjModel and MjData that look up an element by name or id. */
export function accessorMethods(of: 'model' | 'data'): [string, PropertyDescriptor][] {
  return accessorWords(of).map(([word, title]) => {
    const { type } = kinds[word];
    const Class = accessorClasses[title];
    const value = function (this: { [INNER]: Model | Data }, ...keys: unknown[]): Accessor {
      const owner = this[INNER];
      const model = of === 'model' ? (owner as Model) : (owner as Data).model;
      if (keys.length !== 1)
        throw new BindingError(`function ${word} called with ${keys.length} arguments, expected 1`);
      const id = resolve(model, word, type, keys[0]);
      const ref: ElementRef = {
        owner: owner as unknown as ElementFields,
        model,
        id,
        name: id2name(model, type, id) ?? '',
      };
      return createHandle(Class.prototype as unknown as Accessor, ref);
    };
    return [word, { value }];
  });
}

function resolve(m: Model, word: string, type: ObjType, key: unknown): number {
  const count = countObjects(m, type);
  if (typeof key === 'number') {
    const id = Math.trunc(key);
    if (id >= 0 && id < count) return id;
    throw mujocoError(`Invalid index ${key} for ${word}. Valid indices from 0 to ${count - 1}`);
  }
  if (typeof key !== 'string')
    throw mujocoError(`${word}() argument must be a string or number, found ${describeType(key)}`);
  const id = name2id(m, type, key);
  if (id >= 0) return id;
  const names = objectNames(m, type)
    .sort()
    .map((name) => `'${name}'`);
  throw mujocoError(`Invalid name '${key}' for ${word}. Valid names: [${names.join(', ')}]`);
}
