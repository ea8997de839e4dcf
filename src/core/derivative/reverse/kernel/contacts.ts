import { clearHullCache } from '../../../engine/collision/convex/support/smallHull.ts';
import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addTo6, crossForce, dot6, mulDofVec, shiftForce, shiftMotion, zero6 } from '../../../math/spatial.ts';
import { addTo3, addToScl3, cross3, dot3, sub3, subFrom3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import {
  contactRowCount,
  frameToWorld,
  isCone,
  springDerivative,
  stiffening,
  stiffRows,
} from '../../analytic/constraint/contactRows.ts';
import {
  bodyMotion,
  contactBody,
  contactWrench,
  isActive,
  isAnyActive,
  pairCount,
} from '../../analytic/constraint/contactWrench.ts';
import { contactMotion } from '../../analytic/constraint/motion/contactMotion.ts';
import {
  Body,
  bodyOffset,
  contactMotionOffset,
  Dof,
  dofOffset,
  MOTION,
  RIGID,
  VELOCITY_MATRIX,
  velocityMatrixOffset,
} from '../../analytic/layout.ts';
import { Cotangent, cotangentOffset, stateOffset } from './layout.ts';

/*  VJP of `contactDerivative`: for each dof j, the sum over contacts of y . dW_j, with dW_j the derivative of the contact wrench with
 *  respect to j and y the relative motion of its bodies at speeds lambda. Each contact is differentiated once, independent of the number of
 *  dofs that move it:
 *
 *    vjpRows      cotangent of W  ->  cotangents of the relative velocity (`change`) and of the distance (`move[6]`)
 *    vjpFrame     those           ->  cotangents of rotation and translation of the contact (`move[0..6)`)
 *    vjpTangents  of the rotation about the normal -> of the normal
 *    vjpSurfaces  `move`          ->  forces on both bodies, by the motion table of the contact
 *    vjpBodies    forces and cotangents of bodies, summed over subtrees -> dofs
 *
 *  (docs/derivations/reverse.md) */

/** Adjoints of a body, in place of its velocity matrix: spatial vectors about the center of its tree. A force: */
const FORCE = 0;
/** Cotangents of the velocity of the body and of its motion J qacc. */
const VELOCITY = 6;
const ACCELERATION = 12;
/** Motion at speeds lambda. */
const LAMBDA = 18;

function bodyAdjointOffset(m: Model, b: int): int {
  return velocityMatrixOffset(m) + VELOCITY_MATRIX * b;
}

/** Cotangents of positions += the part of contacts. Returns the number of pairs without a derivative.
 *  reads  d: contact_* efc_* cvel cdof, w: Dof.VEL_BEFORE MOTION_BEFORE, Body.MOTION, g: Cotangent.LAMBDA
 *  scratch w: velocity matrices   adds to g: state   writes d: work_con_error */
export function vjpContacts(m: Model, d: Data, w: Float64Array, g: Float64Array): int {
  const { ncon } = d;
  let lostPairs = 0;
  if (ncon === 0) return lostPairs;
  d.work_con_error.fill(0, 0, 3 * ncon);
  clearBodies(m, d, w, g);
  clearHullCache();
  for (let c = 0; c < ncon; ) {
    const n = pairCount(d, c);
    if (isAnyActive(m, d, w, c, n)) {
      if (!contactMotion(m, d, w, c, n)) lostPairs++;
      for (let k = c; k < c + n; k++) {
        if (isActive(m, d, w, k)) vjpContact(m, d, w, k, contactMotionOffset(m) + MOTION * (k - c));
      }
    }
    c += n;
  }
  vjpBodies(m, d, w, g);
  return lostPairs;
}

const part = new Float64Array(6);

/** Clear the adjoints of bodies and set their motions at speeds lambda. */
function clearBodies(m: Model, d: Data, w: Float64Array, g: Float64Array): void {
  const { nbody, body_parentid, body_dofadr, body_dofnum } = m;
  zero(w, bodyAdjointOffset(m, 0), VELOCITY_MATRIX * nbody);
  for (let b = 1; b < nbody; b++) {
    const at = bodyAdjointOffset(m, b) + LAMBDA;
    const i = body_dofadr[b];
    if (body_dofnum[b] > 0)
      mulDofVec(w, at, d.cdof, 6 * i, g, cotangentOffset(m, Cotangent.LAMBDA) + i, body_dofnum[b]);
    addTo6(w, at, w, bodyAdjointOffset(m, body_parentid[b]) + LAMBDA);
  }
}

// velocity and motion J qacc at the contact: of the first body, and of the second minus the first
const first = new Float64Array(12);
const relative = new Float64Array(12);
const wrench = new Float64Array(6);
// relative motion at speeds lambda: the cotangent of the wrench
const motion = new Float64Array(6);
// cotangents of `relative`, and of how the contact moves: rotation, translation, distance
const change = new Float64Array(12);
const move = new Float64Array(7);

/** Adjoints of the bodies of contact `con` += its VJP. Its motion table starts at `table` of w. */
function vjpContact(m: Model, d: Data, w: Float64Array, con: int, table: int): void {
  const b1 = contactBody(m, d, con, 0);
  const b2 = contactBody(m, d, con, 1);
  bodyMotion(first, 0, m, d, w, con, b1);
  bodyMotion(relative, 0, m, d, w, con, b2);
  for (let k = 0; k < 12; k++) relative[k] -= first[k];
  contactWrench(wrench, 0, m, d, w, con);
  relativeLambda(motion, m, d, w, con, b1, b2);
  zero(change, 0, 12);
  move[6] = 0;
  if (d.contact_efc_address[con] >= 0) vjpRows(change, move, m, d, con, motion);
  vjpFrame(move, change, wrench, motion, relative);
  if (m.geom_type[d.contact_geom[2 * con]] !== GeomType.PLANE) vjpTangents(move, d, con);
  vjpSurfaces(m, d, w, con, table, move);
  addBodyAdjoint(m, d, w, con, b2, VELOCITY, change, 0, 1);
  addBodyAdjoint(m, d, w, con, b2, ACCELERATION, change, 6, 1);
  addBodyAdjoint(m, d, w, con, b1, VELOCITY, change, 0, -1);
  addBodyAdjoint(m, d, w, con, b1, ACCELERATION, change, 6, -1);
}

/** res = motion of the second body minus that of the first, at speeds lambda, at the contact */
function relativeLambda(res: Float64Array, m: Model, d: Data, w: Float64Array, con: int, b1: int, b2: int): void {
  const { body_rootid } = m;
  const { contact_pos, subtree_com } = d;
  shiftMotion(part, 0, w, bodyAdjointOffset(m, b1) + LAMBDA, contact_pos, 3 * con, subtree_com, 3 * body_rootid[b1]);
  shiftMotion(res, 0, w, bodyAdjointOffset(m, b2) + LAMBDA, contact_pos, 3 * con, subtree_com, 3 * body_rootid[b2]);
  for (let k = 0; k < 6; k++) res[k] -= part[k];
}

// in the frame, linear first: `motion`, cotangents of `relative`; over rows: cotangents of forces and of residuals
const local = new Float64Array(6);
const changeLocal = new Float64Array(12);
const rows = new Float64Array(10);
const residuals = new Float64Array(10);

/** VJP of the row forces, df = f (dD / D) - G d(J a - aref): set `change` and the distance move[6], for the cotangent
 *  `motion` of the wrench. */
function vjpRows(change: Float64Array, move: Float64Array, m: Model, d: Data, con: int, motion: Float64Array): void {
  const { contact_frame, contact_efc_address, contact_adhesion, efc_force, efc_R } = d;
  const e = contact_efc_address[con];
  const n = contactRowCount(m, d, con);
  mulMatVec3(local, 0, contact_frame, 9 * con, motion, 3);
  mulMatVec3(local, 3, contact_frame, 9 * con, motion, 0);
  frameToRows(rows, m, d, con, local, n);
  stiffRows(residuals, m, d, con, rows);
  const normal = negRowsToFrame(changeLocal, m, d, con, residuals, n);
  const growth = stiffening(d, con);
  let sum: number = 0;
  for (let k = 0; k < n; k++) sum += rows[k] * efc_force[e + k];
  // every edge of a pyramid has the spring and a share of the adhesion
  const edges: number = isCone(m, d, con) ? 1 : n;
  move[6] = growth * sum - normal * (springDerivative(d, e) + (efc_R[e] * growth * contact_adhesion[con]) / edges);
  frameToWorld(change, 6, d, con, changeLocal);
  // the same for velocities, times B
  scaleByDamping(changeLocal, m, d, con, e);
  frameToWorld(change, 0, d, con, changeLocal);
}

/** res = values of the n rows, from components x in the frame: an edge of a pyramid is the normal and mu times a tangent.
 *  The transpose of `rowsToFrame`. */
function frameToRows(res: Float64Array, m: Model, d: Data, con: int, x: Float64Array, n: int): void {
  const { contact_friction } = d;
  if (isCone(m, d, con)) {
    for (let k = 0; k < n; k++) res[k] = x[k];
    return;
  }
  for (let k = 1; 2 * k <= n; k++) {
    const slide = contact_friction[5 * con + k - 1] * x[k];
    res[2 * k - 2] = x[0] + slide;
    res[2 * k - 1] = x[0] - slide;
  }
}

/** res = -(values x of the n rows in the frame). Returns the sum along the normal. */
function negRowsToFrame(res: Float64Array, m: Model, d: Data, con: int, x: Float64Array, n: int): number {
  const { contact_friction } = d;
  zero(res, 0, 12);
  if (isCone(m, d, con)) {
    for (let k = 0; k < n; k++) res[k] = -x[k];
    return x[0];
  }
  for (let k = 1; 2 * k <= n; k++) {
    const plus = x[2 * k - 2];
    const minus = x[2 * k - 1];
    res[0] -= plus + minus;
    res[k] = -contact_friction[5 * con + k - 1] * (plus - minus);
  }
  return -res[0];
}

/** x *= B of the rows of a contact, the first of which is e */
function scaleByDamping(x: Float64Array, m: Model, d: Data, con: int, e: int): void {
  const { contact_dim, efc_KBIP } = d;
  const dim = contact_dim[con];
  const cone = isCone(m, d, con);
  for (let k = 0; k < dim; k++) x[k] *= efc_KBIP[4 * (cone ? e + k : e) + 1];
}

/** move[0..6) = cotangents of the rotation and translation of the contact: it carries the wrench, and relative velocities
 *  are seen from its frame */
function vjpFrame(
  move: Float64Array,
  change: Float64Array,
  wrench: Float64Array,
  motion: Float64Array,
  relative: Float64Array,
): void {
  cross3(move, 0, wrench, 0, motion, 0);
  cross3(part, 0, wrench, 3, motion, 3);
  addTo3(move, 0, part, 0);
  cross3(move, 3, wrench, 3, motion, 0);
  for (let h = 0; h < 12; h += 6) {
    cross3(part, 0, relative, h, change, h);
    cross3(part, 3, relative, h + 3, change, h + 3);
    subFrom3(move, 0, part, 0);
    subFrom3(move, 0, part, 3);
    cross3(part, 0, change, h + 3, relative, h);
    addTo3(move, 3, part, 0);
  }
}

/** VJP of `tangentRotation`: the rotation about the normal n follows from dn, by the world axis that fixes the tangents. */
function vjpTangents(move: Float64Array, d: Data, con: int): void {
  const { contact_frame } = d;
  const f = 9 * con;
  const h = Math.abs(contact_frame[f + 1]) < 0.5 ? 1 : 2;
  const along = dot3(contact_frame, f, move, 0);
  addToScl3(move, 0, contact_frame, f, -along);
  // n x z = -y
  addToScl3(move, 0, contact_frame, f + 3, (along * contact_frame[f + h]) / contact_frame[f + 3 + h]);
}

// torque and force on a body
const force = new Float64Array(6);

/** Forces on both bodies += the VJP of the motion of the contact: by the table for the second geom, by the rigid motion minus the table for the first. */
function vjpSurfaces(m: Model, d: Data, w: Float64Array, con: int, table: int, move: Float64Array): void {
  const { contact_geom, contact_pos, geom_xpos } = d;
  const b1 = contactBody(m, d, con, 0);
  const b2 = contactBody(m, d, con, 1);
  for (let c = 0; c < 3; c++) {
    let push: number = 0;
    let torque: number = 0;
    for (let k = 0; k < 7; k++) {
      push += w[table + 7 * c + k] * move[k];
      torque += w[table + 7 * (c + 3) + k] * move[k];
    }
    force[3 + c] = push;
    force[c] = torque;
  }
  sub3(part, 0, geom_xpos, 3 * contact_geom[2 * con + 1], contact_pos, 3 * con);
  cross3(part, 0, part, 0, force, 3);
  addTo3(force, 0, part, 0);
  addBodyAdjoint(m, d, w, con, b2, FORCE, force, 0, 1);
  addBodyAdjoint(m, d, w, con, b1, FORCE, move, 0, 1);
  addBodyAdjoint(m, d, w, con, b1, FORCE, force, 0, -1);
  // rotation of both geoms
  zero6(force, 0);
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < 7; k++) force[c] += w[table + RIGID + 7 * c + k] * move[k];
  }
  addBodyAdjoint(m, d, w, con, b1, FORCE, force, 0, 1);
}

