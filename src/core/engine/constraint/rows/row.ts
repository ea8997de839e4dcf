import { copy, copyInt, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { sameIndices } from '../../../math/linear/sparse.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';

/** Writes row e of the constraint Jacobian: n values over the dofs of `chain`.
 *  @inline */
export function placeRow(
  m: Model,
  d: Data,
  sparse: boolean,
  e: int,
  jac: Float64Array,
  at: int,
  chain: Int32Array,
  c: int,
  n: int,
): void {
  const { efc_J } = d;
  if (!sparse) {
    const row = e * m.nv;
    zero(efc_J, row, m.nv);
    for (let k = 0; k < n; k++) efc_J[row + chain[c + k]] = jac[at + k];
    return;
  }
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  const adr = e > 0 ? efc_J_rowadr[e - 1] + efc_J_rownnz[e - 1] : 0;
  efc_J_rowadr[e] = adr;
  efc_J_rownnz[e] = n;
  copyInt(efc_J_colind, adr, chain, c, n);
  copy(efc_J, adr, jac, at, n);
}

/** Opens `size` sparse rows from row e on, each over the n dofs of `work_chain`; returns the address of their
 *  values. */
export function openRows(d: Data, e: int, size: int, n: int): int {
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind, work_chain } = d;
  const adr = e > 0 ? efc_J_rowadr[e - 1] + efc_J_rownnz[e - 1] : 0;
  for (let k = 0; k < size; k++) {
    efc_J_rowadr[e + k] = adr + k * n;
    efc_J_rownnz[e + k] = n;
    copyInt(efc_J_colind, adr + k * n, work_chain, 0, n);
  }
  return adr;
}

/** Type, id and friction loss of `size` rows from e on, and which of them share a pattern. */
export function describeRows(
  d: Data,
  sparse: boolean,
  e: int,
  size: int,
  type: int,
  id: int,
  frictionloss: number,
): void {
  const { efc_frictionloss, efc_type, efc_id } = d;
  for (let k = e; k < e + size; k++) {
    efc_frictionloss[k] = frictionloss;
    efc_type[k] = type;
    efc_id[k] = id;
  }
  if (sparse) markSuper(d, e, size);
}

/** Adds an equality, friction or limit constraint of `size` rows: Jacobian from `work_jac` over the n dofs of
 *  `work_chain`, errors and margins from `work_row`. Omitted if no dof can affect it. */
export function addRows(
  m: Model,
  d: Data,
  sparse: boolean,
  size: int,
  type: int,
  id: int,
  n: int,
  frictionloss: number,
): void {
  const { work_jac, work_chain, work_row, efc_pos, efc_margin } = d;
  if (isEmpty(work_jac, sparse, size, n)) return;
  const e = d.nefc;
  for (let k = 0; k < size; k++) {
    placeRow(m, d, sparse, e + k, work_jac, k * n, work_chain, 0, n);
    efc_pos[e + k] = work_row[k];
    efc_margin[e + k] = work_row[6 + k];
  }
  describeRows(d, sparse, e, size, type, id, frictionloss);
  d.nefc = e + size;
  if (type === ConstraintType.EQUALITY) d.ne += size;
  else if (type === ConstraintType.FRICTION_DOF || type === ConstraintType.FRICTION_TENDON) d.nf += size;
  else d.nl += size;
}

/** Sets the error of the first row, and its margin. */
export function setError(d: Data, pos: number, margin: number): void {
  d.work_row[0] = pos;
  d.work_row[6] = margin;
}

/** True if the constraint is empty. As in MuJoCo, a sparse one is empty without dofs, a dense one also if all its
 *  elements are zero. */
function isEmpty(jac: Float64Array, sparse: boolean, size: int, n: int): boolean {
  if (n === 0) return true;
  if (sparse) return false;
  for (let k = 0; k < size * n; k++) if (jac[k] !== 0) return false;
  return true;
}

/** Sets efc_J_rowsuper: 1 where the next row has the same pattern; accumulated after all rows are assembled. */
function markSuper(d: Data, e: int, size: int): void {
  const { efc_J_rowsuper, efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  if (e > 0) {
    const n = efc_J_rownnz[e];
    const same =
      n === efc_J_rownnz[e - 1] && sameIndices(efc_J_colind, efc_J_rowadr[e], efc_J_colind, efc_J_rowadr[e - 1], n);
    if (same) efc_J_rowsuper[e - 1] = 1;
  }
  for (let k = 0; k < size - 1; k++) efc_J_rowsuper[e + k] = 1;
  efc_J_rowsuper[e + size - 1] = 0;
}
