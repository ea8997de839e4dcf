import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { combineSparseInc } from '../../math/linear/sparse.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

/** qDeriv += B J^T J for one sparse row of a Jacobian: nnz elements at `adr`, with columns at the same index of colind.
 *  Skips elements outside the pattern of qDeriv (a tendon between two trees). */
export function addRankOne(
  m: Model,
  d: Data,
  J: Float64Array,
  adr: int,
  nnz: int,
  colind: Int32Array,
  B: number,
): void {
  const { D_rownnz, D_rowadr, D_colind } = m;
  const { qDeriv } = d;
  for (let k = adr; k < adr + nnz; k++) {
    const i = colind[k];
    const row = D_rowadr[i];
    combineSparseInc(qDeriv, row, 1, D_rownnz[i], D_colind, row, J, adr, J[k] * B, nnz, colind, adr);
  }
}

/** qDeriv += J^T B J for the Jacobian of a frame, six rows over the n dofs in work_fluid_dof (increasing).
 *  reads  d: work_fluid_J work_fluid_dof   scratch d: work_fluid_BJ */
export function addFrameJTBJ(m: Model, d: Data, B: Float64Array, n: int): void {
  const { D_rowadr, D_colind } = m;
  const { qDeriv, work_fluid_dof, work_fluid_J, work_fluid_BJ } = d;
  zero(work_fluid_BJ, 0, 6 * n);
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < 6; c++) {
      const b = B[6 * r + c];
      if (b === 0) continue;
      for (let k = 0; k < n; k++) work_fluid_BJ[r * n + k] += b * work_fluid_J[c * n + k];
    }
  }
  for (let k = 0; k < n; k++) {
    let adr = D_rowadr[work_fluid_dof[k]];
    for (let p = 0; p < n; p++) {
      while (D_colind[adr] !== work_fluid_dof[p]) adr++;
      let sum: number = 0;
      for (let r = 0; r < 6; r++) sum += work_fluid_J[r * n + k] * work_fluid_BJ[r * n + p];
      qDeriv[adr] += sum;
    }
  }
}
