/** Nonlinear least squares with bounds: Levenberg-Marquardt steps by box-constrained quadratic programs. */
import {
  expectBoolean,
  expectFinite,
  expectFunction,
  expectInteger,
  expectObject,
  expectOneOf,
} from '../../../core/expect.ts';
import { combine, type Differences, stencil } from '../differences.ts';
import { clamp, expectBounds, expectVector } from '../input.ts';
import { checkAgainstDifferences } from './checkJacobian.ts';
import { type LeastSquaresResult, LevenbergMarquardt, type Request, type Settings } from './levenbergMarquardt.ts';
import { type Norm, quadratic } from './norms.ts';

/** Options of `leastSquares` and `leastSquaresAsync`. */
export interface LeastSquaresOptions {
  /** One bound for all variables, or one for each; default: none. */
  lower?: number | ArrayLike<number>;
  upper?: number | ArrayLike<number>;
  /** What is minimized: a function of the residuals; default: `quadratic`, half the sum of their squares. */
  norm?: Norm;
  /** Differences if there is no Jacobian; default: 'forward'. */
  differences?: Differences;
  /** Compare the Jacobian with centered differences first, and throw if an element is wrong; default: false. */
  checkJacobian?: boolean;
  /** Typical size of a change of each variable; 'jacobian': from the columns of the Jacobian; default: 'jacobian'. */
  xScale?: number | ArrayLike<number> | 'jacobian';
  /** default: 200 */
  maxIterations?: number;
  /** Stop when steps are below this, relative to x; default: 1e-10. */
  xTolerance?: number;
  /** Stop when a step reduces the objective by less than this part; default: 1e-14. */
  fTolerance?: number;
  /** Stop when the cosine between the residuals and each free column of the Jacobian is below this; default: 1e-10. */
  gTolerance?: number;
  /** Called after each iteration; return false to stop. */
  onIteration?: (iteration: Iteration) => unknown;
  signal?: AbortSignal;
}

export type { Iteration, LeastSquaresResult, LeastSquaresStatus } from './levenbergMarquardt.ts';

import type { Iteration } from './levenbergMarquardt.ts';

/** Computes the residuals at x. */
export type Residual = (x: Float64Array) => ArrayLike<number>;
/** Computes the Jacobian of the residuals, row-major, one row per residual. */
export type Jacobian = (x: Float64Array, residual: Float64Array) => ArrayLike<number>;

/** Find the x within bounds that minimizes a norm of residuals, by default half the sum of their squares.
 *
 *  ```ts
 *  // Rosenbrock's valley
 *  const { x, status } = leastSquares([-1.2, 1], ([a, b]) => [1 - a, 10 * (b - a * a)]);
 *  console.log(x[0].toFixed(6), x[1].toFixed(6), status); // -> 1.000000 1.000000 converged
 *  ```
 *
 *  @throws Error if the Jacobian is checked and wrong; the reason of the signal if it aborts */
export function leastSquares(
  x0: ArrayLike<number>,
  residual: Residual,
  options: LeastSquaresOptions & { jacobian?: Jacobian } = {},
): LeastSquaresResult {
  expectFunction('residual', residual);
  const { jacobian, signal } = expectObject('options', options);
  if (jacobian) expectFunction('jacobian', jacobian);
  const settings = expectSettings(x0, options, jacobian !== undefined);
  const run = minimizeSquares(settings, jacobian !== undefined);
  let answer = run.next();
  while (!answer.done) {
    signal?.throwIfAborted();
    const request = answer.value;
    answer = run.next(
      request.kind === 'residuals'
        ? request.points.map((x) => residual(x.slice()))
        : [jacobian!(request.x.slice(), request.residual.slice())],
    );
  }
  return answer.value;
}

/** Functions of `leastSquaresAsync`. */
export interface AsyncResiduals {
  /** Computes the residuals at several points, for instance on threads. */
  residuals: (points: readonly Float64Array[]) => Promise<readonly ArrayLike<number>[]>;
  jacobian?: (x: Float64Array, residual: Float64Array) => Promise<ArrayLike<number>>;
}

/** Find the minimum of `leastSquares` with residuals that are computed asynchronously, several points in one call.
 *
 *  ```ts
 *  const residuals = async (points: readonly Float64Array[]) => points.map(([a]) => [a - 2]);
 *  const { x } = await leastSquaresAsync([0], { residuals });
 *  console.log(x[0].toFixed(6)); // -> 2.000000
 *  ``` */
