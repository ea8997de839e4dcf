import { collidePair } from '../../../../engine/collision/dispatch.ts';
import { pairGap } from '../../../../engine/collision/filter.ts';
import { CON, CON_NORMAL, CON_POS } from '../../../../engine/collision/precontact.ts';
import { precontact } from '../../../../engine/collision/workspace.ts';
import { mergeChain } from '../../../../engine/tree/chain.ts';
import { addToScl, copy, zero } from '../../../../math/array.ts';
import type { int } from '../../../../math/int.ts';
import { makeFrame } from '../../../../math/mat3.ts';
import { shiftMotion } from '../../../../math/spatial.ts';
import { addToScl3, copy3, cross3, dist3, dot3, norm3, sub3, zero3 } from '../../../../math/vec3.ts';
import { MAXCONPAIR } from '../../../../model/constants.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { contactMotionOffset, MOTION, RIGID } from '../../layout.ts';
import { FIRST, markSides, SECOND } from '../wrench.ts';
import { recordContactError } from './contactError.ts';
import { isFoundByRotation } from './rotatedMotion.ts';

/*  Any pair: finite differences of the pair function, with `opt.ccd_exact`, because contacts of EPA jump between
 *  facets. The second geom is nudged along the normal and the tangents of the first contact: for flush faces, motion
 *  along the normal keeps the corners, and motion along the tangents keeps the contact plane. */

const EPS = 1e-6;
/** Ratio of a second, larger nudge, and relative difference of the two derivatives above which the contact jumps. */
const LARGER = 4;
const APART = 0.02;

const pose = new Float64Array(12);
const frame = new Float64Array(9);
// contacts that nudges are compared with: those of the pair function without a nudge, and their frames
const here = new Float64Array(MAXCONPAIR * CON);
const frames = new Float64Array(9 * MAXCONPAIR);
const derivative = new Float64Array(7);
// directions of the nudges; a table along these; motion of a dof
const axes = new Float64Array(9);
const table = new Float64Array(RIGID);
const motion = new Float64Array(6);
// pose of the first geom, which moves only in `rigidRows`
const firstPose = new Float64Array(12);
const turnCenter = new Float64Array(3);
const rotationAxis = new Float64Array(3);
const displacement = new Float64Array(3);
const column = new Float64Array(3);
// contacts after the backward nudge, then after the forward nudge
const nudgedContacts = new Float64Array(2 * MAXCONPAIR * CON);
const counts = new Int32Array(2);

/** Maximum distance and minimum cosine of the normals at which contacts count as the same: the normal of two concentric
 *  balls jumps, so their contact has no derivative. */
const NEAR = 1e-4;
const ALIKE = 0.9999;

/** Motion table of the n contacts from `con` on (see contactMotion.ts): central differences for contacts that exist
 *  after both nudges, else one-sided ones. Returns false if a contact vanishes after both nudges and a dof causes that
 *  motion. */
export function pairMotion(m: Model, d: Data, w: Float64Array, con: int, n: int, g1: int, g2: int): boolean {
  const { geom_xpos, geom_xmat, contact_includemargin } = d;
  const at = contactMotionOffset(m);
  const reach = contact_includemargin[con] + pairGap(m, g1, g2, -1);
  copy3(pose, 0, geom_xpos, 3 * g2);
  copy(pose, 3, geom_xmat, 9 * g2, 9);
  copy(axes, 0, d.contact_frame, 9 * con, 9);
  const tolerance = m.opt.ccd_tolerance;
  const exact = m.opt.ccd_exact;
  m.opt.ccd_tolerance = 1e-14;
  m.opt.ccd_exact = 1;
  takeHere(m, d, con, n, g1, g2, reach);
  const rough = !isFlat(m, g1) || !isFlat(m, g2);
  let all = true;
  for (let c = 0; c < 6; c++) {
    nudgeBoth(m, d, g1, g2, reach, c, EPS);
    if (n === 1 && isNormalUnstable(0)) all = false;
    let lost = false;
    for (let k = 0; k < n; k++) if (!differenceContact(w, k, n, at + MOTION * k + 7 * c, EPS)) lost = true;
    if (rough && !lost) {
      nudgeBoth(m, d, g1, g2, reach, c, LARGER * EPS);
      for (let k = 0; k < n; k++) if (jumps(w, k, n, at + MOTION * k + 7 * c)) lost = true;
    }
    if (lost && isMotionPossible(m, d, g1, g2, c)) all = false;
  }
  if (n > 1 && isFoundByRotation(m, g1, g2, reach)) rigidRows(m, d, w, n, g1, g2, reach);
  m.opt.ccd_tolerance = tolerance;
  m.opt.ccd_exact = exact;
  copy3(geom_xpos, 3 * g2, pose, 0);
  copy(geom_xmat, 9 * g2, pose, 3, 9);
  for (let k = 0; k < n; k++) toWorldAxes(w, at + MOTION * k);
  return all;
}

