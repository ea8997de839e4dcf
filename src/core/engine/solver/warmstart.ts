import { copy, sub } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SolverIntSlot } from '../../model/solverSlots.ts';
import { updateProblemRows } from '../constraint/update.ts';
import { metricProduct } from '../metric/products.ts';
import { allDofs } from '../tree/awakeDofs.ts';
import { couplesFlexes, isDiscrete } from '../tree/metricTerms.ts';
import { mulM, mulMAwake } from '../tree/solveM.ts';
import { mulJ, mulMetric } from './primal/products.ts';
import { problemCount, slotEnd, toSlots } from './problem.ts';

/** Start of the primal solvers: qacc_warmstart or qacc_smooth, whichever costs less, with its forces and states.
 *  reads  d: qacc_warmstart qacc_smooth qfrc_smooth efc_aref M work_efm_b work_metric
 *  writes d: efc_b efc_state work_acc work_Ma work_acc_smooth work_frc_smooth work_Jaref iefc_aref iefc_force iefc_state */
export function warmstart(m: Model, d: Data): void {
  const { qacc_smooth, qacc_warmstart, work_acc, work_acc_smooth, work_Jaref, work_ib } = d;
  const { iefc_aref, iefc_state, efc_b, efc_aref, efc_state, map_iefc2efc } = d;
  const { nefc } = d;
  const problems = problemCount(d);
  toSlots(d, work_acc_smooth, qacc_smooth);
  const discrete = d.efm_active !== 0 && isDiscrete(m);
  const smooth = discrete ? d.work_efm_b : d.qfrc_smooth;
  toSlots(d, d.work_frc_smooth, smooth);
  for (let e = 0; e < nefc; e++) iefc_aref[e] = efc_aref[map_iefc2efc[e]];
  // b = J a_smooth - aref
  for (let k = 0; k < problems; k++) mulJ(d, k, work_ib, work_acc_smooth);
  sub(work_ib, 0, work_ib, 0, iefc_aref, 0, nefc);
  for (let e = 0; e < nefc; e++) efc_b[map_iefc2efc[e]] = work_ib[e];

  let warm = (m.opt.disableflags & Disable.WARMSTART) === 0;
  if (warm) {
    toSlots(d, work_acc, qacc_warmstart);
    for (let k = 0; k < problems; k++) mulJ(d, k, work_Jaref, work_acc);
    sub(work_Jaref, 0, work_Jaref, 0, iefc_aref, 0, nefc);
    const costSmooth = constraintCost(d, work_ib);
    // as in MuJoCo: with islands, efc_state is that of the smooth acceleration; the solver continues with iefc_state
    for (let e = 0; e < nefc; e++) efc_state[map_iefc2efc[e]] = iefc_state[e];
    const costWarm = constraintCost(d, work_Jaref) + gaussCost(m, d, smooth);
    warm = !(costWarm > costSmooth);
  }
  // M a was needed for the cost, and M a_smooth is the smooth force
  toSlots(d, d.work_Ma, warm ? d.work_vec : smooth);
  if (!warm) {
    copy(work_acc, 0, work_acc_smooth, 0, slotEnd(d));
    copy(work_Jaref, 0, work_ib, 0, nefc);
    constraintCost(d, work_Jaref);
  }
  if (couplesFlexes(m, d)) enterMetric(m, d);
}

/** With flex stiffness in the metric: M + K in place of M, and its shift of the smooth force. Unconstrained dofs start
 *  with a_smooth. */
function enterMetric(m: Model, d: Data): void {
  const { map_idof2dof, nidof, work_sol_int, work_acc, work_acc_smooth, work_dof_slot } = d;
  if (work_sol_int[SolverIntSlot.ISLANDS] > 0) {
    for (let i = nidof; i < m.nv; i++) {
      const s = work_dof_slot[map_idof2dof[i]];
      work_acc[s] = work_acc_smooth[s];
    }
  }
  mulMetric(m, d, 0, d.work_Ma, work_acc);
  toSlots(d, d.work_frc_smooth, d.work_efm_b);
}

/** Cost of the constraints of all problems for residuals jar. */
function constraintCost(d: Data, jar: Float64Array): number {
  let cost: number = 0;
  const problems = problemCount(d);
  for (let k = 0; k < problems; k++) cost += updateProblemRows(d, k, jar, false);
  return cost;
}

/** (a - a_smooth)^T M (a - a_smooth) / 2 of the warm start, with M a_smooth = `smooth`. Settled sleeping trees start with
 *  a_smooth. */
function gaussCost(m: Model, d: Data, smooth: Float64Array): number {
  const { nv } = m;
  const { nv_awake, dof_awake_ind, work_vec, qacc_warmstart, qacc_smooth } = d;
  const discrete = d.efm_active !== 0 && isDiscrete(m);
  const all = allDofs(m, d) && !discrete;
  if (discrete) metricProduct(m, d, work_vec, qacc_warmstart);
  else if (all) mulM(m, d, work_vec, 0, qacc_warmstart, 0);
  else mulMAwake(m, d, work_vec, 0, qacc_warmstart, 0);
  const n: int = all ? nv : nv_awake;
  let cost: number = 0;
  for (let k = 0; k < n; k++) {
    const i = all ? k : dof_awake_ind[k];
    cost += 0.5 * (work_vec[i] - smooth[i]) * (qacc_warmstart[i] - qacc_smooth[i]);
  }
  return cost;
}
