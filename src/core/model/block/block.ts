/** Blocks of Models and `Data` objects: memory with a header, views on its arrays, accessors for its scalars. */
import { expectNumber, expectNumbers, found } from '../../expect.ts';
import type { ArrayOf, Kind, Row } from '../fields/row.ts';
import type { Heap } from '../memory/heap.ts';
import { elementBytes, type Layout } from './layout.ts';

/** Any array of a Model or a `Data`. */
export type TypedArray = ArrayOf[Kind];

/** Key of the block of a Model or a `Data`. A symbol, so that it does not appear among the fields. */
export const BLOCK: unique symbol = Symbol('inside');

/** Key of the object that the plain JavaScript engine works on. */
export const PLAIN: unique symbol = Symbol('plain');

/** Header of a block, viewed as integers and as reals. The first integers are the addresses of its arrays. */
export interface Header {
  readonly i32: Int32Array;
  readonly f64: Float64Array;
  readonly f32: Float32Array;
}

/** Views on the header at an address. */
export function headerAt(heap: Heap, ptr: number, layout: Layout): Header {
  return {
    i32: new Int32Array(heap.buffer, ptr, layout.bytes / 4),
    f64: new Float64Array(heap.buffer, ptr, layout.bytes / 8),
    f32: new Float32Array(heap.buffer, ptr, layout.bytes / 4),
  };
}

/** Header of a freed block. */
export const noHeader: Header = { i32: new Int32Array(0), f64: new Float64Array(0), f32: new Float32Array(0) };

/** View of a given element type. */
export function makeView(buffer: ArrayBufferLike, at: number, kind: Kind, length: number): TypedArray {
  switch (kind) {
    case 'f64':
      return new Float64Array(buffer, at, length);
    case 'f32':
      return new Float32Array(buffer, at, length);
    case 'i32':
      return new Int32Array(buffer, at, length);
    case 'u8':
      return new Uint8Array(buffer, at, length);
  }
}

/** An empty array, at any address. */
export function emptyView(kind: Kind): TypedArray {
  return makeView(nothing, 0, kind, 0);
}

const nothing = new ArrayBuffer(0);

/** Size of an array in bytes. */
export function arrayBytes(kind: Kind, length: number): number {
  return length * elementBytes[kind];
}

/** Copy values into a field of a Model or a `Data`, as assignment does.
 *  @throws RangeError if the lengths differ */
export function assign(name: string, field: TypedArray, values: ArrayLike<number>): void {
  field.set(expectNumbers(name, values, field.length));
}

/** Object that accessors read from: a handle has it under BLOCK; a Header is one itself. */
interface Owner {
  readonly [BLOCK]: Header;
}

/** Accessors for the scalar at an index of the header's views. */
export type ScalarAccessors = Record<'f64' | 'f32' | 'i32', (at: number, name: string) => PropertyDescriptor>;

/** Define get/set accessors on a prototype for scalars in the header; `names` maps property to the name in the layout. */
export function defineScalars(
  prototype: object,
  layout: Layout,
  names: ReadonlyMap<string, string>,
  accessors: ScalarAccessors = { f64: realAt, f32: singleAt, i32: intAt },
): void {
  for (const [property, name] of names) {
    const { kind, offset } = layout.scalar.get(name)!;
    const { get, set } = accessors[kind](kind === 'f64' ? offset >> 3 : offset >> 2, property);
    Object.defineProperty(prototype, property, { enumerable: true, configurable: true, get, set });
  }
}

// one function for each kind, so that each reads arrays of one type only: a step reads dozens of these scalars
const realAt = (at: number, name: string) => ({
  get(this: Owner): number {
    return this[BLOCK].f64[at];
  },
  set(this: Owner, value: number) {
    this[BLOCK].f64[at] = typeof value === 'number' ? value : expectNumber(name, value);
  },
});

const singleAt = (at: number, name: string) => ({
  get(this: Owner): number {
    return this[BLOCK].f32[at];
  },
  set(this: Owner, value: number) {
    this[BLOCK].f32[at] = typeof value === 'number' ? value : expectNumber(name, value);
  },
});

const intAt = (at: number, name: string) => ({
  get(this: Owner): number {
    return this[BLOCK].i32[at];
  },
  set(this: Owner, value: number) {
    this[BLOCK].i32[at] = expectInt(name, value);
  },
});

/** Returns the value if it is an integer. */
export function expectInt(name: string, value: number): number {
  if (typeof value !== 'number' || (value | 0) !== value) {
    throw new RangeError(`${name}: expected an integer, found ${found(value)}`);
  }
  return value;
}

/** Define accessors for the arrays of a table: `get` returns the array of a row; assignment copies into it. */
export function defineArrays<T>(
  prototype: object,
  rows: readonly Row[],
  get: (owner: T, k: number) => TypedArray,
): void {
  for (let k = 0; k < rows.length; k++) {
    const name = rows[k][0];
    if (name.includes('.')) continue;
    Object.defineProperty(prototype, name, {
      enumerable: true,
      configurable: true,
      get(this: T) {
        return get(this, k);
      },
      set(this: T, values: ArrayLike<number>) {
        assign(name, get(this, k), values);
      },
    });
  }
}
