/** Checks of targets and settings. */
import { expectFinite, expectNumbers } from '../../core/expect.ts';

/** A copy of n finite numbers.
 *  @throws TypeError or RangeError */
export function expectVector(name: string, values: ArrayLike<number>, n: number): Float64Array {
  const vector = Float64Array.from(expectNumbers(name, values, n));
  for (let k = 0; k < n; k++) expectFinite(`${name}[${k}]`, vector[k]);
  return vector;
}

/** A quaternion of length 1 from one of any length but 0.
 *  @throws TypeError or RangeError */
export function expectUnitQuat(name: string, values: ArrayLike<number>): Float64Array {
  const quat = expectVector(name, values, 4);
  const length = Math.hypot(quat[0], quat[1], quat[2], quat[3]);
  if (!(length > 1e-10)) throw new RangeError(`${name}: expected a quaternion, found one of length ${length}`);
  // the bits of a unit quaternion do not change
  if (Math.abs(length - 1) > 1e-15) for (let k = 0; k < 4; k++) quat[k] /= length;
  return quat;
}

/** One number for all, or one for each; finite and at least `min`.
 *  @throws TypeError or RangeError */
export function expectRow(name: string, value: number | ArrayLike<number>, n: number, min = 0): Float64Array {
  if (typeof value === 'number') return new Float64Array(n).fill(expectFinite(name, value, min));
  const row = expectVector(name, value, n);
  for (let k = 0; k < n; k++) expectFinite(`${name}[${k}]`, row[k], min);
  return row;
}
