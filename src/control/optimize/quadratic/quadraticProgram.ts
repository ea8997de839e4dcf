/** Convex quadratic programs with bounds and linear constraints, by the dual active-set solver of `tenon/ik`. */
import { expectNumber, expectObject } from '../../../core/expect.ts';
import type { QpStatus } from '../../ik/qp/problem.ts';
import { QpSolver } from '../../ik/qp/solver.ts';
import { expectBound, expectMatrix, expectVector } from '../input.ts';

/** A problem for `qp`: minimum of 1/2 x'Hx + c'x with lower <= x <= upper and rowLower <= A x <= rowUpper. */
export interface QuadraticProgram {
  /** n x n, positive definite, row-major. */
  H: ArrayLike<number>;
  c: ArrayLike<number>;
  /** One bound for all variables, or one for each; default: none. */
  lower?: number | ArrayLike<number>;
  upper?: number | ArrayLike<number>;
  /** Rows of linear constraints, m x n, row-major; default: none. */
  A?: ArrayLike<number>;
  /** Bounds of A x, equal for an equation; default: none. */
  rowLower?: number | ArrayLike<number>;
  rowUpper?: number | ArrayLike<number>;
  /** Weight of the violation of each row of A, for rows that may yield; default: Infinity. */
  penalty?: number | ArrayLike<number>;
}

export interface QuadraticProgramResult {
  x: Float64Array;
  status: QpStatus;
  /** Multipliers of the bounds of x, then of the rows: Hx + c + y_x + A'y_A = 0. */
  y: Float64Array;
  iterations: number;
  /** If infeasible, rows that exclude each other: [0, n) bounds of x, n + k row k of A. */
  conflict: Int32Array;
}

/** Solve a convex quadratic program.
 *
 *  ```ts
 *  // the point nearest to (2, 0) with x + y = 1 and x <= 1
 *  const { x, status } = qp({ H: [1, 0, 0, 1], c: [-2, 0], A: [1, 1], rowLower: 1, rowUpper: 1, upper: [1, Infinity] });
 *  console.log(status, x[0].toFixed(3)); // -> solved 1.000
 *  ``` */
export function qp(program: QuadraticProgram): QuadraticProgramResult {
  expectObject('qp', program);
  const c = expectVector('c', program.c);
  const n = c.length;
  if (n === 0) throw new RangeError('c: expected at least one variable, found none');
  const H = expectMatrix('H', program.H, n, n);
  const m = program.A ? Math.floor(program.A.length / n) : 0;
  const A = program.A ? expectMatrix('A', program.A, m, n) : new Float64Array();
  const join = (bounds: Float64Array, rows: Float64Array) => Float64Array.of(...bounds, ...rows);
  const none = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
  const lower = join(
    expectBound('lower', program.lower ?? none[0], n),
    expectBound('rowLower', program.rowLower ?? none[0], m),
  );
  const upper = join(
    expectBound('upper', program.upper ?? none[1], n),
    expectBound('rowUpper', program.rowUpper ?? none[1], m),
  );
  const penalty = join(
    new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    expectBound('penalty', program.penalty ?? none[1], m),
  );
  for (let k = 0; k < m; k++) {
    if (!(expectNumber(`penalty[${k}]`, penalty[n + k]) > 0)) {
      throw new RangeError(`penalty[${k}]: expected a positive number, found ${penalty[n + k]}`);
    }
  }
  const solver = new QpSolver(n, m);
  const status = solver.solve({ n, m, H, c, A, lower, upper, penalty });
  return {
    x: solver.x,
    status,
    y: solver.y.slice(0, n + m),
    iterations: solver.iterations,
    conflict: solver.conflict.slice(0, solver.conflicts),
  };
}
