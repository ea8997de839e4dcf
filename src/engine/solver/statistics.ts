import type { int } from '../../math/int.ts';
import { NISLAND, NSOLVER } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { isSparse } from '../constraint/settings.ts';
import { Problem, Sol, SolInt } from './slots.ts';

/** What one iteration of a primal solver did, where there is a place for it. */
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
  d.solver_lineslope[at] = work_sol[Sol.LS_SLOPE];
  d.solver_nactive[at] = work_sol_int[SolInt.NACTIVE];
  d.solver_nchange[at] = change;
  d.solver_neval[at] = work_sol_int[SolInt.LS_EVAL];
  d.solver_nupdate[at] = work_sol_int[SolInt.NUPDATE];
}

/** The same for an iteration of a dual solver. */
export function saveDualStatistics(d: Data, k: int, iter: int, improvement: number, nactive: int, nchange: int): void {
  if (k >= NISLAND || iter >= NSOLVER) return;
  const at = NSOLVER * k + iter;
  d.solver_improvement[at] = improvement;
  d.solver_gradient[at] = 0;
  d.solver_lineslope[at] = 0;
  d.solver_nactive[at] = nactive;
  d.solver_nchange[at] = nchange;
  d.solver_neval[at] = 0;
  d.solver_nupdate[at] = 0;
}

/** Iterations of problem k, and non-zeros of the matrix they worked on: the Hessian, or the Jacobian without one. */
export function finishStatistics(m: Model, d: Data, k: int, iter: int, hessian: boolean): void {
  if (k >= NISLAND) return;
  const { work_problem, work_sol_int, work_group_num, work_group_nb } = d;
  const p = Problem.SIZE * k;
  d.solver_niter[k] += iter;
  if (hessian) {
    const nv = work_problem[p + Problem.NV];
    d.solver_nnz[k] = isSparse(m) ? 2 * work_sol_int[SolInt.NH] : nv * nv;
    return;
  }
  let nnz = 0;
  const first = work_problem[p + Problem.GROUP];
  for (let g = first; g < first + work_problem[p + Problem.NGROUP]; g++)
    nnz += 4 * work_group_num[g] * work_group_nb[g];
  d.solver_nnz[k] = nnz;
}
