import { overPlane } from '../../../../engine/collision/convex/exact/patch.ts';
import { patchSlide, patchSurface } from '../../../../engine/collision/convex/exact/workspace.ts';
import { setShape } from '../../../../engine/collision/convex/shape.ts';
import { pairGap } from '../../../../engine/collision/filter.ts';
import { copy, zero } from '../../../../math/array.ts';
import type { int } from '../../../../math/int.ts';
import { addScl3, addToScl3, copy3, cross3, dot3, scl3, sub3, zero3 } from '../../../../math/vec3.ts';
import { MINVAL } from '../../../../model/constants.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { contactMotionOffset, MOTION } from '../../layout.ts';
import { convexMotion } from './convexMotion.ts';
import { faceMotion } from './faceMotion.ts';
import { isCurved, isSimple } from './features.ts';
import { hfieldMotion } from './hfieldMotion.ts';
import { nearestMotion } from './nearestMotion.ts';
import { pairMotion } from './pairMotion.ts';
import { isFoundByRotation, rotatedMotion } from './rotatedMotion.ts';

/*  Motion tables: how the contacts of two geoms move when the second geom moves and the first is fixed. For each
 *  contact and each of six motions of the second geom (three translations, three rotations about its center, along
 *  world axes), seven values: rotation of the contact frame, motion of its point, change of its distance. At RIGID: the
 *  same for both geoms rotating together about world axes, minus the rigid motion. Contacts found by rotating the geoms
 *  depend on the tangents of the first contact, which a world axis determines. */

/** Fills the table for the n contacts from `con` on, all of one pair of geoms. Returns false if they cannot be
 *  differentiated. */
export function contactMotion(m: Model, d: Data, w: Float64Array, con: int, n: int): boolean {
  const { geom_type } = m;
  const { contact_geom } = d;
  const g1 = contact_geom[2 * con];
  const g2 = contact_geom[2 * con + 1];
  const at = contactMotionOffset(m);
  zero(w, at, MOTION * n);
  if (geom_type[g1] === GeomType.PLANE && isOverPlane(m, d, w, con, n, g2)) return true;
  if (closedMotion(m, d, w, con, n, g1, g2, MIN_DEPTH)) return true;
  zero(w, at, MOTION * n);
  if (pairMotion(m, d, w, con, n, g1, g2)) return true;
  // geoms that barely touch: use the closed form that applies while they do
  zero(w, at, MOTION * n);
  return closedMotion(m, d, w, con, n, g1, g2, 0);
}

/** Fills the table for contacts with a plane; false if they are of another kind. */
function isOverPlane(m: Model, d: Data, w: Float64Array, con: int, n: int, g2: int): boolean {
  const type = m.geom_type[g2];
  const round = isCurved(m, g2);
  if (!round && !isSimple(m, g2) && type !== GeomType.MESH) return false;
  for (let k = 0; k < n; k++) {
    if (round && !roundSlides(m, d, con + k, g2)) return false;
    planeMotion(m, d, w, con + k, g2, contactMotionOffset(m) + MOTION * k);
  }
  return true;
}

/** Depth below which any small motion may open a contact, which differences detect. */
export const MIN_DEPTH = 1e-9;

/** Closed forms, if every contact is at least this deep and its features are identifiable: spheres, capsules and boxes
 *  with each other, with meshes and on height fields; meshes with each other; ellipsoids and cylinders with all of
 *  these. */
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
  const ground = m.geom_type[g1] === GeomType.HFIELD;
  const reach = d.contact_includemargin[con] + pairGap(m, g1, g2, -1);
  // about to open
  for (let k = con; k < con + n; k++) if (d.contact_dist[k] > reach - depth) return false;
  if (n > 1 && isFoundByRotation(m, g1, g2, reach)) return rotatedMotion(m, d, w, con, n, g1, g2, reach);
  if (m.geom_type[g2] === GeomType.MESH && !ground) return convexMotion(m, d, w, con, n, g1, g2, reach);
  if (!(ground ? reach === 0 : (isSimple(m, g1) || isCurved(m, g1)) && (isSimple(m, g2) || isCurved(m, g2))))
    return false;
  for (let k = 0; k < n; k++) {
    const at = contactMotionOffset(m) + MOTION * k;
    if (ground) {
      if (!hfieldMotion(m, d, w, con + k, g1, g2, at)) return false;
      continue;
    }
    if (boxes && faceMotion(m, d, w, con + k, g1, g2, at)) continue;
    if (!nearestMotion(m, d, w, con + k, g1, g2, at)) return false;
  }
  return true;
}

