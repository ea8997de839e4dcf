/** Checks of values that callers pass to batches: what is not fit is refused before anything is done with it. */
import { numbersLength } from '../../core/expect.ts';
import { describeType } from '../../core/model/fit.ts';

/** The value itself, if it is an object such as options are.
 *  @param where what messages begin with */
export function expectObject<T extends object>(where: string, value: T): T {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new TypeError(`${where}: expected an object, found ${describeType(value)}`);
}

/** The value itself, if it is a list of numbers: an array, or a typed array of any kind except BigInt ones.
 *  @param where what messages begin with */
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

/** The value itself, if it is an integer of at least `min`. */
export function expectCount(where: string, count: number, min = 1): number {
  if (Number.isSafeInteger(count) && count >= min) return count;
  throw new RangeError(`${where}: expected a whole number of at least ${min}, found ${shown(count)}`);
}

/** The value itself, if it is a function or undefined. */
export function expectFunction<T>(where: string, value: T): T {
  if (value === undefined || typeof value === 'function') return value;
  throw new TypeError(`${where}: expected a function, found ${describeType(value)}`);
}

/** A value of a message; numbers as they are. */
function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : describeType(value);
}
