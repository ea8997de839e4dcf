import { mulSymVecSparse } from '../../math/linear/sparse.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { addStiffness } from '../flex/metric/products.ts';
import { isDiscrete } from '../tree/metricTerms.ts';
import { addCouplings, mulPattern } from './couplings.ts';

/** res = metric v. With the integrator `discrete`, v must be zero at sleeping dofs, and res is.
 *  reads  d: M work_metric work_coupling_* efm_K_*   */
export function metricProduct(m: Model, d: Data, res: Float64Array, v: Float64Array): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  if (isDiscrete(m)) {
    mulPattern(m, d, res, v);
    addCouplings(d, res, v);
  } else {
    mulSymVecSparse(res, 0, d.M, v, 0, nv, M_rownnz, M_rowadr, M_colind);
  }
  if (m.nflex > 0) addStiffness(m, d, res, v);
}
