/** Linear-quadratic regulators, in continuous and discrete time. */
import { expectNumbers, expectObject } from '../../../core/expect.ts';
import { expectMatrix, expectWeight } from '../input.ts';
import { factorPositive } from '../quadratic/factor.ts';
import { solveContinuous, solveDiscrete } from './riccati.ts';

/** Options of `lqr` and `dlqr`. */
export interface LqrOptions {
  /** Weight of x'N u, n x m, row-major; default: zero. The cost has 2 x'N u. */
  N?: ArrayLike<number>;
}

export interface LqrResult {
  /** The gain, m x n, row-major: u = -K x. */
  K: Float64Array;
  /** Solution of the Riccati equation, n x n: x'S x is the cost from x on. */
  S: Float64Array;
}

/** Find the gain of the discrete-time system x+ = A x + B u that minimizes the sum of x'Q x + u'R u.
 *
 *  A and B are row-major, as `transition` returns them. Q and R are matrices, diagonals, or one number for the diagonal.
 *
 *  ```ts
 *  // a double integrator, 0.1 s per step
 *  const { K } = dlqr([1, 0.1, 0, 1], [0.005, 0.1], 1, 1);
 *  console.log([...K].map((k) => k.toFixed(4))); // -> [ '0.9171', '1.6356' ]
 *  ```
 *
 *  @throws NoStabilizingSolutionError if no gain stabilizes the system */
export function dlqr(
  A: ArrayLike<number>,
  B: ArrayLike<number>,
  Q: number | ArrayLike<number>,
  R: number | ArrayLike<number>,
  options: LqrOptions = {},
): LqrResult {
  const system = expectSystem('dlqr', A, B, Q, R, options);
  const { X, K } = solveDiscrete('dlqr', ...system);
  return { K, S: X };
}

/** Find the gain of the continuous-time system dx/dt = A x + B u that minimizes the integral of x'Q x + u'R u.
 *
 *  ```ts
 *  const { K } = lqr([0, 1, 0, 0], [0, 1], [1, 1], 1);
 *  console.log([...K].map((k) => k.toFixed(4))); // -> [ '1.0000', '1.7321' ]
 *  ```
 *
 *  @throws NoStabilizingSolutionError if no gain stabilizes the system */
export function lqr(
  A: ArrayLike<number>,
  B: ArrayLike<number>,
  Q: number | ArrayLike<number>,
  R: number | ArrayLike<number>,
  options: LqrOptions = {},
): LqrResult {
  const system = expectSystem('lqr', A, B, Q, R, options);
  const { X, K } = solveContinuous('lqr', ...system);
  return { K, S: X };
}

type System = [A: Float64Array, B: Float64Array, Q: Float64Array, R: Float64Array, N: Float64Array];

function expectSystem(
  where: string,
  A: ArrayLike<number>,
  B: ArrayLike<number>,
  Q: number | ArrayLike<number>,
  R: number | ArrayLike<number>,
  options: LqrOptions,
): System {
  const { N } = expectObject(`${where}: options`, options);
  const n = Math.sqrt(expectNumbers(`${where}: A`, A).length);
  if (!Number.isInteger(n) || n === 0) {
    throw new RangeError(`${where}: A: expected a square matrix, found ${A.length} numbers`);
  }
  const m = expectNumbers(`${where}: B`, B).length / n;
  if (!Number.isInteger(m) || m === 0) {
    throw new RangeError(`${where}: B: expected ${n} rows, as A has, found ${B.length} numbers`);
  }
  const weightR = expectWeight(`${where}: R`, R, m);
  if (!factorPositive(weightR.slice(), m)) {
    throw new RangeError(`${where}: R: expected a positive definite matrix. Fix: give every control a weight`);
  }
  return [
    expectMatrix(`${where}: A`, A, n, n),
    expectMatrix(`${where}: B`, B, n, m),
    expectWeight(`${where}: Q`, Q, n),
    weightR,
    N ? expectMatrix(`${where}: N`, N, n, m) : new Float64Array(n * m),
  ];
}
