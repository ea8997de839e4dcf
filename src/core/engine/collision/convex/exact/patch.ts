import type { int } from '../../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../../math/mat3.ts';
import { addScl3, addToScl3, copy3, cross3, dot3, norm3, scl3, sub3, zero3 } from '../../../../math/vec3.ts';
import { KIND, Kind, MAT, POS, SHAPE, SHAPE_INT, SIZE, shape, shapeInt } from '../workspace.ts';

import { cornerPatch } from './corners.ts';
import { axisOf, BORDER, extentOf, Feature, hasCorners, toShape } from './feature.ts';
import {
  patchAxis,
  patchCore,
  patchEnd,
  patchKind,
  patchSlide,
  patchSurface,
  patchTilt,
  patchUnit,
} from './workspace.ts';

/*  Local model of a shape at its point that is farthest along a direction: how the point and the direction change with
 *  two coordinates y of the patch, dp = G y and du = C y. A round patch has du = y, and G = S is the Hessian of the
 *  support function, whose eigenvalues are the radii of curvature:
 *    ball        r
 *    ellipsoid   (Q - x x^T) / h, Q = R diag(size^2) R^T, x = Q u / h relative to the center, h^2 = u^T Q u
 *    rim         r / |u'| t t^T, u' the part of u across the axis of the cylinder, t the tangent of the rim
 *  A line has one coordinate along it and a face has two, with a constant direction. A vertex has G = 0. */

const local = new Float64Array(3);
const out = new Float64Array(3);
const tangent = new Float64Array(3);
const radial = new Float64Array(3);
const step = new Float64Array(3);

/** Tolerances of GJK and EPA relative to the size of the shape: distance at which a point may belong to an end or a
 *  side, and distance at which it does. */
const ROUGH = 1e-3;
const FINE = 1e-7;

/** Number of guesses. */
export const GUESSES = 3;

/** Accuracy of EPA's normal (cosine and sine), since EPA approximates curved surfaces by facets. */
const ALONG = 0.9998;
const ACROSS = 0.02;

/** Radius of shape k around its point, segment or solid. */
export function shapeSweptRadius(k: int): number {
  const kind = shapeInt[k * SHAPE_INT + KIND];
  return kind === Kind.SPHERE || kind === Kind.CAPSULE ? shape[k * SHAPE + SIZE] : 0.0;
}

/** Sets the patch of shape k from its point in `surfaces` and the normal of `frame`, by guess number `guess`. */
export function findPatch(k: int, frame: Float64Array, guess: int): int {
  const kind = shapeInt[k * SHAPE_INT + KIND];
  const s: number = k === 0 ? 1 : -1;
  if (kind === Kind.ELLIPSOID) patchKind[k] = Feature.CURVED;
  else if (kind === Kind.CYLINDER) patchKind[k] = cylinderPatch(k, s, frame, guess);
  else if (kind === Kind.SPHERE) {
    patchKind[k] = Feature.POINT;
    copy3(patchCore, 3 * k, shape, k * SHAPE + POS);
  } else if (hasCorners(k)) patchKind[k] = cornerPatch(k, guess);
  else if (kind === Kind.CAPSULE || kind === Kind.BOX) {
    addScl3(patchCore, 3 * k, patchSurface, 3 * k, frame, 0, -s * shapeSweptRadius(k));
    if (guess === 2 && kind === Kind.BOX) faceEnds(k, s, frame);
    else nearEnds(k, (guess === 0 ? ROUGH : FINE) * extentOf(k));
    patchKind[k] = endsPatch(k);
  } else patchKind[k] = Feature.NONE;
  facePatch(k, frame);
  return patchKind[k];
}

/** Orients the normal of a face like the contact normal. */
export function facePatch(k: int, frame: Float64Array): void {
  if (patchKind[k] === Feature.PLANE && dot3(patchAxis, 3 * k, frame, 0) < 0)
    scl3(patchAxis, 3 * k, patchAxis, 3 * k, -1);
}

/** Half length of a capsule or box along axis i; a capsule has only axis 2. */
export function halfLength(k: int, i: int): number {
  if (shapeInt[k * SHAPE_INT + KIND] === Kind.BOX) return shape[k * SHAPE + SIZE + i];
  return i === 2 ? shape[k * SHAPE + SIZE + 1] : 0.0;
}

/** Sets the ends of a capsule or box that are near its core. */
function nearEnds(k: int, near: number): void {
  toShape(local, k, patchCore, 3 * k);
  for (let i = 0; i < 3; i++) {
    const free = Math.abs(local[i]) < halfLength(k, i) - near;
    patchEnd[3 * k + i] = free ? 0 : local[i] < 0 ? -1 : 1;
  }
}

