/** Checks of targets and settings. */
import { expectFinite, expectNumbers, expectRoom } from '../../core/expect.ts';
import { norm } from '../../core/math/array.ts';

/** A copy of n finite numbers.
 *  @throws TypeError or RangeError */
export function expectVector(name: string, values: ArrayLike<number>, n: number): Float64Array {
  const vector = Float64Array.from(expectNumbers(name, values, n));
  for (let k = 0; k < n; k++) expectFinite(`${name}[${k}]`, vector[k]);
  return vector;
}

/** Normalizes a quaternion of nonzero length.
 *  @throws TypeError or RangeError */
export function expectUnitQuat(name: string, values: ArrayLike<number>): Float64Array {
  const quat = expectVector(name, values, 4);
  const length = norm(quat, 0, 4);
  if (!(length > 1e-10)) throw new RangeError(`${name}: expected a quaternion, found one of length ${length}`);
  // the bits of a unit quaternion do not change
  if (Math.abs(length - 1) > 1e-15) for (let k = 0; k < 4; k++) quat[k] /= length;
  return quat;
}

/** One number for all elements, or one per element; finite and at least `min`.
 *  @throws TypeError or RangeError */
export function expectRow(name: string, value: number | ArrayLike<number>, n: number, min = 0): Float64Array {
  if (typeof value === 'number') return new Float64Array(n).fill(expectFinite(name, value, min));
  const row = expectVector(name, value, n);
  for (let k = 0; k < n; k++) expectFinite(`${name}[${k}]`, row[k], min);
  return row;
}

/** An array to write n numbers to.
 *  @throws TypeError or RangeError */
export function expectFitting(name: string, array: Float64Array, n: number): void {
  if (expectRoom(name, array, n).length !== n) {
    throw new RangeError(`${name}: expected ${n} elements, found ${array.length}`);
  }
}
