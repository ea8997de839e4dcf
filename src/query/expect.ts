/** Checks of what a caller passes. */
import type { Model } from '../model/model.ts';

/** The array itself, if it has the length it must have. */
export function expectLength(name: string, array: Float64Array, length: number): Float64Array {
  if (array?.length !== length) throw new RangeError(`${name}: expected ${length} elements, found ${array?.length}`);
  return array;
}

/** Throws unless the model has this body. */
export function expectBody(m: Model, body: number): void {
  expectIndex('body', body, m.nbody);
}

/** Throws unless there is an element of this kind with this number. */
export function expectIndex(kind: string, id: number, count: number): void {
  if (Number.isInteger(id) && id >= 0 && id < count) return;
  throw new RangeError(`${kind}: expected ${count > 0 ? `0 to ${count - 1}` : 'none, as there are none'}, found ${id}`);
}
