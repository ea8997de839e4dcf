import { Status } from '../../engine/runtime/status.ts';
import { solveHessian } from '../../engine/solver/primal/factor.ts';
import { makeHessian } from '../../engine/solver/primal/hessian.ts';
import { factorWithCones } from '../../engine/solver/primal/newton.ts';
import { makePattern } from '../../engine/solver/primal/pattern.ts';
import { problemCount, slotEnd } from '../../engine/solver/problem.ts';
import { solveM } from '../../engine/tree/solveM.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintState, Enable, Solver } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Problem, SolverIntSlot } from '../../model/solverSlots.ts';
import { Factored, StopReason } from './layout.ts';

/*  The reverse pass needs one product with H^-1, and `refineSolution` another. The primal solvers leave the constraint
 *  rows in blocks of slots with a fill-reducing ordering. Here H is assembled and factored in that layout, problem by
 *  problem, and the factors of all problems are kept. */

/** Factors H in the blocks of the solver. Returns Factored.BLOCKS, Factored.NONE if the solver left no blocks, or
 *  StopReason.ARENA_FULL.
 *  reads  d: efc_state contact_H and results of a primal solver   writes d: iefc_state work_H* work_U work_weight */
export function factorBlocks(m: Model, d: Data): int {
  if (!hasBlocks(m, d)) return Factored.NONE;
  const { nefc, efc_state, iefc_state, map_iefc2efc, work_sol_int } = d;
  for (let e = 0; e < nefc; e++) iefc_state[e] = efc_state[map_iefc2efc[e]];
  const problems = problemCount(d);
  let blocks = 0;
  for (let k = 0; k < problems; k++) {
    if (makePattern(d, k, blocks) !== Status.OK) return StopReason.ARENA_FULL;
    makeHessian(d, k);
    work_sol_int[SolverIntSlot.NCONE] = coneCount(d, k);
    if (!factorWithCones(d, k)) return Factored.NONE;
    blocks += work_sol_int[SolverIntSlot.NH] >> 4;
  }
  return Factored.BLOCKS;
}

/** True if a primal solver solved the current rows last, problem by problem. */
function hasBlocks(m: Model, d: Data): boolean {
  const { solver, noslip_iterations, enableflags } = m.opt;
  if (solver === Solver.PGS || noslip_iterations > 0 || (enableflags & Enable.SLEEP) !== 0) return false;
  return d.nefc > 0 && d.efm_active === 0;
}

/** Number of rows of problem k on their cone. */
function coneCount(d: Data, k: int): int {
  const { work_problem, iefc_state } = d;
  const row = work_problem[Problem.SIZE * k + Problem.ROW];
  const end = row + work_problem[Problem.SIZE * k + Problem.NEFC];
  let n = 0;
  for (let e = row; e < end; e++) if (iefc_state[e] === ConstraintState.CONE) n++;
  return n;
}

/** x = H^-1 x for the vector at `x` of w
 *  scratch d: work_grad */
export function solveBlocks(m: Model, d: Data, w: Float64Array, x: int): void {
  const { work_slot_dof, work_grad } = d;
  const end = slotEnd(d);
  for (let s = 0; s < end; s++) {
    const dof = work_slot_dof[s];
    work_grad[s] = dof < 0 ? 0 : w[x + dof];
  }
  // unconstrained dofs are in no problem
  if (d.nisland > 0 && d.nidof < m.nv) solveM(m, d, w, x, w, x, 1);
  const problems = problemCount(d);
  for (let k = 0; k < problems; k++) solveHessian(d, k, work_grad);
  for (let s = 0; s < end; s++) {
    const dof = work_slot_dof[s];
    if (dof >= 0) w[x + dof] = work_grad[s];
  }
}
