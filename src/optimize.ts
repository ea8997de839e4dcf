/** Optimization: least squares, quadratic programs, regulators, trajectories.
 *
 *  ```ts
 *  import { leastSquares } from 'tenon/optimize';
 *  const { x } = leastSquares([-1.2, 1], ([a, b]) => [1 - a, 10 * (b - a * a)]);
 *  ```
 *
 *  @module */

export type {
  CostFunction,
  MinimizeOptions,
  MinimizeResult,
  MinimizeStatus,
} from './control/optimize/descent/minimize.ts';
export { minimize } from './control/optimize/descent/minimize.ts';
export type { Differences } from './control/optimize/differences.ts';
export type { BoxQpProblem, BoxQpResult, BoxQpStatus } from './control/optimize/quadratic/boxQp.ts';
export { BoxQpSolver, boxQp } from './control/optimize/quadratic/boxQp.ts';
export type { QuadraticProgram, QuadraticProgramResult } from './control/optimize/quadratic/quadraticProgram.ts';
export { qp } from './control/optimize/quadratic/quadraticProgram.ts';
export type { LqrOptions, LqrResult } from './control/optimize/regulator/lqr.ts';
export { dlqr, lqr } from './control/optimize/regulator/lqr.ts';
export { NoStabilizingSolutionError } from './control/optimize/regulator/riccati.ts';
export type {
  AsyncResiduals,
  Iteration,
  Jacobian,
  LeastSquaresOptions,
  LeastSquaresResult,
  LeastSquaresStatus,
  Residual,
} from './control/optimize/squares/leastSquares.ts';
export { leastSquares, leastSquaresAsync } from './control/optimize/squares/leastSquares.ts';
export type { Norm } from './control/optimize/squares/norms.ts';
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
} from './control/optimize/squares/norms.ts';
export type { CostDerivatives, IlqrOptions, IlqrProblem, TrajectoryCost } from './control/optimize/trajectory/ilqr.ts';
export { Ilqr, ilqr } from './control/optimize/trajectory/ilqr.ts';
