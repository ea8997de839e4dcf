import { evaluate, prepareLine } from '../../../core/engine/solver/primal/line.ts';
import { mulJ, mulMetric } from '../../../core/engine/solver/primal/products.ts';
import { MINVAL } from '../../../core/model/constants.ts';
import type { Data } from '../../../core/model/data.ts';
import type { Model } from '../../../core/model/model.ts';
import { SolverRealSlot } from '../../../core/model/solverSlots.ts';

/** Maximum number of evaluations of a line search. */
const MAX_EVALUATIONS = 20;

/** Derivatives this much smaller than the first one are rounding errors. */
const SMALL = 1e-5;

/** Line search along `work_search` for the minimum of the convex, piecewise quadratic cost: Newton's method on the
 * derivative, with bisection where it leaves the bracket. Returns alpha, zero without improvement.
 *  reads  d: work_search work_Jaref work_Ma   writes d: work_Jv work_Mv work_quad* work_sol */
export function searchLine(m: Model, d: Data): number {
  const { work_sol, work_search, work_Jv, work_Mv } = d;
  mulMetric(m, d, 0, work_Mv, work_search);
  mulJ(d, 0, work_Jv, work_search);
  prepareLine(d, 0);
  const maxEvaluations = Math.min(MAX_EVALUATIONS, m.opt.ls_iterations);
  let alpha: number = 0;
  let low: number = 0;
  let high: number = -1;
  let enough: number = 0;
  let first: number = 0;
  for (let k = 0; k < maxEvaluations; k++) {
    work_sol[SolverRealSlot.P1] = alpha;
    evaluate(d, 0, SolverRealSlot.P1);
    const slope = work_sol[SolverRealSlot.P1 + 2];
    if (k === 0) {
      first = slope;
      enough = SMALL * Math.abs(slope);
    } else if (Math.abs(slope) <= enough) break;
    if (slope < 0) low = alpha;
    else high = alpha;
    if (high === 0) break;
    let next = alpha - slope / Math.max(MINVAL, work_sol[SolverRealSlot.P1 + 3]);
    if (high > 0 && (next <= low || next >= high)) next = 0.5 * (low + high);
    if (next === alpha) break;
    // the last one is not evaluated
    if (k < maxEvaluations - 1) alpha = next;
  }
  // improvement of the local parabola: costs of stiff contacts differ by less than their rounding errors
  work_sol[SolverRealSlot.LS_IMPROVEMENT] = -0.5 * alpha * first;
  return alpha;
}