/** Sets the ends of a box to the face whose normal is nearest to the contact normal. */
function faceEnds(k: int, s: number, frame: Float64Array): void {
  scl3(out, 0, frame, 0, s);
  mulMatTVec3(out, 0, shape, k * SHAPE + MAT, out, 0);
  let best = 0;
  for (let i = 1; i < 3; i++) if (Math.abs(out[i]) > Math.abs(out[best])) best = i;
  for (let i = 0; i < 3; i++) patchEnd[3 * k + i] = i !== best ? 0 : out[i] < 0 ? -1 : 1;
}

/** Feature of a capsule or box at these ends, with the core projected on it. */
export function endsPatch(k: int): int {
  const capsule = shapeInt[k * SHAPE_INT + KIND] === Kind.CAPSULE;
  toShape(local, k, patchCore, 3 * k);
  let count = 0;
  let free = 2;
  let fixed = 0;
  for (let i = 0; i < 3; i++) {
    const end = capsule && i < 2 ? 1 : patchEnd[3 * k + i];
    if (end === 0) {
      free = i;
      continue;
    }
    local[i] = end * halfLength(k, i);
    fixed = i;
    count++;
  }
  axisOf(k, count === 1 ? fixed : free, patchAxis, 3 * k);
  mulMatVec3(patchCore, 3 * k, shape, k * SHAPE + MAT, local, 0);
  for (let i = 0; i < 3; i++) patchCore[3 * k + i] += shape[k * SHAPE + POS + i];
  return count === 0 ? Feature.NONE : 4 - count;
}

/** Cap, side or rim of a cylinder. */
function cylinderPatch(k: int, s: number, frame: Float64Array, guess: int): int {
  const p = 3 * k;
  const radius = shape[k * SHAPE + SIZE];
  const half = shape[k * SHAPE + SIZE + 1];
  axisOf(k, 2, patchAxis, p);
  toShape(local, k, patchSurface, p);
  const along = s * dot3(patchAxis, p, frame, 0);
  const end: number = along < 0 ? -half : half;
  const border = BORDER * extentOf(k);
  const inside = Math.sqrt(local[0] * local[0] + local[1] * local[1]) < radius - border;
  if (guess === 2 || (guess === 0 && Math.abs(along) > ALONG && inside)) {
    addScl3(patchCore, p, patchSurface, p, patchAxis, p, end - local[2]);
    return Feature.PLANE;
  }
  if (guess === 0 && Math.abs(along) < ACROSS && Math.abs(local[2]) < half - border) {
    addScl3(patchCore, p, shape, k * SHAPE + POS, patchAxis, p, local[2]);
    return Feature.LINE;
  }
  addScl3(patchCore, p, shape, k * SHAPE + POS, patchAxis, p, end);
  return Feature.RIM;
}

/** Sets point, G and C of the patch of shape k for the normal and the tangents of `frame`. */
export function fillPatch(k: int, frame: Float64Array): void {
  const kind = patchKind[k];
  const p = 3 * k;
  const s: number = k === 0 ? 1 : -1;
  for (let j = 0; j < 2; j++) {
    copy3(patchTilt, 6 * k + 3 * j, frame, 3 + 3 * j);
    copy3(patchSlide, 6 * k + 3 * j, frame, 3 + 3 * j);
  }
  if (kind === Feature.CURVED) {
    ellipsoidSlides(k, s, frame);
    return;
  }
  if (kind === Feature.RIM) {
    rimSlides(k, s, frame, false);
    return;
  }
  if (kind === Feature.PLANE) {
    copy3(patchSurface, p, patchCore, p);
    for (let j = 6 * k; j < 6 * k + 6; j++) patchSlide[j] *= patchUnit[0];
    zero3(patchTilt, 6 * k);
    zero3(patchTilt, 6 * k + 3);
    return;
  }
  const cylinder = shapeInt[k * SHAPE_INT + KIND] === Kind.CYLINDER;
  const radius: number = cylinder ? shape[k * SHAPE + SIZE] : shapeSweptRadius(k);
  addScl3(patchSurface, p, patchCore, p, frame, 0, s * radius);
  if (kind === Feature.LINE) {
    zero3(patchTilt, 6 * k);
    cross3(patchTilt, 6 * k + 3, frame, 0, patchAxis, p);
    scl3(patchSlide, 6 * k, patchAxis, p, patchUnit[0]);
    scl3(patchSlide, 6 * k + 3, patchTilt, 6 * k + 3, radius);
    return;
  }
  for (let j = 6 * k; j < 6 * k + 6; j++) patchSlide[j] *= radius;
}

