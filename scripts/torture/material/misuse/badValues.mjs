// Values that no argument expects, by name; and which of them each kind of argument must reject.

/** An error thrown by the caller's callback passes through. */
export const OWN = 'an error of the caller';

/** @type {Record<string, () => unknown>} */
export const badValues = {
  undefined: () => undefined,
  null: () => null,
  NaN: () => Number.NaN,
  Infinity: () => Number.POSITIVE_INFINITY,
  negativeInfinity: () => Number.NEGATIVE_INFINITY,
  minusOne: () => -1,
  half: () => 0.5,
  huge: () => 1e300,
  beyondSafe: () => 2 ** 53,
  emptyString: () => '',
  word: () => 'abc',
  digit: () => '3',
  proto: () => '__proto__',
  constructorName: () => 'constructor',
  true: () => true,
  false: () => false,
  bigint: () => 1n,
  symbol: () => Symbol('x'),
  object: () => ({}),
  bareObject: () => Object.create(null),
  emptyArray: () => [],
  words: () => ['a', 'b', 'c'],
  sparse: () => new Array(3),
  symbols: () => [Symbol('a'), Symbol('b'), Symbol('c')],
  bigints: () => [1n, 2n, 3n],
  nothings: () => [null, undefined, {}],
  date: () => new Date(0),
  function: () => () => {},
  thrower: () => () => {
    throw new Error(OWN);
  },
  class: () => class Thing {},
  map: () => new Map([['a', 'b']]),
  promise: () => Promise.resolve(1),
  bigArray: () => new BigInt64Array(3),
  buffer: () => new ArrayBuffer(8),
  dataView: () => new DataView(new ArrayBuffer(8)),
  arrayLike: () => ({ length: 3 }),
  negativeLength: () => ({ length: -1 }),
  hugeLength: () => ({ length: 1e9 }),
  wordLength: () => ({ length: 'x' }),
  error: () => new Error('e'),
  regex: () => /x/,
};

const names = Object.keys(badValues);
const isNumber = (/** @type {string} */ name) => typeof badValues[name]() === 'number';
const isString = (/** @type {string} */ name) => typeof badValues[name]() === 'string';
const isFunction = (/** @type {string} */ name) => typeof badValues[name]() === 'function';
const isObject = (/** @type {string} */ name) => typeof badValues[name]() === 'object' && name !== 'null';
const isBoolean = (/** @type {string} */ name) => typeof badValues[name]() === 'boolean';

/** Whether a kind of argument must reject a value. For `any` only the errors are checked.
 *  @type {Record<string, (name: string) => boolean>} */
const refusals = {
  any: () => false,
  number: (name) => !isNumber(name) || name === 'NaN',
  integer: (name) => !isNumber(name) || ['NaN', 'half', 'Infinity', 'negativeInfinity'].includes(name),
  count: (name) => !isNumber(name) || ['NaN', 'half', 'Infinity', 'negativeInfinity', 'minusOne'].includes(name),
  index: () => true,
  string: (name) => !isString(name),
  boolean: (name) => !isBoolean(name),
  function: (name) => !isFunction(name),
  object: (name) => !isObject(name),
  // an empty array may be valid if the expected length is 0
  numbers: (name) => name !== 'emptyArray',
  handle: () => true,
  word: () => true,
};

/** @typedef {keyof typeof refusals} Kind */

/** Whether an argument of a kind must reject a value. A question mark at the end marks an optional argument.
 *  @param {string} kind @param {string} name */
export function mustRefuse(kind, name) {
  if (kind.endsWith('?') && name === 'undefined') return false;
  const rule = refusals[kind.replace('?', '')];
  if (!rule) throw new Error(`unknown kind of argument: ${kind}`);
  return rule(name);
}

export { names as badNames };
