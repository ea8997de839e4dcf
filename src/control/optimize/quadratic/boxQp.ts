/** Quadratic programs with bounds, by projected Newton steps (Tassa, Mansard, Todorov: Control-limited differential
 *  dynamic programming, 2014). H needs to be positive definite only over the variables that are not at a bound. */
import { expectInteger, expectObject } from '../../../core/expect.ts';
import { cholSolve } from '../../../core/math/linear/cholesky.ts';
import { clamp, expectBounds, expectMatrix, expectVector } from '../input.ts';
import { factorPositive } from './factor.ts';

/** How a solve ended.
 *  - `solved`: x is the minimum
 *  - `iterations`: the limit of iterations was reached
 *  - `notPositive`: H is not positive definite over the free variables
 *  - `notFinite`: the problem has values that are not finite */
export type BoxQpStatus = 'solved' | 'iterations' | 'notPositive' | 'notFinite';

/** Gradients of free variables below this, relative to the terms of their sum, are zero. */
const TOLERANCE = 1e-13;
/** Part of the expected decrease that a step must achieve (Armijo). */
const SUFFICIENT = 0.1;
const BACKTRACK = 0.6;
const MIN_STEP = 1e-12;

/** Solves problems of n variables; keeps its arrays and starts from the last solution.
 *
 *  ```ts
 *  // the point of the box [0, 1]^2 nearest to (2, 0.5)
 *  const solver = new BoxQpSolver(2);
 *  const status = solver.solve([1, 0, 0, 1], [-2, -0.5], [0, 0], [1, 1]);
 *  console.log(status, solver.x[0], solver.x[1].toFixed(3)); // -> solved 1 0.500
 *  ``` */
export class BoxQpSolver {
  readonly n: number;
  /** The solution; its content before a solve is the initial guess. */
  readonly x: Float64Array;
  /** Indices of the variables that are not at a bound: the first `freeCount` elements, increasing. */
  readonly free: Int32Array;
  freeCount = 0;
  /** Cholesky factor L of H over the free variables, `freeCount` x `freeCount`, row-major. */
  readonly factor: Float64Array;
  status: BoxQpStatus = 'solved';
  iterations = 0;
  maxIterations = 100;
  readonly #gradient: Float64Array;
  /** Sum of the magnitudes of the terms of each gradient: its scale of rounding. */
  readonly #scale: Float64Array;
  readonly #step: Float64Array;
  readonly #trial: Float64Array;
  readonly #reduced: Float64Array;

  constructor(n: number) {
    this.n = expectInteger('n', n, 1);
    this.x = new Float64Array(n);
    this.free = new Int32Array(n);
    this.factor = new Float64Array(n * n);
    this.#gradient = new Float64Array(n);
    this.#scale = new Float64Array(n);
    this.#step = new Float64Array(n);
    this.#trial = new Float64Array(n);
    this.#reduced = new Float64Array(n);
  }

  /** Find the minimum of 1/2 x'Hx + c'x with lower <= x <= upper; the answer is in `x`, `free` and `factor`. */
  solve(H: ArrayLike<number>, c: ArrayLike<number>, lower: ArrayLike<number>, upper: ArrayLike<number>): BoxQpStatus {
    const { n, x } = this;
    this.freeCount = -1;
    for (let i = 0; i < n; i++) x[i] = clamp(x[i], lower[i], upper[i]);
    for (this.iterations = 0; this.iterations < this.maxIterations; this.iterations++) {
      if (!this.#differentiate(H, c)) return this.#end('notFinite');
      const changed = this.#findFree(lower, upper);
      if (changed && !this.#factor(H)) return this.#end('notPositive');
      if (this.#isStationary()) return this.#end('solved');
      this.#newtonStep();
      if (!this.#search(H, lower, upper)) return this.#end('solved');
    }
    return this.#end('iterations');
  }

  #end(status: BoxQpStatus): BoxQpStatus {
    this.status = status;
    return status;
  }

  /** gradient = Hx + c; false if it is not finite. */
  #differentiate(H: ArrayLike<number>, c: ArrayLike<number>): boolean {
    const { n, x } = this;
    for (let r = 0; r < n; r++) {
      let sum = c[r];
      let scale = Math.abs(c[r]);
      for (let k = 0; k < n; k++) {
        const term = H[r * n + k] * x[k];
        sum += term;
        scale += Math.abs(term);
      }
      this.#gradient[r] = sum;
      this.#scale[r] = scale;
      if (!Number.isFinite(sum)) return false;
    }
    return true;
  }

  /** Variables that are inside their bounds, or whose gradient leads inside; true if they changed. */
  #findFree(lower: ArrayLike<number>, upper: ArrayLike<number>): boolean {
    const { n, x, free } = this;
    let count = 0;
    let changed = false;
    for (let i = 0; i < n; i++) {
      const g = this.#gradient[i];
      if ((x[i] <= lower[i] && g >= 0) || (x[i] >= upper[i] && g <= 0)) continue;
      if (count >= this.freeCount || free[count] !== i) changed = true;
      free[count++] = i;
    }
    changed ||= count !== this.freeCount;
    this.freeCount = count;
    return changed;
  }

  #factor(H: ArrayLike<number>): boolean {
    const { n, free, freeCount, factor } = this;
    for (let r = 0; r < freeCount; r++) {
      for (let k = 0; k <= r; k++) factor[r * freeCount + k] = H[free[r] * n + free[k]];
    }
    return factorPositive(factor, freeCount);
  }

