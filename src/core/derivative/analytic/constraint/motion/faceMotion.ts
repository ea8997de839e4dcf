import { Feature } from '../../../../engine/collision/convex/exact/feature.ts';
import type { int } from '../../../../math/int.ts';
import { addScl3, addTo3, addToScl3, copy3, dist3, dot3, scl3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import type { Model } from '../../../../model/model.ts';
import { featureAt, geomAxis, sidesAt } from './features.ts';
import { motionAt } from './motionAt.ts';

/*  Two boxes in contact along a face of one of them, the reference, with normal u: a point x of the other, at height z
 *  above the face, gives the contact x - u z / 2. With m the motion of the other box at x relative to the reference, x
 *  is a corner, which moves with its box; or the crossing of an edge e and a side s of the face, dx = m + e t with s .
 *  dx = 0; or the face across axis b over a corner of the reference, dx = u t with b . (dx - m) = 0. */

/** Maximum angle between the normal and an axis of the reference box, and minimum angle to any axis of the other box:
 *  if the boxes are better aligned, a small motion may make the other one the reference. */
const SAME = 1e-14;
const OTHER = 1e-5;

const up = new Float64Array(3);
const point = new Float64Array(3);
const axis = new Float64Array(3);
const side = new Float64Array(3);
const displacement = new Float64Array(3);
const slide = new Float64Array(3);

/** w[at..] = motion table of one contact (see contactMotion.ts); false if it is not along a face. */
export function faceMotion(m: Model, d: Data, w: Float64Array, con: int, g1: int, g2: int, at: int): boolean {
  const { contact_pos, contact_frame, contact_dist, geom_xpos } = d;
  const first = axisAlong(d, con, g1, SAME);
  const second = axisAlong(d, con, g2, SAME);
  // whether the first or the second box is the reference
  const one = first >= 0 && axisAlong(d, con, g2, OTHER) < 0;
  if (!one && (second < 0 || axisAlong(d, con, g1, OTHER) >= 0)) return false;
  const sign: number = one ? 1 : -1;
  scl3(up, 0, contact_frame, 9 * con, sign);
  addScl3(point, 0, contact_pos, 3 * con, up, 0, 0.5 * contact_dist[con]);
  const kind = featureAt(m, d, one ? g2 : g1, point, 0, axis, 0);
  const sides = sidesAt(m, d, one ? g1 : g2, one ? first : second, point, 0, side, 0);
  // a corner inside the face, an edge over one side, a face over two
  if (kind === Feature.NONE || sides !== kind - Feature.POINT) return false;
  for (let c = 0; c < 6; c++) {
    const o = at + 7 * c;
    motionAt(displacement, 0, c, point, 0, geom_xpos, 3 * g2);
    scl3(displacement, 0, displacement, 0, sign);
    slideOver(slide, kind, displacement, axis, side, up);
    const rise = dot3(up, 0, slide, 0);
    copy3(w, o + 3, slide, 0);
    addToScl3(w, o + 3, up, 0, -0.5 * rise);
    w[o + 6] = rise;
    if (one) continue;
    // the reference itself moves and carries everything with it
    motionAt(displacement, 0, c, contact_pos, 3 * con, geom_xpos, 3 * g2);
    addTo3(w, o + 3, displacement, 0);
    if (c > 2) w[o + c - 3] = 1;
  }
  return true;
}

/** Axis of geom g along the contact normal; -1 if none. */
function axisAlong(d: Data, con: int, g: int, near: number): int {
  for (let k = 0; k < 3; k++) {
    geomAxis(d, g, k, axis, 0);
    scl3(axis, 0, axis, 0, dot3(axis, 0, d.contact_frame, 9 * con) < 0 ? -1 : 1);
    if (dist3(axis, 0, d.contact_frame, 9 * con) < near) return k;
  }
  return -1;
}

/** res = motion, relative to the face with normal up, of a corner over it; `moved` is the relative motion of the other
 *  geom there. POINT: a corner of that geom. LINE: its edge along `axis` over a side of the face with normal `side`.
 *  PLANE: its face across `axis` over a corner of the face. */
export function slideOver(
  res: Float64Array,
  kind: int,
  displacement: Float64Array,
  axis: Float64Array,
  side: Float64Array,
  up: Float64Array,
): void {
  if (kind === Feature.POINT) copy3(res, 0, displacement, 0);
  else if (kind === Feature.LINE) {
    addScl3(res, 0, displacement, 0, axis, 0, -dot3(side, 0, displacement, 0) / dot3(side, 0, axis, 0));
  } else scl3(res, 0, up, 0, dot3(axis, 0, displacement, 0) / dot3(axis, 0, up, 0));
}
