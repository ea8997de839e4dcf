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
import { firstPoints, secondPoints, simplexMotion } from './simplexMotion.ts';

/*  Meshes with all convex geoms, polytopes without a margin. GJK and EPA are run once more, and leave the vertices of both geoms
 *  between which the contact is, or the faces that were clipped. As long as these stay the same, they move with their geoms. */

/** How far a contact may be from where it was found the first time. */
const SAME = 1e-12;

/** The table of the n contacts from `con` on, all of one pair of geoms; false if one of them is of another kind. */
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
    if (outside) takeSimplex(k);
    takeCorners(m);
    if (nearestMotion(m, d, w, con, g1, g2, contactMotionOffset(m))) return true;
    // hardly away from the border of a feature
    return (
      outside && k >= 1 && k <= 3 && simplexMotion(d, w, con, g2, k, geomSweptRadius(m, g1), 0, contactMotionOffset(m))
    );
  }
  if (gjkState[CLIP_KIND] === ClipKind.NONE) return deepestMotion(m, d, w, con, g2);
  for (let k = 0; k < n; k++) {
    if (!clippedMotion(m, d, w, con + k, k, g2, contactMotionOffset(m) + MOTION * k)) return false;
  }
  return true;
}

/** The points of the simplex of GJK: a ball or a capsule whose core is outside. */
function takeSimplex(k: int): void {
  for (let i = 0; i < k && i < 3; i++) {
    copy3(firstPoints, 3 * i, simplexVert, VERT * i + 3);
    copy3(secondPoints, 3 * i, simplexVert, VERT * i + 6);
  }
}

/** Polytopes that overlap: by the face of EPA. */
function deepestMotion(m: Model, d: Data, w: Float64Array, con: int, g2: int): boolean {
  for (let i = 0; i < 3; i++) {
    const v = VERT * polyFaceInt[FACE_INT * gjkState[EPA_FACE] + i];
    copy3(firstPoints, 3 * i, polyVert, v + 3);
    copy3(secondPoints, 3 * i, polyVert, v + 6);
  }
  return simplexMotion(d, w, con, g2, 3, 0, 0, contactMotionOffset(m));
}