export async function leastSquaresAsync(
  x0: ArrayLike<number>,
  functions: AsyncResiduals,
  options: LeastSquaresOptions = {},
): Promise<LeastSquaresResult> {
  const { residuals, jacobian } = expectObject('functions', functions);
  expectFunction('functions.residuals', residuals);
  if (jacobian) expectFunction('functions.jacobian', jacobian);
  const { signal } = expectObject('options', options);
  const settings = expectSettings(x0, options, jacobian !== undefined);
  const run = minimizeSquares(settings, jacobian !== undefined);
  let answer = run.next();
  while (!answer.done) {
    signal?.throwIfAborted();
    const request = answer.value;
    if (request.kind === 'jacobian') {
      answer = run.next([await jacobian!(request.x.slice(), request.residual.slice())]);
      continue;
    }
    const values = await residuals(request.points.map((x) => x.slice()));
    if (values.length !== request.points.length) {
      throw new RangeError(
        `residuals: expected ${request.points.length} vectors, one per point, found ${values.length}`,
      );
    }
    answer = run.next(values);
  }
  return answer.value;
}

/** Yields what it needs, and returns the result: synchronous and asynchronous callers share it. */
function* minimizeSquares(
  settings: Settings,
  hasJacobian: boolean,
): Generator<Request, LeastSquaresResult, readonly ArrayLike<number>[]> {
  const { x0, lower, upper, differences } = settings;
  const [first] = yield { kind: 'residuals', points: [x0] };
  const search = new LevenbergMarquardt(settings, expectVector('residual', first));
  const typical = (x: Float64Array) => search.typicalSize(x);
  const read = (value: ArrayLike<number>) => search.readResidual(value);
  let isChecked = !settings.checkJacobian;
  for (;;) {
    const { x, residual } = search;
    let J: Float64Array;
    if (hasJacobian) {
      const [value] = yield { kind: 'jacobian', x, residual };
      J = search.readJacobian(value);
      if (!isChecked) {
        const around = stencil(x, lower, upper, 'centered', typical(x));
        const values = yield { kind: 'residuals', points: around.points };
        checkAgainstDifferences(J, combine(around, values.map(read), residual), residual.length);
        isChecked = true;
      }
    } else {
      const around = stencil(x, lower, upper, differences, typical(x));
      const values = yield { kind: 'residuals', points: around.points };
      J = combine(around, values.map(read), residual);
      search.evaluations += values.length;
    }
    if (!search.linearize(J)) return search.result();
    for (let trial = search.propose(); trial; trial = search.propose()) {
      const [value] = yield { kind: 'residuals', points: [trial] };
      if (search.judge(trial, read(value))) break;
    }
    if (search.isDone) return search.result();
  }
}

function expectSettings(x0: ArrayLike<number>, options: LeastSquaresOptions, hasJacobian: boolean): Settings {
  const x = expectVector('x0', x0);
  const n = x.length;
  if (n === 0) throw new RangeError('x0: expected at least one variable, found none');
  const { lower, upper } = expectBounds(options, n);
  for (let i = 0; i < n; i++) x[i] = clamp(x[i], lower[i], upper[i]);
  const { norm = quadratic, differences = 'forward', xScale = 'jacobian', checkJacobian = false } = options;
  if (expectBoolean('checkJacobian', checkJacobian) && !hasJacobian) {
    throw new Error('checkJacobian: there is no Jacobian to check. Fix: pass `jacobian`');
  }
  return {
    x0: x,
    lower,
    upper,
    norm: expectObject('norm', norm),
    checkJacobian,
    differences: expectOneOf('differences', differences, ['forward', 'centered']),
    xScale: xScale === 'jacobian' ? undefined : expectScale(xScale, n),
    maxIterations: expectInteger('maxIterations', options.maxIterations ?? 200, 1),
    xTolerance: expectFinite('xTolerance', options.xTolerance ?? 1e-10, 0),
    fTolerance: expectFinite('fTolerance', options.fTolerance ?? 1e-14, 0),
    gTolerance: expectFinite('gTolerance', options.gTolerance ?? 1e-10, 0),
    onIteration: options.onIteration && expectFunction('onIteration', options.onIteration),
  };
}

function expectScale(value: number | ArrayLike<number>, n: number): Float64Array {
  const scale = typeof value === 'number' ? new Float64Array(n).fill(value) : expectVector('xScale', value, n);
  for (let j = 0; j < n; j++) expectFinite(`xScale[${j}]`, scale[j], Number.MIN_VALUE);
  return scale;
}
