/** Checks of values that callers pass to batches: what is not fit is refused before anything is done with it. */
import { lengthOf } from '../../core/expect.ts';
import { kindOf } from '../../core/model/fit.ts';

/** The value itself, if it is an object such as options are.
 *  @param place what messages begin with */
export function expectObject<T extends object>(place: string, value: T): T {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new TypeError(`${place}: expected an object, found ${kindOf(value)}`);
}

/** The value itself, if it is a list of numbers: an array, or a typed array of any kind except BigInt ones.
 *  @param place what messages begin with */
export function expectNumbers(place: string, values: ArrayLike<number>): ArrayLike<number> {
  if (lengthOf(values) === undefined) throw new TypeError(`${place}: expected numbers, found ${kindOf(values)}`);
  if (ArrayBuffer.isView(values)) return values;
  for (let k = 0; k < values.length; k++) {
    if (typeof values[k] !== 'number') {
      throw new TypeError(`${place}: expected numbers, found ${kindOf(values[k])} at index ${k}`);
    }
  }
  return values;
}

/** The value itself, if it is an integer of at least `least`. */
export function expectCount(place: string, count: number, least = 1): number {
  if (Number.isSafeInteger(count) && count >= least) return count;
  throw new RangeError(`${place}: expected a whole number of at least ${least}, found ${shown(count)}`);
}

/** The value itself, if it is a function or undefined. */
export function expectFunction<T>(place: string, value: T): T {
  if (value === undefined || typeof value === 'function') return value;
  throw new TypeError(`${place}: expected a function, found ${kindOf(value)}`);
}

/** A value of a message; numbers as they are. */
function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : kindOf(value);
}
