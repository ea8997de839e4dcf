import { addToScl, copy, copyInt, dot, norm, scl } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { Cone, ConstraintState } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { Problem, SolverIntSlot, SolverRealSlot } from '../../../model/solverSlots.ts';
import { updateProblemRows } from '../../constraint/update.ts';
import { Status } from '../../runtime/status.ts';
import { finishStatistics, saveStatistics } from '../statistics.ts';
import { lineSearch } from './linesearch.ts';
import { countUpdates, factorInitial, refactor } from './newton.ts';
import { makePattern } from './pattern.ts';
import { massGradient, mulJT } from './products.ts';

/** Minimizes cost(a) = (a - a_smooth)^T M (a - a_smooth) / 2 + s(J a - aref) over the accelerations of problem k, from
 *  the start in `work_acc` with `work_Ma` = M a and `work_Jaref` = J a - aref: by Newton's method, or by conjugate
 *  gradients preconditioned with M.
 *  writes d: work_acc work_frc iefc_force iefc_state solver_*, with cones contact_H */
export function solvePrimal(m: Model, d: Data, k: int, newton: boolean): int {
  const { work_problem, work_sol, work_sol_int, work_acc, work_Ma, work_Mv, work_Jaref, work_Jv, work_search } = d;
  const { work_grad, work_Mgrad, work_grad_old, work_Mgrad_old, work_oldstate, iefc_state } = d;
  const p = Problem.SIZE * k;
  const slot = work_problem[p + Problem.SLOT];
  const n = work_problem[p + Problem.NSLOT];
  const row = work_problem[p + Problem.ROW];
  const nefc = work_problem[p + Problem.NEFC];
  const { tolerance, iterations } = m.opt;
  work_sol_int[SolverIntSlot.FAILED] = 0;
  work_sol_int[SolverIntSlot.NH] = 0;
  // the start was evaluated when it was chosen, except for cone Hessians
  if (newton && m.opt.cone === Cone.ELLIPTIC) updateConstraint(m, d, k, newton);
  else applyForces(d, k);
  updateGradient(d, k);
  const scale = costScale(m, d, k);
  work_sol[SolverRealSlot.SCALE] = scale;

  // cost - minimum <= grad^T M^-1 grad / 2: a good start may suffice. Newton also requires a small gradient
  const flat = scale * norm(work_grad, slot, n) < tolerance;
  let certified = false;
  if (flat || !newton) {
    massGradient(m, d, k);
    const gain = decrement(d, slot, n);
    // if M is not positive definite there is no minimum: keep the start
    if (gain < 0 || !(scale > 0)) work_sol_int[SolverIntSlot.FAILED] = 1;
    certified = work_sol_int[SolverIntSlot.FAILED] !== 0 || gain < tolerance;
  }
  let done = certified;
  if (!done && newton) {
    if (makePattern(d, k, 0) !== Status.OK) return Status.ARENA_FULL;
    factorInitial(d, k);
    done = hasFailed(d) || (flat && Math.max(0, decrement(d, slot, n)) < tolerance);
  }
  scl(work_search, slot, work_Mgrad, slot, -1, n);
  let iter = 0;
  while (!done && iter < iterations) {
    const alpha = lineSearch(m, d, k, tolerance * m.opt.ls_tolerance);
    if (alpha === 0) break;
    addToScl(work_acc, slot, work_search, slot, alpha, n);
    addToScl(work_Ma, slot, work_Mv, slot, alpha, n);
    addToScl(work_Jaref, row, work_Jv, row, alpha, nefc);
    if (!newton) {
      copy(work_grad_old, slot, work_grad, slot, n);
      copy(work_Mgrad_old, slot, work_Mgrad, slot, n);
    }
    copyInt(work_oldstate, row, iefc_state, row, nefc);
    updateConstraint(m, d, k, newton);
    updateGradient(d, k);
    const improvement = scale * work_sol[SolverRealSlot.LS_IMPROVEMENT];
    const gradient = scale * norm(work_grad, slot, n);
    // compute the next direction only if these do not end the search
    done = (improvement > 0 && improvement < tolerance) || gradient < tolerance;
    work_sol_int[SolverIntSlot.NUPDATE] = done && newton ? countUpdates(d, k) : 0;
    if (!done && newton) {
      refactor(d, k);
      done = hasFailed(d) || Math.max(0, decrement(d, slot, n)) < tolerance;
    } else if (!done) {
      massGradient(m, d, k);
    }
    saveStatistics(d, k, iter, improvement, gradient, row, nefc);
    iter++;
    if (done) break;
    if (newton) scl(work_search, slot, work_Mgrad, slot, -1, n);
    else conjugate(d, slot, n);
  }
  finishStatistics(m, d, k, iter, newton && !certified);
  if (work_sol_int[SolverIntSlot.FAILED] !== 0 && work_sol_int[SolverIntSlot.BAD_DOF] < 0)
    work_sol_int[SolverIntSlot.BAD_DOF] = badDof(d, k);
  return Status.OK;
}

