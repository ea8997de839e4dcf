import type { int } from '../../math/int.ts';
import { MINVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Status } from '../runtime/status.ts';
import { isDual, isSparse } from '../tree/settings.ts';
import { diagApprox } from './diagonal.ts';
import { makeImpedance } from './impedance.ts';
import { makeDual } from './project.ts';
import { referenceConstraint } from './reference.ts';

/** Regularization of the rows in the metric of the integrator `discrete`: the diagonal of A in this metric, R, D and KBIP;
 *  their references at the end of the step; and the dual problem, if a solver needs it.
 *  reads  d: M qH efm_sdiag qvel cvel efc_J* efc_type efc_id efc_pos efc_margin contact_*   m: geom_surfacevel
 *  writes d: efc_vel efc_aref efc_diagA efc_KBIP efc_R efc_D iefc_D iefc_R contact_mu nY nA efc_Y* efc_AR* */
export function regularizeConstraint(m: Model, d: Data): int {
  if (d.nefc === 0) return Status.OK;
  const exact = (m.opt.enableflags & Enable.DIAGEXACT) !== 0;
  if (!exact) {
    diagApprox(m, d);
    scaleDiagonal(m, d);
    makeImpedance(m, d);
  }
  if ((exact || isDual(m)) && makeDual(m, d) !== Status.OK) return Status.ARENA_FULL;
  if (d.nisland > 0) gatherRegularization(d);
  referenceConstraint(m, d);
  return Status.OK;
}

/** Copies R and D in island order; without islands the solver copies them. */
function gatherRegularization(d: Data): void {
  const { nefc, map_iefc2efc, efc_D, efc_R, iefc_D, iefc_R } = d;
  for (let k = 0; k < nefc; k++) {
    iefc_D[k] = efc_D[map_iefc2efc[k]];
    iefc_R[k] = efc_R[map_iefc2efc[k]];
  }
}

/** diagA is that of M: scales each row by the ratio of J W J^T with W the inverse diagonals of the metric and of M. */
function scaleDiagonal(m: Model, d: Data): void {
  const { nv, M_rowadr, M_rownnz } = m;
  const { M, efm_sdiag, efc_diagA, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  const { nefc } = d;
  const sparse = isSparse(m);
  for (let e = 0; e < nefc; e++) {
    const adr: int = sparse ? efc_J_rowadr[e] : e * nv;
    const n: int = sparse ? efc_J_rownnz[e] : nv;
    let metric: number = 0;
    let mass: number = 0;
    for (let a = 0; a < n; a++) {
      const x = efc_J[adr + a];
      if (x === 0) continue;
      const i: int = sparse ? efc_J_colind[adr + a] : a;
      const diag = M[M_rowadr[i] + M_rownnz[i] - 1];
      metric += (x * x) / Math.max(MINVAL, diag + efm_sdiag[i]);
      mass += (x * x) / Math.max(MINVAL, diag);
    }
    if (mass > MINVAL) efc_diagA[e] *= metric / mass;
  }
}
