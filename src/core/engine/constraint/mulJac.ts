import type { int } from '../../math/int.ts';
import { mulMatTVec, mulMatVec } from '../../math/linear/dense.ts';
import { mulMatTVecSparse, mulMatVecSparse } from '../../math/linear/sparse.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { isSparse } from '../tree/settings.ts';

/** res = J v: from joint space to constraint space */
export function mulJacVec(m: Model, d: Data, res: Float64Array, r: int, v: Float64Array, i: int): void {
  const { nefc } = d;
  if (nefc === 0) return;
  if (isSparse(m)) {
    mulMatVecSparse(res, r, d.efc_J, v, i, nefc, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind);
  } else {
    mulMatVec(res, r, d.efc_J, 0, v, i, nefc, m.nv);
  }
}

/** res = J^T v: from constraint space to joint space */
export function mulJacTVec(m: Model, d: Data, res: Float64Array, r: int, v: Float64Array, i: int): void {
  const { nefc } = d;
  if (nefc === 0) return;
  if (isSparse(m)) {
    mulMatTVecSparse(res, r, d.efc_J, v, i, nefc, m.nv, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind);
  } else {
    mulMatTVec(res, r, d.efc_J, 0, v, i, nefc, m.nv);
  }
}
