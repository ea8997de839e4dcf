import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType, Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { jacDifference, lastDof, mergeChain } from '../../tree/chain.ts';
import { isPyramidal } from '../../tree/settings.ts';
import { contactBody } from '../../tree/sleepState.ts';
import { isWeighted, weightedJac } from './flexContact.ts';
import { describeRows, openRows, placeRow } from './row.ts';

/** `contact_exclude` of a contact that no dof can affect, and that has no rows. */
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
    // rotations and contacts of flexes go through `work_jac`
    const direct = (contact_dim[i] === 1 || contact_dim[i] === 3) && !isWeighted(m, d, i);
    const n = direct ? contactChain(m, d, i) : contactJac(m, d, i);
    if (n === 0 && !hasEmptyRows(m, d, sparse, i)) {
      contact_exclude[i] = NO_DOFS;
      continue;
    }
    contact_efc_address[i] = e;
    const pyramid = contact_dim[i] > 1 && pyramidal;
    if (direct) e += placeDirectly(m, d, sparse, i, e, n, pyramid);
    else if (pyramid) e += addPyramid(m, d, sparse, i, e, n);
    else e += addFrame(m, d, sparse, i, e, n);
  }
  d.nefc = e;
}

/** Whether contact i has rows though no dof can affect it. As in MuJoCo a dense Jacobian has them. Islands need a tree for each row: without
 *  one MuJoCo stops with an error, and here the rows are left out. */
export function hasEmptyRows(m: Model, d: Data, sparse: boolean, i: int): boolean {
  const { body_treeid, geom_bodyid } = m;
  const { contact_geom } = d;
  if (sparse) return false;
  if ((m.opt.disableflags & Disable.ISLAND) !== 0) return true;
  const g1 = contact_geom[2 * i];
  const g2 = contact_geom[2 * i + 1];
  if (g1 < 0 || g2 < 0) return false;
  return body_treeid[geom_bodyid[g1]] >= 0 || body_treeid[geom_bodyid[g2]] >= 0;
}

/** Dofs that move one side of a contact of two geoms but not the other, into `work_chain`; returns how many.
 *  @inline */
function contactChain(m: Model, d: Data, i: int): int {
  return mergeChain(m, d.work_chain, contactBody(m, d, i, 0), contactBody(m, d, i, 1), true);
}

/** Rows of a contact of two geoms without rotations, from row e on, one dof after the other: its velocity at the contact is turned
 *  into the frame and written to all rows at once. Returns how many rows.
 *  @inline */
function placeDirectly(m: Model, d: Data, sparse: boolean, i: int, e: int, n: int, pyramid: boolean): int {
  const { efc_J, efc_pos, efc_margin, contact_dim, contact_dist, contact_includemargin } = d;
  const dim = contact_dim[i];
  const size = pyramid ? 2 * (dim - 1) : dim;
  let base = e * m.nv;
  if (sparse) {
    base = openRows(d, e, size, n);
    placeColumns(m, d, i, base, n, true, pyramid);
  } else {
    zero(efc_J, base, size * m.nv);
    placeColumns(m, d, i, base, n, false, pyramid);
  }
  for (let k = 0; k < size; k++) {
    // of the rows of a frame only the normal has an error
    const whole = pyramid || k === 0;
    efc_pos[e + k] = whole ? contact_dist[i] : 0;
    efc_margin[e + k] = whole ? contact_includemargin[i] : 0;
  }
  const frame = dim === 1 ? ConstraintType.CONTACT_FRICTIONLESS : ConstraintType.CONTACT_ELLIPTIC;
  describeRows(d, sparse, e, size, pyramid ? ConstraintType.CONTACT_PYRAMIDAL : frame, i, 0);
  return size;
}

/** Values of these rows, which begin at `base` of the Jacobian; `work_chain` has their dofs. */
function placeColumns(m: Model, d: Data, i: int, base: int, n: int, sparse: boolean, pyramid: boolean): void {
  const { body_rootid, dof_parentid } = m;
  const { cdof, efc_J, work_chain, subtree_com, contact_pos: at, contact_frame, contact_friction, contact_dim } = d;
  const rows = pyramid ? 4 : contact_dim[i];
  const b1 = contactBody(m, d, i, 0);
  const root1 = 3 * body_rootid[b1];
  const root2 = 3 * body_rootid[contactBody(m, d, i, 1)];
  const x1 = at[3 * i] - subtree_com[root1];
  const y1 = at[3 * i + 1] - subtree_com[root1 + 1];
  const z1 = at[3 * i + 2] - subtree_com[root1 + 2];
  const x2 = at[3 * i] - subtree_com[root2];
  const y2 = at[3 * i + 1] - subtree_com[root2 + 1];
  const z2 = at[3 * i + 2] - subtree_com[root2 + 2];
  const stride = sparse ? n : m.nv;
  // from the leaves to the root; a dof moves the first side if it is the next one up from there, else the second
  let next = lastDof(m, b1);
  let c = n - 1;
  while (c >= 0) {
    const last = work_chain[c];
    const first = last === next;
    if (first) next = dof_parentid[last];
    // neighbours that move the same side are placed together
    let dof = last;
    c--;
    while (c >= 0 && work_chain[c] === dof - 1 && (dof - 1 === next) === first) {
      dof--;
      if (first) next = dof_parentid[dof];
      c--;
    }
    const to = base + (sparse ? c + 1 : dof);
    const num = last - dof + 1;
    const px = first ? x1 : x2;
    const py = first ? y1 : y2;
    const pz = first ? z1 : z2;
    const sign = first ? -1.0 : 1.0;
    placeDofs(
      efc_J,
      to,
      stride,
      rows,
      cdof,
      6 * dof,
      num,
      sign,
      px,
      py,
      pz,
      contact_frame,
      9 * i,
      contact_friction,
      5 * i,
    );
  }
}

/** Columns of n dofs that follow each other, from `to` on: sign times the velocity at p that each makes, in the frame R. One row: the normal;
 *  three: the frame; four: two edges for each direction of friction, normal +- mu tangent.
 *  @simd */
function placeDofs(
  J: Float64Array,
  to: int,
  stride: int,
  rows: int,
  cdof: Float64Array,
  first: int,
  n: int,
  sign: number,
  px: number,
  py: number,
  pz: number,
  R: Float64Array,
  f: int,
  friction: Float64Array,
  mu: int,
): void {
  for (let k = 0; k < n; k++) {
    const a = first + 6 * k;
    const wx = cdof[a];
    const wy = cdof[a + 1];
    const wz = cdof[a + 2];
    // v + w x p; a sum that begins with zero has no negative zeros
    const x = 0 + sign * (cdof[a + 3] + (wy * pz - wz * py));
    const y = 0 + sign * (cdof[a + 4] + (wz * px - wx * pz));
    const z = 0 + sign * (cdof[a + 5] + (wx * py - wy * px));
    const normal = R[f] * x + R[f + 1] * y + R[f + 2] * z;
    J[to + k] = normal;
    if (rows === 1) continue;
    const slide1 = R[f + 3] * x + R[f + 4] * y + R[f + 5] * z;
    const slide2 = R[f + 6] * x + R[f + 7] * y + R[f + 8] * z;
    if (rows === 3) {
      J[to + k + stride] = slide1;
      J[to + k + 2 * stride] = slide2;
      continue;
    }
    J[to + k] = normal + slide1 * friction[mu];
    J[to + k + stride] = normal - slide1 * friction[mu];
    J[to + k + 2 * stride] = normal + slide2 * friction[mu + 1];
    J[to + k + 3 * stride] = normal - slide2 * friction[mu + 1];
  }
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
