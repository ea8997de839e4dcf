import { clearHullCache } from '../../../engine/collision/convex/support/smallHull.ts';
import { mergeChain } from '../../../engine/tree/chain.ts';
import { isPyramidal } from '../../../engine/tree/settings.ts';
import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addTo6, crossMotion, dot6, shiftMotion, zero6 } from '../../../math/spatial.ts';
import { addTo3, addToScl3, cross3, dot3, sub3, subFrom3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintState, GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import {
  Body,
  bodyOffset,
  contactMotionOffset,
  Dof,
  dofOffset,
  drDqOffset,
  MOTION,
  RIGID,
  stateSize,
} from '../layout.ts';
import { adhesionForce, shareAdhesionForces } from './adhesion.ts';
import { contactMotion } from './motion/contactMotion.ts';
import { tangentRotation } from './motion/motionAt.ts';
import { addWrench, FIRST, markSides, SECOND } from './wrench.ts';

/*  What contacts add to dr/dq. A contact pushes its second body with a wrench W = (torque, force) at its point, its first
 *  body with -W. As dof j moves, the axes of dofs turn (rneDerivative does this, with W as an external force), the point
 *  and the frame of the contact move over both surfaces, and the force changes with the residual of its rows. */

/** The wrenches of all contacts, added to Body.EXT of the bodies that they push. */
export function contactWrenches(m: Model, d: Data, w: Float64Array): void {
  const { ncon, contact_pos } = d;
  shareAdhesionForces(m, d, w);
  for (let c = 0; c < ncon; c++) {
    if (!isActive(m, d, w, c)) continue;
    contactWrench(m, d, w, c);
    addWrench(m, d, w, contactBody(m, d, c, 0), contact_pos, 3 * c, wrench, -1);
    addWrench(m, d, w, contactBody(m, d, c, 1), contact_pos, 3 * c, wrench, 1);
  }
}

/** RQ -= d(J^T f)/dq for all contacts, but for the turning of axes
 *  reads  d: contact_* efc_* cvel cdof, w: Dof.V0 W0, Body.W   adds to w: RQ   writes d: work_con_error
 *  Returns the number of contacts that could not be followed over the surfaces of their geoms. */
export function contactDerivative(m: Model, d: Data, w: Float64Array): int {
  const { ncon } = d;
  let lostPairs = 0;
  d.work_con_error.fill(0, 0, 3 * ncon);
  clearHullCache();
  for (let c = 0; c < ncon; ) {
    const n = pairCount(d, c);
    if (isAnyActive(m, d, w, c, n)) {
      if (!contactMotion(m, d, w, c, n)) lostPairs++;
      const dofs = beginPair(m, d, w, c);
      for (let k = c; k < c + n; k++) {
        if (isActive(m, d, w, k)) oneContact(m, d, w, k, c, contactMotionOffset(m) + MOTION * (k - c), dofs);
      }
      endPair(m, d, w, dofs);
    }
    c += n;
  }
  return lostPairs;
}

/** How many contacts, from `con` on, are between the same two geoms. */
export function pairCount(d: Data, con: int): int {
  const { ncon, contact_geom } = d;
  let n = 1;
  while (
    con + n < ncon &&
    contact_geom[2 * (con + n)] === contact_geom[2 * con] &&
    contact_geom[2 * (con + n) + 1] === contact_geom[2 * con + 1]
  )
    n++;
  return n;
}

/** Whether the contact has a force. */
export function isActive(m: Model, d: Data, w: Float64Array, con: int): boolean {
  return pushes(m, d, con) || adhesionForce(m, d, w, con) !== 0;
}

/** Whether one of the n contacts from `con` on has. */
export function isAnyActive(m: Model, d: Data, w: Float64Array, con: int, n: int): boolean {
  for (let k = con; k < con + n; k++) if (isActive(m, d, w, k)) return true;
  return false;
}

/** The body of the first (0) or second (1) geom of a contact. */
export function contactBody(m: Model, d: Data, con: int, side: int): int {
  return m.geom_bodyid[d.contact_geom[2 * con + side]];
}

/** Number of rows of a contact. */
export function contactRowCount(m: Model, d: Data, con: int): int {
  const dim = d.contact_dim[con];
  return dim > 1 && isPyramidal(m) ? 2 * (dim - 1) : dim;
}

/** Whether some row of the contact has a force. */
function pushes(m: Model, d: Data, con: int): boolean {
  const e = d.contact_efc_address[con];
  const n = contactRowCount(m, d, con);
  if (e < 0) return false;
  for (let k = e; k < e + n; k++) if (d.efc_state[k] !== ConstraintState.SATISFIED) return true;
  return false;
}

// at the point of the contact: velocity of both bodies, motion of both at speeds qacc, differences of these
const first = new Float64Array(12);
const second = new Float64Array(12);
const relative = new Float64Array(12);
// torque and force, of `contactWrench`
export const wrench = new Float64Array(6);
// how the contact moves: rotation, translation, distance
const move = new Float64Array(7);
const change = new Float64Array(12);
const motionBefore = new Float64Array(12);
const part = new Float64Array(6);
const frameForce = new Float64Array(6);
const frameChange = new Float64Array(6);
// a dof at the contact: its motion, and how the wrench changes with it
const motion = new Float64Array(6);
const bend = new Float64Array(6);

/** The dofs that move the geoms of contact `con`, the first of its pair, with their motions at its point; returns how many. Nothing has
 *  changed the wrench at that point yet.
 *  writes d: work_chain work_chain2   writes w: Dof.JAC Dof.DW */
function beginPair(m: Model, d: Data, w: Float64Array, con: int): int {
  const { body_rootid, dof_bodyid } = m;
  const { work_chain } = d;
  const b1 = contactBody(m, d, con, 0);
  const b2 = contactBody(m, d, con, 1);
  const n = mergeChain(m, work_chain, b1, b2, false);
  const jac = dofOffset(m, Dof.JAC);
  markSides(m, d, b1, b2, n);
  for (let c = 0; c < n; c++) {
    const j = work_chain[c];
    const root = 3 * body_rootid[dof_bodyid[j]];
    shiftMotion(w, jac + 6 * c, d.cdof, 6 * j, d.contact_pos, 3 * con, d.subtree_com, root);
  }
  zero(w, dofOffset(m, Dof.DW), 6 * n);
  return n;
}

/** RQ -= the sum of what the contacts of the pair make of the wrench */
function endPair(m: Model, d: Data, w: Float64Array, n: int): void {
  const nx = stateSize(m);
  const { work_chain, work_chain2 } = d;
  const jac = dofOffset(m, Dof.JAC);
  const dw = dofOffset(m, Dof.DW);
  for (let r = 0; r < n; r++) {
    const side = work_chain2[r];
    if (side === FIRST + SECOND) continue;
    const row = drDqOffset(m) + work_chain[r] * nx;
    const sign: number = side === SECOND ? 1 : -1;
    for (let c = 0; c < n; c++) w[row + work_chain[c]] -= sign * dot6(w, jac + 6 * r, w, dw + 6 * c);
  }
}

/** Adds how the wrench of one contact changes with each of the n dofs of its pair, at the point of the first contact. */
function oneContact(m: Model, d: Data, w: Float64Array, con: int, base: int, table: int, n: int): void {
  const { contact_pos, work_chain, work_chain2 } = d;
  bodyMotion(m, d, w, con, contactBody(m, d, con, 0), first);
  bodyMotion(m, d, w, con, contactBody(m, d, con, 1), second);
  for (let k = 0; k < 12; k++) relative[k] = second[k] - first[k];
  contactWrench(m, d, w, con);
  for (let c = 0; c < n; c++) {
    const j = work_chain[c];
    const side = work_chain2[c];
    const o = dofOffset(m, Dof.DW) + 6 * c;
    shiftMotion(motion, 0, w, dofOffset(m, Dof.JAC) + 6 * c, contact_pos, 3 * con, contact_pos, 3 * base);
    contactMove(m, d, w, con, table, side);
    relativeChange(m, d, w, con, j, side);
    wrenchChange(m, d, con);
    addTo6(w, o, bend, 0);
    // the torque about the point of the first contact
    sub3(part, 0, contact_pos, 3 * con, contact_pos, 3 * base);
    cross3(part, 0, part, 0, bend, 3);
    addTo3(w, o, part, 0);
  }
}

/** res = velocity of a body at the contact, then its motion at speeds qacc */
export function bodyMotion(m: Model, d: Data, w: Float64Array, con: int, body: int, res: Float64Array): void {
  const { body_rootid } = m;
  const { cvel, contact_pos, subtree_com } = d;
  if (body === 0) {
    zero(res, 0, 12);
    return;
  }
  const root = 3 * body_rootid[body];
  shiftMotion(res, 0, cvel, 6 * body, contact_pos, 3 * con, subtree_com, root);
  shiftMotion(res, 6, w, bodyOffset(m, Body.W) + 6 * body, contact_pos, 3 * con, subtree_com, root);
}

/** wrench = the forces of the rows in the six directions of the frame (normal, tangents, rotations), less what adhesion pulls along
 *  the normal, in the world */
export function contactWrench(m: Model, d: Data, w: Float64Array, con: int): void {
  const { contact_efc_address, efc_force } = d;
  if (contact_efc_address[con] >= 0) toFrame(m, d, con, efc_force, contact_efc_address[con], frameForce);
  else zero6(frameForce, 0);
  frameForce[0] -= adhesionForce(m, d, w, con);
  toWorld(d, con, frameForce, wrench, 0);
}

/** res = numbers of the rows of a contact, put together in the directions of its frame: of pyramids, the sum, and mu times the
 *  difference of opposite edges */
function toFrame(m: Model, d: Data, con: int, rows: Float64Array, e: int, res: Float64Array): void {
  const { contact_dim, contact_friction } = d;
  const dim = contact_dim[con];
  zero6(res, 0);
  if (dim === 1 || !isPyramidal(m)) {
    for (let k = 0; k < dim; k++) res[k] = rows[e + k];
    return;
  }
  for (let k = 1; k < dim; k++) {
    const plus = rows[e + 2 * k - 2];
    const minus = rows[e + 2 * k - 1];
    res[0] += plus + minus;
    res[k] = contact_friction[5 * con + k - 1] * (plus - minus);
  }
}

/** res = (torque, force) in the world from six numbers in the frame */
export function toWorld(d: Data, con: int, x: Float64Array, res: Float64Array, r: int): void {
  const { contact_frame } = d;
  const f = 9 * con;
  for (let k = 0; k < 3; k++) {
    res[r + 3 + k] = contact_frame[f + k] * x[0] + contact_frame[f + 3 + k] * x[1] + contact_frame[f + 6 + k] * x[2];
    res[r + k] = contact_frame[f + k] * x[3] + contact_frame[f + 3 + k] * x[4] + contact_frame[f + 6 + k] * x[5];
  }
}

/** move = how the contact moves with a dof, whose motion at the contact is `motion`: with the second geom by the table; with the
 *  first, as with both less that; with both, as a whole */
function contactMove(m: Model, d: Data, w: Float64Array, con: int, table: int, side: int): void {
  const { contact_geom, contact_pos, contact_frame, geom_xpos } = d;
  zero(move, 0, 7);
  if (side !== FIRST + SECOND) {
    // the motion of the centre of the second geom
    sub3(part, 3, geom_xpos, 3 * contact_geom[2 * con + 1], contact_pos, 3 * con);
    cross3(part, 0, motion, 0, part, 3);
    addTo3(part, 0, motion, 3);
    const sign: number = side === SECOND ? 1 : -1;
    for (let c = 0; c < 3; c++) {
      for (let k = 0; k < 7; k++) {
        move[k] += sign * (part[c] * w[table + 7 * c + k] + motion[c] * w[table + 7 * (c + 3) + k]);
      }
    }
  }
  if (side !== SECOND) {
    addTo6(move, 0, motion, 0);
    for (let c = 0; c < 3; c++) {
      const o = table + RIGID + 7 * c;
      for (let k = 0; k < 7; k++) move[k] += motion[c] * w[o + k];
    }
  }
  // only planes say how tangents turn
  if (m.geom_type[contact_geom[2 * con]] === GeomType.PLANE) return;
  const f = 9 * con;
  cross3(part, 0, move, 0, contact_frame, f);
  addToScl3(move, 0, contact_frame, f, tangentRotation(contact_frame, f, part) - dot3(contact_frame, f, move, 0));
}

/** change = how the relative velocity of the bodies at the contact, and their relative motion at speeds qacc, change with dof j
 *  in the frame of the contact as it turns: d(V2 - V1) - dR x (V2 - V1), where V of a body that j moves changes by
 *  S_j x (V - V before j), and the point by `move` */
function relativeChange(m: Model, d: Data, w: Float64Array, con: int, j: int, side: int): void {
  const { contact_pos, subtree_com } = d;
  const root = 3 * m.body_rootid[m.dof_bodyid[j]];
  shiftMotion(motionBefore, 0, w, dofOffset(m, Dof.V0) + 6 * j, contact_pos, 3 * con, subtree_com, root);
  shiftMotion(motionBefore, 6, w, dofOffset(m, Dof.W0) + 6 * j, contact_pos, 3 * con, subtree_com, root);
  for (let h = 0; h < 12; h += 6) {
    for (let k = 0; k < 6; k++) {
      if (side === SECOND) part[k] = second[h + k] - motionBefore[h + k];
      else if (side === FIRST) part[k] = motionBefore[h + k] - first[h + k];
      else part[k] = relative[h + k];
    }
    crossMotion(change, h, motion, 0, part, 0);
    cross3(part, 0, relative, h, move, 3);
    addTo3(change, h + 3, part, 0);
    cross3(part, 0, move, 0, relative, h);
    cross3(part, 3, move, 0, relative, h + 3);
    subFrom3(change, h, part, 0);
    subFrom3(change, h + 3, part, 3);
  }
}

// changes in the frame: of velocities, of motions at speeds qacc (both linear first), of the residuals of rows
const local = new Float64Array(12);
const residual = new Float64Array(10);
const response = new Float64Array(10);

/** bend = how the wrench changes: by the forces of the rows, and with the motion of the frame and of the point */
function wrenchChange(m: Model, d: Data, con: int): void {
  const { contact_frame } = d;
  for (let h = 0; h < 12; h += 6) {
    mulMatVec3(local, h, contact_frame, 9 * con, change, h + 3);
    mulMatVec3(local, h + 3, contact_frame, 9 * con, change, h);
  }
  zero6(frameChange, 0);
  if (d.contact_efc_address[con] >= 0) {
    const growth = stiffening(d, con) * move[6];
    rowResiduals(m, d, con, growth);
    rowResponse(m, d, con, growth);
    toFrame(m, d, con, response, 0, frameChange);
  }
  toWorld(d, con, frameChange, bend, 0);
  cross3(part, 0, move, 0, wrench, 0);
  cross3(part, 3, move, 0, wrench, 3);
  addTo6(bend, 0, part, 0);
  cross3(part, 0, move, 3, wrench, 3);
  addTo3(bend, 0, part, 0);
}

/** How dD / D changes with the distance. */
export function stiffening(d: Data, con: int): number {
  const { contact_efc_address, efc_R, efc_KBIP } = d;
  const e = contact_efc_address[con];
  const imp = efc_KBIP[4 * e + 2];
  return efc_R[e] > MINVAL ? efc_KBIP[4 * e + 3] / (imp * (1 - imp)) : 0.0;
}

/** residual = d(J a - aref) of each row, with aref = -B J v - K imp (pos - margin) + R adhesion */
function rowResiduals(m: Model, d: Data, con: int, growth: number): void {
  const { contact_efc_address, contact_dim, contact_friction, contact_adhesion, efc_KBIP, efc_R } = d;
  const e = contact_efc_address[con];
  const dim = contact_dim[con];
  const a = 4 * e;
  const spring = springDerivative(d, e) * move[6];
  if (dim === 1 || !isPyramidal(m)) {
    for (let k = 0; k < dim; k++) residual[k] = local[6 + k] + efc_KBIP[a + 4 * k + 1] * local[k];
    residual[0] += spring + efc_R[e] * growth * contact_adhesion[con];
    return;
  }
  const B = efc_KBIP[a + 1];
  // all edges have the same R, which falls as D grows
  const sticky = (efc_R[e] * growth * contact_adhesion[con]) / (2 * (dim - 1));
  const normal = local[6] + B * local[0] + spring + sticky;
  for (let k = 1; k < dim; k++) {
    const slide = contact_friction[5 * con + k - 1] * (local[6 + k] + B * local[k]);
    residual[2 * k - 2] = normal + slide;
    residual[2 * k - 1] = normal - slide;
  }
}

/** How K imp (pos - margin) of row e changes with the distance. */
export function springDerivative(d: Data, e: int): number {
  const { efc_KBIP, efc_pos, efc_margin } = d;
  return efc_KBIP[4 * e] * (efc_KBIP[4 * e + 2] + efc_KBIP[4 * e + 3] * (efc_pos[e] - efc_margin[e]));
}

/** response = df of each row: -G residual, and f dD / D, since all forces of a contact grow with its D */
function rowResponse(m: Model, d: Data, con: int, growth: number): void {
  const e = d.contact_efc_address[con];
  const n = contactRowCount(m, d, con);
  stiffRows(m, d, con, residual, response);
  for (let k = 0; k < n; k++) response[k] = d.efc_force[e + k] * growth - response[k];
}

/** res = G x over the rows of a contact */
export function stiffRows(m: Model, d: Data, con: int, x: Float64Array, res: Float64Array): void {
  const { contact_efc_address, contact_H, contact_dim, efc_D, efc_state } = d;
  const e = contact_efc_address[con];
  const n = contactRowCount(m, d, con);
  if (efc_state[e] === ConstraintState.CONE) {
    const dim = contact_dim[con];
    for (let r = 0; r < dim; r++) {
      let sum: number = 0;
      for (let c = 0; c < dim; c++) sum += contact_H[36 * con + r * dim + c] * x[c];
      res[r] = sum;
    }
    return;
  }
  for (let k = 0; k < n; k++) {
    const stiff: number = efc_state[e + k] === ConstraintState.QUADRATIC ? efc_D[e + k] : 0;
    res[k] = stiff * x[k];
  }
}
