import { Status } from '../../../core/engine/runtime/status.ts';
import { spreadResults } from '../../../core/engine/solver/fwdConstraint.ts';
import { makeGroups } from '../../../core/engine/solver/groups.ts';
import { factorInitial } from '../../../core/engine/solver/primal/newton.ts';
import { makePattern } from '../../../core/engine/solver/primal/pattern.ts';
import {
  conjugate,
  costScale,
  decrement,
  updateConstraint,
  updateGradient,
} from '../../../core/engine/solver/primal/primal.ts';
import { massGradient } from '../../../core/engine/solver/primal/products.ts';
import { copyRows, layOutProblems } from '../../../core/engine/solver/problem.ts';
import { warmstart } from '../../../core/engine/solver/warmstart.ts';
import { copyDofs, zeroDofs } from '../../../core/engine/tree/awakeDofs.ts';
import { addToScl, copy, norm, scl } from '../../../core/math/array.ts';
import type { Data } from '../../../core/model/data.ts';
import { Solver, Warning } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { Problem, SolverIntSlot, SolverRealSlot } from '../../../core/model/solverSlots.ts';
import { count } from './check.ts';
import { searchLine } from './line.ts';

/*
 * The primal solvers, Newton and CG, as in `solvePrimal`, without islands. The host runs the loop over iterations, so
 * each part is a shader. Shaders of solved worlds (SolverIntSlot.DONE) return immediately. Iterations are counted in
 * solver_niter.
 */

/** Set up the problem; without constraints the result is the smooth acceleration.
 *  reads  d: efc_* M qacc_smooth qacc_warmstart   writes d: work_* qacc qfrc_constraint warning_* */
export function solveStart(m: Model, d: Data): void {
  const { qacc, qacc_smooth, qfrc_constraint, work_sol_int } = d;
  zeroDofs(m, d, qfrc_constraint);
  work_sol_int[SolverIntSlot.FAILED] = 0;
  work_sol_int[SolverIntSlot.DONE] = 1;
  d.solver_niter[0] = 0;
  copyDofs(m, d, qacc, qacc_smooth);
  if (d.nefc === 0) return;
  if (d.nisland === 0) copyRows(d);
  work_sol_int[SolverIntSlot.LAYOUT] = 0;
  layOutProblems(m, d, false);
  if (makeGroups(m, d) === Status.OK) {
    work_sol_int[SolverIntSlot.DONE] = 0;
    return;
  }
  count(d, Warning.CNSTRFULL, d.efc_cap);
  d.nefc = 0;
}

/** The better of the warm start and the smooth acceleration; its cost and gradient.
 *  reads  d: qacc_warmstart efc_*   writes d: work_acc work_Ma work_Jaref work_grad work_sol */
export function solveWarm(m: Model, d: Data): void {
  if (d.work_sol_int[SolverIntSlot.DONE] !== 0) return;
  warmstart(m, d);
  d.work_sol[SolverRealSlot.SCALE] = costScale(m, d, 0);
}

/** Forces and gradient at the current acceleration; convergence check.
 *  reads  d: work_acc work_Ma work_Jaref   writes d: work_frc work_grad iefc_force iefc_state work_sol */
export function solveUpdate(m: Model, d: Data): void {
  const { work_problem, work_grad, work_sol, work_sol_int } = d;
  if (work_sol_int[SolverIntSlot.DONE] !== 0) return;
  updateConstraint(m, d, 0, m.opt.solver === Solver.NEWTON);
  updateGradient(d, 0);
  const scale = work_sol[SolverRealSlot.SCALE];
  const gradient = scale * norm(work_grad, work_problem[Problem.SLOT], work_problem[Problem.NSLOT]);
  // rounding can make the improvement zero or negative
  const still = d.solver_niter[0] > 0 && scale * work_sol[SolverRealSlot.LS_IMPROVEMENT] < m.opt.tolerance;
  if (still || gradient < m.opt.tolerance) work_sol_int[SolverIntSlot.DONE] = 1;
}

/** The search direction.
 *  reads  d: work_grad iefc_state   writes d: work_search work_Mgrad work_H work_U */
export function solveDirection(m: Model, d: Data): void {
  const { work_problem, work_grad, work_Mgrad, work_search, work_grad_old, work_Mgrad_old, work_sol_int } = d;
  if (work_sol_int[SolverIntSlot.DONE] !== 0) return;
  const slot = work_problem[Problem.SLOT];
  const n = work_problem[Problem.NSLOT];
  const first = d.solver_niter[0] === 0;
  if (m.opt.solver === Solver.NEWTON) {
    if (first && makePattern(d, 0, 0) !== Status.OK) {
      count(d, Warning.CNSTRFULL, d.efc_cap);
      work_sol_int[SolverIntSlot.DONE] = 1;
      return;
    }
    factorInitial(d, 0);
    scl(work_search, slot, work_Mgrad, slot, -1, n);
  } else {
    massGradient(m, d, 0);
    if (first) scl(work_search, slot, work_Mgrad, slot, -1, n);
    else conjugate(d, slot, n);
    copy(work_grad_old, slot, work_grad, slot, n);
    copy(work_Mgrad_old, slot, work_Mgrad, slot, n);
  }
  if (decrement(d, slot, n) < m.opt.tolerance) work_sol_int[SolverIntSlot.DONE] = 1;
}

/** A step along the search direction.
 *  reads  d: work_search   writes d: work_acc work_Ma work_Jaref work_Mv work_Jv work_sol */
export function solveLine(m: Model, d: Data): void {
  const { work_problem, work_acc, work_Ma, work_Mv, work_Jaref, work_Jv, work_search, work_sol_int } = d;
  if (work_sol_int[SolverIntSlot.DONE] !== 0) return;
  const alpha = searchLine(m, d);
  if (alpha === 0) {
    work_sol_int[SolverIntSlot.DONE] = 1;
    return;
  }
  const slot = work_problem[Problem.SLOT];
  const n = work_problem[Problem.NSLOT];
  addToScl(work_acc, slot, work_search, slot, alpha, n);
  addToScl(work_Ma, slot, work_Mv, slot, alpha, n);
  addToScl(work_Jaref, 0, work_Jv, 0, alpha, d.nefc);
  d.solver_niter[0]++;
}

/** Write accelerations and forces to the fields that the rest of the step reads.
 *  reads  d: work_acc work_frc iefc_*   writes d: qacc qfrc_constraint efc_force efc_state solver_unconverged */
export function solveEnd(m: Model, d: Data): void {
  if (d.nefc === 0) return;
  if (d.work_sol_int[SolverIntSlot.DONE] === 0) d.solver_unconverged++;
  spreadResults(m, d);
}
