/** Argument checks for every layer: errors that name the argument, the expected and the found value. They run before
 *  anything changes. Without them JavaScript would turn strings into NaN, and `null` into an error inside the
 *  package. */

/** Maximum length of a string in an error message. */
const MAX_SHOWN = 40;

/** A value as errors show it: `'abc'`, `NaN`, `an array of 3`, `an object of Map class`. Never throws. */
export function found(x: unknown): string {
  if (typeof x === 'string') return x.length > MAX_SHOWN ? `'${x.slice(0, MAX_SHOWN)}…'` : `'${x}'`;
  if (typeof x === 'function') return 'a function';
  if (typeof x === 'bigint') return `${x}n`;
  if (typeof x !== 'object' || x === null) return String(x);
  return Array.isArray(x) ? `an array of ${x.length}` : `an object of ${className(x)} class`;
}

function className(x: object): string {
  const name: unknown = x.constructor?.name;
  return typeof name === 'string' && name !== '' ? name : 'no';
}

/** Returns the number; infinities are numbers, NaN is not.
 *  @throws TypeError or RangeError */
export function expectNumber(name: string, x: number): number {
  if (typeof x !== 'number') throw new TypeError(`${name}: expected a number, found ${found(x)}`);
  if (Number.isNaN(x)) throw new RangeError(`${name}: expected a number, found NaN`);
  return x;
}

/** Returns the number if it is finite and in [min, max].
 *  @throws TypeError or RangeError */
export function expectFinite(name: string, x: number, min = -Number.MAX_VALUE, max = Number.MAX_VALUE): number {
  if (expectNumber(name, x) >= min && x <= max) return x;
  const range =
    max < Number.MAX_VALUE ? ` from ${min} to ${max}` : min > -Number.MAX_VALUE ? ` of at least ${min}` : '';
  throw new RangeError(`${name}: expected a finite number${range}, found ${x}`);
}

/** Returns the integer if it is in [min, max].
 *  @throws TypeError or RangeError */
export function expectInteger(
  name: string,
  x: number,
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
): number {
  if (typeof x === 'number' && Number.isInteger(x) && x >= min && x <= max) return x;
  const Kind = typeof x === 'number' ? RangeError : TypeError;
  const bounds = max < Number.MAX_SAFE_INTEGER ? ` from ${min} to ${max}` : ` of at least ${min}`;
  const range = min > Number.MIN_SAFE_INTEGER || max < Number.MAX_SAFE_INTEGER ? bounds : '';
  throw new Kind(`${name}: expected a whole number${range}, found ${found(x)}`);
}

/** Checks for a boolean.
 *  @throws TypeError */
export function expectBoolean(name: string, x: boolean): boolean {
  if (typeof x !== 'boolean') throw new TypeError(`${name}: expected a boolean, found ${found(x)}`);
  return x;
}

/** Checks for a string.
 *  @throws TypeError */
export function expectString(name: string, x: string): string {
  if (typeof x !== 'string') throw new TypeError(`${name}: expected a string, found ${found(x)}`);
  return x;
}

/** Checks for a function.
 *  @throws TypeError */
export function expectFunction<T>(name: string, x: T): T {
  if (typeof x !== 'function') throw new TypeError(`${name}: expected a function, found ${found(x)}`);
  return x;
}

/** Checks for options and other objects with named members.
 *  @throws TypeError */
export function expectObject<T>(name: string, x: T): T {
  if (typeof x !== 'object' || x === null) throw new TypeError(`${name}: expected an object, found ${found(x)}`);
  return x;
}

/** Checks for one of several strings.
 *  @throws RangeError that lists them */
export function expectOneOf<T extends string>(name: string, x: T, words: readonly T[]): T {
  if (words.includes(x)) return x;
  throw new RangeError(`${name}: expected ${words.map((word) => `'${word}'`).join(' or ')}, found ${found(x)}`);
}

/** Returns the array if it contains numbers, `length` of them if that is specified. Elements of typed arrays are not
 *  checked.
 *  @throws TypeError or RangeError */
export function expectNumbers<T extends ArrayLike<number>>(name: string, array: T, length?: number): T {
  if (array instanceof Float64Array && (length === undefined || array.length === length)) return array;
  const n = numbersLength(array);
  const expected = length === undefined ? 'an array of numbers' : `${length} numbers`;
  if (n === undefined) throw new TypeError(`${name}: expected ${expected}, found ${found(array)}`);
  if (length !== undefined && n !== length) throw new RangeError(`${name}: expected ${expected}, found ${n}`);
  if (ArrayBuffer.isView(array)) return array;
  for (let k = 0; k < n; k++) {
    if (typeof array[k] !== 'number') throw new TypeError(`${name}[${k}]: expected a number, found ${found(array[k])}`);
  }
  return array;
}

/** Returns the array if at least `length` numbers can be written to it.
 *  @throws TypeError or RangeError */
export function expectRoom<T extends ArrayLike<number>>(name: string, array: T, length: number): T {
  if (array instanceof Float64Array && array.length >= length) return array;
  const n = numbersLength(array);
  const expected = `room for ${length} numbers`;
  if (n === undefined || (!ArrayBuffer.isView(array) && !Array.isArray(array))) {
    throw new TypeError(`${name}: expected ${expected}, found ${found(array)}`);
  }
  if (!(n >= length)) throw new RangeError(`${name}: expected ${expected}, found ${n}`);
  if (Array.isArray(array) && Object.isFrozen(array) && n > 0) {
    throw new TypeError(`${name}: expected ${expected}, found a frozen array`);
  }
  return array;
}

/** Length of an object that can contain numbers; undefined for all others. */
export function numbersLength(array: unknown): number | undefined {
  if (typeof array !== 'object' || array === null) return undefined;
  // their elements are not numbers
  if (array instanceof BigInt64Array || array instanceof BigUint64Array || array instanceof DataView) return undefined;
  const { length } = array as ArrayLike<number>;
  return Number.isInteger(length) && length >= 0 ? length : undefined;
}
