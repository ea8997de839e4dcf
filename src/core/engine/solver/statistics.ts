import { dot, norm } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { NISLAND, NSOLVER } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { Problem, SolverIntSlot, SolverRealSlot } from '../../model/solverSlots.ts';
import { isSparse } from '../tree/settings.ts';

/** Records one iteration of a primal solver, if there is capacity. */
export function saveStatistics(
  d: Data,
  k: int,
  iter: int,
  improvement: number,
  gradient: number,
  row: int,
  nefc: int,
): void {
  if (k >= NISLAND || iter >= NSOLVER) return;
  const { work_sol, work_sol_int, work_oldstate, iefc_state } = d;
  const at = NSOLVER * k + iter;
  let change = 0;
  for (let e = row; e < row + nefc; e++) if (iefc_state[e] !== work_oldstate[e]) change++;
  d.solver_improvement[at] = improvement;
  d.solver_gradient[at] = gradient;
  d.solver_lineslope[at] = work_sol[SolverRealSlot.LS_SLOPE];
  d.solver_nactive[at] = work_sol_int[SolverIntSlot.NACTIVE];
  d.solver_nchange[at] = change;
  d.solver_neval[at] = work_sol_int[SolverIntSlot.LS_EVAL];
  d.solver_nupdate[at] = work_sol_int[SolverIntSlot.NUPDATE];
}

/** The same for an iteration of a dual solver. */
export function saveDualStatistics(d: Data, k: int, iter: int, improvement: number): void {
  if (k >= NISLAND || iter >= NSOLVER) return;
  const at = NSOLVER * k + iter;
  d.solver_improvement[at] = improvement;
  d.solver_gradient[at] = 0;
  d.solver_lineslope[at] = 0;
  d.solver_nactive[at] = d.work_sol_int[SolverIntSlot.NACTIVE];
  d.solver_nchange[at] = d.work_sol_int[SolverIntSlot.NCHANGE];
  d.solver_neval[at] = 0;
  d.solver_nupdate[at] = 0;
}

/** True if the last iteration of problem k met a termination condition. */
function hasConverged(m: Model, d: Data, k: int): boolean {
  const { work_problem, work_sol, work_grad, work_Mgrad } = d;
  const { tolerance } = m.opt;
  const slot = work_problem[Problem.SIZE * k + Problem.SLOT];
  const n = work_problem[Problem.SIZE * k + Problem.NSLOT];
  const scale = work_sol[SolverRealSlot.SCALE];
  const improvement = scale * work_sol[SolverRealSlot.LS_IMPROVEMENT];
  if (improvement > 0 && improvement < tolerance) return true;
  if (scale * norm(work_grad, slot, n) < tolerance) return true;
  return 0.5 * scale * dot(work_grad, slot, work_Mgrad, slot, n) < tolerance;
}

/** Iterations of problem k, and elements of the matrices it worked on: the Hessian's, or the Jacobian's without one. A sparse
 *  Hessian counts as it is stored here, in 4x4 blocks: MuJoCo's count needs its own ordering, which takes 6 to 11 % of a step of
 *  200 balls in a bin. */
export function finishStatistics(m: Model, d: Data, k: int, iter: int, hessian: boolean): void {
  if (iter > 0 && iter >= m.opt.iterations && !hasConverged(m, d, k)) d.work_sol_int[SolverIntSlot.UNCONVERGED]++;
  if (k >= NISLAND) return;
  d.solver_niter[k] += iter;
  d.solver_nnz[k] = hessian ? hessianElements(m, d, k) : jacobianElements(m, d, k);
}

/** Elements of the Hessian of problem k, and of its factor if they are sparse. */
function hessianElements(m: Model, d: Data, k: int): int {
  const nv = d.work_problem[Problem.SIZE * k + Problem.NV];
  return isSparse(m) ? 2 * d.work_sol_int[SolverIntSlot.NH] : nv * nv;
}

/** Elements of the Jacobian of problem k. */
function jacobianElements(m: Model, d: Data, k: int): int {
  const { work_problem, map_iefc2efc, efc_J_rownnz } = d;
  const p = Problem.SIZE * k;
  const row = work_problem[p + Problem.ROW];
  const n = work_problem[p + Problem.NEFC];
  if (!isSparse(m)) return n * work_problem[p + Problem.NV];
  let count = 0;
  for (let e = row; e < row + n; e++) count += efc_J_rownnz[map_iefc2efc[e]];
  return count;
}
