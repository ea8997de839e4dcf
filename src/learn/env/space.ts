/** Action and observation spaces, as in Gymnasium. */
import { expectFunction, expectInteger, expectNumbers, expectObject } from '../../core/expect.ts';
import type { Generator } from './random/generator.ts';

/** Maximum length of a vector. */
const MAX_SIZE = 2 ** 31 - 1;

/** Vectors within limits.
 *
 *  @example
 *  const space = new Box([-1, -1], [1, 1]);
 *  console.log(space.contains([0, 2]), space.clip([0, 2])); // -> false Float64Array(2) [ 0, 1 ] */
export class Box {
  readonly low: Float64Array;
  readonly high: Float64Array;

  /** @throws RangeError if a lower limit exceeds the upper one */
  constructor(low: ArrayLike<number>, high: ArrayLike<number>) {
    expectNumbers('Box: low', low);
    expectNumbers('Box: high', high);
    const wrong = Array.from(low).findIndex((limit, i) => !(limit <= high[i]));
    if (low.length !== high.length || wrong >= 0) {
      const found =
        low.length !== high.length ? `${low.length} and ${high.length} limits` : `${low[wrong]}, ${high[wrong]}`;
      throw new RangeError(`Box: expected lower limits that do not exceed the upper ones, found ${found}`);
    }
    this.low = Float64Array.from(low);
    this.high = Float64Array.from(high);
  }

  /** All vectors of a size. */
  static unlimited(size: number): Box {
    const limits = new Float64Array(expectInteger('Box: size', size, 0, MAX_SIZE)).fill(Infinity);
    return new Box(
      limits.map((x) => -x),
      limits,
    );
  }

  /** Length of a vector. */
  get size(): number {
    return this.low.length;
  }

  contains(vector: ArrayLike<number>): boolean {
    if (typeof vector !== 'object' || vector?.length !== this.size) return false;
    return this.low.every((low, i) => {
      const x: unknown = vector[i];
      return typeof x === 'number' && low <= x && x <= this.high[i];
    });
  }

  /** The nearest vector within the limits. */
  clip(vector: ArrayLike<number>): Float64Array {
    expectNumbers('vector', vector, this.size);
    return this.low.map((low, i) => Math.min(Math.max(vector[i], low), this.high[i]));
  }

  /** A random vector: uniform between limits, normal where there are none. */
  sample(random: Generator): Float64Array {
    expectFunction('random.uniform', expectObject('random', random).uniform);
    return this.low.map((low, i) => sampleBetween(low, this.high[i], random));
  }
}

function sampleBetween(low: number, high: number, random: Generator): number {
  if (Number.isFinite(low) && Number.isFinite(high)) return random.uniform(low, high);
  const step = random.standardNormal();
  if (Number.isFinite(low)) return low + Math.abs(step);
  return Number.isFinite(high) ? high - Math.abs(step) : step;
}