const center = new Float64Array(3);
const axis = new Float64Array(3);
const displacement = new Float64Array(3);
const rotation = new Float64Array(3);
const frame = new Float64Array(9);

/** Sets how the contact point of an ellipsoid or a cylinder over a plane moves on its surface. */
function roundSlides(m: Model, d: Data, con: int, g2: int): boolean {
  const { contact_pos, contact_frame, contact_dist } = d;
  copy(frame, 0, contact_frame, 9 * con, 9);
  addScl3(patchSurface, 3, contact_pos, 3 * con, frame, 0, 0.5 * contact_dist[con]);
  setShape(m, d, 1, g2, 0);
  return overPlane(frame);
}

/** A plane touches a ball, an end of a capsule, or a corner of a box or a mesh, whose center c moves with the geom; or
 *  a point of an ellipsoid or a rim, which also moves on the surface (nearestMotion.ts, with dn = 0: dc = m + G (w x
 *  n)). The distance changes by n . dc; the point, midway between the surfaces, by dc - n (n . dc) / 2. The frame is
 *  constant, unless it follows the axis of a capsule: then it rotates about the normal with the axis. */
function planeMotion(m: Model, d: Data, w: Float64Array, con: int, g2: int, at: int): void {
  const { geom_type, geom_size } = m;
  const { contact_pos, contact_frame, contact_dist, geom_xpos, geom_xmat } = d;
  const f = 9 * con;
  const capsule = geom_type[g2] === GeomType.CAPSULE;
  const round = isCurved(m, g2);
  const radius: number = capsule || geom_type[g2] === GeomType.SPHERE ? geom_size[3 * g2] : 0;
  sub3(center, 0, contact_pos, 3 * con, geom_xpos, 3 * g2);
  addToScl3(center, 0, contact_frame, f, radius + 0.5 * contact_dist[con]);
  for (let k = 0; k < 3; k++) axis[k] = geom_xmat[9 * g2 + 3 * k + 2];
  // component of the axis in the plane
  const along = dot3(axis, 0, contact_frame, f + 3);
  for (let c = 0; c < 6; c++) {
    const o = at + 7 * c;
    zero3(displacement, 0);
    displacement[c % 3] = 1;
    if (c > 2) {
      copy3(rotation, 0, displacement, 0);
      // the tangent rotates by (n x y) . (e x axis) divided by the length of the axis in the plane
      if (capsule && Math.abs(along) > MINVAL) {
        cross3(axis, 0, displacement, 0, axis, 0);
        scl3(w, o, contact_frame, f, dot3(contact_frame, f + 6, axis, 0) / along);
        for (let k = 0; k < 3; k++) axis[k] = geom_xmat[9 * g2 + 3 * k + 2];
      }
      cross3(displacement, 0, rotation, 0, center, 0);
      if (round) {
        // w x n = t1 (w . t2) - t2 (w . t1) for the tangents t of the frame; w is a world axis
        addToScl3(displacement, 0, patchSlide, 6, contact_frame[f + c + 3]);
        addToScl3(displacement, 0, patchSlide, 9, -contact_frame[f + c]);
      }
    }
    const rise = dot3(contact_frame, f, displacement, 0);
    copy3(w, o + 3, displacement, 0);
    addToScl3(w, o + 3, contact_frame, f, -0.5 * rise);
    w[o + 6] = rise;
  }
}
