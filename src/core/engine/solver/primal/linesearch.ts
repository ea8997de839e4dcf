import { norm } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { LINE_POINT, Problem, SolverIntSlot, SolverRealSlot } from '../../../model/solverSlots.ts';
import { evaluate, prepareLine } from './line.ts';
import { mulJ, mulMetric } from './products.ts';

/** Exact search along `work_search` for the minimum of the cost: Newton steps on the slope, bracketed once its sign has
 *  changed. Returns alpha, zero without improvement.
 *  reads  d: work_search work_Jaref work_Ma   writes d: work_Jv work_Mv work_quad* work_sol */
export function lineSearch(m: Model, d: Data, k: int, tolerance: number): number {
  const { work_problem, work_sol, work_sol_int, work_search, work_Jv, work_Mv } = d;
  const p = Problem.SIZE * k;
  work_sol_int[SolverIntSlot.LS_EVAL] = 0;
  work_sol[SolverRealSlot.LS_SLOPE] = 1;
  work_sol[SolverRealSlot.LS_IMPROVEMENT] = 0;
  const length = norm(work_search, work_problem[p + Problem.SLOT], work_problem[p + Problem.NSLOT]);
  if (length < MINVAL) return 0;
  const gtol = (tolerance * length) / work_sol[SolverRealSlot.SCALE];
  const slopescale = work_sol[SolverRealSlot.SCALE] / length;
  mulMetric(m, d, k, work_Mv, work_search);
  mulJ(d, k, work_Jv, work_search);
  prepareLine(d, k);

  work_sol[SolverRealSlot.P0] = 0;
  evaluate(d, k, SolverRealSlot.P0);
  newtonPoint(d, k, SolverRealSlot.P1, SolverRealSlot.P0);
  const slope = work_sol[SolverRealSlot.P1 + 2];
  if (Math.abs(slope) < gtol && (work_sol[SolverRealSlot.P1] === 0 || work_sol[SolverRealSlot.P1 + 1] < 0)) {
    return accept(d, SolverRealSlot.P1, slopescale);
  }
  const dir: number = slope < 0 ? 1 : -1;
  copyPoint(d, SolverRealSlot.P2, SolverRealSlot.P0);
  // continue in one direction until the slope changes sign
  while (work_sol[SolverRealSlot.P1 + 2] * dir <= -gtol && work_sol_int[SolverIntSlot.LS_EVAL] < m.opt.ls_iterations) {
    copyPoint(d, SolverRealSlot.P2, SolverRealSlot.P1);
    newtonPoint(d, k, SolverRealSlot.P1, SolverRealSlot.P1);
    if (Math.abs(work_sol[SolverRealSlot.P1 + 2]) < gtol && work_sol[SolverRealSlot.P1 + 1] < 0)
      return accept(d, SolverRealSlot.P1, slopescale);
  }
  if (work_sol_int[SolverIntSlot.LS_EVAL] >= m.opt.ls_iterations) return accept(d, SolverRealSlot.P1, slopescale);
  copyPoint(d, SolverRealSlot.P2NEXT, SolverRealSlot.P1);
  newtonPoint(d, k, SolverRealSlot.P1NEXT, SolverRealSlot.P1);
  return bracketedSearch(m, d, k, gtol, slopescale);
}

/** The minimum is between P1 and P2: the midpoint and the Newton points of both ends are candidates for better ends. */
function bracketedSearch(m: Model, d: Data, k: int, gtol: number, slopescale: number): number {
  const { work_sol, work_sol_int } = d;
  while (work_sol_int[SolverIntSlot.LS_EVAL] < m.opt.ls_iterations) {
    work_sol[SolverRealSlot.PMID] = 0.5 * (work_sol[SolverRealSlot.P1] + work_sol[SolverRealSlot.P2]);
    evaluate(d, k, SolverRealSlot.PMID);
    const best = convergedCandidate(d, gtol);
    if (best >= 0) return accept(d, best, slopescale);
    // both ends use the same candidates: keep them until both are done
    copyPoint(d, SolverRealSlot.CANDIDATES, SolverRealSlot.P1NEXT);
    copyPoint(d, SolverRealSlot.CANDIDATES + LINE_POINT, SolverRealSlot.P2NEXT);
    const moved1 = moveEnd(d, k, SolverRealSlot.P1, SolverRealSlot.P1NEXT);
    const moved2 = moveEnd(d, k, SolverRealSlot.P2, SolverRealSlot.P2NEXT);
    // limit of numerical accuracy
    if (!moved1 && !moved2) return accept(d, SolverRealSlot.PMID, slopescale);
  }
  const cost1 = work_sol[SolverRealSlot.P1 + 1];
  const cost2 = work_sol[SolverRealSlot.P2 + 1];
  if (cost1 <= cost2 && cost1 < 0) return accept(d, SolverRealSlot.P1, slopescale);
  if (cost2 <= cost1 && cost2 < 0) return accept(d, SolverRealSlot.P2, slopescale);
  return 0;
}

/** Candidate with the lowest cost among those with a small enough slope, -1 if none. */
function convergedCandidate(d: Data, gtol: number): int {
  const { work_sol } = d;
  let best = -1;
  if (Math.abs(work_sol[SolverRealSlot.P1NEXT + 2]) < gtol) best = SolverRealSlot.P1NEXT;
  if (Math.abs(work_sol[SolverRealSlot.P2NEXT + 2]) < gtol) {
    if (best < 0 || work_sol[SolverRealSlot.P2NEXT + 1] < work_sol[best + 1]) best = SolverRealSlot.P2NEXT;
  }
  if (Math.abs(work_sol[SolverRealSlot.PMID + 2]) < gtol) {
    if (best < 0 || work_sol[SolverRealSlot.PMID + 1] < work_sol[best + 1]) best = SolverRealSlot.PMID;
  }
  return best;
}

/** Moves an end of the bracket to the best candidate on its side, if one is better, and updates its Newton point. */
function moveEnd(d: Data, k: int, end: int, next: int): boolean {
  let moved = improveEnd(d, end, SolverRealSlot.CANDIDATES);
  moved = improveEnd(d, end, SolverRealSlot.CANDIDATES + LINE_POINT) || moved;
  moved = improveEnd(d, end, SolverRealSlot.PMID) || moved;
  if (moved) newtonPoint(d, k, next, end);
  return moved;
}

/** Replaces a point by a candidate with a smaller slope of the same sign. */
function improveEnd(d: Data, end: int, candidate: int): boolean {
  const { work_sol } = d;
  const old = work_sol[end + 2];
  const slope = work_sol[candidate + 2];
  const better = (old < 0 && slope < 0 && old < slope) || (old > 0 && slope > 0 && old > slope);
  if (better) copyPoint(d, end, candidate);
  return better;
}

/** Point `to`: the Newton step from point `from`, evaluated */
function newtonPoint(d: Data, k: int, to: int, from: int): void {
  const { work_sol } = d;
  work_sol[to] = work_sol[from] - work_sol[from + 2] / work_sol[from + 3];
  evaluate(d, k, to);
}

function copyPoint(d: Data, to: int, from: int): void {
  const { work_sol } = d;
  for (let i = 0; i < 4; i++) work_sol[to + i] = work_sol[from + i];
}

/** Ends the search at a point: records its slope and improvement, returns its alpha. */
function accept(d: Data, point: int, slopescale: number): number {
  const { work_sol } = d;
  work_sol[SolverRealSlot.LS_SLOPE] = Math.abs(work_sol[point + 2]) * slopescale;
  work_sol[SolverRealSlot.LS_IMPROVEMENT] = -work_sol[point + 1];
  return work_sol[point];
}
