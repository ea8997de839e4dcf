import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { factorHessian, solveHessian } from './factor.ts';
import { addCones, changeHessian, copyHessian, makeHessian } from './hessian.ts';
import { Problem, SolInt } from './slots.ts';

/** Hessian and its factor for the present states; Mgrad = H^-1 grad.
 *  reads  d: iefc_state contact_H work_grad   writes d: work_H work_U work_Mgrad */
export function factorInitial(d: Data, k: int): void {
  const { work_problem, work_sol_int } = d;
  makeHessian(d, k);
  factorWithCones(d, k);
  work_sol_int[SolInt.NUPDATE] += work_problem[Problem.SIZE * k + Problem.NEFC];
  direction(d, k);
}

/** The same after a step: rows that changed their state since `work_oldstate` enter or leave the Hessian, which is
 *  factored again. Factoring costs less than rank-one updates of the factor as soon as a few rows change. */
export function refactor(d: Data, k: int): void {
  const { work_sol_int } = d;
  const changed = changeHessian(d, k);
  const cones = work_sol_int[SolInt.NCONE] > 0 || work_sol_int[SolInt.CONE_FACTOR] !== 0;
  work_sol_int[SolInt.NUPDATE] = 0;
  if (changed > 0 || cones) factorWithCones(d, k);
  work_sol_int[SolInt.NUPDATE] += changed;
  direction(d, k);
}

/** U of H + cone Hessians */
function factorWithCones(d: Data, k: int): void {
  const { work_sol_int } = d;
  copyHessian(d);
  const cones = work_sol_int[SolInt.NCONE] > 0;
  work_sol_int[SolInt.NUPDATE] = cones ? addCones(d, k) : 0;
  work_sol_int[SolInt.CONE_FACTOR] = cones ? 1 : 0;
  if (factorHessian(d, k) > 0) work_sol_int[SolInt.FAILED] = 1;
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