function ellipsoidSlides(k: int, s: number, frame: Float64Array): void {
  scl3(out, 0, frame, 0, s);
  mulSquare(k, out, 0);
  const h = Math.sqrt(s * dot3(out, 0, frame, 0));
  scl3(out, 0, out, 0, 1 / h);
  for (let i = 0; i < 3; i++) patchSurface[3 * k + i] = shape[k * SHAPE + POS + i] + out[i];
  for (let j = 6 * k; j < 6 * k + 6; j += 3) {
    const along = dot3(out, 0, patchSlide, j);
    mulSquare(k, patchSlide, j);
    addToScl3(patchSlide, j, out, 0, -along);
    scl3(patchSlide, j, patchSlide, j, 1 / h);
  }
}

/** v = Q v */
function mulSquare(k: int, v: Float64Array, i: int): void {
  const size = k * SHAPE + SIZE;
  mulMatTVec3(v, i, shape, k * SHAPE + MAT, v, i);
  for (let c = 0; c < 3; c++) v[i + c] *= shape[size + c] * shape[size + c];
  mulMatVec3(v, i, shape, k * SHAPE + MAT, v, i);
}

/** Sets G on the rim. With `own` the rim point is the one in `surfaces`, which keeps its angle to the farthest
 *  point. */
function rimSlides(k: int, s: number, frame: Float64Array, own: boolean): void {
  const p = 3 * k;
  const radius = shape[k * SHAPE + SIZE];
  scl3(out, 0, frame, 0, s);
  addToScl3(out, 0, patchAxis, p, -dot3(out, 0, patchAxis, p));
  const across = norm3(out, 0);
  cross3(tangent, 0, patchAxis, p, out, 0);
  if (own) sub3(radial, 0, patchSurface, p, patchCore, p);
  else {
    scl3(radial, 0, out, 0, radius / across);
    for (let i = 0; i < 3; i++) patchSurface[p + i] = patchCore[p + i] + radial[i];
  }
  cross3(out, 0, patchAxis, p, radial, 0);
  for (let j = 6 * k; j < 6 * k + 6; j += 3) {
    scl3(patchSlide, j, out, 0, dot3(tangent, 0, patchSlide, j) / (across * across));
  }
}

/** Squared sine of the angle between a plane and a cap below which rim points cannot be distinguished. */
export const FLAT = 1e-8;

/** G of shape 1, a cylinder or an ellipsoid, over a plane with this frame, at its point in `surfaces`: the farthest
 *  point, or a point of the rim. Returns false if it is undefined because the cylinder is upright. */
export function overPlane(frame: Float64Array): boolean {
  for (let j = 0; j < 6; j++) patchSlide[6 + j] = frame[3 + j];
  if (shapeInt[SHAPE_INT + KIND] === Kind.ELLIPSOID) {
    ellipsoidSlides(1, -1, frame);
    return true;
  }
  axisOf(1, 2, patchAxis, 3);
  const along = dot3(patchAxis, 3, frame, 0);
  if (1 - along * along < FLAT) return false;
  toShape(local, 1, patchSurface, 3);
  addScl3(patchCore, 3, shape, SHAPE + POS, patchAxis, 3, local[2]);
  rimSlides(1, -1, frame, true);
  return true;
}

/** Moves the core of patch k by the step sign * y: the core of a round patch follows the direction, that of a flat
 *  patch slides. */
export function slidePatch(k: int, y: Float64Array, i: int, sign: number): void {
  if (patchKind[k] === Feature.LINE) addToScl3(patchCore, 3 * k, patchSlide, 6 * k, sign * y[i]);
  if (patchKind[k] !== Feature.PLANE) return;
  scl3(step, 0, patchSlide, 6 * k, sign * y[i]);
  addToScl3(step, 0, patchSlide, 6 * k + 3, sign * y[i + 1]);
  // the tangents belong to the contact; the face may not be orthogonal to its normal yet
  addToScl3(step, 0, patchAxis, 3 * k, -dot3(step, 0, patchAxis, 3 * k));
  for (let c = 0; c < 3; c++) patchCore[3 * k + c] += step[c];
}

/** res = difference between the normal and the nearest normal that the patch can have */
export function normalGap(res: Float64Array, k: int, frame: Float64Array): void {
  zero3(res, 0);
  if (patchKind[k] === Feature.PLANE) sub3(res, 0, patchAxis, 3 * k, frame, 0);
  if (patchKind[k] === Feature.LINE) scl3(res, 0, patchAxis, 3 * k, -dot3(patchAxis, 3 * k, frame, 0));
}
