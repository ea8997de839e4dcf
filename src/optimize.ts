/** Optimization: least squares, quadratic programs, regulators, trajectories.
 *
 *  ```ts
 *  import { leastSquares } from 'tenon/optimize';
 *  const { x } = leastSquares([-1.2, 1], ([a, b]) => [1 - a, 10 * (b - a * a)]);
 *  ```
 *
 *  @module */

export type { BoxQpProblem, BoxQpResult, BoxQpStatus } from './control/optimize/boxQp.ts';
export { BoxQpSolver, boxQp } from './control/optimize/boxQp.ts';
export type { Differences } from './control/optimize/differences.ts';
export type { CostDerivatives, IlqrOptions, IlqrProblem, TrajectoryCost } from './control/optimize/ilqr.ts';
export { Ilqr, ilqr } from './control/optimize/ilqr.ts';
export type {
  AsyncResiduals,
  Iteration,
  Jacobian,
  LeastSquaresOptions,
  LeastSquaresResult,
  LeastSquaresStatus,
  Residual,
} from './control/optimize/leastSquares.ts';
export { leastSquares, leastSquaresAsync } from './control/optimize/leastSquares.ts';
export type { LqrOptions, LqrResult } from './control/optimize/lqr.ts';
export { dlqr, lqr } from './control/optimize/lqr.ts';
export type { CostFunction, MinimizeOptions, MinimizeResult, MinimizeStatus } from './control/optimize/minimize.ts';
export { minimize } from './control/optimize/minimize.ts';
export type { Norm } from './control/optimize/norms.ts';
export {
  cosh,
  identity,
  l2,
  l22,
  powerLoss,
  quadratic,
  rectify,
  smoothAbs,
  smoothAbs2,
} from './control/optimize/norms.ts';
export type { QuadraticProgram, QuadraticProgramResult } from './control/optimize/quadraticProgram.ts';
export { qp } from './control/optimize/quadraticProgram.ts';
export { NoStabilizingSolutionError } from './control/optimize/riccati.ts';
