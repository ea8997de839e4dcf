import { collidePair } from '../../../../engine/collision/dispatch.ts';
import { pairGap } from '../../../../engine/collision/filter.ts';
import { CON, CON_NORMAL, CON_POS, precontact } from '../../../../engine/collision/precontact.ts';
import { copy, zero } from '../../../../math/array.ts';
import type { int } from '../../../../math/int.ts';
import { makeFrame } from '../../../../math/mat3.ts';
import { addToScl3, copy3, cross3, dist3, dot3, scl3, sub3, zero3 } from '../../../../math/vec3.ts';
import { MAXCONPAIR, MINVAL } from '../../../../model/constants.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { contactMotionAt } from '../../layout.ts';
import { convexMotion } from './convexMotion.ts';
import { faceMotion } from './faceMotion.ts';
import { featureMotion } from './featureMotion.ts';
import { hfieldMotion } from './hfieldMotion.ts';

/*  How the contacts of two geoms move while the second geom does and the first stands still. For each contact, and each
 *  of six motions of the second geom (three translations, three rotations about its centre, along the axes of the world),
 *  seven numbers: rotation of the contact frame, motion of its point, change of its distance. */

export const MOTION = 42;

const EPS = 1e-6;

/** Fills the table for the n contacts from `con` on, all of one pair of geoms. Returns whether they could be followed. */
export function contactMotion(m: Model, d: Data, w: Float64Array, con: int, n: int): boolean {
  const { geom_type } = m;
  const { contact_geom } = d;
  const g1 = contact_geom[2 * con];
  const g2 = contact_geom[2 * con + 1];
  const at = contactMotionAt(m);
  zero(w, at, MOTION * n);
  const type = geom_type[g2];
  if (
    geom_type[g1] === GeomType.PLANE &&
    (type === GeomType.SPHERE || type === GeomType.CAPSULE || type === GeomType.BOX || type === GeomType.MESH)
  ) {
    for (let k = 0; k < n; k++) planeMotion(m, d, w, con + k, g2, at + MOTION * k);
    return true;
  }
  if (closedMotion(m, d, w, con, n, g1, g2, CLOSED)) return true;
  zero(w, at, MOTION * n);
  if (pairMotion(m, d, w, con, n, g1, g2)) return true;
  // geoms that only just touch: what holds as long as they do
  zero(w, at, MOTION * n);
  return closedMotion(m, d, w, con, n, g1, g2, 0);
}

/** A contact that is no deeper may be taken away by a nudge, which differences notice. */
export const CLOSED = 1e-9;

/** What there is a closed form for, if every contact is so deep at least, and the features that touch can be told: spheres, capsules and
 *  boxes with each other, with meshes and on height fields, meshes with each other. */
export function closedMotion(
  m: Model,
  d: Data,
  w: Float64Array,
  con: int,
  n: int,
  g1: int,
  g2: int,
  depth: number,
): boolean {
  const boxes = m.geom_type[g1] === GeomType.BOX;
  const reach = d.contact_includemargin[con] + pairGap(m, g1, g2, -1);
  // about to open
  for (let k = con; k < con + n; k++) if (d.contact_dist[k] > reach - depth) return false;
  if (reach === 0 && m.geom_type[g2] === GeomType.MESH) return convexMotion(m, d, w, con, n, g1, g2);
  const ground = m.geom_type[g1] === GeomType.HFIELD;
  if (!(ground ? reach === 0 : isSimple(m, g1) && isSimple(m, g2))) return false;
  for (let k = 0; k < n; k++) {
    const at = contactMotionAt(m) + MOTION * k;
    if (ground) {
      if (!hfieldMotion(m, d, w, con + k, g1, g2, at)) return false;
      continue;
    }
    if (boxes && faceMotion(m, d, w, con + k, g1, g2, at)) continue;
    if (!featureMotion(m, d, w, con + k, g1, g2, at)) return false;
  }
  return true;
}

