import type { int } from '../../math/int.ts';
import { MINVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';

/** First dof, in elimination order, at which a matrix is not positive definite, by the inverses of its pivots: that of a clamped
 *  one is 1 / MINVAL. Returns -1 if there is none. */
export function badPivot(d: Data, inverses: Float64Array): int {
  const { nv_awake, dof_awake_ind } = d;
  for (let k = nv_awake - 1; k >= 0; k--) {
    const i = dof_awake_ind[k];
    if (!(inverses[i] < 1 / MINVAL)) return i;
  }
  return -1;
}
