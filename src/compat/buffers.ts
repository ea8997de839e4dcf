/** Buffers for out-parameters. Any typed array can be passed to our functions; these exist because the npm package
 *  needs them. */
import { kindOf } from '../model/fit.ts';
import { Handle } from './handle.ts';

type Source = number | ArrayLike<number>;
type TypedArray = Float64Array | Float32Array | Int32Array | Uint8Array;

abstract class OutBuffer<T extends TypedArray> extends Handle {
  readonly #view: T;

  constructor(view: T) {
    super();
    this.#view = view;
  }

  GetView(): T {
    return this.#view;
  }

  getView(): T {
    return this.#view;
  }

  GetElementCount(): number {
    return this.#view.length;
  }
}

export class DoubleBuffer extends OutBuffer<Float64Array> {
  constructor(source: Source) {
    super(filled(Float64Array, source));
  }

  static FromArray(source: ArrayLike<number>): DoubleBuffer {
    return new DoubleBuffer(source);
  }
}

export class FloatBuffer extends OutBuffer<Float32Array> {
  constructor(source: Source) {
    super(filled(Float32Array, source));
  }

  static FromArray(source: ArrayLike<number>): FloatBuffer {
    return new FloatBuffer(source);
  }
}

export class IntBuffer extends OutBuffer<Int32Array> {
  constructor(source: Source) {
    super(filled(Int32Array, source));
  }

  static FromArray(source: ArrayLike<number>): IntBuffer {
    return new IntBuffer(source);
  }
}

export class Uint8Buffer extends OutBuffer<Uint8Array> {
  constructor(source: Source) {
    super(filled(Uint8Array, source));
  }

  static FromArray(source: ArrayLike<number>): Uint8Buffer {
    return new Uint8Buffer(source);
  }
}

/** A new array of a buffer: of so many zeros, or with these numbers. */
function filled<T>(Kind: { new (length: number): T; from(source: ArrayLike<number>): T }, source: Source): T {
  if (typeof source === 'number' && source >= 0 && source < 2 ** 30) return new Kind(source);
  if (isList(source)) return Kind.from(source);
  throw new TypeError(`expected a number of elements, or numbers, found ${kindOf(source)}`);
}

function isList(source: unknown): source is ArrayLike<number> {
  return typeof source === 'object' && source !== null && typeof (source as { length?: unknown }).length === 'number';
}

/** Where a function of the drop-in API writes to: one of the buffers above, a typed array, or a plain array. */
export type Out = OutBuffer<TypedArray> | TypedArray | number[] | null | undefined;

/** The doubles behind an out-parameter. A plain array gets its numbers through `finish`. */
export function outDoubles(out: Out): { array: Float64Array; finish: () => void } | undefined {
  if (out === null || out === undefined) return undefined;
  const target = out instanceof OutBuffer ? out.GetView() : out;
  if (target instanceof Float64Array) return { array: target, finish: () => {} };
  if (!isList(target)) throw new TypeError(`expected an array to write to, found ${kindOf(target)}`);
  const array = Float64Array.from(target);
  return {
    array,
    finish: () => {
      for (let i = 0; i < array.length; i++) target[i] = array[i];
    },
  };
}

/** As `outDoubles`, of an out-parameter that must be there. */
export function neededDoubles(out: Out): { array: Float64Array; finish: () => void } {
  const target = outDoubles(out);
  if (!target) throw new TypeError(`expected an array to write to, found ${out}`);
  return target;
}

/** A vector argument as doubles. */
export function inDoubles(source: ArrayLike<number> | OutBuffer<TypedArray>): Float64Array<ArrayBufferLike> {
  const array = source instanceof OutBuffer ? source.GetView() : source;
  if (array instanceof Float64Array) return array;
  if (!isList(array)) throw new TypeError(`expected an array of numbers, found ${kindOf(array)}`);
  return Float64Array.from(array);
}
