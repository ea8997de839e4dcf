import { copy, scl, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { Problem, SolverIntSlot, SolverRealSlot } from '../../../model/solverSlots.ts';
import { factorHessian, solveHessian, updateFactor } from './factor.ts';
import { addCones, addWeightedRows, copyHessian, makeHessian, weightsOfChangedRows } from './hessian.ts';

/** Hessian and its factor for the present states; Mgrad = H^-1 grad.
 *  reads  d: iefc_state contact_H work_grad   writes d: work_H work_U work_Mgrad */
export function factorInitial(d: Data, k: int): void {
  const { work_problem, work_sol_int } = d;
  makeHessian(d, k);
  if (!factorWithCones(d, k)) work_sol_int[SolverIntSlot.FAILED] = 2;
  work_sol_int[SolverIntSlot.NUPDATE] += work_problem[Problem.SIZE * k + Problem.NEFC];
  direction(d, k);
}

/** The same after a step: adds and removes the rows whose state differs from `work_oldstate`. A few changed rows are
 *  rank-one updates of the factor, and of the Hessian only if there is another step. Many changed rows, or contacts on
 *  their cone, require a new factor. Removing a row that is far stiffer than the rest cancels the rest: the Hessian is
 *  then summed again. */
export function refactor(d: Data, k: int): void {
  const { work_sol, work_sol_int } = d;
  if (work_sol_int[SolverIntSlot.PENDING] !== 0) addWeightedRows(d, k);
  const changed = weightsOfChangedRows(d, k);
  const cones = work_sol_int[SolverIntSlot.NCONE] > 0 || work_sol_int[SolverIntSlot.CONE_FACTOR] !== 0;
  work_sol_int[SolverIntSlot.NUPDATE] = 0;
  const anew = cones || changed * work_sol[SolverRealSlot.UPDATE_COST] > work_sol[SolverRealSlot.FACTOR_COST];
  work_sol_int[SolverIntSlot.PENDING] = !anew && changed > 0 ? 1 : 0;
  if (anew && changed > 0) addWeightedRows(d, k);
  const sound = anew ? factorWithCones(d, k) : changed === 0 || updateChangedRows(d, k);
  if (!sound) {
    factorInitial(d, k);
    return;
  }
  work_sol_int[SolverIntSlot.NUPDATE] += changed;
  direction(d, k);
}

/** Number of rows by which the Hessian of the present states differs from its factor, without a new one: for the statistics of the
 *  last iteration. */
export function countUpdates(d: Data, k: int): int {
  return weightsOfChangedRows(d, k) + d.work_sol_int[SolverIntSlot.NCONE];
}

/** Rank-one updates of the factor for the rows with a weight; false if it lost its rank. */
function updateChangedRows(d: Data, k: int): boolean {
  const { work_problem, work_weight, work_group_row, work_group_num, work_group_nb, work_group_list, work_group_adr } =
    d;
  const { work_group_block, work_J, work_grad_old } = d;
  const p = Problem.SIZE * k;
  const first = work_problem[p + Problem.GROUP];
  const end = first + work_problem[p + Problem.NGROUP];
  // an update leaves x zero for the next row
  zero(work_grad_old, work_problem[p + Problem.SLOT], work_problem[p + Problem.NSLOT]);
  for (let g = first; g < end; g++) {
    const nb = work_group_nb[g];
    const list = work_group_list[g];
    for (let r = 0; r < work_group_num[g]; r++) {
      const w = work_weight[work_group_row[g] + r];
      if (w === 0) continue;
      // x = sqrt(|w|) J_e over the slots
      const root = Math.sqrt(Math.abs(w));
      for (let c = 0; c < nb; c++) {
        scl(work_grad_old, 4 * work_group_block[list + c], work_J, work_group_adr[g] + 4 * (nb * r + c), root, 4);
      }
      if (updateFactor(d, work_group_block[list], work_grad_old, w > 0 ? 1 : -1) > 0) return false;
    }
  }
  return true;
}

/** U of H + cone Hessians; returns false if it is not positive definite. */
export function factorWithCones(d: Data, k: int): boolean {
  const { work_sol_int } = d;
  copyHessian(d);
  const cones = work_sol_int[SolverIntSlot.NCONE] > 0;
  work_sol_int[SolverIntSlot.NUPDATE] = cones ? addCones(d, k) : 0;
  work_sol_int[SolverIntSlot.CONE_FACTOR] = cones ? 1 : 0;
  return factorHessian(d, k) === 0;
}

function direction(d: Data, k: int): void {
  const { work_problem, work_grad, work_Mgrad } = d;
  const p = Problem.SIZE * k;
  copy(
    work_Mgrad,
    work_problem[p + Problem.SLOT],
    work_grad,
    work_problem[p + Problem.SLOT],
    work_problem[p + Problem.NSLOT],
  );
  solveHessian(d, k, work_Mgrad);
}
