import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { copy9 } from '../../../math/mat3.ts';
import { copy3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType, Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { jacDifference, lastDof, mergeChain } from '../../tree/chain.ts';
import { isPyramidal } from '../../tree/settings.ts';
import { contactBody } from '../../tree/sleepState.ts';
import { isWeighted, weightedJac } from './flexContact.ts';
import { describeRows, openRows, placeRow } from './row.ts';

/** `contact_exclude` of a contact that no dof affects, and that has no rows. */
export const NO_DOFS = 3;

/** Adds the rows of all contacts, in the order of collision. */
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
    // contacts with rotations and contacts of flexes use `work_jac`
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

/** True if contact i has rows although no dof affects it. As in MuJoCo, a dense Jacobian has such rows. Islands require
 *  a tree for each row: without one MuJoCo raises an error; here the rows are omitted. */
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

/** Writes the dofs that move one side of a contact of two geoms but not the other to `work_chain`. Returns their number.
 *  @inline */
function contactChain(m: Model, d: Data, i: int): int {
  return mergeChain(m, d.work_chain, contactBody(m, d, i, 0), contactBody(m, d, i, 1), true);
}

/** Adds the rows of a contact of two geoms without rotations, from row e, column by column: the velocity of the contact point that
 *  a dof causes is rotated into the frame and written to all rows. Returns the number of rows.
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
    // only the normal of a frame has an error
    const whole = pyramid || k === 0;
    efc_pos[e + k] = whole ? contact_dist[i] : 0;
    efc_margin[e + k] = whole ? contact_includemargin[i] : 0;
  }
  const frame = dim === 1 ? ConstraintType.CONTACT_FRICTIONLESS : ConstraintType.CONTACT_ELLIPTIC;
  describeRows(d, sparse, e, size, pyramid ? ConstraintType.CONTACT_PYRAMIDAL : frame, i, 0);
  return size;
}

/** Layout of `contactFrame`: for each side of a contact the point relative to the center of mass of its tree and a sign, then the
 *  contact frame, then two coefficients of friction. */
const Frame = { SIDE: 4, AXES: 8, FRICTION: 17, SIZE: 19 } as const;

/** Contact for which `placeColumns` writes rows. */
const contactFrame = new Float64Array(Frame.SIZE);

/** Writes the columns of the rows of contact i from `base` of the Jacobian; `work_chain` has their n dofs. */
function placeColumns(m: Model, d: Data, i: int, base: int, n: int, sparse: boolean, pyramid: boolean): void {
  const { dof_parentid } = m;
  const { cdof, efc_J, work_chain, contact_frame, contact_friction, contact_dim } = d;
  const rows = pyramid ? 4 : contact_dim[i];
  const b1 = contactBody(m, d, i, 0);
  setSide(m, d, i, 0, b1, -1);
  setSide(m, d, i, Frame.SIDE, contactBody(m, d, i, 1), 1);
  copy9(contactFrame, Frame.AXES, contact_frame, 9 * i);
  contactFrame[Frame.FRICTION] = contact_friction[5 * i];
  contactFrame[Frame.FRICTION + 1] = contact_friction[5 * i + 1];
  const stride = sparse ? n : m.nv;
  // from the leaves to the root; a dof moves the first side if it is the next one up from there, else the second
  let next = lastDof(m, b1);
  let c = n - 1;
  while (c >= 0) {
    const last = work_chain[c];
    const first = last === next;
    if (first) next = dof_parentid[last];
    // consecutive dofs that move the same side are written together
    let dof = last;
    c--;
    while (c >= 0 && work_chain[c] === dof - 1 && (dof - 1 === next) === first) {
      dof--;
      if (first) next = dof_parentid[dof];
      c--;
    }
    const to = base + (sparse ? c + 1 : dof);
    placeDofs(efc_J, to, stride, rows, cdof, dof, last - dof + 1, contactFrame, first ? 0 : Frame.SIDE);
  }
}

/** contactFrame[s...] = position of contact i relative to the center of mass of the tree of a body, and the sign of
 *  that side
 *  @inline */
function setSide(m: Model, d: Data, i: int, s: int, body: int, sign: number): void {
  const { contact_pos, subtree_com } = d;
  sub3(contactFrame, s, contact_pos, 3 * i, subtree_com, 3 * m.body_rootid[body]);
  contactFrame[s + 3] = sign;
}

/** Writes the columns of n consecutive dofs from J[to]: the velocity of the contact point that dof, dof + 1, ... cause, times the sign of
 *  the side `s`, in the contact frame. One row: the normal; three: the frame; four: two edges of the pyramid per direction of friction, normal +-
 *  mu tangent. `frame` has the layout of `Frame`.
 *  @simd */
function placeDofs(
  J: Float64Array,
  to: int,
  stride: int,
  rows: int,
  cdof: Float64Array,
  dof: int,
  n: int,
  frame: Float64Array,
  s: int,
): void {
  const px = frame[s];
  const py = frame[s + 1];
  const pz = frame[s + 2];
  const sign = frame[s + 3];
  const f = Frame.AXES;
  for (let k = 0; k < n; k++) {
    const a = 6 * (dof + k);
    const wx = cdof[a];
    const wy = cdof[a + 1];
    const wz = cdof[a + 2];
    // v + w x p; a sum that starts with zero has no negative zeros
    const x = 0 + sign * (cdof[a + 3] + (wy * pz - wz * py));
    const y = 0 + sign * (cdof[a + 4] + (wz * px - wx * pz));
    const z = 0 + sign * (cdof[a + 5] + (wx * py - wy * px));
    const normal = frame[f] * x + frame[f + 1] * y + frame[f + 2] * z;
    J[to + k] = normal;
    if (rows === 1) continue;
    const slide1 = frame[f + 3] * x + frame[f + 4] * y + frame[f + 5] * z;
    const slide2 = frame[f + 6] * x + frame[f + 7] * y + frame[f + 8] * z;
    if (rows === 3) {
      J[to + k + stride] = slide1;
      J[to + k + 2 * stride] = slide2;
      continue;
    }
    const edge1 = slide1 * frame[Frame.FRICTION];
    const edge2 = slide2 * frame[Frame.FRICTION + 1];
    J[to + k] = normal + edge1;
    J[to + k + stride] = normal - edge1;
    J[to + k + 2 * stride] = normal + edge2;
    J[to + k + 3 * stride] = normal - edge2;
  }
}

/** Contact position, as a point of either side. */
const points = new Float64Array(6);

/** Velocity of side 2 minus that of side 1 at the contact, in its frame, as `dim` rows of `work_jac` over `work_chain`:
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
    if (n > 0) {
      copy3(points, 0, contact_pos, 3 * i);
      copy3(points, 3, contact_pos, 3 * i);
      jacDifference(m, d, work_jac, work_chain, n, b1, b2, points, dim > 3);
    }
  }
  rotateRows(d, i, 0, n);
  if (dim > 3) rotateRows(d, i, 3, n);
  return n;
}

/** Rotates three rows of `work_jac`, from `row`: frame times each column.
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

/** Adds two edges of the pyramid per direction of friction, normal +- mu tangent, from row e. Returns the number of rows. */
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

/** Adds the rows of the contact frame, frictionless or with an elliptic cone: only the normal has an error. Returns their number. */
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
