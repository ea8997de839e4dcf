import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';

/** First dof, in elimination order, at which qH is not positive definite; -1 if none.
 *  reads  d: qHDiagInv */
export function badPivot(d: Data): int {
  const { nv_awake, dof_awake_ind, qHDiagInv } = d;
  for (let k = nv_awake - 1; k >= 0; k--) {
    const i = dof_awake_ind[k];
    if (!(qHDiagInv[i] > 0)) return i;
  }
  return -1;
}
