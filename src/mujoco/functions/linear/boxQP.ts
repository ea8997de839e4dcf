/** Quadratic programs with bounds, by projected Newton steps (Tassa, Mansard and Todorov, "Control-limited differential
 *  dynamic programming", ICRA 2014). */
import { cholFactor, cholSolve } from '../../../core/math/linear/cholesky.ts';
import { MINVAL } from '../../../core/model/constants.ts';

const MAX_ITERATIONS = 100;
const GRADIENT_TOLERANCE = 1e-16;
const BACKTRACK = 0.5;
const MIN_STEP = 1e-22;
const ARMIJO = 0.1;

/** A program: minimize x' H x / 2 + g' x with lower <= x <= upper. */
interface Program {
  readonly n: number;
  readonly H: Float64Array;
  readonly g: Float64Array;
  readonly lower?: Float64Array;
  readonly upper?: Float64Array;
}

/** `res` is the initial guess and the result, `R` receives the factor of the free part, `index` its rows.
 *  @returns the number of free variables, or -1 when H is not positive definite in the free directions */
export function boxQP(
  res: Float64Array,
  R: Float64Array,
  index: Int32Array | undefined,
  H: Float64Array,
  g: Float64Array,
  lower?: Float64Array,
  upper?: Float64Array,
): number {
  const p: Program = { n: res.length, H, g, lower, upper };
  clampInto(p, res, res);
  const free = index ?? new Int32Array(p.n);
  const gradient = new Float64Array(p.n);
  const trial = new Float64Array(p.n);
  let count = 0;
  for (let k = 0; k < MAX_ITERATIONS; k++) {
    gradientAt(p, res, gradient);
    count = freeRows(p, res, gradient, free);
    if (count === 0) return 0;
    if (!factorFree(p, R, free, count)) return -1;
    if (squaredNorm(gradient, free, count) < GRADIENT_TOLERANCE) return count;
    const direction = newtonDirection(p, R, gradient, free, count);
    if (!lineSearch(p, res, gradient, direction, trial)) return count;
  }
  return count;
}

function clampInto(p: Program, res: Float64Array, x: Float64Array): void {
  for (let i = 0; i < p.n; i++) {
    res[i] = Math.min(
      p.upper?.[i] ?? Number.POSITIVE_INFINITY,
      Math.max(p.lower?.[i] ?? Number.NEGATIVE_INFINITY, x[i]),
    );
  }
}

function gradientAt(p: Program, x: Float64Array, gradient: Float64Array): void {
  for (let i = 0; i < p.n; i++) {
    let sum = p.g[i];
    for (let j = 0; j < p.n; j++) sum += p.H[i * p.n + j] * x[j];
    gradient[i] = sum;
  }
}

/** Rows that are not at a bound with the gradient pointing outward. */
function freeRows(p: Program, x: Float64Array, gradient: Float64Array, free: Int32Array): number {
  let count = 0;
  for (let i = 0; i < p.n; i++) {
    const low = p.lower && x[i] === p.lower[i] && gradient[i] > 0;
    const high = p.upper && x[i] === p.upper[i] && gradient[i] < 0;
    if (!low && !high) free[count++] = i;
  }
  return count;
}

function factorFree(p: Program, R: Float64Array, free: Int32Array, count: number): boolean {
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) R[a * count + b] = p.H[free[a] * p.n + free[b]];
  }
  return cholFactor(R, 0, count, MINVAL) === count;
}

function squaredNorm(gradient: Float64Array, free: Int32Array, count: number): number {
  let sum = 0;
  for (let a = 0; a < count; a++) sum += gradient[free[a]] * gradient[free[a]];
  return sum;
}

function newtonDirection(
  p: Program,
  R: Float64Array,
  gradient: Float64Array,
  free: Int32Array,
  count: number,
): Float64Array {
  const reduced = Float64Array.from({ length: count }, (_, a) => -gradient[free[a]]);
  cholSolve(reduced, 0, R, 0, reduced, 0, count);
  const direction = new Float64Array(p.n);
  for (let a = 0; a < count; a++) direction[free[a]] = reduced[a];
  return direction;
}

/** Backtrack until the decrease of the objective suffices.
 *  @returns whether a step was taken */
function lineSearch(
  p: Program,
  x: Float64Array,
  gradient: Float64Array,
  direction: Float64Array,
  trial: Float64Array,
): boolean {
  const old = valueAt(p, x);
  let slope = 0;
  for (let i = 0; i < p.n; i++) slope += gradient[i] * direction[i];
  for (let step = 1; step > MIN_STEP; step *= BACKTRACK) {
    for (let i = 0; i < p.n; i++) trial[i] = x[i] + step * direction[i];
    clampInto(p, trial, trial);
    if (old - valueAt(p, trial) >= -ARMIJO * step * slope) {
      const moved = trial.some((value, i) => value !== x[i]);
      x.set(trial);
      return moved;
    }
  }
  return false;
}

function valueAt(p: Program, x: Float64Array): number {
  let value = 0;
  for (let i = 0; i < p.n; i++) {
    let row = 0;
    for (let j = 0; j < p.n; j++) row += p.H[i * p.n + j] * x[j];
    value += x[i] * (0.5 * row + p.g[i]);
  }
  return value;
}