  #isStationary(): boolean {
    for (let k = 0; k < this.freeCount; k++) {
      const i = this.free[k];
      if (Math.abs(this.#gradient[i]) > TOLERANCE * this.#scale[i]) return false;
    }
    return true;
  }

  /** step = -H_ff^-1 gradient_f, zero for the others */
  #newtonStep(): void {
    const { free, freeCount, factor } = this;
    this.#step.fill(0);
    for (let k = 0; k < freeCount; k++) this.#reduced[k] = -this.#gradient[free[k]];
    cholSolve(this.#reduced, 0, factor, 0, this.#reduced, 0, freeCount);
    for (let k = 0; k < freeCount; k++) this.#step[free[k]] = this.#reduced[k];
  }

  /** Shorten the projected step until the cost decreases enough; false if rounding prevents a decrease. */
  #search(H: ArrayLike<number>, lower: ArrayLike<number>, upper: ArrayLike<number>): boolean {
    const { n, x } = this;
    const trial = this.#trial;
    for (let size = 1; size > MIN_STEP; size *= BACKTRACK) {
      let moved = false;
      let slope = 0;
      for (let i = 0; i < n; i++) {
        trial[i] = clamp(x[i] + size * this.#step[i], lower[i], upper[i]);
        moved ||= trial[i] !== x[i];
        slope += this.#gradient[i] * (trial[i] - x[i]);
      }
      if (!moved) return false;
      if (slope < 0 && this.#decrease(H) >= -SUFFICIENT * slope) {
        x.set(trial);
        return true;
      }
    }
    return false;
  }

  /** cost(x) - cost(trial) = -(gradient(x) + 1/2 H d)'d with d = trial - x */
  #decrease(H: ArrayLike<number>): number {
    const { n, x } = this;
    let sum = 0;
    for (let r = 0; r < n; r++) {
      const d = this.#trial[r] - x[r];
      if (d === 0) continue;
      let half = 0;
      for (let k = 0; k < n; k++) half += H[r * n + k] * (this.#trial[k] - x[k]);
      sum -= (this.#gradient[r] + 0.5 * half) * d;
    }
    return sum;
  }
}

/** A problem for `boxQp`. */
export interface BoxQpProblem {
  /** n x n, symmetric, row-major. */
  H: ArrayLike<number>;
  c: ArrayLike<number>;
  /** One bound for all variables, or one for each; default: none. */
  lower?: number | ArrayLike<number>;
  upper?: number | ArrayLike<number>;
  /** Initial guess; default: zero. */
  x0?: ArrayLike<number>;
  /** default: 100 */
  maxIterations?: number;
}

export interface BoxQpResult {
  x: Float64Array;
  status: BoxQpStatus;
  iterations: number;
  /** Indices of the variables that are not at a bound. */
  free: Int32Array;
}

/** Find the minimum of 1/2 x'Hx + c'x with lower <= x <= upper.
 *
 *  ```ts
 *  const { x, free } = boxQp({ H: [2, 0, 0, 2], c: [-6, -1], lower: 0, upper: 2 });
 *  console.log(x[0], x[1].toFixed(3), [...free]); // -> 2 0.500 [ 1 ]
 *  ``` */
export function boxQp(problem: BoxQpProblem): BoxQpResult {
  const { maxIterations = 100 } = expectObject('boxQp', problem);
  const c = expectVector('c', problem.c);
  const n = c.length;
  const H = expectMatrix('H', problem.H, n, n);
  const { lower, upper } = expectBounds(problem, n);
  const solver = new BoxQpSolver(n);
  solver.maxIterations = expectInteger('maxIterations', maxIterations, 1);
  if (problem.x0) solver.x.set(expectVector('x0', problem.x0, n));
  const status = solver.solve(H, c, lower, upper);
  return { x: solver.x, status, iterations: solver.iterations, free: solver.free.slice(0, solver.freeCount) };
}
