/** Checks of what a caller passes. */
import type { Model } from '../model/model.ts';

/** The array itself, if it has the length it must have. */
export function expectLength(name: string, array: Float64Array, length: number): Float64Array {
  if (array.length !== length) throw new RangeError(`${name}: expected ${length} elements, found ${array.length}`);
  return array;
}

/** Throws unless the model has this body. */
export function expectBody(m: Model, body: number): void {
  if (!(body >= 0 && body < m.nbody)) throw new RangeError(`body: expected 0 to ${m.nbody - 1}, found ${body}`);
}