/** True if a geom is a plane or a box; contacts between these do not come from GJK and EPA or from gradient descent. */
function isFlat(m: Model, g: int): boolean {
  return m.geom_type[g] === GeomType.PLANE || m.geom_type[g] === GeomType.BOX;
}

/** Sets the contacts that nudges are compared with, and the errors of the computed ones relative to them. A contact
 *  that is not found again is compared with itself. */
function takeHere(m: Model, d: Data, con: int, n: int, g1: int, g2: int, reach: number): void {
  counts[0] = collidePair(m, d, g1, g2, reach, precontact);
  copy(nudgedContacts, 0, precontact, 0, counts[0] * CON);
  for (let k = 0; k < n; k++) {
    const c = con + k;
    copyContact(d, c, k);
    d.work_con_error.fill(0, 3 * c, 3 * c + 3);
    if (counts[0] !== n) continue;
    copy(here, CON * k, nudgedContacts, CON * k, CON);
    copy(frames, 9 * k, nudgedContacts, CON * k + CON_NORMAL, 6);
    zero3(frames, 9 * k + 6);
    makeFrame(frames, 9 * k);
    recordContactError(d, c, here[CON * k], here, CON * k + CON_POS, here, CON * k + CON_NORMAL);
  }
}

/** here[k] = the computed contact */
function copyContact(d: Data, con: int, k: int): void {
  here[CON * k] = d.contact_dist[con];
  copy3(here, CON * k + CON_POS, d.contact_pos, 3 * con);
  copy3(here, CON * k + CON_NORMAL, d.contact_frame, 9 * con);
  copy(frames, 9 * k, d.contact_frame, 9 * con, 9);
}

/** Records the contacts after nudging the second geom along motion c backward and forward. */
function nudgeBoth(m: Model, d: Data, g1: int, g2: int, reach: number, c: int, eps: number): void {
  for (let side = 0; side < 2; side++) {
    nudge(d, g2, c, (2 * side - 1) * eps);
    counts[side] = collidePair(m, d, g1, g2, reach, precontact);
    copy(nudgedContacts, side * MAXCONPAIR * CON, precontact, 0, counts[side] * CON);
  }
}

/** True if contact k of n survives larger nudges in both directions and these give derivatives different from those at
 *  o. */
function jumps(w: Float64Array, k: int, n: int, o: int): boolean {
  if (sameContact(k, 0) < 0 || sameContact(k, 1) < 0) return false;
  zero(derivative, 0, 7);
  if (!differenceContact(derivative, k, n, 0, LARGER * EPS)) return false;
  let size: number = 1;
  let apart: number = 0;
  for (let e = 0; e < 7; e++) {
    size = Math.max(size, Math.abs(w[o + e]));
    apart = Math.max(apart, Math.abs(derivative[e] - w[o + e]));
  }
  return apart > APART * size;
}

/** True if either nudge rotated the normal of the only contact `k`. The normal is then arbitrary, however small the
 *  nudge, and has no derivative.
 *  reads counts, nudgedContacts, here */
function isNormalUnstable(k: int): boolean {
  for (let side = 0; side < 2; side++) {
    const at = side * MAXCONPAIR * CON + CON_NORMAL;
    if (counts[side] > 0 && dot3(nudgedContacts, at, here, CON * k + CON_NORMAL) < ALIKE) return true;
  }
  return false;
}

