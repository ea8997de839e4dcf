/** Building the typed views of a block, and the accessors for its scalars. */
import type { ArrayOf, Kind, Row } from './fields/row.ts';
import { align, elementBytes, type Layout, rowLength } from './layout.ts';

/** Header of a block, seen as integers and as reals. */
export interface Header {
  readonly i32: Int32Array;
  readonly f64: Float64Array;
  readonly f32: Float32Array;
}

/** The key under which a block keeps its header. A symbol, so that listing the fields of a Model does not meet it. */
export const HEADER: unique symbol = Symbol('header');

/** Views on the header at an address. */
export function headerAt(buffer: ArrayBuffer, ptr: number, layout: Layout): Header {
  return {
    i32: new Int32Array(buffer, ptr, layout.bytes / 4),
    f64: new Float64Array(buffer, ptr, layout.bytes / 8),
    f32: new Float32Array(buffer, ptr, layout.bytes / 4),
  };
}

/** Lay the arrays of a table out from `address`, note their addresses in the header, and return [name, view] pairs. */
export function placeArrays(
  buffer: ArrayBuffer,
  address: number,
  rows: readonly Row[],
  sizes: Readonly<Record<string, number>>,
  layout: Layout,
  header: Header,
): [string, ArrayOf[Kind]][] {
  let at = address;
  return rows.map((row) => {
    const [name, kind] = row;
    const length = rowLength(row, sizes);
    header.i32[layout.field.get(name)!.offset >> 2] = at;
    const view = makeView(buffer, at, kind, length);
    at += align(length * elementBytes[kind]);
    return [name, view];
  });
}

function makeView(buffer: ArrayBuffer, at: number, kind: Kind, length: number): ArrayOf[Kind] {
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

/** Define get/set accessors on a prototype for scalars in the header; `names` maps property to the name in the layout. */
export function defineScalars(prototype: object, layout: Layout, names: ReadonlyMap<string, string>): void {
  for (const [property, name] of names) {
    const { kind, offset } = layout.scalar.get(name)!;
    Object.defineProperty(prototype, property, {
      enumerable: true,
      configurable: true,
      ...(kind === 'f64' ? realAt(offset >> 3) : kind === 'f32' ? singleAt(offset >> 2) : intAt(offset >> 2)),
    });
  }
}

interface Block {
  readonly [HEADER]: Header;
}

// One function for each kind, so that each reads arrays of one type only: a step reads dozens of these scalars.
const realAt = (at: number) => ({
  get(this: Block): number {
    return this[HEADER].f64[at];
  },
  set(this: Block, value: number) {
    this[HEADER].f64[at] = value;
  },
});

const singleAt = (at: number) => ({
  get(this: Block): number {
    return this[HEADER].f32[at];
  },
  set(this: Block, value: number) {
    this[HEADER].f32[at] = value;
  },
});

const intAt = (at: number) => ({
  get(this: Block): number {
    return this[HEADER].i32[at];
  },
  set(this: Block, value: number) {
    this[HEADER].i32[at] = value;
  },
});

/** An object with hundreds of fields whose shape the JavaScript engine knows. It is built from entries, because keyed
 *  stores would put it into dictionary mode; `hidden` properties do not show when fields are listed. */
export function shapedObject(entries: Entries, hidden: PropertyDescriptorMap, prototype: object): object {
  const made = (counts.get(prototype) ?? 0) + 1;
  counts.set(prototype, made);
  if (made === KEEP_AT) kept.push(...emptyTwins(entries, hidden, prototype));
  return Object.setPrototypeOf(assemble(entries, hidden), prototype);
}

type Entries = readonly (readonly [string, unknown])[];

// a shape that no object has is forgotten by the garbage collector, and code compiled for it is thrown away: so one empty
// object of each shape stays alive. They are not made for the first objects: a program that makes only these keeps them
// itself, and starts sooner
const kept: object[] = [];
const counts = new Map<object, number>();
const KEEP_AT = 3;

/** Objects of the same shapes, before and after they get their prototype, that hold nothing. */
function emptyTwins(entries: Entries, hidden: PropertyDescriptorMap, prototype: object): object[] {
  const empty = entries.map(([name, value]): [string, unknown] => [name, emptied(value)]);
  const none = Object.fromEntries(
    Reflect.ownKeys(hidden).map((key) => [key, { ...hidden[key as string], value: undefined }]),
  );
  return [assemble(empty, none), Object.setPrototypeOf(assemble(empty, none), prototype)];
}

function assemble(entries: Entries, hidden: PropertyDescriptorMap): object {
  return Object.defineProperties(Object.fromEntries(entries), hidden);
}

function emptied(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  return ArrayBuffer.isView(value) ? new (value.constructor as Float64ArrayConstructor)(0) : {};
}