/** Adjoint `what` of a body += sign times the wrench x[i..] at the contact. */
function addBodyAdjoint(
  m: Model,
  d: Data,
  w: Float64Array,
  con: int,
  b: int,
  what: int,
  x: Float64Array,
  i: int,
  sign: number,
): void {
  if (b === 0) return;
  const at = bodyAdjointOffset(m, b) + what;
  shiftForce(part, 0, x, i, d.subtree_com, 3 * m.body_rootid[b], d.contact_pos, 3 * con);
  for (let k = 0; k < 6; k++) w[at + k] += sign * part[k];
}

/** Cotangents of positions += the adjoints of bodies. As dof j moves, the velocity V of a body beyond it changes by
 *  S_j x (V - V before j), so a cotangent c of V gives S_j . ((V - V before j) x* c). */
function vjpBodies(m: Model, d: Data, w: Float64Array, g: Float64Array): void {
  const { nbody, body_parentid, body_dofadr, body_dofnum } = m;
  addOwnMotion(m, d, w);
  for (let b = nbody - 1; b > 0; b--) {
    const at = bodyAdjointOffset(m, b);
    const end = body_dofadr[b] + body_dofnum[b];
    const parent = bodyAdjointOffset(m, body_parentid[b]);
    for (let i = body_dofadr[b]; i < end; i++) g[stateOffset(m) + i] += vjpDof(m, d, w, i, at);
    if (body_parentid[b] > 0) for (let k = 0; k < LAMBDA; k++) w[parent + k] += w[at + k];
  }
}

/** FORCE += V x* c of each body */
function addOwnMotion(m: Model, d: Data, w: Float64Array): void {
  for (let b = 1; b < m.nbody; b++) {
    const at = bodyAdjointOffset(m, b);
    crossForce(part, 0, d.cvel, 6 * b, w, at + VELOCITY);
    addTo6(w, at + FORCE, part, 0);
    crossForce(part, 0, w, bodyOffset(m, Body.MOTION) + 6 * b, w, at + ACCELERATION);
    addTo6(w, at + FORCE, part, 0);
  }
}

function vjpDof(m: Model, d: Data, w: Float64Array, i: int, at: int): number {
  crossForce(part, 0, w, dofOffset(m, Dof.VEL_BEFORE) + 6 * i, w, at + VELOCITY);
  let sum = dot6(d.cdof, 6 * i, w, at + FORCE) - dot6(d.cdof, 6 * i, part, 0);
  crossForce(part, 0, w, dofOffset(m, Dof.MOTION_BEFORE) + 6 * i, w, at + ACCELERATION);
  sum -= dot6(d.cdof, 6 * i, part, 0);
  return sum;
}