/** Fraction of a dof's motion above which it is not rounding. */
const PART = 1e-9;

/** True if a dof moves one of the geoms relative to the other along motion c.
 *  writes d: work_chain work_chain2 */
function isMotionPossible(m: Model, d: Data, g1: int, g2: int, c: int): boolean {
  const { geom_bodyid, dof_bodyid, body_rootid } = m;
  const { work_chain, work_chain2, cdof, subtree_com } = d;
  const b1 = geom_bodyid[g1];
  const b2 = geom_bodyid[g2];
  const n = mergeChain(m, work_chain, b1, b2, false);
  markSides(m, d, b1, b2, n);
  for (let k = 0; k < n; k++) {
    if (work_chain2[k] === FIRST + SECOND) continue;
    const j = work_chain[k];
    // about the center of the second geom: rotation, velocity
    shiftMotion(motion, 0, cdof, 6 * j, pose, 0, subtree_com, 3 * body_rootid[dof_bodyid[j]]);
    const at = c < 3 ? 3 : 0;
    if (Math.abs(dot3(motion, at, axes, 3 * (c % 3))) > PART * norm3(motion, at)) return true;
  }
  return false;
}

/** Deviation from the rigid motion if both geoms rotate about world axes through the first contact (see
 *  contactMotion.ts). */
function rigidRows(m: Model, d: Data, w: Float64Array, n: int, g1: int, g2: int, reach: number): void {
  const { geom_xpos, geom_xmat } = d;
  const at = contactMotionOffset(m);
  copy3(firstPose, 0, geom_xpos, 3 * g1);
  copy(firstPose, 3, geom_xmat, 9 * g1, 9);
  copy3(turnCenter, 0, here, CON_POS);
  for (let c = 0; c < 3; c++) {
    zero3(rotationAxis, 0);
    rotationAxis[c] = 1;
    for (let side = 0; side < 2; side++) {
      rotateGeom(d, g1, firstPose, (2 * side - 1) * EPS);
      rotateGeom(d, g2, pose, (2 * side - 1) * EPS);
      counts[side] = collidePair(m, d, g1, g2, reach, precontact);
      copy(nudgedContacts, side * MAXCONPAIR * CON, precontact, 0, counts[side] * CON);
    }
    for (let k = 0; k < n; k++) {
      const o = at + MOTION * k + RIGID + 7 * c;
      if (!differenceContact(w, k, n, o, EPS)) continue;
      sub3(column, 0, here, CON * k + CON_POS, turnCenter, 0);
      cross3(displacement, 0, rotationAxis, 0, column, 0);
      for (let i = 0; i < 3; i++) {
        w[o + i] -= rotationAxis[i];
        w[o + 3 + i] -= displacement[i];
      }
    }
  }
  copy3(geom_xpos, 3 * g1, firstPose, 0);
  copy(geom_xmat, 9 * g1, firstPose, 3, 9);
}

/** Rotates the geom from a pose about `rotationAxis` through `turnCenter`. */
function rotateGeom(d: Data, g: int, from: Float64Array, by: number): void {
  const { geom_xpos, geom_xmat } = d;
  for (let k = 0; k < 3; k++) {
    for (let r = 0; r < 3; r++) column[r] = from[3 + 3 * r + k];
    rotateVector(column, rotationAxis, 0, by);
    for (let r = 0; r < 3; r++) geom_xmat[9 * g + 3 * r + k] = column[r];
  }
  sub3(column, 0, from, 0, turnCenter, 0);
  rotateVector(column, rotationAxis, 0, by);
  for (let r = 0; r < 3; r++) geom_xpos[3 * g + r] = turnCenter[r] + column[r];
}

/** v = v + sin a x v + (1 - cos) a x (a x v), without loss of digits */
function rotateVector(v: Float64Array, axis: Float64Array, a: int, by: number): void {
  cross3(displacement, 0, axis, a, v, 0);
  addToScl3(v, 0, displacement, 0, by);
  cross3(displacement, 0, axis, a, displacement, 0);
  addToScl3(v, 0, displacement, 0, 0.5 * by * by);
}

