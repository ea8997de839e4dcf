/** State of a Levenberg-Marquardt search: what to try next, and whether to keep it. */
import { sqrMatTD } from '../../../core/math/linear/dense.ts';
import type { Differences } from '../differences.ts';
import { clamp } from '../input.ts';
import { BoxQpSolver } from '../quadratic/boxQp.ts';
import type { Norm } from './norms.ts';

/** How a search ended.
 *  - `converged`: the gradient, the step or the reduction is below its tolerance
 *  - `iterations`: the limit of iterations was reached
 *  - `stuck`: no step reduces the objective, for instance because the Jacobian is wrong
 *  - `stopped`: `onIteration` returned false */
export type LeastSquaresStatus = 'converged' | 'iterations' | 'stuck' | 'stopped';

/** One iteration, as `onIteration` and the trace report it. */
export interface Iteration {
  iteration: number;
  x: Float64Array;
  objective: number;
  /** Decrease of the objective; 0 for the last iteration. */
  reduction: number;
  regularization: number;
  /** Largest cosine between the residuals and a free column of the Jacobian. */
  gradient: number;
  /** Length of the step. */
  step: number;
}

export interface LeastSquaresResult {
  x: Float64Array;
  objective: number;
  residual: Float64Array;
  /** Jacobian at x, row-major, one row per residual. */
  jacobian: Float64Array;
  /** Gradient of the objective. */
  gradient: Float64Array;
  status: LeastSquaresStatus;
  /** The status in a sentence. */
  message: string;
  iterations: number;
  /** Evaluations of the residuals, those for differences included. */
  evaluations: number;
  /** Variables at their bounds: -1 lower, 1 upper, else 0. */
  active: Int8Array;
  trace: Iteration[];
}

/** Checked options. */
export interface Settings {
  x0: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  norm: Norm;
  checkJacobian: boolean;
  differences: Differences;
  xScale: Float64Array | undefined;
  maxIterations: number;
  xTolerance: number;
  fTolerance: number;
  gTolerance: number;
  onIteration: ((iteration: Iteration) => unknown) | undefined;
}

/** What a search needs from its caller. */
export type Request =
  | { kind: 'residuals'; points: Float64Array[] }
  | { kind: 'jacobian'; x: Float64Array; residual: Float64Array };

const INITIAL_REGULARIZATION = 1e-3;
const MIN_REGULARIZATION = 1e-15;
const MAX_REGULARIZATION = 1e12;
/** Objectives below this part of the first one are zero up to rounding of the residuals. */
const ZERO = 1e-30;
/** Part of the predicted reduction that a step must achieve. */
const SUFFICIENT = 1e-4;

export class LevenbergMarquardt {
  x: Float64Array;
  residual: Float64Array;
  evaluations = 1;
  isDone = false;
  readonly #settings: Settings;
  readonly #trace: Iteration[] = [];
  readonly #solver: BoxQpSolver;
  readonly #scale: Float64Array;
  readonly #H: Float64Array;
  readonly #damped: Float64Array;
  readonly #gradient: Float64Array;
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  #J: Float64Array = new Float64Array();
  #objective: number;
  readonly #first: number;
  #regularization = INITIAL_REGULARIZATION;
  #predicted = 0;
  #cosine = 0;
  #iterations = 0;
  #status: LeastSquaresStatus = 'iterations';
  #message = '';
  /** The end that follows the next Jacobian, which belongs to the result. */
  #ending: [LeastSquaresStatus, string] | undefined;

  constructor(settings: Settings, residual: Float64Array) {
    const n = settings.x0.length;
    this.#settings = settings;
    this.x = settings.x0.slice();
    this.residual = residual;
    if (residual.length === 0) throw new RangeError('residual: expected at least one number, found none');
    this.#objective = settings.norm.value(residual);
    this.#first = Math.abs(this.#objective);
    this.#solver = new BoxQpSolver(n);
    this.#scale = settings.xScale?.map((size) => 1 / size) ?? new Float64Array(n);
    this.#H = new Float64Array(n * n);
    this.#damped = new Float64Array(n * n);
    this.#gradient = new Float64Array(n);
    this.#lower = new Float64Array(n);
    this.#upper = new Float64Array(n);
  }

