import { add, subFrom } from '../../math/array.ts';
import { mulSymVecSparse } from '../../math/linear/sparse.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { mulGyroscopic } from '../metric/gyroscopic.ts';
import { metricProduct } from '../metric/products.ts';
import { isDiscrete } from '../tree/metricTerms.ts';
import { xfrcAccumulate } from '../tree/xfrcAccumulate.ts';

/** Force that produces the acceleration qacc: M qacc + bias - passive - constraint.
 *  reads  d: M qacc qvel qfrc_bias qfrc_passive qfrc_constraint efm_* work_metric work_coupling_*   writes d: qfrc_inverse */
export function inverseForce(m: Model, d: Data): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { M, qacc, qfrc_bias, qfrc_passive, qfrc_constraint, qfrc_inverse } = d;
  if (d.efm_active === 0) {
    mulSymVecSparse(qfrc_inverse, 0, M, qacc, 0, nv, M_rownnz, M_rowadr, M_colind);
  } else {
    // forward dynamics solved (metric) qacc = force + c
    metricProduct(m, d, qfrc_inverse, qacc);
    if (isDiscrete(m)) mulGyroscopic(m, d, qfrc_inverse, qacc);
    subFrom(qfrc_inverse, 0, d.efm_c, 0, nv);
    if (isDiscrete(m)) subFrom(qfrc_inverse, 0, d.efm_ca, 0, nv);
  }
  for (let i = 0; i < nv; i++) qfrc_inverse[i] += qfrc_bias[i] - qfrc_passive[i] - qfrc_constraint[i];
}

/** External forces of forward dynamics, which inverse dynamics should reproduce.
 *  reads  d: qfrc_applied qfrc_actuator xfrc_applied   writes d: work_int_frc */
export function appliedForce(m: Model, d: Data): void {
  const { qfrc_applied, qfrc_actuator, work_int_frc } = d;
  add(work_int_frc, 0, qfrc_applied, 0, qfrc_actuator, 0, m.nv);
  xfrcAccumulate(m, d, work_int_frc, 0);
}
