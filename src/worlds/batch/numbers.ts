/** Checks of values passed to batches: invalid ones are rejected before anything changes. */
import { numbersLength } from '../../core/expect.ts';
import { describeType } from '../../core/model/fit.ts';

/** Return the value if it is an object.
 *  @param where prefix of messages */
export function expectObject<T extends object>(where: string, value: T): T {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new TypeError(`${where}: expected an object, found ${describeType(value)}`);
}

/** Return the value if it is a list of numbers: an array or a typed array, except BigInt arrays.
 *  @param where prefix of messages */
export function expectNumbers(where: string, values: ArrayLike<number>): ArrayLike<number> {
  if (numbersLength(values) === undefined)
    throw new TypeError(`${where}: expected numbers, found ${describeType(values)}`);
  if (ArrayBuffer.isView(values)) return values;
  for (let k = 0; k < values.length; k++) {
    if (typeof values[k] !== 'number') {
      throw new TypeError(`${where}: expected numbers, found ${describeType(values[k])} at index ${k}`);
    }
  }
  return values;
}

/** Return the value if it is an integer of at least `min`. */
export function expectCount(where: string, count: number, min = 1): number {
  if (Number.isSafeInteger(count) && count >= min) return count;
  throw new RangeError(`${where}: expected a whole number of at least ${min}, found ${shown(count)}`);
}

/** Return the value if it is a function or undefined. */
export function expectFunction<T>(where: string, value: T): T {
  if (value === undefined || typeof value === 'function') return value;
  throw new TypeError(`${where}: expected a function, found ${describeType(value)}`);
}

/** A value in a message; numbers as they are. */
function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : describeType(value);
}
