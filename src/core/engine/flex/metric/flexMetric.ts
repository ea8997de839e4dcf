import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { cholFactor, cholInverse3 } from '../../../math/linear/cholesky.ts';
import { addTo3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Status } from '../../runtime/status.ts';
import { hasStiffnessMatrix, usesMetric } from '../../tree/flexTerms.ts';
import { isDiscrete } from '../../tree/metricTerms.ts';
import { findColumn } from './entries.ts';
import { stiffnessPattern } from './pattern.ts';
import { flexShift } from './products.ts';
import { rotateStiffness } from './rotatedStiffness.ts';
import { stiffnessValues } from './values.ts';

/** The metric M + (h^2 + h damping) K of the CG solver, K the stiffness of flexes: its matrix, the factors of its
 *  diagonal blocks as a preconditioner, and its contribution to the smooth force. Returns ARENA_FULL if the capacity is
 *  too small.
 *  writes d: efm_* nefmK nefmdof nefmL flexelem_krot work_efm_* work_jac work_chain */
export function flexMetric(m: Model, d: Data): int {
  const { nv } = m;
  if (!usesMetric(m)) return Status.OK;
  rotateStiffness(m, d);
  d.efm_K_rownnz.fill(0, 0, nv);
  d.efm_K_rowadr.fill(0, 0, nv);
  if (hasStiffnessMatrix(m) && stiffnessPattern(m, d) !== Status.OK) return Status.ARENA_FULL;
  if (d.nefmK > 0) {
    stiffnessValues(m, d);
    factorBlocks(m, d);
  }
  d.efm_active = 1;
  // a caller may skip the velocity stage; with `discrete` that stage computes all shifts
  if (!isDiscrete(m)) flexShift(m, d);
  return Status.OK;
}

/** Factors of the diagonal blocks of M + K, for each point that has rows in K.
 *  writes d: efm_L efm_dofid nefmdof nefmL work_efm_inv */
function factorBlocks(m: Model, d: Data): void {
  const { nv, M_rowadr, M_rownnz, M_colind } = m;
  const { M, efm_K_rownnz, efm_K_rowadr, efm_K_val, efm_L, efm_dofid, work_efm_inv } = d;
  let count = 0;
  let i = 0;
  while (i < nv) {
    if (efm_K_rownnz[i] === 0) {
      i++;
      continue;
    }
    zero(efm_L, 9 * count, 9);
    const at = findColumn(d, i, i, 0);
    for (let r = 0; r < 3; r++) {
      const row = 9 * count + 3 * r;
      addEntries(efm_L, row - i, i, M, M_colind, M_rowadr[i + r], M_rownnz[i + r]);
      addTo3(efm_L, row, efm_K_val, efm_K_rowadr[i + r] + at);
    }
    cholFactor(efm_L, 9 * count, 3, MINVAL);
    cholInverse3(work_efm_inv, 9 * count, efm_L, 9 * count);
    efm_dofid[count] = i;
    count++;
    i += 3;
  }
  d.nefmdof = count;
  d.nefmL = 9 * count;
}

/** res[column] += the entries of a row in the three columns from `first` on. */
function addEntries(
  res: Float64Array,
  r: int,
  first: int,
  value: Float64Array,
  colind: Int32Array,
  adr: int,
  nnz: int,
): void {
  for (let a = adr; a < adr + nnz; a++) {
    const column = colind[a];
    if (column >= first && column < first + 3) res[r + column] += value[a];
  }
}
