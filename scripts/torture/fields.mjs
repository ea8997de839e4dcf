// Every array and scalar of a Model or a Data, for comparisons and change detection.
import { firstOtherBits } from '../../test/support/oracle/difference.mjs';

/** @typedef {{ [name: string]: unknown }} Fields */

/** Timers in microseconds differ between runs. */
const NEVER_EQUAL = /^timer/;

/** @type {WeakMap<object, string[]>} */
const namesOfClass = new WeakMap();

/** Names of the arrays and scalars of a Model or a Data. @param {object} handle @returns {string[]} */
function fieldNames(handle) {
  const kind = Object.getPrototypeOf(handle);
  const known = namesOfClass.get(kind);
  if (known) return known;
  /** @type {string[]} */
  const names = [];
  for (const name in handle) {
    const value = /** @type {Fields} */ (handle)[name];
    if (!NEVER_EQUAL.test(name) && (ArrayBuffer.isView(value) || typeof value === 'number')) names.push(name);
  }
  namesOfClass.set(kind, names);
  return names;
}

/** The first field whose bits differ between two `Data` objects. @param {object} a @param {object} b
 *  @returns {string | undefined} */
export function firstDifference(a, b, names = fieldNames(a)) {
  for (const name of names) {
    const [x, y] = [/** @type {Fields} */ (a)[name], /** @type {Fields} */ (b)[name]].map(
      (value) => /** @type {ArrayLike<number>} */ (typeof value === 'number' ? [value] : value),
    );
    const at = x.length === y.length ? firstOtherBits(x, y) : Math.min(x.length, y.length);
    if (at >= 0) return `${name}[${at}]: ${x[at]} and ${y[at]}`;
  }
  return undefined;
}

/** A hash of all arrays and scalars of a Model or a Data. @param {object} handle */
export function fingerprint(handle) {
  let hash = 0;
  for (const name of fieldNames(handle)) {
    const value = /** @type {Fields} */ (handle)[name];
    hash = ArrayBuffer.isView(value) ? hashOfBytes(hash, value) : hashOfBytes(hash, Float64Array.of(Number(value)));
  }
  return hash;
}

/** @param {number} start @param {ArrayBufferView} view */
export function hashOfBytes(start, view) {
  const { buffer, byteOffset, byteLength } = view;
  let hash = start ^ byteLength;
  const words = byteOffset % 4 === 0 ? byteLength >> 2 : 0;
  const whole = new Int32Array(buffer, words ? byteOffset : 0, words);
  for (let k = 0; k < words; k++) hash = Math.imul(hash ^ whole[k], 0x01000193) + k;
  const rest = new Uint8Array(buffer, byteOffset + 4 * words, byteLength - 4 * words);
  for (let k = 0; k < rest.length; k++) hash = Math.imul(hash ^ rest[k], 0x01000193) + k;
  return hash | 0;
}
