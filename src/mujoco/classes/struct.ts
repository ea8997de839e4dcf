/** Small classes of the drop-in API, generated from a table of their members. An object reads and writes a plain
 * record, its own or one in a Model. */
import { describeType } from '../../core/model/fit.ts';
import { assignNumbers } from '../base/assign.ts';
import type { AsLists } from '../base/buffers.ts';
import { createHandle, Handle, hide, INNER } from '../base/handle.ts';

const arrays = {
  f64: Float64Array,
  f32: Float32Array,
  i32: Int32Array,
  i8: Int8Array,
  u8: Uint8Array,
} as const;
interface ArrayKinds {
  f64: Float64Array;
  f32: Float32Array;
  i32: Int32Array;
  i8: Int8Array;
  u8: Uint8Array;
}

/** A member: name, type, and for arrays the number of elements. */
export type Member = readonly [name: string, kind: keyof ArrayKinds | 'bool' | 'text', length?: number];

type Value<M extends Member> = M extends readonly [string, infer K, number]
  ? K extends keyof ArrayKinds
    ? ArrayKinds[K]
    : never
  : M[1] extends 'bool'
    ? boolean
    : M[1] extends 'text'
      ? string
      : number;
/** A record with these members. */
export type RecordOf<M extends readonly Member[]> = { -readonly [K in M[number] as K[0]]: Value<K> };
/** Instance type of the class with these members. */
export type StructOf<M extends readonly Member[]> = Handle & { readonly [INNER]: RecordOf<M> } & AsLists<
    RecordOf<M>
  > & {
    copy(): StructOf<M>;
  };

/** A class generated from a table of members. */
export interface StructClass<M extends readonly Member[]> {
  readonly name: string;
  new (): StructOf<M>;
  readonly prototype: StructOf<M>;
  /** An object that reads and writes this record. @internal */
  on(record: RecordOf<M>): StructOf<M>;
  /** A new record with the values of a new object. @internal */
  make(): RecordOf<M>;
}

/** The class `name` with these members; `initial` has the nonzero defaults. */
export function struct<const M extends readonly Member[]>(
  name: string,
  members: M,
  initial?: () => Partial<{ [K in keyof RecordOf<M>]: unknown }>,
): StructClass<M> {
  const make = (): Record<string, unknown> => {
    const record: Record<string, unknown> = Object.fromEntries(members.map((member) => [member[0], zero(member)]));
    if (initial) assignRecord(record, initial());
    return record;
  };
  class Struct extends Handle {
    constructor() {
      super();
      hide(this, INNER, make());
    }

    copy(): Struct {
      return createHandle(
        Struct.prototype,
        copyRecord(members, (this as unknown as { [INNER]: Record<string, unknown> })[INNER]),
      );
    }

    static on(record: Record<string, unknown>): Struct {
      return createHandle(Struct.prototype, record);
    }

    static make(): Record<string, unknown> {
      return make();
    }
  }
  Object.defineProperty(Struct, 'name', { value: name });
  for (const member of members) Object.defineProperty(Struct.prototype, member[0], accessor(name, member));
  return Struct as unknown as StructClass<M>;
}

/** A record with the same values and copied arrays. */
function copyRecord(members: readonly Member[], record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    members.map(([name]) => {
      const value = record[name];
      return [name, ArrayBuffer.isView(value) ? (value as Float64Array).slice() : value];
    }),
  );
}

function zero([, kind, length]: Member): unknown {
  if (kind === 'bool') return false;
  if (kind === 'text') return '';
  return length === undefined ? 0 : new arrays[kind](length);
}

/** Return the record of an object of a class.
 *  @throws TypeError if it is of another type */
export function expectRecord<T>(name: string, value: { readonly [INNER]: T } | null | undefined): T {
  const record = (value as { [INNER]?: T } | null | undefined)?.[INNER];
  const fits = record !== undefined && value!.constructor.name === name;
  if (!fits) throw new TypeError(`expected an ${name}, found ${describeType(value)}`);
  return record;
}

/** Copy members from one record to another; arrays are filled. */
export function assignRecord(target: Record<string, unknown>, source: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(source)) {
    const old = target[name];
    if (ArrayBuffer.isView(old)) (old as Float64Array).set(value as ArrayLike<number>);
    else target[name] = value;
  }
}

function accessor(owner: string, [name, kind, length]: Member): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: { [INNER]: Record<string, unknown> }) {
      return this[INNER][name];
    },
    set(this: { [INNER]: Record<string, unknown> }, value: unknown) {
      if (length !== undefined) assignNumbers(`${owner}.${name}`, this[INNER][name] as Float64Array, value);
      else this[INNER][name] = scalar(owner, name, kind, value);
    },
  };
}

/** A value converted to the type of a member. */
function scalar(owner: string, name: string, kind: Member[1], value: unknown): unknown {
  if (kind === 'bool') return Boolean(value);
  if (kind === 'text') return String(value);
  const number = typeof value === 'object' && value !== null ? (value as { value?: unknown }).value : value;
  if (typeof number !== 'number' && typeof number !== 'boolean') {
    throw new TypeError(`${owner}.${name}: expected a number, found ${describeType(value)}`);
  }
  if (kind === 'f64') return Number(number);
  return kind === 'f32' ? Math.fround(Number(number)) : arrays[kind].of(Number(number))[0];
}
