/** Buffers for out-parameters. Any typed array can be passed to our functions; these exist because the npm package
 *  needs them. */
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
    super(typeof source === 'number' ? new Float64Array(source) : Float64Array.from(source));
  }

  static FromArray(source: ArrayLike<number>): DoubleBuffer {
    return new DoubleBuffer(source);
  }
}

export class FloatBuffer extends OutBuffer<Float32Array> {
  constructor(source: Source) {
    super(typeof source === 'number' ? new Float32Array(source) : Float32Array.from(source));
  }

  static FromArray(source: ArrayLike<number>): FloatBuffer {
    return new FloatBuffer(source);
  }
}

export class IntBuffer extends OutBuffer<Int32Array> {
  constructor(source: Source) {
    super(typeof source === 'number' ? new Int32Array(source) : Int32Array.from(source));
  }

  static FromArray(source: ArrayLike<number>): IntBuffer {
    return new IntBuffer(source);
  }
}

export class Uint8Buffer extends OutBuffer<Uint8Array> {
  constructor(source: Source) {
    super(typeof source === 'number' ? new Uint8Array(source) : Uint8Array.from(source));
  }

  static FromArray(source: ArrayLike<number>): Uint8Buffer {
    return new Uint8Buffer(source);
  }
}

/** Where a function of the drop-in API writes to: one of the buffers above, a typed array, or a plain array. */
export type Out = OutBuffer<TypedArray> | TypedArray | number[] | null | undefined;

/** The doubles behind an out-parameter. A plain array gets its numbers through `finish`. */
export function outDoubles(out: Out): { array: Float64Array; finish: () => void } | undefined {
  if (out === null || out === undefined) return undefined;
  const target = out instanceof OutBuffer ? out.GetView() : out;
  if (target instanceof Float64Array) return { array: target, finish: () => {} };
  const array = Float64Array.from(target);
  return {
    array,
    finish: () => {
      for (let i = 0; i < array.length; i++) target[i] = array[i];
    },
  };
}

/** A vector argument as doubles. */
export function inDoubles(source: ArrayLike<number> | OutBuffer<TypedArray>): Float64Array<ArrayBufferLike> {
  const array = source instanceof OutBuffer ? source.GetView() : source;
  return array instanceof Float64Array ? array : Float64Array.from(array);
}
