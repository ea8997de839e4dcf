import { Feature } from '../../../../engine/collision/convex/exact/feature.ts';
import { clipDir, clipNormal, clipSizes } from '../../../../engine/collision/convex/faces/workspace.ts';
import {
  CLIP_KIND,
  ClipKind,
  gjkState,
  gjkWitness1,
  gjkWitness2,
} from '../../../../engine/collision/convex/gjk/workspace.ts';

import type { int } from '../../../../math/int.ts';
import {
  addTo3,
  addToScl3,
  copy3,
  cross3,
  dist3,
  dot3,
  norm3,
  normalize3,
  scl3,
  sub3,
  zero3,
} from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import type { Model } from '../../../../model/model.ts';
import { slideOver } from './faceMotion.ts';
import { motionAt } from './motionAt.ts';

/*  A contact of two polytopes in which the face of one, with normal u, clipped a face or an edge of the other. A corner
 *  x of the clipped polygon, at height z above that face (z < 0), moves over it like a corner of a box (faceMotion.ts).
 *  An edge gives the contact x - u z / 2 with normal u. A face with normal c gives the contact x + c z / 2 with normal
 *  -c, which rotates with the face. */

/** Tolerance for a point on a feature, relative to the size of the geom. */
const NEAR = 1e-9;

const point = new Float64Array(3);
const axis = new Float64Array(3);
const side = new Float64Array(3);
const displacement = new Float64Array(3);
const slide = new Float64Array(3);
const rotation = new Float64Array(3);
const part = new Float64Array(3);

/** w[at..] = motion table of the k-th contact of clipping (see contactMotion.ts); false if it is on the border of a
 *  feature. */
export function clippedMotion(m: Model, d: Data, w: Float64Array, con: int, k: int, g2: int, at: int): boolean {
  const { contact_pos, contact_dist, geom_xpos } = d;
  const faces = gjkState[CLIP_KIND] === ClipKind.FACE;
  // the clipping face belongs to the second geom and carries everything with it
  const carried = gjkState[CLIP_KIND] === ClipKind.EDGE_OF_0;
  const sign: number = carried ? -1 : 1;
  if (carried) copy3(point, 0, gjkWitness1, 3 * k);
  else copy3(point, 0, gjkWitness2, 3 * k);
  const kind = cornerKind(m, d, carried ? 1 : 0, NEAR * m.geom_rbound[g2]);
  if (kind === Feature.NONE || (kind === Feature.PLANE && !faces)) return false;
  if (kind === Feature.PLANE) copy3(axis, 0, clipDir, 0);
  for (let c = 0; c < 6; c++) {
    const o = at + 7 * c;
    zero3(rotation, 0);
    if (c > 2) rotation[c - 3] = 1;
    motionAt(displacement, 0, c, point, 0, geom_xpos, 3 * g2);
    scl3(displacement, 0, displacement, 0, sign);
    slideOver(slide, kind, displacement, axis, side, clipNormal);
    const rise = dot3(clipNormal, 0, slide, 0);
    copy3(w, o + 3, slide, 0);
    w[o + 6] = rise;
    if (faces) {
      cross3(part, 0, rotation, 0, clipDir, 0);
      addToScl3(w, o + 3, part, 0, 0.5 * contact_dist[con]);
      addToScl3(w, o + 3, clipDir, 0, 0.5 * rise);
    } else addToScl3(w, o + 3, clipNormal, 0, -0.5 * rise);
    if (!carried && !faces) continue;
    copy3(w, o, rotation, 0);
    if (!carried) continue;
    motionAt(displacement, 0, c, contact_pos, 3 * con, geom_xpos, 3 * g2);
    addTo3(w, o + 3, displacement, 0);
  }
  return true;
}

/** Feature of `point`: a corner of the clipped polygon, an edge (`axis`) that crosses a side (`side`) of the clipping
 *  face of shape `base`, or the polygon over a corner of the face. */
function cornerKind(m: Model, d: Data, base: int, near: number): int {
  const { work_ccd_clip } = d;
  const P = Math.max(4, m.npolygonmax);
  const other = 3 * (1 - base) * P;
  const n = clipSizes[1 - base];
  const sides = sidesAt(d, P, base, near);
  let edges = 0;
  for (let k = 0; k < n; k++) {
    const p = other + 3 * k;
    if (dist3(work_ccd_clip, p, point, 0) < near) return sides === 0 ? Feature.POINT : Feature.NONE;
    // an edge has no opposite direction
    if (n === 2 && k === 1) break;
    const q = k + 1 < n ? p + 3 : other;
    sub3(displacement, 0, work_ccd_clip, q, work_ccd_clip, p);
    normalize3(displacement, 0);
    sub3(part, 0, point, 0, work_ccd_clip, p);
    cross3(part, 0, part, 0, displacement, 0);
    if (norm3(part, 0) > near) continue;
    edges++;
    copy3(axis, 0, displacement, 0);
  }
  if (edges === 1 && sides === 1) return Feature.LINE;
  return edges === 0 && sides === 2 ? Feature.PLANE : Feature.NONE;
}

/** Number of sides of the clipping face that contain `point`; sets `side` to the normal of the last. */
function sidesAt(d: Data, P: int, base: int, near: number): int {
  const { work_ccd_clip } = d;
  let sideCount = 0;
  for (let e = 0; e < clipSizes[base]; e++) {
    const plane = 18 * P + 3 * e;
    sub3(part, 0, point, 0, work_ccd_clip, 3 * base * P + 3 * e);
    if (Math.abs(dot3(part, 0, work_ccd_clip, plane)) > near) continue;
    copy3(side, 0, work_ccd_clip, plane);
    sideCount++;
  }
  return sideCount;
}
