/** Buffers for output parameters. Any typed array can be passed to our functions; these exist for compatibility with
 * the npm package. */
import type { TypedArray } from '../../core/model/block/block.ts';
import { describeType } from '../../core/model/fit.ts';
import { Handle } from './handle.ts';

/** A typed array that may also be passed as `number[]`, as clients of the official package do: its types say `any`. */
export type AsList<T> = T extends TypedArray | Int8Array | Uint32Array ? T & number[] : T;
/** The same for every array of an object. */
export type AsLists<T> = { [K in keyof T]: AsList<T[K]> };

/** Element types of arrays that functions read and write: doubles, 32-bit integers, floats, bytes. */
export type Element = 'd' | 'i' | 'f' | 'b';
interface Arrays {
  d: Float64Array;
  i: Int32Array;
  f: Float32Array;
  b: Uint8Array;
}

let addresses = 0;

abstract class OutBuffer<T extends TypedArray> extends Handle {
  readonly #view: T;
  readonly #address: number;

  constructor(view: T) {
    super();
    this.#view = view;
    addresses += 8;
    this.#address = addresses;
  }

  GetView(): AsList<T> {
    return this.#view as AsList<T>;
  }

  GetElementCount(): number {
    return this.#view.length;
  }

  /** A unique number; there is no heap that it could point into. */
  GetPointer(): number {
    return this.#address;
  }
}

type Source = number | ArrayLike<number>;

export class DoubleBuffer extends OutBuffer<Float64Array> {
  constructor(source: Source) {
    super(filled(Float64Array, source));
  }

  static FromArray(source: ArrayLike<number>): DoubleBuffer {
    return new DoubleBuffer(listed(source));
  }
}

export class FloatBuffer extends OutBuffer<Float32Array> {
  constructor(source: Source) {
    super(filled(Float32Array, source));
  }

  static FromArray(source: ArrayLike<number>): FloatBuffer {
    return new FloatBuffer(listed(source));
  }
}

export class IntBuffer extends OutBuffer<Int32Array> {
  constructor(source: Source) {
    super(filled(Int32Array, source));
  }

  static FromArray(source: ArrayLike<number>): IntBuffer {
    return new IntBuffer(listed(source));
  }
}

export class Uint8Buffer extends OutBuffer<Uint8Array> {
  constructor(source: Source) {
    super(filled(Uint8Array, source));
  }

  static FromArray(source: ArrayLike<number>): Uint8Buffer {
    return new Uint8Buffer(listed(source));
  }
}

/** A new array: `source` zeros, or a copy of the values of `source`. */
function filled<T>(Kind: { new (length: number): T; from(source: ArrayLike<number>): T }, source: Source): T {
  if (typeof source === 'number' && source >= 0 && source < 2 ** 30) return new Kind(Math.floor(source));
  if (isList(source)) return Kind.from(source);
  throw new TypeError(`expected a number of elements, or numbers, found ${describeType(source)}`);
}

function listed(source: ArrayLike<number>): ArrayLike<number> {
  if (typeof source === 'string' || isList(source)) return source;
  throw new TypeError(`FromArray: expected an array of numbers, found ${describeType(source)}`);
}

function isList(source: unknown): source is ArrayLike<number> {
  return typeof source === 'object' && source !== null && typeof (source as { length?: unknown }).length === 'number';
}

/** Input numbers of a function. */
export type In = ArrayLike<number>;
/** The same, or a buffer. */
export type Input = In | OutBuffer<TypedArray>;
/** Output of a function of the drop-in API: one of the buffers above, a typed array, or a plain array. */
export type Out = OutBuffer<TypedArray> | TypedArray | number[] | null | undefined;

/** An output array; `finish` copies the values to the caller's object. */
export interface Target {
  readonly array: TypedArray;
  finish(): void;
}

const kinds = { d: Float64Array, i: Int32Array, f: Float32Array, b: Uint8Array } as const;

/** The output array for a parameter; undefined if it is not an array. */
export function toTarget(out: unknown, element: Element): Target | undefined {
  const given = out instanceof OutBuffer ? out.GetView() : out;
  const Kind = kinds[element];
  if (given instanceof Kind) return { array: given, finish: () => {} };
  if (!isList(given)) return undefined;
  const array = Kind.from(given);
  const finish = (): void => {
    for (let i = 0; i < array.length; i++) (given as number[])[i] = array[i];
  };
  return { array, finish };
}

/** Input numbers; undefined if there are none. */
export function toInput<E extends Element>(source: Input, element: E): Arrays[E] | undefined {
  const given: unknown = source instanceof OutBuffer ? source.GetView() : source;
  const Kind = kinds[element];
  if (given instanceof Kind) return given as Arrays[E];
  return isList(given) ? (Kind.from(given) as Arrays[E]) : undefined;
}