function isSimple(m: Model, g: int): boolean {
  const type = m.geom_type[g];
  return type === GeomType.SPHERE || type === GeomType.CAPSULE || type === GeomType.BOX;
}

const centre = new Float64Array(3);
const axis = new Float64Array(3);
const moved = new Float64Array(3);

/** A plane meets a ball, an end ball of a capsule or a corner of a box or a mesh, whose centre moves with the geom: the distance
 *  changes by n . dc, the point, half way between both surfaces, by dc - n (n . dc) / 2. The frame stays, but where it
 *  follows the axis of a capsule it turns with this about the normal. */
function planeMotion(m: Model, d: Data, w: Float64Array, con: int, g2: int, at: int): void {
  const { geom_type, geom_size } = m;
  const { contact_pos, contact_frame, contact_dist, geom_xpos, geom_xmat } = d;
  const f = 9 * con;
  const capsule = geom_type[g2] === GeomType.CAPSULE;
  const radius: number = capsule || geom_type[g2] === GeomType.SPHERE ? geom_size[3 * g2] : 0;
  sub3(centre, 0, contact_pos, 3 * con, geom_xpos, 3 * g2);
  addToScl3(centre, 0, contact_frame, f, radius + 0.5 * contact_dist[con]);
  for (let k = 0; k < 3; k++) axis[k] = geom_xmat[9 * g2 + 3 * k + 2];
  // what of the axis lies in the plane
  const along = dot3(axis, 0, contact_frame, f + 3);
  for (let c = 0; c < 6; c++) {
    const o = at + 7 * c;
    zero3(moved, 0);
    moved[c % 3] = 1;
    if (c > 2) {
      // the tangent turns by (n x y) . (e x axis) over the length of the axis in the plane
      if (capsule && Math.abs(along) > MINVAL) {
        cross3(axis, 0, moved, 0, axis, 0);
        scl3(w, o, contact_frame, f, dot3(contact_frame, f + 6, axis, 0) / along);
        for (let k = 0; k < 3; k++) axis[k] = geom_xmat[9 * g2 + 3 * k + 2];
      }
      cross3(moved, 0, moved, 0, centre, 0);
    }
    const rise = dot3(contact_frame, f, moved, 0);
    copy3(w, o + 3, moved, 0);
    addToScl3(w, o + 3, contact_frame, f, -0.5 * rise);
    w[o + 6] = rise;
  }
}

const pose = new Float64Array(12);
const frame = new Float64Array(9);
// what a nudge backward found, then what one forward did
const found = new Float64Array(2 * MAXCONPAIR * CON);
const counts = new Int32Array(2);

/** How far a contact may be from where it was to be the same one, and how little its normal may have turned (cosine): two balls about one
 *  centre have a contact whose normal jumps, and with it no derivative. */
const NEAR = 1e-4;
const ALIKE = 0.9999;

/** Any pair: the pair function alone is differenced, with both nudges for contacts that are there after both, else with
 *  the one that leaves them. */
export function pairMotion(m: Model, d: Data, w: Float64Array, con: int, n: int, g1: int, g2: int): boolean {
  const { geom_xpos, geom_xmat, contact_includemargin } = d;
  const at = contactMotionAt(m);
  const reach = contact_includemargin[con] + pairGap(m, g1, g2, -1);
  copy3(pose, 0, geom_xpos, 3 * g2);
  copy(pose, 3, geom_xmat, 9 * g2, 9);
  const tolerance = m.opt.ccd_tolerance;
  m.opt.ccd_tolerance = 1e-14;
  let all = true;
  for (let c = 0; c < 6; c++) {
    for (let side = 0; side < 2; side++) {
      nudge(d, g2, c, (2 * side - 1) * EPS);
      counts[side] = collidePair(m, d, g1, g2, reach, precontact);
      copy(found, side * MAXCONPAIR * CON, precontact, 0, counts[side] * CON);
    }
    for (let k = 0; k < n; k++) if (!contactSlope(d, w, con + k, k, at + MOTION * k + 7 * c)) all = false;
  }
  m.opt.ccd_tolerance = tolerance;
  copy3(geom_xpos, 3 * g2, pose, 0);
  copy(geom_xmat, 9 * g2, pose, 3, 9);
  return all;
}

