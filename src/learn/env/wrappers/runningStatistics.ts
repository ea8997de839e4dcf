/** `RunningStatistics`: mean and variance of a stream of vectors. */
import { expectInteger, expectNumber, expectNumbers } from '../../../core/expect.ts';

/** Running mean and variance of each component, as in Gymnasium: the parallel formula of Chan, Golub and LeVeque
 * (1979), starting from a tiny count with mean 0 and variance 1.
 *
 *  @example
 *  const statistics = new RunningStatistics(2);
 *  statistics.add([1, 10]);
 *  statistics.add([3, 30]);
 *  console.log(Math.round(statistics.mean[1])); // -> 20 */
export class RunningStatistics {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  count = 1e-4;

  constructor(size: number) {
    this.mean = new Float64Array(expectInteger('RunningStatistics: size', size, 0, 2 ** 31 - 1));
    this.variance = new Float64Array(size).fill(1);
  }

  /** Add a vector, stored in an array starting at `at`. */
  add(vector: ArrayLike<number>, at = 0): void {
    if (!(expectNumbers('vector', vector).length - expectInteger('at', at, 0) >= this.mean.length)) {
      throw new RangeError(
        `vector: expected ${this.mean.length} numbers from index ${at}, found ${vector.length - at}`,
      );
    }
    const total = this.count + 1;
    for (let i = 0; i < this.mean.length; i++) {
      const delta = vector[at + i] - this.mean[i];
      this.mean[i] += delta / total;
      // sums of squares of both parts, plus the contribution of the difference of their means
      this.variance[i] = (this.variance[i] * this.count + (delta * delta * this.count) / total) / total;
    }
    this.count = total;
  }

  /** (x - mean) / sqrt(variance + epsilon), for each component. */
  normalize(vector: ArrayLike<number>, epsilon = 1e-8): Float64Array {
    expectNumbers('vector', vector, this.mean.length);
    expectNumber('epsilon', epsilon);
    return this.mean.map((mean, i) => (vector[i] - mean) / Math.sqrt(this.variance[i] + epsilon));
  }
}
