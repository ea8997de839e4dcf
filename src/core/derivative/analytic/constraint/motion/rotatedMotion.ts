import {
  beginRotations,
  contactsInOnePass,
  isDistinct,
  minSeparation,
  penetration,
  rotateShapes,
  rotationAngle,
} from '../../../../engine/collision/convex/convexConvex.ts';
import { setShape } from '../../../../engine/collision/convex/shape.ts';
import { MAT, POS, SHAPE, shape } from '../../../../engine/collision/convex/workspace.ts';
import { CON, CON_NORMAL, CON_POS } from '../../../../engine/collision/precontact.ts';
import { addToScl, copy, zero } from '../../../../math/array.ts';
import { cos, sin } from '../../../../math/elementary/trig.ts';
import type { int } from '../../../../math/int.ts';
import { addTo3, addToScl3, copy3, cross3, dist3, sub3, subFrom3, zero3 } from '../../../../math/vec3.ts';
import { MAXCONPAIR } from '../../../../model/constants.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { contactMotionOffset, MOTION, RIGID } from '../../layout.ts';
import { convexMotion } from './convexMotion.ts';
import { isCurved } from './features.ts';
import { tangentRotation } from './motionAt.ts';
import { nearestMotion } from './nearestMotion.ts';

/*  Contacts found by rotating both geoms about a tangent t of the first contact, at its point p: the first by R, the
 *  second by R^T (convexConvex.ts). Each is the contact of two moving geoms: as p and t change, by dp and dt, the
 *  rotation R = exp(a [t]) moves the geom that it rotates with
 *    velocity (1 - R) dp at p,   rotation sin a dt + (1 - cos a) t x dt
 *  and the second geom adds its own rotated motion. Relative to the first geom, this is a motion in the table of the
 *  rotated geoms; the motion of the first is added to everything. The distance is that of the first contact.
 *  (docs/derivations/transition.md) */

/** True if contacts after the first come from rotating the geoms: cylinders, capsules and meshes, polytopes with a
 *  margin. */
export function isFoundByRotation(m: Model, g1: int, g2: int, reach: number): boolean {
  const { geom_type } = m;
  if (geom_type[g1] === GeomType.HFIELD || geom_type[g1] === GeomType.PLANE) return false;
  if (isCurved(m, g1) || isCurved(m, g2)) return true;
  return geom_type[g2] === GeomType.MESH && contactsInOnePass(m, g1, g2, reach) === 1;
}

/** Maximum distance from the position where the contact was first found. */
const SAME = 1e-12;

const contacts = new Float64Array(MAXCONPAIR * CON);
// poses of both geoms: position, rotation
const poses = new Float64Array(24);
// table of the first contact
const base = new Float64Array(MOTION);
const table = new Float64Array(MOTION);
const frame = new Float64Array(9);

/** Motion table (see contactMotion.ts) of the n contacts from `con` on; false if one of them is of another kind. */
export function rotatedMotion(
  m: Model,
  d: Data,
  w: Float64Array,
  con: int,
  n: int,
  g1: int,
  g2: int,
  reach: number,
): boolean {
  const { contact_pos, contact_frame, contact_dist } = d;
  const at = contactMotionOffset(m);
  if (!oneMotion(m, d, w, con, g1, g2, reach)) return false;
  copy(base, 0, w, at, MOTION);
  contacts[0] = contact_dist[con];
  copy3(contacts, CON_POS, contact_pos, 3 * con);
  copy3(contacts, CON_NORMAL, contact_frame, 9 * con);
  copy(frame, 0, contact_frame, 9 * con, 9);
  beginRotations(contacts);
  const tolerance = minSeparation(m, g1, g2);
  let c = 1;
  for (let k = 0; k < 4 && c < n; k++) {
    setShape(m, d, 0, g1, reach);
    setShape(m, d, 1, g2, reach);
    rotateShapes(k, contacts);
    if (penetration(m, d, 1, reach, contacts, c * CON) === 0 || !isDistinct(contacts, c, tolerance)) continue;
    if (dist3(contacts, c * CON + CON_POS, contact_pos, 3 * (con + c)) > SAME) return false;
    swapPoses(d, g1, g2);
    contact_dist[con + c] = contacts[c * CON];
    const followed = oneMotion(m, d, w, con + c, g1, g2, reach);
    contact_dist[con + c] = contact_dist[con];
    copy(table, 0, w, at, MOTION);
    if (followed) {
      carry(d, w, con + c, g2, k, at + MOTION * c);
      spin(d, w, con + c, g2, k, at + MOTION * c + RIGID);
    }
    restorePoses(d, g1, g2);
    if (!followed) return false;
    c++;
  }
  copy(w, at, base, 0, MOTION);
  return c === n;
}

/** Motion table of one contact, as if it were the first. */
function oneMotion(m: Model, d: Data, w: Float64Array, con: int, g1: int, g2: int, reach: number): boolean {
  const at = contactMotionOffset(m);
  zero(w, at, MOTION);
  return m.geom_type[g2] === GeomType.MESH
    ? convexMotion(m, d, w, con, 1, g1, g2, reach)
    : nearestMotion(m, d, w, con, g1, g2, at);
}

