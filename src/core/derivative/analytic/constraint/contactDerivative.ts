import { clearHullCache } from '../../../engine/collision/convex/support/smallHull.ts';
import { mergeChain } from '../../../engine/tree/chain.ts';
import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addTo6, crossMotion, dot6, shiftMotion, zero6 } from '../../../math/spatial.ts';
import { addTo3, addToScl3, cross3, dot3, sub3, subFrom3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { contactMotionOffset, Dof, dofOffset, drDqOffset, MOTION, RIGID, stateSize } from '../layout.ts';
import {
  contactRowCount,
  frameToWorld,
  isCone,
  rowsToFrame,
  springDerivative,
  stiffening,
  stiffRows,
} from './contactRows.ts';
import { bodyMotion, contactBody, contactWrench, isActive, isAnyActive, pairCount } from './contactWrench.ts';
import { contactMotion } from './motion/contactMotion.ts';
import { tangentRotation } from './motion/motionAt.ts';
import { FIRST, markSides, SECOND } from './wrench.ts';

/*  Contribution of contacts to dr/dq. The generalized force of a contact is (J2 - J1)^T W, with W its wrench. A dof changes
 *    J   by rotating the axes of dofs: rneDerivative, which takes W as an external force
 *    W   by moving the contact over both surfaces (`move`), which rotates W and moves its point
 *    W   by the row forces: they follow the change of the relative velocity in the contact frame, and of the distance
 *  This file adds the last two, one pair of geoms at a time:
 *
 *    contactMotion        table: how each contact of the pair moves with its geoms
 *    per contact and dof  contactMove -> relativeChange -> wrenchChange, summed into Dof.WRENCH_CHANGE
 *    endPair              RQ -= J^T (sum)
 *
 *  All wrenches and motions of a pair are about the point of its first contact until `endPair`. */

/** Velocity (6) and motion J qacc (6) at a contact, in `velocity`: of both bodies, and of the second minus the
 *  first. */
const FIRST_BODY = 0;
const SECOND_BODY = 12;
const RELATIVE = 24;

const velocity = new Float64Array(36);
// the same before the group of a dof, and the change of RELATIVE with the dof
const prior = new Float64Array(12);
const change = new Float64Array(12);
// motion of a dof at the contact; how the contact moves with it: rotation, translation, distance
const motion = new Float64Array(6);
const move = new Float64Array(7);
// wrench of the contact and its change
const wrench = new Float64Array(6);
const bend = new Float64Array(6);
const part = new Float64Array(6);

/** RQ -= d(J^T f)/dq for all contacts, except the rotation of axes
 *  reads  d: contact_* efc_* cvel cdof, w: Dof.VEL_BEFORE MOTION_BEFORE, Body.MOTION
 *  adds to w: RQ   writes d: work_con_error
 *  Returns the number of pairs whose contacts have no derivative over the surfaces of their geoms. */
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
        if (isActive(m, d, w, k)) addContact(m, d, w, k, c, contactMotionOffset(m) + MOTION * (k - c), dofs);
      }
      endPair(m, d, w, dofs);
    }
    c += n;
  }
  return lostPairs;
}

/** List the dofs that move the geoms of contact `con`, the first of its pair, with their motions at its point, and clear
 *  their wrench changes. Returns the number of dofs.
 *  writes d: work_chain work_chain2   writes w: Dof.JAC WRENCH_CHANGE */
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
  zero(w, dofOffset(m, Dof.WRENCH_CHANGE), 6 * n);
  return n;
}

/** RQ -= J^T times the summed wrench changes of the pair */
function endPair(m: Model, d: Data, w: Float64Array, n: int): void {
  const nx = stateSize(m);
  const { work_chain, work_chain2 } = d;
  const jac = dofOffset(m, Dof.JAC);
  const dw = dofOffset(m, Dof.WRENCH_CHANGE);
  for (let r = 0; r < n; r++) {
    const side = work_chain2[r];
    if (side === FIRST + SECOND) continue;
    const row = drDqOffset(m) + work_chain[r] * nx;
    const sign: number = side === SECOND ? 1 : -1;
    for (let c = 0; c < n; c++) w[row + work_chain[c]] -= sign * dot6(w, jac + 6 * r, w, dw + 6 * c);
  }
}

