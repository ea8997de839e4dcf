import { clearHullCache } from '../../../engine/collision/convex/support/smallHull.ts';
import { isPyramidal } from '../../../engine/tree/settings.ts';
import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addTo6, crossForce, dot6, mulDofVec, shiftForce, shiftMotion, zero6 } from '../../../math/spatial.ts';
import { addTo3, addToScl3, cross3, dot3, sub3, subFrom3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import {
  bodyMotion,
  contactBody,
  contactRowCount,
  contactWrench,
  isActive,
  isAnyActive,
  pairCount,
  springDerivative,
  stiffening,
  stiffRows,
  toWorld,
  wrench,
} from '../../analytic/constraint/contact.ts';
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

/*  Back over `contactDerivative`: for each dof j, the sum over contacts of y . dW_j, where dW_j is how the wrench of a contact changes
 *  with j, and y the relative motion of its bodies at speeds lambda. A contact is gone back over once, whatever the number of dofs
 *  that move it: what is left are forces on its two bodies, which are summed over subtrees (docs/derivations/reverse.md). */

/** What is kept of a body, in the place of its velocity matrix, six numbers each and about the centre of its tree. */
const FORCE = 0;
/** Cotangents of the velocity of the body, and of its motion at speeds qacc. */
const VELOCITY = 6;
const ACCELERATION = 12;
/** Motion at speeds lambda. */
const LAMBDA = 18;

function bodyAdjointOffset(m: Model, b: int): int {
  return velocityMatrixOffset(m) + VELOCITY_MATRIX * b;
}

/** Cotangents of positions += what contacts add. Returns the number of contacts that could not be followed.
 *  reads  d: contact_* efc_* cvel cdof, w: Dof.V0 W0, Body.W, g: Pull.LAMBDA   scratch w: velocity matrices   adds to g: state
 *  writes d: work_con_error */
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

/** Nothing kept yet but for the motions at speeds lambda. */
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

// velocity and motion at speeds qacc of both bodies at the contact, and of the second less the first
const first = new Float64Array(12);
const relative = new Float64Array(12);
// relative motion at speeds lambda; the same in the frame of the contact, linear first
const motion = new Float64Array(6);
const local = new Float64Array(6);
// cotangents: of the forces of rows, of their residuals; of `relative` in the frame (linear first) and in the world
const rows = new Float64Array(10);
const residuals = new Float64Array(10);
const changeLocal = new Float64Array(12);
const change = new Float64Array(12);
// of how the contact moves: rotation, translation, distance
const move = new Float64Array(7);
// force on a body: torque, force
const force = new Float64Array(6);

function vjpContact(m: Model, d: Data, w: Float64Array, con: int, table: int): void {
  const b1 = contactBody(m, d, con, 0);
  const b2 = contactBody(m, d, con, 1);
  bodyMotion(m, d, w, con, b1, first);
  bodyMotion(m, d, w, con, b2, relative);
  for (let k = 0; k < 12; k++) relative[k] -= first[k];
  contactWrench(m, d, w, con);
  relativeLambda(m, d, w, con, b1, b2);
  zero(change, 0, 12);
  move[6] = 0;
  if (d.contact_efc_address[con] >= 0) vjpRows(m, d, con);
  vjpFrame();
  if (m.geom_type[d.contact_geom[2 * con]] !== GeomType.PLANE) vjpTangents(d, con);
  vjpSurfaces(m, d, w, con, table, b1, b2);
  addBodyAdjoint(m, d, w, con, b2, VELOCITY, change, 0, 1);
  addBodyAdjoint(m, d, w, con, b2, ACCELERATION, change, 6, 1);
  addBodyAdjoint(m, d, w, con, b1, VELOCITY, change, 0, -1);
  addBodyAdjoint(m, d, w, con, b1, ACCELERATION, change, 6, -1);
}

/** motion = that of the second body less that of the first, at speeds lambda, at the contact */
function relativeLambda(m: Model, d: Data, w: Float64Array, con: int, b1: int, b2: int): void {
  const { body_rootid } = m;
  const { contact_pos, subtree_com } = d;
  shiftMotion(part, 0, w, bodyAdjointOffset(m, b1) + LAMBDA, contact_pos, 3 * con, subtree_com, 3 * body_rootid[b1]);
  shiftMotion(motion, 0, w, bodyAdjointOffset(m, b2) + LAMBDA, contact_pos, 3 * con, subtree_com, 3 * body_rootid[b2]);
  for (let k = 0; k < 6; k++) motion[k] -= part[k];
}

/** Back over the forces of rows, df = f (dD / D) - G d(J a - aref): sets `change` and the distance of `move`. */
function vjpRows(m: Model, d: Data, con: int): void {
  const { contact_frame, contact_efc_address, contact_adhesion, efc_force, efc_R } = d;
  const e = contact_efc_address[con];
  const n = contactRowCount(m, d, con);
  mulMatVec3(local, 0, contact_frame, 9 * con, motion, 3);
  mulMatVec3(local, 3, contact_frame, 9 * con, motion, 0);
  toRows(m, d, con, n);
  stiffRows(m, d, con, rows, residuals);
  const normal = toFrame(m, d, con, n);
  const growth = stiffening(d, con);
  let sum: number = 0;
  for (let k = 0; k < n; k++) sum += rows[k] * efc_force[e + k];
  // of pyramids all edges have the spring and a share of the adhesion
  const edges: number = isCone(m, d, con) ? 1 : n;
  move[6] = growth * sum - normal * (springDerivative(d, e) + (efc_R[e] * growth * contact_adhesion[con]) / edges);
  toWorld(d, con, changeLocal, change, 6);
  // the same for velocities, times B
  speedWeights(m, d, con, e);
  toWorld(d, con, changeLocal, change, 0);
}

function isCone(m: Model, d: Data, con: int): boolean {
  return d.contact_dim[con] === 1 || !isPyramidal(m);
}

/** rows = numbers of the n rows from those in the frame: edges of pyramids have the normal and mu times a tangent */
function toRows(m: Model, d: Data, con: int, n: int): void {
  const { contact_friction } = d;
  if (isCone(m, d, con)) {
    for (let k = 0; k < n; k++) rows[k] = local[k];
    return;
  }
  for (let k = 1; 2 * k <= n; k++) {
    const slide = contact_friction[5 * con + k - 1] * local[k];
    rows[2 * k - 2] = local[0] + slide;
    rows[2 * k - 1] = local[0] - slide;
  }
}

/** changeLocal = -(residuals of the n rows, put together in the frame); returns those along the normal */
function toFrame(m: Model, d: Data, con: int, n: int): number {
  const { contact_friction } = d;
  zero(changeLocal, 0, 12);
  if (isCone(m, d, con)) {
    for (let k = 0; k < n; k++) changeLocal[k] = -residuals[k];
    return residuals[0];
  }
  for (let k = 1; 2 * k <= n; k++) {
    const plus = residuals[2 * k - 2];
    const minus = residuals[2 * k - 1];
    changeLocal[0] -= plus + minus;
    changeLocal[k] = -contact_friction[5 * con + k - 1] * (plus - minus);
  }
  return -changeLocal[0];
}

/** changeLocal times the B of the rows */
function speedWeights(m: Model, d: Data, con: int, e: int): void {
  const { contact_dim, efc_KBIP } = d;
  const dim = contact_dim[con];
  const own = isCone(m, d, con);
  for (let k = 0; k < dim; k++) changeLocal[k] *= efc_KBIP[4 * (own ? e + k : e) + 1];
}

/** Cotangents of the rotation and translation of the frame: it takes the wrench with it, and what is relative is seen from it. */
function vjpFrame(): void {
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

/** Back over `tangentRotation`: what turns about the normal n follows from how n moves, by the axis of the world that made the tangents. */
function vjpTangents(d: Data, con: int): void {
  const { contact_frame } = d;
  const f = 9 * con;
  const h = Math.abs(contact_frame[f + 1]) < 0.5 ? 1 : 2;
  const along = dot3(contact_frame, f, move, 0);
  addToScl3(move, 0, contact_frame, f, -along);
  // n x z = -y
  addToScl3(move, 0, contact_frame, f + 3, (along * contact_frame[f + h]) / contact_frame[f + 3 + h]);
}

/** From how the contact moves to the bodies: with the second geom by the table, with the first as a whole less that. */
function vjpSurfaces(m: Model, d: Data, w: Float64Array, con: int, table: int, b1: int, b2: int): void {
  const { contact_geom, contact_pos, geom_xpos } = d;
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
  // the second part of the table
  zero6(force, 0);
  for (let c = 0; c < 3; c++) {
    for (let k = 0; k < 7; k++) force[c] += w[table + RIGID + 7 * c + k] * move[k];
  }
  addBodyAdjoint(m, d, w, con, b1, FORCE, force, 0, 1);
}

/** A force (torque, force) at the contact, added with its sign to what is kept of a body. */
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

/** From bodies to dofs. As dof j moves, the velocity V of a body beyond it changes by S_j x (V - V before j), so that a cotangent c of V
 *  gives S_j . ((V - V before j) x* c). */
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

/** FORCE += V x* c of each body by itself */
function addOwnMotion(m: Model, d: Data, w: Float64Array): void {
  for (let b = 1; b < m.nbody; b++) {
    const at = bodyAdjointOffset(m, b);
    crossForce(part, 0, d.cvel, 6 * b, w, at + VELOCITY);
    addTo6(w, at + FORCE, part, 0);
    crossForce(part, 0, w, bodyOffset(m, Body.W) + 6 * b, w, at + ACCELERATION);
    addTo6(w, at + FORCE, part, 0);
  }
}

function vjpDof(m: Model, d: Data, w: Float64Array, i: int, at: int): number {
  crossForce(part, 0, w, dofOffset(m, Dof.V0) + 6 * i, w, at + VELOCITY);
  let sum = dot6(d.cdof, 6 * i, w, at + FORCE) - dot6(d.cdof, 6 * i, part, 0);
  crossForce(part, 0, w, dofOffset(m, Dof.W0) + 6 * i, w, at + ACCELERATION);
  sum -= dot6(d.cdof, 6 * i, part, 0);
  return sum;
}
