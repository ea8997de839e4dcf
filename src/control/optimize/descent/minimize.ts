/** Minimization of a smooth function with bounds: L-BFGS-B (Byrd, Lu, Nocedal, Zhu: A limited memory algorithm for bound
 *  constrained optimization, 1995). */
import { expectFinite, expectFunction, expectInteger, expectObject, expectOneOf } from '../../../core/expect.ts';
import { combine, type Differences, stencil } from '../differences.ts';
import { clamp, expectBounds, expectVector } from '../input.ts';
import { LimitedMemory } from './limitedMemory.ts';
import { type LinePoint, wolfeSearch } from './lineSearch.ts';

/** Options of `minimize`. */
export interface MinimizeOptions {
  /** One bound for all variables, or one for each; default: none. */
  lower?: number | ArrayLike<number>;
  upper?: number | ArrayLike<number>;
  /** Compute the gradient by differences; default: the cost writes it. */
  differences?: Differences;
  /** Pairs of steps and gradient changes that approximate the Hessian; default: 10. */
  memory?: number;
  /** default: 1000 */
  maxIterations?: number;
  /** Stop when no component of the projected gradient is above this; default: 1e-8. */
  gTolerance?: number;
  /** Stop when an iteration reduces the cost by less than this part of it; default: 1e-14. */
  fTolerance?: number;
  /** Called after each iteration; return false to stop. */
  onIteration?: (iteration: { iteration: number; x: Float64Array; cost: number; gradient: number }) => unknown;
  signal?: AbortSignal;
}

/** How a minimization ended.
 *  - `converged`: the gradient or the reduction is below its tolerance
 *  - `iterations`: the limit of iterations was reached
 *  - `stuck`: no step reduces the cost, for instance because the gradient is wrong
 *  - `stopped`: `onIteration` returned false */
export type MinimizeStatus = 'converged' | 'iterations' | 'stuck' | 'stopped';

export interface MinimizeResult {
  x: Float64Array;
  cost: number;
  gradient: Float64Array;
  status: MinimizeStatus;
  iterations: number;
  /** Evaluations of the cost, those for differences included. */
  evaluations: number;
}

/** Costs below this part of the first one count as this part, so that a search for a minimum of zero ends. */
const SMALL = 1e-6;

/** Returns the cost of x and writes its gradient. */
export type CostFunction = (x: Float64Array, gradient: Float64Array) => number;

/** Find a local minimum of a smooth cost within bounds.
 *
 *  ```ts
 *  const bowl = (x: Float64Array, gradient: Float64Array) => {
 *    gradient[0] = 2 * (x[0] - 3);
 *    gradient[1] = 20 * x[1];
 *    return (x[0] - 3) ** 2 + 10 * x[1] ** 2;
 *  };
 *  const { x, status } = minimize([0, 1], bowl, { upper: [2, Infinity] });
 *  console.log(x[0], Math.abs(x[1]) < 1e-6, status); // -> 2 true converged
 *  ```
 *
 *  @throws RangeError if the cost of x0 is not finite; the reason of the signal if it aborts */
export function minimize(x0: ArrayLike<number>, cost: CostFunction, options: MinimizeOptions = {}): MinimizeResult {
  expectFunction('cost', cost);
  const search = new Minimization(x0, cost, expectObject('options', options));
  return search.run();
}

class Minimization {
  readonly #options: MinimizeOptions;
  readonly #evaluate: CostFunction;
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  readonly #memory: LimitedMemory;
  #x: Float64Array;
  #gradient: Float64Array;
  #cost: number;
  #evaluations = 0;