/** Dof.WRENCH_CHANGE += the derivative of the wrench of contact `con` with respect to each of the n dofs of its pair, about the point of
 *  contact `base`. Its motion table starts at `table` of w. */
function addContact(m: Model, d: Data, w: Float64Array, con: int, base: int, table: int, n: int): void {
  const { contact_pos, work_chain, work_chain2 } = d;
  bodyMotion(velocity, FIRST_BODY, m, d, w, con, contactBody(m, d, con, 0));
  bodyMotion(velocity, SECOND_BODY, m, d, w, con, contactBody(m, d, con, 1));
  for (let k = 0; k < 12; k++) velocity[RELATIVE + k] = velocity[SECOND_BODY + k] - velocity[FIRST_BODY + k];
  contactWrench(wrench, 0, m, d, w, con);
  for (let c = 0; c < n; c++) {
    const side = work_chain2[c];
    const o = dofOffset(m, Dof.WRENCH_CHANGE) + 6 * c;
    shiftMotion(motion, 0, w, dofOffset(m, Dof.JAC) + 6 * c, contact_pos, 3 * con, contact_pos, 3 * base);
    contactMove(move, m, d, w, con, table, side, motion);
    motionBefore(prior, m, d, w, con, work_chain[c]);
    relativeChange(change, side, motion, prior, move);
    wrenchChange(bend, m, d, con, change, move);
    addTo6(w, o, bend, 0);
    // the torque about the point of the first contact
    sub3(part, 0, contact_pos, 3 * con, contact_pos, 3 * base);
    cross3(part, 0, part, 0, bend, 3);
    addTo3(w, o, part, 0);
  }
}

/** res = how the contact moves with a dof whose motion at the contact is `motion`. A dof that moves the second geom: by
 *  the table. The first geom: the rigid motion minus the table. Both: the rigid motion. */
function contactMove(
  res: Float64Array,
  m: Model,
  d: Data,
  w: Float64Array,
  con: int,
  table: int,
  side: int,
  motion: Float64Array,
): void {
  const { contact_geom, contact_pos, contact_frame, geom_xpos } = d;
  zero(res, 0, 7);
  if (side !== FIRST + SECOND) {
    // motion of the center of the second geom
    sub3(part, 3, geom_xpos, 3 * contact_geom[2 * con + 1], contact_pos, 3 * con);
    cross3(part, 0, motion, 0, part, 3);
    addTo3(part, 0, motion, 3);
    const sign: number = side === SECOND ? 1 : -1;
    for (let c = 0; c < 3; c++) {
      for (let k = 0; k < 7; k++) {
        res[k] += sign * (part[c] * w[table + 7 * c + k] + motion[c] * w[table + 7 * (c + 3) + k]);
      }
    }
  }
  if (side !== SECOND) {
    addTo6(res, 0, motion, 0);
    for (let c = 0; c < 3; c++) {
      const o = table + RIGID + 7 * c;
      for (let k = 0; k < 7; k++) res[k] += motion[c] * w[o + k];
    }
  }
  // only planes fix the tangents to a geom
  if (m.geom_type[contact_geom[2 * con]] === GeomType.PLANE) return;
  const f = 9 * con;
  cross3(part, 0, res, 0, contact_frame, f);
  addToScl3(res, 0, contact_frame, f, tangentRotation(contact_frame, f, part) - dot3(contact_frame, f, res, 0));
}

/** res = velocity and motion J qacc at the contact before the group of dof j */
function motionBefore(res: Float64Array, m: Model, d: Data, w: Float64Array, con: int, j: int): void {
  const { contact_pos, subtree_com } = d;
  const root = 3 * m.body_rootid[m.dof_bodyid[j]];
  shiftMotion(res, 0, w, dofOffset(m, Dof.VEL_BEFORE) + 6 * j, contact_pos, 3 * con, subtree_com, root);
  shiftMotion(res, 6, w, dofOffset(m, Dof.MOTION_BEFORE) + 6 * j, contact_pos, 3 * con, subtree_com, root);
}

/** res = d(V2 - V1) - dR x (V2 - V1): change of the relative velocity with a dof, seen from the contact frame, and of the
 *  relative motion J qacc. V of a body beyond the dof changes by S x (V - prior), the point and the frame by `move`.
 *  reads  `velocity`, of `addContact` */
