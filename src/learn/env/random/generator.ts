/** numpy's Generator: distributions over PCG64, with the same values for the same seed. */

import { expectInteger, expectNumber } from '../../../core/expect.ts';
import { exp, log } from '../../../core/math/elementary/exp.ts';
import { Pcg64 } from './pcg64.ts';
import { freshSeed, type Seed } from './seedSequence.ts';
import { heights, LARGEST, limits, scales } from './zigguratTables.ts';

/** Random generator equal to `numpy.random.default_rng(seed)`: the same calls in the same order return the same values.
 *
 *  @example
 *  const random = new Generator(42);
 *  console.log(random.uniform(-0.1, 0.1)); // -> 0.05479120971119267 */
export class Generator {
  readonly #bits: Pcg64;

  /** @param seed default: random */
  constructor(seed: Seed = freshSeed()) {
    this.#bits = new Pcg64(seed);
  }

  /** A number in [0, 1). */
  random(): number {
    this.#bits.next();
    return (this.#bits.high * 2 ** 21 + (this.#bits.low >>> 11)) * 2 ** -53;
  }

  /** A number in [low, high). */
  uniform(low = 0, high = 1): number {
    expectNumber('low', low);
    return low + (expectNumber('high', high) - low) * this.random();
  }

  /** A standard normal value, by Marsaglia and Tsang's ziggurat method. */
  standardNormal(): number {
    for (;;) {
      this.#bits.next();
      const { high, low } = this.#bits;
      // 8 bits choose the layer, one the sign, 52 the position in the layer
      const layer = low & 255;
      const offset = (high & 0x1fffffff) * 2 ** 23 + (low >>> 9);
      const x = (low & 256 ? -offset : offset) * scales[layer];
      if (offset < limits[layer]) return x;
      if (layer === 0) return this.#tail(((low >>> 17) & 1) === 1);
      const height = heights[layer] + (heights[layer - 1] - heights[layer]) * this.random();
      if (height < exp(-0.5 * x * x)) return x;
    }
  }

  /** A normally distributed value with a mean and a standard deviation. */
  normal(mean = 0, deviation = 1): number {
    expectNumber('mean', mean);
    return mean + expectNumber('deviation', deviation) * this.standardNormal();
  }

  /** A whole number in [low, high), by Lemire's method ("Fast Random Integer Generation in an Interval", 2019), as in
   * numpy for ranges below 2^32. */
  integers(low: number, high: number): number {
    expectInteger('Generator.integers: low', low);
    const count = expectInteger('Generator.integers: high', high) - low;
    if (!(Number.isSafeInteger(low) && Number.isSafeInteger(high) && count >= 1 && count < 2 ** 32)) {
      throw new RangeError(`Generator.integers: expected a range of 1 to 2^32 - 1 whole numbers, found ${count}`);
    }
    if (count === 1) return low;
    const unfair = 2 ** 32 % count;
    for (;;) {
      const word = this.#bits.next32();
      // word * count in two halves, because the product may need 64 bits
      const [upper, lower] = [(word >>> 16) * count, (word & 0xffff) * count];
      const rest = ((upper % 65536) * 65536 + lower) % 2 ** 32;
      if (rest >= unfair) return low + Math.floor((upper + Math.floor(lower / 65536)) / 65536);
    }
  }

  /** Beyond the lowest layer: Marsaglia's method for the tail. */
  #tail(negative: boolean): number {
    for (;;) {
      const x = -log(1 - this.random()) / LARGEST;
      const y = -log(1 - this.random());
      if (y + y > x * x) return negative ? -(LARGEST + x) : LARGEST + x;
    }
  }
}