/** Transforms the table of one contact from motions along `axes` to motions along world axes. */
function toWorldAxes(w: Float64Array, o: int): void {
  copy(table, 0, w, o, RIGID);
  zero(w, o, RIGID);
  for (let c = 0; c < 6; c++) {
    for (let k = 0; k < 3; k++) addToScl(w, o + 7 * c, table, 7 * (c < 3 ? k : k + 3), axes[3 * k + (c % 3)], 7);
  }
}

/** Derivatives of the k-th of n contacts, seven values, from both nudges. False if it exists after neither, or if it is
 *  the only contact and a nudge makes it jump: concentric balls separate in any direction. */
function differenceContact(w: Float64Array, k: int, n: int, o: int, eps: number): boolean {
  let sides = 0;
  for (let side = 0; side < 2; side++) {
    const match = sameContact(k, side);
    if (match < 0 && n === 1 && counts[side] > 0) return false;
    if (match < 0) continue;
    sides++;
    addDifference(w, k, (side * MAXCONPAIR + match) * CON, o, 2 * side - 1);
  }
  if (sides === 0) return false;
  for (let e = o; e < o + 7; e++) w[e] /= sides * eps;
  return true;
}

/** Index of contact k after a nudge: the same index, or else the nearest contact; -1 if none. */
function sameContact(k: int, side: int): int {
  const n = counts[side];
  let best = -1;
  let minDist = NEAR;
  for (let c = 0; c < n; c++) {
    const from = (side * MAXCONPAIR + c) * CON + CON_POS;
    const far = dist3(nudgedContacts, from, here, CON * k + CON_POS);
    if (dot3(nudgedContacts, from + CON_NORMAL - CON_POS, here, CON * k + CON_NORMAL) < ALIKE) continue;
    if (c === k && far < NEAR) return c;
    if (far >= minDist) continue;
    minDist = far;
    best = c;
  }
  return best;
}

/** Moves the geom from `pose` along one of the six motions. */
function nudge(d: Data, g2: int, c: int, by: number): void {
  const { geom_xpos, geom_xmat } = d;
  copy3(geom_xpos, 3 * g2, pose, 0);
  copy(geom_xmat, 9 * g2, pose, 3, 9);
  const a = 3 * (c % 3);
  if (c < 3) {
    addToScl3(geom_xpos, 3 * g2, axes, a, by);
    return;
  }
  for (let k = 0; k < 3; k++) {
    for (let r = 0; r < 3; r++) column[r] = pose[3 + 3 * r + k];
    rotateVector(column, axes, a, by);
    for (let r = 0; r < 3; r++) geom_xmat[9 * g2 + 3 * r + k] = column[r];
  }
}

/** Adds the change of contact k, found at `at` of `found` after a nudge, with its sign. */
function addDifference(w: Float64Array, k: int, at: int, o: int, side: int): void {
  const f = 9 * k;
  if (!isSameFrame(f, at)) {
    copy(frame, 0, nudgedContacts, at + CON_NORMAL, 6);
    zero3(frame, 6);
    makeFrame(frame, 0);
    // dR = sum of n_i x dn_i / 2
    for (let i = 0; i < 3; i++) {
      sub3(displacement, 0, frame, 3 * i, frames, f + 3 * i);
      cross3(displacement, 0, frames, f + 3 * i, displacement, 0);
      addToScl3(w, o, displacement, 0, 0.5 * side);
    }
  }
  sub3(displacement, 0, nudgedContacts, at + CON_POS, here, CON * k + CON_POS);
  addToScl3(w, o + 3, displacement, 0, side);
  w[o + 6] += side * (nudgedContacts[at] - here[CON * k]);
}

/** True if the nudge left the normal unchanged, and therefore the frame: pairs without a preferred tangent leave it
 *  zero. */
function isSameFrame(f: int, at: int): boolean {
  for (let i = 0; i < 3; i++) {
    if (nudgedContacts[at + CON_NORMAL + i] !== frames[f + i] || nudgedContacts[at + CON_NORMAL + 3 + i] !== 0)
      return false;
  }
  return true;
}