/** Dof of problem k at which the mass matrix is not positive, else the one closest to that: rows only add to M, so a
 *  Hessian fails where M does. */
function badDof(d: Data, k: int): int {
  const { work_problem, work_slot_dof, qLDiagInv } = d;
  const p = Problem.SIZE * k;
  const slot = work_problem[p + Problem.SLOT];
  const end = slot + work_problem[p + Problem.NSLOT];
  let bad = -1;
  for (let s = slot; s < end; s++) {
    const dof = work_slot_dof[s];
    if (dof < 0) continue;
    if (!(qLDiagInv[dof] > 0)) return dof;
    if (bad < 0 || qLDiagInv[dof] > qLDiagInv[bad]) bad = dof;
  }
  return bad;
}

/** True if the Hessian has no factor: there is no direction then, and the iterate is kept. */
function hasFailed(d: Data): boolean {
  return d.work_sol_int[SolverIntSlot.FAILED] === 2;
}

/** Predicted improvement of the next step, grad^T Mgrad / 2; may be negative by rounding, or if M is indefinite. */
export function decrement(d: Data, slot: int, n: int): number {
  const { work_grad, work_Mgrad, work_sol } = d;
  return 0.5 * work_sol[SolverRealSlot.SCALE] * dot(work_grad, slot, work_Mgrad, slot, n);
}

/** Scale of costs and gradients, from the inertia of the problem. */
export function costScale(m: Model, d: Data, k: int): number {
  const { work_problem, M, work_M_diag } = d;
  const p = Problem.SIZE * k;
  if (d.nisland === 0) return 1 / (m.stat.meaninertia * Math.max(1, m.nv));
  const first = work_problem[p + Problem.MROW];
  const end = first + work_problem[p + Problem.NV];
  let inertia: number = 0;
  // from the first dof to the last
  for (let r = end - 1; r >= first; r--) inertia += M[work_M_diag[r]];
  return 1 / inertia;
}

/** Forces and states for `work_Jaref`, and their joint force. */
export function updateConstraint(m: Model, d: Data, k: int, newton: boolean): void {
  updateProblemRows(d, k, d.work_Jaref, newton && m.opt.cone === Cone.ELLIPTIC);
  applyForces(d, k);
}

/** Joint force of the rows, and number of rows per state. */
function applyForces(d: Data, k: int): void {
  const { work_problem, work_sol_int, work_frc, iefc_force, iefc_state } = d;
  const p = Problem.SIZE * k;
  const row = work_problem[p + Problem.ROW];
  const end = row + work_problem[p + Problem.NEFC];
  mulJT(d, k, work_frc, iefc_force);
  let active = 0;
  let cones = 0;
  for (let e = row; e < end; e++) {
    if (iefc_state[e] !== ConstraintState.SATISFIED) active++;
    if (iefc_state[e] === ConstraintState.CONE) cones++;
  }
  work_sol_int[SolverIntSlot.NACTIVE] = active;
  work_sol_int[SolverIntSlot.NCONE] = cones;
}

/** grad = M a - f_smooth - J^T f */
export function updateGradient(d: Data, k: int): void {
  const { work_problem, work_grad, work_Ma, work_frc_smooth, work_frc } = d;
  const p = Problem.SIZE * k;
  const slot = work_problem[p + Problem.SLOT];
  const end = slot + work_problem[p + Problem.NSLOT];
  for (let s = slot; s < end; s++) work_grad[s] = work_Ma[s] - work_frc_smooth[s] - work_frc[s];
}

/** Next direction of conjugate gradients: -Mgrad + beta search, beta after Hager and Zhang, "A new conjugate gradient
 *  method with guaranteed descent" (2005), equations 1.5 and 1.6. */
export function conjugate(d: Data, slot: int, n: int): void {
  const { work_grad, work_Mgrad, work_grad_old, work_Mgrad_old, work_search } = d;
  // the old gradients become differences: y = grad - old
  for (let s = slot; s < slot + n; s++) {
    work_grad_old[s] = work_grad[s] - work_grad_old[s];
    work_Mgrad_old[s] = work_Mgrad[s] - work_Mgrad_old[s];
  }
  let beta: number = 0;
  const dy = dot(work_search, slot, work_grad_old, slot, n);
  // without curvature along the old direction, restart from the gradient
  if (dy >= MINVAL) {
    const yMy = dot(work_grad_old, slot, work_Mgrad_old, slot, n);
    const yMgrad = dot(work_grad_old, slot, work_Mgrad, slot, n);
    const dgrad = dot(work_search, slot, work_grad, slot, n);
    const bound = norm(work_search, slot, n) * Math.min(0.01, norm(work_grad, slot, n));
    beta = Math.max(-1 / Math.max(MINVAL, bound), (yMgrad - 2 * (yMy / dy) * dgrad) / dy);
  }
  for (let s = slot; s < slot + n; s++) work_search[s] = -work_Mgrad[s] + beta * work_search[s];
}
