import { extentOf, Feature } from '../../../../engine/collision/convex/exact/feature.ts';
import { isOnPatch } from '../../../../engine/collision/convex/exact/moves.ts';
import {
  equations,
  farthestSide,
  mulInverse,
  nearestPoints,
} from '../../../../engine/collision/convex/exact/nearest.ts';
import { facePatch, shapeSweptRadius } from '../../../../engine/collision/convex/exact/patch.ts';
import {
  nearestFrame,
  nearestSides,
  nearestStep,
  patchAxis,
  patchCore,
  patchKind,
  patchSlide,
  patchSurface,
  patchTilt,
  patchUnit,
} from '../../../../engine/collision/convex/exact/workspace.ts';
import { setShape } from '../../../../engine/collision/convex/shape.ts';
import type { int } from '../../../../math/int.ts';
import { addScl3, addToScl3, copy3, cross3, dot3, scl3, sub3, zero3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { recordContactError } from './contactError.ts';
import { featureAt, isDeepest, isSimple } from './features.ts';
import { motionAt } from './motionAt.ts';

/*  A contact between the nearest or deepest points p1, p2 of two patches (engine/collision/convex/exact), at distance L
 *  along the normal n: p2 - p1 = L n. While the second geom moves, by m at p2 and rotating by w,
 *    dp1 = G1 y1,   dp2 = m - G2 y2,   dn = C1 y1 = w x n + C2 y2,   dp2 - dp1 = dL n + L dn
 *  Across n these are four equations for the coordinates y1, y2:
 *    (G1 + L C1) y1 + G2 y2 = m,   C1 y1 - C2 y2 = w x n
 *  and along it dL = n . m. The contact point is p1 + L n / 2. (docs/derivations/transition.md) */

/** Tolerance between closed forms and nearest points. */
const OFF = 1e-9;

const displacement = new Float64Array(3);
const normalChange = new Float64Array(3);
const rotation = new Float64Array(3);
const dn = new Float64Array(3);

/** w[at..] = motion table of one contact (see contactMotion.ts), for nearest patches of spheres, capsules, boxes,
 *  ellipsoids, cylinders and meshes, whose corners must have been taken; false if the contact is of another kind. */
export function nearestMotion(m: Model, d: Data, w: Float64Array, con: int, g1: int, g2: int, at: int): boolean {
  setShape(m, d, 0, g1, 0);
  setShape(m, d, 1, g2, 0);
  if (isSimple(m, g1) && isSimple(m, g2)) {
    if (!closedPatches(m, d, con, g1, g2)) return false;
  } else if (!exactPatches(m, d, con)) return false;
  sub3(displacement, 0, patchSurface, 3, patchSurface, 0);
  const length = dot3(nearestFrame, 0, displacement, 0);
  for (let c = 0; c < 6; c++) {
    const o = at + 7 * c;
    zero3(rotation, 0);
    if (c > 2) rotation[c - 3] = 1;
    motionAt(displacement, 0, c, patchSurface, 3, d.geom_xpos, 3 * g2);
    cross3(normalChange, 0, rotation, 0, nearestFrame, 0);
    for (let i = 0; i < 2; i++) {
      nearestSides[i] = dot3(nearestFrame, 3 + 3 * i, displacement, 0) / patchUnit[0];
      nearestSides[2 + i] = dot3(nearestFrame, 3 + 3 * i, normalChange, 0);
    }
    mulInverse();
    const rise = dot3(nearestFrame, 0, displacement, 0);
    scl3(dn, 0, patchTilt, 0, nearestStep[0]);
    addToScl3(dn, 0, patchTilt, 3, nearestStep[1]);
    cross3(w, o, nearestFrame, 0, dn, 0);
    scl3(w, o + 3, dn, 0, 0.5 * length);
    addToScl3(w, o + 3, nearestFrame, 0, 0.5 * rise);
    for (let j = 0; j < 2; j++) addToScl3(w, o + 3, patchSlide, 3 * j, nearestStep[j]);
    w[o + 6] = rise;
  }
  return true;
}

/** Patches of shapes whose contact is approximate: those of the exact nearest points, which the contact is compared
 *  with. */
function exactPatches(m: Model, d: Data, con: int): boolean {
  const { contact_pos, contact_frame, contact_dist } = d;
  if (!nearestPoints(m, contact_frame, 9 * con, contact_pos, 3 * con, contact_dist[con])) return false;
  if (!isOnPatch(m, 0, nearestFrame, false) || !isOnPatch(m, 1, nearestFrame, false)) return false;
  sub3(displacement, 0, patchSurface, 3, patchSurface, 0);
  const length = dot3(nearestFrame, 0, displacement, 0);
  addScl3(displacement, 0, patchSurface, 0, nearestFrame, 0, 0.5 * length);
  recordContactError(d, con, length, displacement, 0, nearestFrame, 0);
  return true;
}

/** Patches of a contact in closed form, identified from its position. */
function closedPatches(m: Model, d: Data, con: int, g1: int, g2: int): boolean {
  const { contact_pos, contact_frame, contact_dist } = d;
  for (let k = 0; k < 9; k++) nearestFrame[k] = contact_frame[9 * con + k];
  for (let k = 0; k < 2; k++)
    addScl3(patchSurface, 3 * k, contact_pos, 3 * con, nearestFrame, 0, (k - 0.5) * contact_dist[con]);
  patchUnit[0] = Math.min(extentOf(0), extentOf(1));
  const one = closedPatch(m, d, g1, 0);
  const two = closedPatch(m, d, g2, 1);
  if (one === Feature.NONE || two === Feature.NONE || !isNearest(m, d, con, g1, g2, one, two)) return false;
  return isOnPatch(m, 0, nearestFrame, true) && isOnPatch(m, 1, nearestFrame, true);
}

/** Sets the patch of geom g, on side k, if it is unambiguous. */
function closedPatch(m: Model, d: Data, g: int, k: int): int {
  const p = 3 * k;
  if (m.geom_type[g] === GeomType.SPHERE) {
    copy3(patchCore, p, d.geom_xpos, 3 * g);
    patchKind[k] = Feature.POINT;
  } else {
    addScl3(patchCore, p, patchSurface, p, nearestFrame, 0, (k === 0 ? -1.0 : 1.0) * shapeSweptRadius(k));
    patchKind[k] = featureAt(m, d, g, patchCore, p, patchAxis, p);
  }
  facePatch(k, nearestFrame);
  return patchKind[k];
}

/** True if a contact in closed form is between nearest points. */
function isNearest(m: Model, d: Data, con: int, g1: int, g2: int, one: int, two: int): boolean {
  // two boxes otherwise touch along a face
  if (m.geom_type[g1] === GeomType.BOX && (one !== Feature.LINE || two !== Feature.LINE)) return false;
  if (one === Feature.PLANE || (two === Feature.PLANE && one !== Feature.POINT)) return false;
  if (!equations() || farthestSide() > OFF) return false;
  return two !== Feature.PLANE || isDeepest(m, d, g2, patchCore, 0, 9 * con);
}