/** Restores the poses of the geoms from their shapes. */
function swapPoses(d: Data, g1: int, g2: int): void {
  const { geom_xpos, geom_xmat } = d;
  for (let k = 0; k < 2; k++) {
    const g = k === 0 ? g1 : g2;
    copy3(poses, 12 * k, geom_xpos, 3 * g);
    copy(poses, 12 * k + 3, geom_xmat, 9 * g, 9);
    copy3(geom_xpos, 3 * g, shape, k * SHAPE + POS);
    copy(geom_xmat, 9 * g, shape, k * SHAPE + MAT, 9);
  }
}

function restorePoses(d: Data, g1: int, g2: int): void {
  const { geom_xpos, geom_xmat } = d;
  for (let k = 0; k < 2; k++) {
    const g = k === 0 ? g1 : g2;
    copy3(geom_xpos, 3 * g, poses, 12 * k);
    copy(geom_xmat, 9 * g, poses, 12 * k + 3, 9);
  }
}

const dn = new Float64Array(3);
const dt = new Float64Array(3);
const dp = new Float64Array(3);
const spins = new Float64Array(7);
// motion of both rotated geoms: rotation, velocity at p; then relative to the first
const first = new Float64Array(6);
const second = new Float64Array(6);
const arm = new Float64Array(3);
const part = new Float64Array(3);
const unit = new Float64Array(3);

/** Converts the table of the geoms in their k-th rotation to one, at `at` of w, for motions of the unrotated second
 *  geom. */
function carry(d: Data, w: Float64Array, con: int, g2: int, k: int, at: int): void {
  const t = k < 2 ? 3 : 6;
  const angle = rotationAngle(k);
  for (let c = 0; c < 6; c++) {
    const o = at + 7 * c;
    const b = 7 * c;
    cross3(dn, 0, base, b, frame, 0);
    // the frame rotates by n x dn, and about n
    cross3(part, 0, frame, 0, dn, 0);
    addToScl3(part, 0, frame, 0, tangentRotation(frame, 0, dn));
    cross3(dt, 0, part, 0, frame, t);
    copy3(dp, 0, base, b + 3);
    beginTwists(d, g2, t, angle);
    // the second geom adds its own motion, rotated
    zero3(unit, 0);
    unit[c % 3] = 1;
    rotate(unit, t, -angle);
    addTo3(second, c < 3 ? 3 : 0, unit, 0);
    endTwists(d, con, w, o);
    w[o + 6] = base[b + 6];
  }
}

/** Sets `first` and `second` to the motions that both rotations cause for dp and dt; the second about the center of its
 *  geom, relative to the first. */
function beginTwists(d: Data, g2: int, t: int, angle: number): void {
  rotationTwist(first, t, angle);
  rotationTwist(second, t, -angle);
  sub3(arm, 0, d.geom_xpos, 3 * g2, contacts, CON_POS);
  for (let i = 0; i < 6; i++) second[i] -= first[i];
  cross3(part, 0, second, 0, arm, 0);
  addTo3(second, 3, part, 0);
}

/** res = effect of these motions on the contact */
function endTwists(d: Data, con: int, res: Float64Array, o: int): void {
  zero(res, o, 7);
  for (let i = 0; i < 3; i++) {
    addToScl(res, o, table, 7 * i, second[3 + i], 7);
    addToScl(res, o, table, 7 * (i + 3), second[i], 7);
  }
  sub3(arm, 0, d.contact_pos, 3 * con, contacts, CON_POS);
  cross3(part, 0, first, 0, arm, 0);
  addTo3(res, o + 3, part, 0);
  addTo3(res, o + 3, first, 3);
  addTo3(res, o, first, 0);
}

/** Deviation from the rigid motion if both geoms rotate by w: the tangents y, z of the first contact, determined by a
 *  world axis h (motionAt.ts), rotate about its normal n by an additional k . w, k = (n . h) / (y . h) y - n, and so do
 *  the rotations. */
function spin(d: Data, w: Float64Array, con: int, g2: int, k: int, o: int): void {
  const t = k < 2 ? 3 : 6;
  const h = Math.abs(frame[1]) < 0.5 ? 1 : 2;
  cross3(dt, 0, frame, 0, frame, t);
  zero3(dp, 0);
  beginTwists(d, g2, t, rotationAngle(k));
  endTwists(d, con, spins, 0);
  spins[6] = 0;
  for (let i = 0; i < 3; i++) {
    const more = (frame[h] / frame[3 + h]) * frame[3 + i] - frame[i];
    for (let j = 0; j < 7; j++) w[o + 7 * i + j] = more * spins[j];
  }
}

/** res = motion of an object that is rotated by an angle about tangent t, for dp and dt */
function rotationTwist(res: Float64Array, t: int, angle: number): void {
  const s = sin(angle);
  cross3(part, 0, frame, t, dt, 0);
  zero3(res, 0);
  addToScl3(res, 0, dt, 0, s);
  addToScl3(res, 0, part, 0, 1 - cos(angle));
  copy3(unit, 0, dp, 0);
  copy3(res, 3, unit, 0);
  rotate(unit, t, angle);
  subFrom3(res, 3, unit, 0);
}

/** unit = v + sin a t x v + (1 - cos a) t x (t x v), in place */
function rotate(v: Float64Array, t: int, angle: number): void {
  const s = sin(angle);
  cross3(part, 0, frame, t, v, 0);
  addToScl3(v, 0, part, 0, s);
  cross3(part, 0, frame, t, part, 0);
  addToScl3(v, 0, part, 0, 1 - cos(angle));
}
