import { describeType } from '../../core/model/fit.ts';

/** Copy numbers into an array of the same length. */
export function assignNumbers(name: string, target: ArrayLike<number>, value: unknown): void {
  const { length } = (value ?? {}) as { length?: unknown };
  if (typeof value !== 'object' || typeof length !== 'number') {
    throw new TypeError(`${name}: expected ${target.length} numbers, found ${describeType(value)}`);
  }
  if (length !== target.length) throw new RangeError(`${name}: expected ${target.length} numbers, found ${length}`);
  (target as Float64Array).set(value as ArrayLike<number>);
}