function relativeChange(
  res: Float64Array,
  side: int,
  motion: Float64Array,
  prior: Float64Array,
  move: Float64Array,
): void {
  for (let h = 0; h < 12; h += 6) {
    const relative = RELATIVE + h;
    for (let k = 0; k < 6; k++) {
      if (side === SECOND) part[k] = velocity[SECOND_BODY + h + k] - prior[h + k];
      else if (side === FIRST) part[k] = prior[h + k] - velocity[FIRST_BODY + h + k];
      else part[k] = velocity[relative + k];
    }
    crossMotion(res, h, motion, 0, part, 0);
    cross3(part, 0, velocity, relative, move, 3);
    addTo3(res, h + 3, part, 0);
    cross3(part, 0, move, 0, velocity, relative);
    cross3(part, 3, move, 0, velocity, relative + 3);
    subFrom3(res, h, part, 0);
    subFrom3(res, h + 3, part, 3);
  }
}

// changes in the frame: of velocities, of motions J qacc (both linear first), of row residuals and forces
const local = new Float64Array(12);
const residual = new Float64Array(10);
const response = new Float64Array(10);
const frameChange = new Float64Array(6);

/** res = change of the wrench: by the row forces, and as the frame rotates and the point moves
 *  reads  `wrench`, of `addContact` */
function wrenchChange(res: Float64Array, m: Model, d: Data, con: int, change: Float64Array, move: Float64Array): void {
  const { contact_frame } = d;
  for (let h = 0; h < 12; h += 6) {
    mulMatVec3(local, h, contact_frame, 9 * con, change, h + 3);
    mulMatVec3(local, h + 3, contact_frame, 9 * con, change, h);
  }
  zero6(frameChange, 0);
  if (d.contact_efc_address[con] >= 0) {
    const growth = stiffening(d, con) * move[6];
    rowResiduals(residual, m, d, con, local, move[6], growth);
    rowResponse(response, m, d, con, residual, growth);
    rowsToFrame(frameChange, m, d, con, response, 0);
  }
  frameToWorld(res, 0, d, con, frameChange);
  cross3(part, 0, move, 0, wrench, 0);
  cross3(part, 3, move, 0, wrench, 3);
  addTo6(res, 0, part, 0);
  cross3(part, 0, move, 3, wrench, 3);
  addTo3(res, 0, part, 0);
}

/** res = d(J a - aref) of each row, for changes `local` of the velocities, dist of the distance and growth = dD / D */
function rowResiduals(
  res: Float64Array,
  m: Model,
  d: Data,
  con: int,
  local: Float64Array,
  dist: number,
  growth: number,
): void {
  const { contact_efc_address, contact_dim, contact_friction, contact_adhesion, efc_KBIP, efc_R } = d;
  const e = contact_efc_address[con];
  const dim = contact_dim[con];
  const a = 4 * e;
  const spring = springDerivative(d, e) * dist;
  if (isCone(m, d, con)) {
    for (let k = 0; k < dim; k++) res[k] = local[6 + k] + efc_KBIP[a + 4 * k + 1] * local[k];
    res[0] += spring + efc_R[e] * growth * contact_adhesion[con];
    return;
  }
  const B = efc_KBIP[a + 1];
  // all edges share one R, which falls as D grows
  const sticky = (efc_R[e] * growth * contact_adhesion[con]) / (2 * (dim - 1));
  const normal = local[6] + B * local[0] + spring + sticky;
  for (let k = 1; k < dim; k++) {
    const slide = contact_friction[5 * con + k - 1] * (local[6 + k] + B * local[k]);
    res[2 * k - 2] = normal + slide;
    res[2 * k - 1] = normal - slide;
  }
}

/** res = df of each row: f dD / D - G residual */
function rowResponse(res: Float64Array, m: Model, d: Data, con: int, residual: Float64Array, growth: number): void {
  const e = d.contact_efc_address[con];
  const n = contactRowCount(m, d, con);
  stiffRows(res, m, d, con, residual);
  for (let k = 0; k < n; k++) res[k] = d.efc_force[e + k] * growth - res[k];
}
