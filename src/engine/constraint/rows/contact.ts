import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType, Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { contactBody } from '../../awake/sleepState.ts';
import { jacDifference, mergeChain } from '../../position/chain.ts';
import { isPyramidal } from '../settings.ts';
import { isWeighted, weightedJac } from './flexContact.ts';
import { describeRows, placeRow } from './row.ts';

/** `contact_exclude` of a contact that no dof can affect. */
export const NO_DOFS = 3;

/** Rows of the contacts, in the order of collision. */
export function addContacts(m: Model, d: Data, sparse: boolean): void {
  const { contact_exclude, contact_efc_address, contact_dim, contact_mu } = d;
  const { ncon } = d;
  if ((m.opt.disableflags & Disable.CONTACT) !== 0 || m.nv === 0) return;
  const pyramidal = isPyramidal(m);
  let e = d.nefc;
  for (let i = 0; i < ncon; i++) {
    contact_efc_address[i] = -1;
    contact_mu[i] = 0;
    if (contact_exclude[i] !== 0) continue;
    const n = contactJac(m, d, i);
    if (n === 0) {
      contact_exclude[i] = NO_DOFS;
      continue;
    }
    contact_efc_address[i] = e;
    if (contact_dim[i] > 1 && pyramidal) e += addPyramid(m, d, sparse, i, e, n);
    else e += addFrame(m, d, sparse, i, e, n);
  }
  d.nefc = e;
}

/** Velocity of side 2 less that of side 1 at the contact, in its frame, as `dim` rows of `work_jac` over `work_chain`:
 *  normal, two tangents, then rotations about them. Returns the number of dofs.
 *  @inline */
export function contactJac(m: Model, d: Data, i: int): int {
  const { contact_pos, contact_dim, work_jac, work_chain } = d;
  const dim = contact_dim[i];
  let n = 0;
  if (isWeighted(m, d, i)) {
    n = weightedJac(m, d, i, dim > 3);
  } else {
    const b1 = contactBody(m, d, i, 0);
    const b2 = contactBody(m, d, i, 1);
    n = mergeChain(m, work_chain, b1, b2, true);
    if (n > 0) jacDifference(m, d, work_jac, work_chain, n, b1, contact_pos, 3 * i, b2, contact_pos, 3 * i, dim > 3);
  }
  if (n === 0) return 0;
  rotateRows(d, i, 0, n);
  if (dim > 3) rotateRows(d, i, 3, n);
  return n;
}

/** Three rows of `work_jac` from `row` on: frame times each column.
 *  @inline */
function rotateRows(d: Data, i: int, row: int, n: int): void {
  const { contact_frame, work_jac } = d;
  const f = 9 * i;
  const o = row * n;
  for (let k = o; k < o + n; k++) {
    const x = work_jac[k];
    const y = work_jac[k + n];
    const z = work_jac[k + 2 * n];
    work_jac[k] = contact_frame[f] * x + contact_frame[f + 1] * y + contact_frame[f + 2] * z;
    work_jac[k + n] = contact_frame[f + 3] * x + contact_frame[f + 4] * y + contact_frame[f + 5] * z;
    work_jac[k + 2 * n] = contact_frame[f + 6] * x + contact_frame[f + 7] * y + contact_frame[f + 8] * z;
  }
}

/** Two edges of the pyramid for each direction of friction, normal +- mu tangent, from row e on; returns how many. */
function addPyramid(m: Model, d: Data, sparse: boolean, i: int, e: int, n: int): int {
  const { contact_friction, contact_dim, contact_dist, contact_includemargin } = d;
  const { work_jac, work_jac2, work_chain, efc_pos, efc_margin } = d;
  const size = 2 * (contact_dim[i] - 1);
  for (let k = 0; k < size; k += 2) {
    const mu = contact_friction[5 * i + (k >> 1)];
    const tangent = ((k >> 1) + 1) * n;
    for (let c = 0; c < n; c++) {
      const slide = work_jac[tangent + c] * mu;
      work_jac2[c] = work_jac[c] + slide;
      work_jac2[n + c] = work_jac[c] - slide;
    }
    placeRow(m, d, sparse, e + k, work_jac2, 0, work_chain, 0, n);
    placeRow(m, d, sparse, e + k + 1, work_jac2, n, work_chain, 0, n);
  }
  for (let k = e; k < e + size; k++) {
    efc_pos[k] = contact_dist[i];
    efc_margin[k] = contact_includemargin[i];
  }
  describeRows(d, sparse, e, size, ConstraintType.CONTACT_PYRAMIDAL, i, 0);
  return size;
}

/** The rows of the contact frame themselves, frictionless or of an elliptic cone: only the normal has an error. */
function addFrame(m: Model, d: Data, sparse: boolean, i: int, e: int, n: int): int {
  const { contact_dist, contact_includemargin, contact_dim, work_jac, work_chain, efc_pos, efc_margin } = d;
  const dim = contact_dim[i];
  for (let k = 0; k < dim; k++) placeRow(m, d, sparse, e + k, work_jac, k * n, work_chain, 0, n);
  for (let k = 0; k < dim; k++) {
    efc_pos[e + k] = k === 0 ? contact_dist[i] : 0;
    efc_margin[e + k] = k === 0 ? contact_includemargin[i] : 0;
  }
  const type = dim === 1 ? ConstraintType.CONTACT_FRICTIONLESS : ConstraintType.CONTACT_ELLIPTIC;
  describeRows(d, sparse, e, dim, type, i, 0);
  return dim;
}
