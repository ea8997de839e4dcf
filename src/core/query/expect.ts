/** Argument checks of queries: array lengths, ids. */
import { expectNumbers, expectRoom, found } from '../expect.ts';
import type { Model } from '../model/model.ts';

/** Returns the array if it has the required length. */
export function expectLength(name: string, array: Float64Array, length: number): Float64Array {
  if (hasOtherLength(array, length))
    throw new RangeError(`${name}: expected ${length} elements, found ${array.length}`);
  return expectNumbers(name, array, length);
}

/** Returns the array if it has the required length and is writable, whatever its contents. */
export function expectOutput(name: string, array: Float64Array, length: number): Float64Array {
  if (hasOtherLength(array, length))
    throw new RangeError(`${name}: expected ${length} elements, found ${array.length}`);
  return expectRoom(name, array, length);
}

function hasOtherLength(array: Float64Array, length: number): boolean {
  return Number.isInteger(array?.length) && typeof array === 'object' && array.length !== length;
}

/** Throws unless the model has this body. */
export function expectBody(m: Model, body: number): void {
  expectIndex('body', body, m.nbody);
}

/** Throws unless there is an element of this kind with this id. */
export function expectIndex(kind: string, id: number, count: number): void {
  if (Number.isInteger(id) && id >= 0 && id < count) return;
  const expected = count > 0 ? `0 to ${count - 1}` : 'none, as there are none';
  throw new RangeError(`${kind}: expected ${expected}, found ${found(id)}`);
}
