import type { int } from '../../math/int.ts';
import { NISLAND } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Solver } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';
import { mapRows } from '../island/maps.ts';
import { solveGyroscopic } from '../metric/gyroscopic.ts';
import { Status } from '../runtime/status.ts';
import { copyDofs, zeroDofs } from '../tree/awakeDofs.ts';
import { couplesFlexes, isDiscrete } from '../tree/metricTerms.ts';
import { isSparse } from '../tree/settings.ts';
import { dualFinish, solveDual, solveNoslip } from './dual/dual.ts';
import { fillGroups, makeGroups } from './groups.ts';
import { orderProblems } from './order.ts';
import { solvePrimal } from './primal/primal.ts';
import { copyRows, fromSlots, layOutProblems, problemCount } from './problem.ts';
import { warmstart } from './warmstart.ts';

/** Constrained acceleration and constraint forces, by the solver of the options, per island if there are islands.
 *  Returns UNCONVERGED if the iteration limit was reached before the tolerance, INDEFINITE if the objective was not
 *  convex; the best result so far is used in both cases.
 *  reads  d: qacc_smooth qfrc_smooth qacc_warmstart M qLD efc_* island_* map_* efm_*
 *  writes d: qacc qfrc_constraint efc_b efc_force efc_state contact_H iefc_* iacc* ifrc_* solver_* work_chain work_efc
 *            work_jar work_efm_* */
export function fwdConstraint(m: Model, d: Data): int {
  const status = solveAsOneOrIslands(m, d);
  if (status !== Status.ARENA_FULL && d.efm_active !== 0 && isDiscrete(m)) solveGyroscopic(m, d);
  return status;
}

function solveAsOneOrIslands(m: Model, d: Data): int {
  const { work_sol_int } = d;
  work_sol_int[SolverIntSlot.ISLANDS] = 0;
  if (d.nisland === 0 || !couplesFlexes(m, d)) return solveConstraints(m, d);
  // stiffness in the metric couples islands; rows are in their own order meanwhile
  work_sol_int[SolverIntSlot.ISLANDS] = d.nisland;
  d.nisland = 0;
  const status = solveConstraints(m, d);
  d.nisland = work_sol_int[SolverIntSlot.ISLANDS];
  mapRows(d);
  return status;
}

function solveConstraints(m: Model, d: Data): int {
  const { qacc, qacc_smooth, qfrc_constraint, solver_niter, work_sol_int } = d;
  zeroDofs(m, d, qfrc_constraint);
  solver_niter.fill(0, 0, NISLAND);
  work_sol_int[SolverIntSlot.UNCONVERGED] = 0;
  work_sol_int[SolverIntSlot.BAD_DOF] = -1;
  if (d.nefc === 0) {
    copyDofs(m, d, qacc, qacc_smooth);
    return Status.OK;
  }
  if (m.opt.solver === Solver.PGS) {
    solveDual(m, d);
  } else {
    const status = solveAllPrimal(m, d);
    if (status !== Status.OK) return status;
  }
  if (m.opt.noslip_iterations > 0) solveNoslip(m, d);
  if (m.opt.solver === Solver.PGS || m.opt.noslip_iterations > 0) dualFinish(m, d);
  if (work_sol_int[SolverIntSlot.BAD_DOF] >= 0) return Status.INDEFINITE;
  return work_sol_int[SolverIntSlot.UNCONVERGED] > 0 ? Status.UNCONVERGED : Status.OK;
}

/** Newton or conjugate gradients for each problem in turn. */
function solveAllPrimal(m: Model, d: Data): int {
  const newton = m.opt.solver === Solver.NEWTON;
  if (d.nisland === 0) copyRows(d);
  if (arrange(m, d) !== Status.OK) return Status.ARENA_FULL;
  warmstart(m, d);
  const problems = problemCount(d);
  for (let k = 0; k < problems; k++) {
    if (solvePrimal(m, d, k, newton) !== Status.OK) return Status.ARENA_FULL;
  }
  spreadResults(m, d);
  return Status.OK;
}

/** Orders the parts, assigns slots and makes the groups of all problems, or takes groups from the cache and fills in their values.
 *
 *  Cache. Key: the rows (`rowCache.ts`, which clears CACHED_GROUPS on a miss), the solver, and islands as problems.
 *  Hit: CACHED_GROUPS is the solver + 1 and there are islands: groups of one merged problem are never cached.
 *  Invalidated by: a miss of the row cache, another solver, a merged problem. docs/derivations/solver.md lists all caches. */
function arrange(m: Model, d: Data): int {
  const { work_sol_int } = d;
  // `fwdConstraint` sets nisland to 0 while it merges islands, and then the rows may be unchanged
  if (d.nisland > 0 && work_sol_int[SolverIntSlot.CACHED_GROUPS] === m.opt.solver + 1) {
    fillGroups(m, d, isSparse(m));
    return Status.OK;
  }
  work_sol_int[SolverIntSlot.CACHED_GROUPS] = 0;
  if (orderProblems(m, d) !== Status.OK) return Status.ARENA_FULL;
  layOutProblems(m, d, true);
  if (makeGroups(m, d) !== Status.OK) return Status.ARENA_FULL;
  const cacheable = d.nisland > 0 && work_sol_int[SolverIntSlot.CACHED_ROWS] === d.nefc;
  work_sol_int[SolverIntSlot.CACHED_GROUPS] = cacheable ? m.opt.solver + 1 : 0;
  return Status.OK;
}

/** Results from slots and island rows to dofs and rows. */
export function spreadResults(m: Model, d: Data): void {
  const { qacc, qacc_smooth, qfrc_constraint, qfrc_smooth, work_acc, work_frc, map_idof2dof, map_iefc2efc } = d;
  const { efc_force, efc_state, iefc_force, iefc_state, iacc, iacc_smooth, ifrc_smooth, ifrc_constraint } = d;
  const { nefc, nidof, nisland } = d;
  // unconstrained dofs have the smooth acceleration
  if (nisland > 0) copyDofs(m, d, qacc, qacc_smooth);
  fromSlots(d, qacc, work_acc);
  fromSlots(d, qfrc_constraint, work_frc);
  for (let e = 0; e < nefc; e++) efc_force[map_iefc2efc[e]] = iefc_force[e];
  if (nisland === 0) {
    for (let e = 0; e < nefc; e++) efc_state[e] = iefc_state[e];
    return;
  }
  for (let i = 0; i < nidof; i++) {
    const dof = map_idof2dof[i];
    iacc[i] = qacc[dof];
    iacc_smooth[i] = qacc_smooth[dof];
    ifrc_smooth[i] = qfrc_smooth[dof];
    ifrc_constraint[i] = qfrc_constraint[dof];
  }
}
