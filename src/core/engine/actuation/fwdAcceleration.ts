import { add, zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { solveLTDL } from '../../math/linear/ltdl.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { solveMetric } from '../metric/solve.ts';
import { isDiscrete } from '../tree/metricTerms.ts';
import { xfrcAccumulate } from '../tree/xfrcAccumulate.ts';

/** All forces except constraint forces, and the acceleration without constraints. If the solver has a metric other than
 *  M, solves (metric) qacc_smooth = qfrc_smooth + c. Returns the worst dof if the solve failed, else -1.
 *  reads  d: qfrc_passive qfrc_bias qfrc_applied qfrc_actuator xfrc_applied qLD qLDiagInv efm_*
 *  writes d: qfrc_smooth qacc_smooth work_efm_* */
export function fwdAcceleration(m: Model, d: Data): int {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { nv_awake, dof_awake_ind, qfrc_passive, qfrc_bias, qfrc_applied, qfrc_actuator } = d;
  const { qfrc_smooth, qacc_smooth, qLD, qLDiagInv } = d;
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    qfrc_smooth[i] = qfrc_passive[i] - qfrc_bias[i] + qfrc_applied[i] + qfrc_actuator[i];
  }
  xfrcAccumulate(m, d, qfrc_smooth, 0);
  if (d.efm_active !== 0) return solveInMetric(m, d);
  for (let k = 0; k < nv_awake; k++) qacc_smooth[dof_awake_ind[k]] = qfrc_smooth[dof_awake_ind[k]];
  solveLTDL(qacc_smooth, 0, 1, nv, qLD, qLDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  return -1;
}

/** qacc_smooth by the metric. work_efm_b = qfrc_smooth with the shifts of the metric. */
function solveInMetric(m: Model, d: Data): int {
  const { nv } = m;
  const { nv_awake, dof_awake_ind, qfrc_smooth, qacc_smooth, efm_c, efm_ca, work_efm_b, work_efm_out } = d;
  if (!isDiscrete(m)) {
    add(work_efm_b, 0, qfrc_smooth, 0, efm_c, 0, nv);
    return solveMetric(m, d, qacc_smooth, work_efm_b);
  }
  zero(work_efm_b, 0, nv);
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    work_efm_b[i] = qfrc_smooth[i] + efm_c[i] + efm_ca[i];
  }
  const bad = solveMetric(m, d, work_efm_out, work_efm_b);
  for (let k = 0; k < nv_awake; k++) qacc_smooth[dof_awake_ind[k]] = work_efm_out[dof_awake_ind[k]];
  return bad;
}
