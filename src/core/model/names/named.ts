/** Access by name: `model.body('torso').mass`, `data.joint('knee').qpos`. A view of an element has every field that belongs to it, and
 *  its members are live: a single value reads and writes the array behind it, several values are a view on it. */

import { expectNumbers } from '../../expect.ts';
import type { TypedArray } from '../block/block.ts';
import type { Data } from '../data.ts';
import { dataFields } from '../fields/data.ts';
import { modelTable } from '../fields/index.ts';
import type { Row } from '../fields/row.ts';
import { describeType } from '../fit.ts';
import type { Model } from '../model.ts';
import { describeView } from './describe.ts';
import { type InspectOptions, inspectCustom, isNested } from './inspect.ts';
import { type Kind, kinds } from './kinds.ts';
import { countObjects, id2name, name2id, objectNames } from './names.ts';
import { type RowRange, rowRange } from './rowRanges.ts';
import { suggestionOrNames } from './suggest.ts';

/** Source of a view: arrays of a Model or of a `Data`, and the index of its element. */
interface Target {
  readonly owner: Record<string, TypedArray>;
  readonly model: Model;
  readonly data: Data | undefined;
  readonly id: number;
}

let targetOf: (view: View) => Target;
/** Enumerations of fields, by class. */
const enumsOfClass = new WeakMap<object, NonNullable<Kind['enums']>>();
const enumsOf = (view: View) => enumsOfClass.get(view.constructor) ?? {};

/** A view of an element. Its class has the fields as accessors. */
class View {
  readonly id: number;
  readonly name: string;
  readonly #target: Target;

  static {
    targetOf = (view) => view.#target;
  }

  constructor(id: number, name: string, model: Model, data?: Data) {
    this.id = id;
    this.name = name;
    this.#target = { owner: (data ?? model) as unknown as Target['owner'], model, data, id };
  }

  toString(): string {
    return `${this.constructor.name} ${this.name === '' ? this.id : `'${this.name}'`}`;
  }

  toJSON(): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    for (const key in this) fields[key] = this[key];
    return fields;
  }

  /** Its fields; inside other objects, only the name. */
  [inspectCustom](depth: number | null, options: InspectOptions): string {
    const title = String(this);
    return isNested(depth, options) ? `[${title}]` : describeView(title, this.toJSON(), enumsOf(this));
  }
}

/** Rows of index lists: they are not about the element of their row. */
const LISTS: ReadonlySet<string> = new Set(['body_awake_ind', 'parent_awake_ind', 'dof_awake_ind']);

const whole: RowRange = (_, id) => [id, 1];

/** Arrays of a size that an element has rows of. */
interface Part {
  readonly size: string;
  readonly range: RowRange;
  /** Fields of one column are numbers. */
  readonly isNumber: boolean;
}

function* partsOf(method: string, { size, numbers = [], arrays = [] }: Kind): Iterable<Part> {
  yield { size, range: whole, isNumber: true };
  for (const other of numbers) yield { size: other, range: rowRange(method, other), isNumber: true };
  for (const other of arrays) yield { size: other, range: rowRange(method, other), isNumber: false };
}

/** Add the lookups to the prototype of Model. */
export function defineNamedModel(prototype: object): void {
  for (const [method, kind] of Object.entries<Kind>(kinds)) {
    let Class: typeof View | undefined;
    Object.defineProperty(prototype, method, {
      value(this: Model, key: string | number): View {
        const id = resolve(this, method, kind, key);
        Class ??= viewClass('Model', method, kind, modelTable);
        return new Class(id, id2name(this, kind.type, id) ?? '', this);
      },
    });
  }
}

/** Add the lookups to the prototype of `Data`. */
export function defineNamedData(prototype: object): void {
  for (const [method, kind] of Object.entries<Kind>(kinds)) {
    if (kind.modelOnly) continue;
    let Class: typeof View | undefined;
    Object.defineProperty(prototype, method, {
      value(this: Data, key: string | number): View {
        const id = resolve(this.model, method, kind, key);
        Class ??= viewClass('Data', method, kind, dataFields);
        return new Class(id, id2name(this.model, kind.type, id) ?? '', this.model, this);
      },
    });
  }
}

function resolve(m: Model, method: string, { type }: Kind, key: string | number): number {
  const count = countObjects(m, type);
  if (typeof key === 'number') {
    if (Number.isInteger(key) && key >= 0 && key < count) return key;
    throw new RangeError(`${method} ${key} does not exist: the model has ${count}`);
  }
  if (typeof key !== 'string') {
    throw new TypeError(`${method}: expected a name or a number, found ${describeType(key)}`);
  }
  const id = name2id(m, type, key);
  if (id >= 0) return id;
  throw new RangeError(`no ${method} named '${key}'${suggestionOrNames(key, objectNames(m, type))}`);
}

/** The class of the views of a kind: `ModelBody`, `DataJoint`. */
function viewClass(owner: 'Model' | 'Data', method: string, kind: Kind, table: readonly Row[]): typeof View {
  const Class = class extends View {};
  Object.defineProperty(Class, 'name', { value: `${owner}${method[0].toUpperCase()}${method.slice(1)}` });
  if (kind.enums) enumsOfClass.set(Class, kind.enums);
  for (const [name, row, part] of members(method, kind, table)) {
    Object.defineProperty(Class.prototype, name, accessors(name, row, part));
  }
  return Class;
}

/** The fields of an element: those with one row for each element, then those where it has other rows. A short name that is already used is kept: joints have `solref` and `dof_solref`. */
function* members(method: string, kind: Kind, table: readonly Row[]): Iterable<[string, Row, Part]> {
  const taken = new Set<string>();
  for (const part of partsOf(method, kind)) {
    for (const row of table) {
      const field = row[0];
      if (row[2] !== part.size || /^(name|work)_/.test(field) || LISTS.has(field)) continue;
      const prefix = kind.prefixes.find((start) => field.startsWith(start)) ?? '';
      const short = field.slice(prefix.length);
      const name = taken.has(short) ? field : short;
      taken.add(name);
      yield [name, row, part];
    }
  }
}

function accessors(name: string, [field, , size, columns]: Row, part: Part): PropertyDescriptor {
  const isNumber = part.isNumber && columns === 1;
  const view = ({ owner, model, data, id }: Target): TypedArray => {
    const array = owner[field];
    const [row, count] = part.range(model, id, data);
    const width = typeof columns === 'number' ? columns : array.length / (model[size as 'nkey'] || 1);
    return array.subarray(row * width, (row + (isNumber ? Math.min(count, 1) : count)) * width);
  };
  return {
    enumerable: true,
    get(this: View) {
      const values = view(targetOf(this));
      return isNumber ? (values[0] ?? Number.NaN) : values;
    },
    set(this: View, value: number | ArrayLike<number>) {
      const values = view(targetOf(this));
      if (typeof value !== 'number') values.set(expectNumbers(name, value, values.length));
      else if (values.length > 0) values.fill(value);
      else throw new RangeError(`${name}: ${String(this)} has none`);
    },
  };
}