/** The seven slopes of one contact, the k-th of its pair, from both nudges; false if it is there after neither. */
function contactSlope(d: Data, w: Float64Array, con: int, k: int, o: int): boolean {
  let sides = 0;
  for (let side = 0; side < 2; side++) {
    const match = sameContact(d, con, k, side);
    if (match < 0) continue;
    sides++;
    addDifference(d, w, con, (side * MAXCONPAIR + match) * CON, o, 2 * side - 1);
  }
  if (sides === 0) return false;
  for (let e = o; e < o + 7; e++) w[e] /= sides * EPS;
  return true;
}

/** Which of the contacts after a nudge is contact `con`: the one of the same number, or else the nearest; -1 for none. */
function sameContact(d: Data, con: int, k: int, side: int): int {
  const n = counts[side];
  let best = -1;
  let least = NEAR;
  for (let c = 0; c < n; c++) {
    const from = (side * MAXCONPAIR + c) * CON + CON_POS;
    const far = dist3(found, from, d.contact_pos, 3 * con);
    if (dot3(found, from + CON_NORMAL - CON_POS, d.contact_frame, 9 * con) < ALIKE) continue;
    if (c === k && far < NEAR) return c;
    if (far >= least) continue;
    least = far;
    best = c;
  }
  return best;
}

/** The geom moved from `pose` along one of the six motions. */
function nudge(d: Data, g2: int, c: int, by: number): void {
  const { geom_xpos, geom_xmat } = d;
  copy3(geom_xpos, 3 * g2, pose, 0);
  copy(geom_xmat, 9 * g2, pose, 3, 9);
  if (c < 3) {
    geom_xpos[3 * g2 + c] += by;
    return;
  }
  // two rows of the matrix turn: cos = 1 - by^2 / 2 to the last digit
  const a = 9 * g2 + 3 * ((c + 1) % 3);
  const b = 9 * g2 + 3 * ((c + 2) % 3);
  const cosine = 1 - 0.5 * by * by;
  for (let k = 0; k < 3; k++) {
    const x = geom_xmat[a + k];
    const y = geom_xmat[b + k];
    geom_xmat[a + k] = cosine * x - by * y;
    geom_xmat[b + k] = by * x + cosine * y;
  }
}

/** What a nudge made of contact `con`, found at `at` of `found`, added with its sign. */
function addDifference(d: Data, w: Float64Array, con: int, at: int, o: int, side: int): void {
  const { contact_pos, contact_frame, contact_dist } = d;
  if (!isSameFrame(d, con, at)) {
    copy(frame, 0, found, at + CON_NORMAL, 6);
    zero3(frame, 6);
    makeFrame(frame, 0);
    // dR = sum of n_k x dn_k / 2
    for (let k = 0; k < 3; k++) {
      sub3(moved, 0, frame, 3 * k, contact_frame, 9 * con + 3 * k);
      cross3(moved, 0, contact_frame, 9 * con + 3 * k, moved, 0);
      addToScl3(w, o, moved, 0, 0.5 * side);
    }
  }
  sub3(moved, 0, found, at + CON_POS, contact_pos, 3 * con);
  addToScl3(w, o + 3, moved, 0, side);
  w[o + 6] += side * (found[at] - contact_dist[con]);
}

/** Whether the nudge has left the normal as it was, which then makes the same frame: pairs that give no tangent leave it zero. */
function isSameFrame(d: Data, con: int, at: int): boolean {
  const { contact_frame } = d;
  for (let k = 0; k < 3; k++) {
    if (found[at + CON_NORMAL + k] !== contact_frame[9 * con + k] || found[at + CON_NORMAL + 3 + k] !== 0) return false;
  }
  return true;
}
