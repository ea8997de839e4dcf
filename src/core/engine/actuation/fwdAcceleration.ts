import { add } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { solveLTDL } from '../../math/linear/ltdl.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { solveMetric } from '../flex/metric/solve.ts';
import { xfrcAccumulate } from '../tree/xfrcAccumulate.ts';

/** All forces except constraint forces, and the acceleration without constraints. If the metric includes flex
 *  stiffness, solves (M + K) qacc_smooth = qfrc_smooth + c. Returns the worst dof if the solve failed, else -1.
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
  if (d.efm_active !== 0) {
    add(d.work_efm_b, 0, qfrc_smooth, 0, d.efm_c, 0, nv);
    return solveMetric(m, d, qacc_smooth, d.work_efm_b);
  }
  for (let k = 0; k < nv_awake; k++) qacc_smooth[dof_awake_ind[k]] = qfrc_smooth[dof_awake_ind[k]];
  solveLTDL(qacc_smooth, 0, 1, nv, qLD, qLDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
  return -1;
}