  /** Typical sizes of the variables, for differences. */
  typicalSize(x: Float64Array): Float64Array {
    return this.#settings.xScale ?? x.map((value) => Math.max(Math.abs(value), 1e-3));
  }

  /** A copy of residuals; NaN and infinities make a trial fail. */
  readResidual(value: ArrayLike<number>): Float64Array {
    if (value.length === this.residual.length) return Float64Array.from(value);
    throw new RangeError(`residual: expected ${this.residual.length} numbers as before, found ${value.length}`);
  }

  readJacobian(value: ArrayLike<number>): Float64Array {
    const size = this.residual.length * this.x.length;
    if (value.length === size) return Float64Array.from(value);
    throw new RangeError(
      `jacobian: expected ${this.residual.length} x ${this.x.length} = ${size} numbers, found ${value.length}`,
    );
  }

  /** Gradient and Gauss-Newton Hessian at x. False if x is a minimum. */
  linearize(J: Float64Array): boolean {
    const { norm, xScale, gTolerance } = this.#settings;
    const [rows, n] = [this.residual.length, this.x.length];
    this.#J = J;
    const bad = J.findIndex((entry) => !Number.isFinite(entry));
    if (bad >= 0) {
      throw new RangeError(
        `jacobian: residual ${Math.floor(bad / n)} by variable ${bad % n}: expected a finite number, found ${J[bad]}`,
      );
    }
    const first = new Float64Array(rows);
    const second = new Float64Array(rows);
    const outer = new Float64Array(rows);
    const rank1 = norm.derivatives(this.residual, first, second, outer);
    // g = J' n', H = J' n'' J
    sqrMatTD(this.#H, 0, J, 0, second, 0, rows, n, true);
    this.#gradient.set(project(J, first, n));
    if (rank1 !== 0) {
      const v = project(J, outer, n);
      for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) this.#H[r * n + c] += rank1 * v[r] * v[c];
    }
    // the largest column so far: scales do not shrink (Moré, 1978)
    if (!xScale) {
      for (let j = 0; j < n; j++) this.#scale[j] = Math.max(this.#scale[j], Math.sqrt(Math.max(this.#H[j * n + j], 0)));
    }
    this.#cosine = this.#largestCosine();
    if (this.#cosine <= gTolerance) this.#ending = ['converged', 'the gradient is below its tolerance'];
    else if (Math.abs(this.#objective) <= ZERO * this.#first) this.#ending = ['converged', 'the residuals are zero'];
    if (!this.#ending) return true;
    this.#end(...this.#ending);
    this.#record(0, 0);
    return false;
  }

  /** Largest |g_j| / (|J_j| |r|) of a variable that may move. */
  #largestCosine(): number {
    const { lower, upper } = this.#settings;
    const n = this.x.length;
    const length = Math.sqrt(2 * Math.abs(this.#objective)) || 1;
    let largest = 0;
    for (let j = 0; j < n; j++) {
      const g = this.#gradient[j];
      if ((this.x[j] <= lower[j] && g >= 0) || (this.x[j] >= upper[j] && g <= 0)) continue;
      const column = Math.sqrt(Math.abs(this.#H[j * n + j]));
      if (column > 0) largest = Math.max(largest, Math.abs(g) / (column * length));
      else if (g !== 0) largest = Math.max(largest, Math.abs(g));
    }
    return largest;
  }

  /** The next point to try; undefined if the search has ended. */
  propose(): Float64Array | undefined {
    const { lower, upper, xTolerance } = this.#settings;
    const n = this.x.length;
    const solver = this.#solver;
    while (!this.isDone) {
      this.#damped.set(this.#H);
      for (let j = 0; j < n; j++) {
        const scale = this.#scale[j] || 1;
        this.#damped[j * (n + 1)] += this.#regularization * scale * scale;
        this.#lower[j] = lower[j] - this.x[j];
        this.#upper[j] = upper[j] - this.x[j];
      }
      solver.x.fill(0);
      const status = solver.solve(this.#damped, this.#gradient, this.#lower, this.#upper);
      if (status !== 'solved' && status !== 'iterations') {
        this.#harder();
        continue;
      }
      const trial = this.x.map((value, j) => clamp(value + solver.x[j], lower[j], upper[j]));
      this.#predicted = -decreaseAlong(this.#gradient, this.#H, solver.x, n);
      if (distance(trial, this.x) <= xTolerance * (xTolerance + Math.hypot(...this.x))) {
        this.#end('converged', 'the step is below its tolerance');
        this.#record(0, distance(trial, this.x));
        return undefined;
      }
      return trial;
    }
    return undefined;
  }

  #harder(): void {
    this.#regularization = Math.max(4 * this.#regularization, MIN_REGULARIZATION);
    if (this.#regularization <= MAX_REGULARIZATION) return;
    this.#end('stuck', 'no step reduces the objective. If there is a Jacobian, check it with `checkJacobian`');
    this.#record(0, 0);
  }

  /** True if the trial is the new x, or the search has ended. */
  judge(trial: Float64Array, residual: Float64Array): boolean {
    const { norm, fTolerance, maxIterations, onIteration } = this.#settings;
    this.evaluations++;
    const objective = norm.value(residual);
    const reduction = this.#objective - objective;
    const ratio = reduction / this.#predicted;
    // NaN does not pass
    if (!(reduction >= 0 && ratio >= SUFFICIENT)) {
      if (this.#predicted <= fTolerance * Math.abs(this.#objective)) {
        this.#end('converged', 'the predicted reduction is below its tolerance');
        this.#record(0, 0);
        return true;
      }
      this.#harder();
      return this.isDone;
    }
    const last = this.#record(reduction, distance(trial, this.x));
    this.x = trial;
    this.residual = residual;
    const isSmall = reduction <= fTolerance * Math.abs(this.#objective);
    this.#objective = objective;
    this.#iterations++;
    if (ratio > 0.75) this.#regularization = Math.max(0.1 * this.#regularization, MIN_REGULARIZATION);
    else if (ratio < 0.25) this.#regularization *= 2;
    if (isSmall && this.#predicted <= fTolerance * Math.abs(objective)) {
      this.#ending = ['converged', 'the reduction is below its tolerance'];
    }
    if (this.#iterations >= maxIterations) {
      this.#ending ??= ['iterations', `the limit of ${maxIterations} iterations was reached`];
    }
    if (onIteration?.(last) === false) this.#ending = ['stopped', 'stopped by onIteration'];
    return true;
  }

  #end(status: LeastSquaresStatus, message: string): void {
    this.isDone = true;
    this.#status = status;
    this.#message = message;
  }

  #record(reduction: number, step: number): Iteration {
    const entry: Iteration = {
      iteration: this.#trace.length,
      x: this.x.slice(),
      objective: this.#objective,
      reduction,
      regularization: this.#regularization,
      gradient: this.#cosine,
      step,
    };
    this.#trace.push(entry);
    return entry;
  }

  result(): LeastSquaresResult {
    const { lower, upper } = this.#settings;
    return {
      x: this.x,
      objective: this.#objective,
      residual: this.residual,
      jacobian: this.#J,
      gradient: this.#gradient,
      status: this.#status,
      message: this.#message,
      iterations: this.#iterations,
      evaluations: this.evaluations,
      active: Int8Array.from(this.x, (value, j) => (value <= lower[j] ? -1 : value >= upper[j] ? 1 : 0)),
      trace: this.#trace,
    };
  }
}

/** J' v */
function project(J: Float64Array, v: Float64Array, n: number): Float64Array {
  const product = new Float64Array(n);
  for (let i = 0; i < v.length; i++) {
    if (v[i] === 0) continue;
    for (let j = 0; j < n; j++) product[j] += J[i * n + j] * v[i];
  }
  return product;
}

/** g'd + 1/2 d'Hd */
function decreaseAlong(g: Float64Array, H: Float64Array, d: Float64Array, n: number): number {
  let sum = 0;
  for (let r = 0; r < n; r++) {
    let product = 0;
    for (let c = 0; c < n; c++) product += H[r * n + c] * d[c];
    sum += d[r] * (g[r] + 0.5 * product);
  }
  return sum;
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k] - b[k]) ** 2;
  return Math.sqrt(sum);
}
