/** Tanh layers and a linear output layer, forward and backward, on plain arrays. */
import { exp } from '../../../core/math/elementary/exp.ts';
import type { Generator } from '../../env/random/generator.ts';

/** tanh(x) = 1 - 2 / (exp(2 x) + 1), with an exponential that has the same bits on all platforms. */
function tanh(x: number): number {
  return 1 - 2 / (exp(2 * x) + 1);
}

/** A multilayer perceptron. All weights are in one array: for each layer, a row per unit, then the biases. */
export class Perceptron {
  /** Sizes of the input, of each hidden layer and of the output. */
  readonly sizes: readonly number[];
  readonly weights: Float64Array;
  /** Offsets of the weights of each layer. */
  readonly #starts: number[] = [];
  /** Values of each layer, the input first, from the last `forward`. */
  #values: Float64Array[] = [];

  constructor(sizes: readonly number[]) {
    this.sizes = sizes;
    let count = 0;
    for (let k = 0; k + 1 < sizes.length; k++) {
      this.#starts.push(count);
      count += (sizes[k] + 1) * sizes[k + 1];
    }
    this.weights = new Float64Array(count);
  }

  /** Random weights: normal with standard deviation `gain / sqrt(inputs)`, biases 0. A small gain of the last layer
   * makes the initial outputs small. */
  initialize(random: Generator, lastGain: number): void {
    for (const [k, start] of this.#starts.entries()) {
      const [inputs, outputs] = [this.sizes[k], this.sizes[k + 1]];
      const gain = k + 1 === this.#starts.length ? lastGain : 1;
      for (let i = 0; i < inputs * outputs; i++) {
        this.weights[start + i] = (gain / Math.sqrt(inputs)) * random.standardNormal();
      }
    }
  }

  /** Outputs for `n` rows of inputs. The next call overwrites the array. */
  forward(input: Float64Array, n: number): Float64Array {
    this.#values = [input];
    for (const [k, start] of this.#starts.entries()) {
      const [inputs, outputs] = [this.sizes[k], this.sizes[k + 1]];
      const hidden = k + 1 < this.#starts.length;
      const [from, to] = [this.#values[k], new Float64Array(n * outputs)];
      const biases = start + inputs * outputs;
      for (let row = 0; row < n; row++) {
        for (let o = 0; o < outputs; o++) {
          let sum = this.weights[biases + o];
          const w = start + o * inputs;
          for (let i = 0; i < inputs; i++) sum += this.weights[w + i] * from[row * inputs + i];
          to[row * outputs + o] = hidden ? tanh(sum) : sum;
        }
      }
      this.#values.push(to);
    }
    return this.#values[this.#starts.length];
  }

  /** Add to `gradient` the derivative with respect to the weights of a function, given its derivative with respect to
   * the outputs of the last `forward`. */
  backward(byOutput: Float64Array, n: number, gradient: Float64Array): void {
    let by = byOutput;
    for (let k = this.#starts.length - 1; k >= 0; k--) {
      const [inputs, outputs, start] = [this.sizes[k], this.sizes[k + 1], this.#starts[k]];
      const from = this.#values[k];
      const byInput = new Float64Array(n * inputs);
      for (let row = 0; row < n; row++) {
        for (let o = 0; o < outputs; o++) {
          const g = by[row * outputs + o];
          const w = start + o * inputs;
          gradient[start + inputs * outputs + o] += g;
          for (let i = 0; i < inputs; i++) {
            gradient[w + i] += g * from[row * inputs + i];
            byInput[row * inputs + i] += g * this.weights[w + i];
          }
        }
      }
      // through the tanh of the layer below: 1 - y^2
      if (k > 0) for (let i = 0; i < byInput.length; i++) byInput[i] *= 1 - from[i] * from[i];
      by = byInput;
    }
  }

  /** The layers in the form of `Network` of `tenon/policy`. */
  layers(): { weights: number[]; bias: number[]; activation: 'tanh' | 'none' }[] {
    return this.#starts.map((start, k) => {
      const [inputs, outputs] = [this.sizes[k], this.sizes[k + 1]];
      const middle = start + inputs * outputs;
      return {
        weights: [...this.weights.subarray(start, middle)],
        bias: [...this.weights.subarray(middle, middle + outputs)],
        activation: k + 1 < this.#starts.length ? 'tanh' : 'none',
      };
    });
  }
}