  constructor(x0: ArrayLike<number>, cost: CostFunction, options: MinimizeOptions) {
    const x = expectVector('x0', x0);
    const n = x.length;
    if (n === 0) throw new RangeError('x0: expected at least one variable, found none');
    this.#options = options;
    const { lower, upper } = expectBounds(options, n);
    this.#lower = lower;
    this.#upper = upper;
    for (let i = 0; i < n; i++) x[i] = clamp(x[i], lower[i], upper[i]);
    const { differences } = options;
    if (differences !== undefined) expectOneOf('differences', differences, ['forward', 'centered']);
    this.#evaluate = differences ? this.#differenced(cost, differences) : cost;
    this.#memory = new LimitedMemory(n, expectInteger('memory', options.memory ?? 10, 1));
    this.#x = x;
    this.#gradient = new Float64Array(n);
    this.#cost = this.#at(x, this.#gradient);
    expectFinite('cost of x0', this.#cost);
    for (let i = 0; i < n; i++) expectFinite(`gradient[${i}] at x0`, this.#gradient[i]);
  }

  #at(x: Float64Array, gradient: Float64Array): number {
    this.#evaluations++;
    return this.#evaluate(x, gradient);
  }

  #differenced(cost: CostFunction, kind: Differences): CostFunction {
    const unused = new Float64Array(this.#lower.length);
    return (x, gradient) => {
      const value = cost(x, unused);
      const around = stencil(x, this.#lower, this.#upper, kind);
      const values = around.points.map((point) => [cost(point, unused)]);
      this.#evaluations += values.length;
      gradient.set(combine(around, values, [value]));
      return value;
    };
  }

  run(): MinimizeResult {
    const { maxIterations = 1000, gTolerance = 1e-8, fTolerance = 1e-14, onIteration, signal } = this.#options;
    expectInteger('maxIterations', maxIterations, 1);
    const initial = Math.abs(this.#cost);
    for (let iteration = 0; iteration < maxIterations; iteration++) {
      signal?.throwIfAborted();
      const gradient = this.#projectedGradient();
      if (onIteration?.({ iteration, x: this.#x.slice(), cost: this.#cost, gradient }) === false) {
        return this.#result('stopped', iteration);
      }
      if (gradient <= gTolerance) return this.#result('converged', iteration);
      const before = this.#cost;
      if (!this.#iterate()) {
        // a quasi-Newton model that fails is dropped once, for steepest descent
        if (this.#memory.count === 0) return this.#result('stuck', iteration);
        this.#memory.clear();
        if (!this.#iterate()) return this.#result('stuck', iteration);
      }
      if (before - this.#cost <= fTolerance * Math.max(Math.abs(before), SMALL * initial)) {
        return this.#result('converged', iteration + 1);
      }
    }
    return this.#result('iterations', maxIterations);
  }

  /** Largest change of a variable under a unit step along the negative gradient. */
  #projectedGradient(): number {
    let largest = 0;
    for (let i = 0; i < this.#x.length; i++) {
      const x = this.#x[i];
      const moved = clamp(x - this.#gradient[i], this.#lower[i], this.#upper[i]);
      largest = Math.max(largest, Math.abs(moved - x));
    }
    return largest;
  }

  /** One step along the direction to the minimum of the quadratic model within the bounds. */
  #iterate(): boolean {
    const n = this.#x.length;
    const target = this.#memory.minimum(this.#x, this.#gradient, this.#lower, this.#upper);
    const d = target.map((value, i) => value - this.#x[i]);
    let slope = 0;
    let length = 0;
    for (let i = 0; i < n; i++) {
      slope += d[i] * this.#gradient[i];
      length += d[i] * d[i];
    }
    if (!(slope < 0)) return false;
    const first = this.#memory.count === 0 ? Math.min(1, 1 / Math.sqrt(length)) : 1;
    const at = (size: number): LinePoint => {
      const x = this.#x.map((value, i) => clamp(value + size * d[i], this.#lower[i], this.#upper[i]));
      const gradient = new Float64Array(n);
      const cost = this.#at(x, gradient);
      let directional = 0;
      for (let i = 0; i < n; i++) directional += gradient[i] * d[i];
      return { size, cost, slope: directional, x, gradient };
    };
    const start: LinePoint = { size: 0, cost: this.#cost, slope, x: this.#x, gradient: this.#gradient };
    const best = wolfeSearch(at, start, first, this.#room(d));
    if (!best) return false;
    this.#memory.update(best.x, this.#x, best.gradient, this.#gradient);
    this.#x = best.x;
    this.#gradient = best.gradient;
    this.#cost = best.cost;
    return true;
  }

  /** The largest step along d within the bounds. */
  #room(d: Float64Array): number {
    let room = 1e10;
    for (let i = 0; i < d.length; i++) {
      if (d[i] > 0) room = Math.min(room, (this.#upper[i] - this.#x[i]) / d[i]);
      else if (d[i] < 0) room = Math.min(room, (this.#lower[i] - this.#x[i]) / d[i]);
    }
    return Math.max(room, 1);
  }

  #result(status: MinimizeStatus, iterations: number): MinimizeResult {
    return {
      x: this.#x,
      cost: this.#cost,
      gradient: this.#gradient,
      status,
      iterations,
      evaluations: this.#evaluations,
    };
  }
}
