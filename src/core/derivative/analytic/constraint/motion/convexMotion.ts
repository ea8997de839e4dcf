import { contactsInOnePass, penetration } from '../../../../engine/collision/convex/convexConvex.ts';
import { takeCorners } from '../../../../engine/collision/convex/exact/corners.ts';
import {
  CLIP_KIND,
  ClipKind,
  EPA_FACE,
  FACE_INT,
  gjkState,
  NSIMPLEX,
  polyFaceInt,
  polyVert,
  simplexVert,
  VERT,
} from '../../../../engine/collision/convex/gjk/workspace.ts';
import { setShape } from '../../../../engine/collision/convex/shape.ts';
import { CON, CON_POS } from '../../../../engine/collision/precontact.ts';
import { precontact } from '../../../../engine/collision/workspace.ts';
import type { int } from '../../../../math/int.ts';
import { copy3, dist3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { contactMotionOffset, MOTION } from '../../layout.ts';
import { clippedMotion } from './clippedMotion.ts';
import { geomSweptRadius, isCurved, isSimple } from './features.ts';
import { nearestMotion } from './nearestMotion.ts';
import { SECOND_POINTS, SIMPLEX_POINTS, simplexMotion } from './simplexMotion.ts';

/*  Meshes with all convex geoms; polytopes without a margin. GJK and EPA run again to find the vertices of both geoms that
 *  define the contact, or the clipped faces. While these stay the same, they move with their geoms. */

/** Largest distance of a contact from its first position. */
const SAME = 1e-12;

const points = new Float64Array(SIMPLEX_POINTS);

/** Motion tables of the contacts [con, con + n) of one pair of geoms; false if one of them is of another kind. */
export function convexMotion(
  m: Model,
  d: Data,
  w: Float64Array,
  con: int,
  n: int,
  g1: int,
  g2: int,
  reach: number,
): boolean {
  const round = isCurved(m, g1) || geomSweptRadius(m, g1) > 0;
  if (m.geom_type[g2] !== GeomType.MESH || !(round || isSimple(m, g1) || m.geom_type[g1] === GeomType.MESH))
    return false;
  if (reach !== 0 && !round) return false;
  const maxContacts = contactsInOnePass(m, g1, g2, reach);
  if (n > maxContacts) return false;
  setShape(m, d, 0, g1, reach);
  setShape(m, d, 1, g2, reach);
  if (penetration(m, d, maxContacts, reach, precontact, 0) !== n) return false;
  for (let k = 0; k < n; k++) {
    if (dist3(precontact, k * CON + CON_POS, d.contact_pos, 3 * (con + k)) > SAME) return false;
  }
  if (round) {
    const outside = gjkState[EPA_FACE] < 0 && reach === 0;
    const k = gjkState[NSIMPLEX];
    if (outside) takeSimplex(points, k);
    takeCorners(m);
    if (nearestMotion(m, d, w, con, g1, g2, contactMotionOffset(m))) return true;
    // close to the border of a feature
    return (
      outside &&
      k >= 1 &&
      k <= 3 &&
      simplexMotion(w, contactMotionOffset(m), d, con, g2, points, k, geomSweptRadius(m, g1), 0)
    );
  }
  if (gjkState[CLIP_KIND] === ClipKind.NONE) return deepestMotion(m, d, w, con, g2);
  for (let k = 0; k < n; k++) {
    if (!clippedMotion(m, d, w, con + k, k, g2, contactMotionOffset(m) + MOTION * k)) return false;
  }
  return true;
}

/** res = the points of the simplex of GJK, for a sphere or capsule whose core is outside */
function takeSimplex(res: Float64Array, k: int): void {
  for (let i = 0; i < k && i < 3; i++) {
    copy3(res, 3 * i, simplexVert, VERT * i + 3);
    copy3(res, SECOND_POINTS + 3 * i, simplexVert, VERT * i + 6);
  }
}

/** Motion table of overlapping polytopes, from the face of EPA. */
function deepestMotion(m: Model, d: Data, w: Float64Array, con: int, g2: int): boolean {
  for (let i = 0; i < 3; i++) {
    const v = VERT * polyFaceInt[FACE_INT * gjkState[EPA_FACE] + i];
    copy3(points, 3 * i, polyVert, v + 3);
    copy3(points, SECOND_POINTS + 3 * i, polyVert, v + 6);
  }
  return simplexMotion(w, contactMotionOffset(m), d, con, g2, points, 3, 0, 0);
}
