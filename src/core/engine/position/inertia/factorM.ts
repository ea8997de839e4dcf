import { copy } from '../../../math/array.ts';
import { factorLTDL } from '../../../math/linear/ltdl.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';

/** M = L^T D L, and the inverse of D.
 *  reads  m: M_rownnz M_rowadr M_colind   d: M dof_awake_ind
 *  writes d: qLD qLDiagInv */
export function factorM(m: Model, d: Data): void {
  const { nv, nC, M_rownnz, M_rowadr, M_colind } = m;
  const { nv_awake, dof_awake_ind, M, qLD, qLDiagInv } = d;
  if (nv_awake === nv) {
    copy(qLD, 0, M, 0, nC);
  } else {
    for (let k = 0; k < nv_awake; k++) {
      const i = dof_awake_ind[k];
      copy(qLD, M_rowadr[i], M, M_rowadr[i], M_rownnz[i]);
    }
  }
  factorLTDL(qLD, qLDiagInv, nv_awake, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
}
