import { support } from '../../../../engine/collision/convex/support/support.ts';
import type { int } from '../../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../../math/mat3.ts';
import {
  addScl3,
  addToScl3,
  copy3,
  cross3,
  dot3,
  norm3,
  normalize3,
  scl3,
  sub3,
  zero3,
} from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { BORDER, columnOf, Feature, featureAt, NEAR, radiusOf, toGeom } from './features.ts';

/*  What a geom looks like around its point that is farthest along a direction: how that point, and the direction, move with two
 *  coordinates y of the patch, dp = G y and du = C y. A round patch has du = y, and G = S is the Hessian of the support function (its
 *  eigenvalues are the radii of curvature): r on a ball; (Q - x x^T) / h on an ellipsoid, Q = R diag(size^2) R^T, x = Q u / h from its
 *  centre and h^2 = u^T Q u; r / |u'| t t^T on the rim of a cylinder, u' what of u is across its axis, t the tangent of the rim. On a line one
 *  coordinate slides along it, on a face both do, and the direction stays. A corner has G = 0.
 *
 *  Arrays hold the patch of the first geom, along the normal n of the contact, then that of the second, along -n. */

export const kinds = new Int32Array(2);
/** The point around which a patch is round: a centre, the nearest point of a segment, the centre of a rim; on what is flat, the point itself. */
export const cores = new Float64Array(6);
/** Direction of a line, normal of a face, axis of a rim. */
const axes = new Float64Array(6);
/** The points of both surfaces. */
export const surfaces = new Float64Array(6);
/** Columns of G and of C: six numbers each for either geom. */
export const slides = new Float64Array(12);
export const tilts = new Float64Array(12);

/** Corners of the feature of a mesh, the second geom, that EPA has ended with, and how many there are. */
export const corners = new Float64Array(9);
export const cornerCount = new Int32Array(1);

const local = new Float64Array(3);
const edge = new Float64Array(3);
const out = new Float64Array(3);
const tangent = new Float64Array(3);
const radial = new Float64Array(3);

/** Tells the patch of geom g, on side k, from its point in `surfaces`; with `exact`, only if there is no doubt; else by the
 *  guess of that number. `frame` is that of the contact. */
export function findPatch(m: Model, d: Data, g: int, k: int, frame: Float64Array, exact: boolean, guess: int): int {
  const type = m.geom_type[g];
  const p = 3 * k;
  const s: number = k === 0 ? 1 : -1;
  if (type === GeomType.ELLIPSOID) {
    kinds[k] = Feature.CURVED;
  } else if (type === GeomType.CYLINDER) {
    kinds[k] = cylinderPatch(m, d, g, k, s, frame, guess > 0);
  } else if (type === GeomType.SPHERE) {
    kinds[k] = Feature.POINT;
    copy3(cores, p, d.geom_xpos, 3 * g);
  } else if (type === GeomType.MESH) {
    kinds[k] = meshPatch();
  } else {
    addScl3(cores, p, surfaces, p, frame, 0, -s * radiusOf(m, g));
    if (exact) kinds[k] = featureAt(m, d, g, cores, p, axes, p);
    else if (guess === 2 && type === GeomType.BOX) kinds[k] = facePatch(m, d, g, k, frame);
    else kinds[k] = nearPatch(m, d, g, k, (guess === 0 ? ROUGH : FINE) * m.geom_rbound[g]);
  }
  // faces look along the normal
  if (kinds[k] === Feature.PLANE && dot3(axes, p, frame, 0) < 0) scl3(axes, p, axes, p, -1);
  return kinds[k];
}

/** The corner, the edge or the face of a mesh between `corners`, a Feature, which has as many; with the core on it. */
function meshPatch(): int {
  const n = cornerCount[0];
  copy3(cores, 3, corners, 0);
  if (n === 1) return n;
  sub3(axes, 3, corners, 3, corners, 0);
  if (n === 3) {
    sub3(edge, 0, corners, 6, corners, 0);
    cross3(axes, 3, axes, 3, edge, 0);
  }
  normalize3(axes, 3);
  sub3(edge, 0, surfaces, 3, corners, 0);
  const along = dot3(axes, 3, edge, 0);
  if (n === 2) addToScl3(cores, 3, axes, 3, along);
  else addScl3(cores, 3, surfaces, 3, axes, 3, -along);
  return n;
}

/** Whether the core of the second geom, a mesh, is between `corners`, and nothing of it, as shape 1 of GJK, reaches farther. */
function isOnMesh(m: Model, frame: Float64Array, border: number): boolean {
  const n = cornerCount[0];
  for (let i = 0; i < n && n > 1; i++) {
    const j = i + 1 < n ? i + 1 : 0;
    sub3(edge, 0, corners, 3 * j, corners, 3 * i);
    normalize3(edge, 0);
    // inwards: along an edge, across a side of a face whose corners go around its axis
    if (n === 3) cross3(edge, 0, axes, 3, edge, 0);
    sub3(local, 0, cores, 3, corners, 3 * i);
    if (!(dot3(local, 0, edge, 0) * (n === 3 ? facing(frame) : 1.0) > border)) return false;
  }
  support(m, 1, -frame[0], -frame[1], -frame[2], local, 0);
  sub3(local, 0, cores, 3, local, 0);
  return dot3(local, 0, frame, 0) < border;
}

/** 1 if the corners of the face go around the axis as it was turned to look along the normal, else -1. */
function facing(frame: Float64Array): number {
  sub3(out, 0, corners, 3, corners, 0);
  sub3(tangent, 0, corners, 6, corners, 0);
  cross3(out, 0, out, 0, tangent, 0);
  return dot3(out, 0, frame, 0) < 0 ? -1.0 : 1.0;
}

/** How near to an end or a side, by the size of the geom, EPA may leave a point that belongs there, and how near one that does not. */
const ROUGH = 1e-3;
const FINE = 1e-7;
/** So many guesses there are. */
export const GUESSES = 3;

/** The feature of capsule or box g that the core on side k is near to, with the core put on it. */
function nearPatch(m: Model, d: Data, g: int, k: int, near: number): int {
  const { geom_size } = m;
  const capsule = m.geom_type[g] === GeomType.CAPSULE;
  toGeom(local, d, g, cores, 3 * k);
  let ends = 0;
  for (let i = 0; i < 3; i++) {
    const size: number = !capsule ? geom_size[3 * g + i] : i === 2 ? geom_size[3 * g + 1] : 0;
    if (Math.abs(local[i]) < size - near) {
      columnOf(d, g, i, axes, 3 * k);
      continue;
    }
    local[i] = local[i] < 0 ? -size : size;
    ends++;
  }
  if (ends === 1) {
    for (let i = 0; i < 3; i++) if (Math.abs(local[i]) === geom_size[3 * g + i]) columnOf(d, g, i, axes, 3 * k);
  }
  mulMatVec3(cores, 3 * k, d.geom_xmat, 9 * g, local, 0);
  for (let i = 0; i < 3; i++) cores[3 * k + i] += d.geom_xpos[3 * g + i];
  return ends === 0 ? Feature.NONE : 4 - ends;
}

/** How near EPA comes to a normal (cosine, and its sine): it goes over what is round point by point. */
export const ALONG = 0.9998;
const ACROSS = 0.02;

/** The face of box g across the normal. */
function facePatch(m: Model, d: Data, g: int, k: int, frame: Float64Array): int {
  for (let i = 0; i < 3; i++) {
    columnOf(d, g, i, axes, 3 * k);
    const along = dot3(axes, 3 * k, frame, 0);
    if (Math.abs(along) < ALONG) continue;
    toGeom(local, d, g, cores, 3 * k);
    const side: number = (k === 0 ? along : -along) > 0 ? 1 : -1;
    addToScl3(cores, 3 * k, axes, 3 * k, side * m.geom_size[3 * g + i] - local[i]);
    return Feature.PLANE;
  }
  return Feature.NONE;
}

/** The cap, the side or the rim of cylinder g. */
function cylinderPatch(m: Model, d: Data, g: int, k: int, s: number, frame: Float64Array, again: boolean): int {
  const { geom_size, geom_rbound } = m;
  const p = 3 * k;
  const radius = geom_size[3 * g];
  const half = geom_size[3 * g + 1];
  columnOf(d, g, 2, axes, p);
  toGeom(local, d, g, surfaces, p);
  const along = s * dot3(axes, p, frame, 0);
  const end: number = along < 0 ? -half : half;
  const border = BORDER * geom_rbound[g];
  if (!again && Math.abs(along) > ALONG && Math.sqrt(local[0] * local[0] + local[1] * local[1]) < radius - border) {
    addScl3(cores, p, surfaces, p, axes, p, end - local[2]);
    return Feature.PLANE;
  }
  if (!again && Math.abs(along) < ACROSS && Math.abs(local[2]) < half - border) {
    addScl3(cores, p, d.geom_xpos, 3 * g, axes, p, local[2]);
    return Feature.LINE;
  }
  addScl3(cores, p, d.geom_xpos, 3 * g, axes, p, end);
  return Feature.RIM;
}

/** Point, G and C of the patch of geom g, on side k, for the normal and the tangents of `frame`. */
export function fillPatch(m: Model, d: Data, g: int, k: int, frame: Float64Array): void {
  const kind = kinds[k];
  const p = 3 * k;
  const s: number = k === 0 ? 1 : -1;
  for (let j = 0; j < 2; j++) {
    copy3(tilts, 6 * k + 3 * j, frame, 3 + 3 * j);
    copy3(slides, 6 * k + 3 * j, frame, 3 + 3 * j);
  }
  if (kind === Feature.CURVED) {
    ellipsoidSlides(m, d, g, k, s, frame);
    return;
  }
  if (kind === Feature.RIM) {
    rimSlides(m, g, k, s, frame, false);
    return;
  }
  if (kind === Feature.PLANE) {
    copy3(surfaces, p, cores, p);
    zero3(tilts, 6 * k);
    zero3(tilts, 6 * k + 3);
    return;
  }
  const radius: number = m.geom_type[g] === GeomType.CYLINDER ? m.geom_size[3 * g] : radiusOf(m, g);
  addScl3(surfaces, p, cores, p, frame, 0, s * radius);
  if (kind === Feature.LINE) {
    zero3(tilts, 6 * k);
    cross3(tilts, 6 * k + 3, frame, 0, axes, p);
    copy3(slides, 6 * k, axes, p);
    scl3(slides, 6 * k + 3, tilts, 6 * k + 3, radius);
    return;
  }
  for (let j = 6 * k; j < 6 * k + 6; j++) slides[j] *= radius;
}

function ellipsoidSlides(m: Model, d: Data, g: int, k: int, s: number, frame: Float64Array): void {
  scl3(out, 0, frame, 0, s);
  mulSquare(m, d, g, out, 0);
  const h = Math.sqrt(s * dot3(out, 0, frame, 0));
  scl3(out, 0, out, 0, 1 / h);
  for (let i = 0; i < 3; i++) surfaces[3 * k + i] = d.geom_xpos[3 * g + i] + out[i];
  for (let j = 6 * k; j < 6 * k + 6; j += 3) {
    const along = dot3(out, 0, slides, j);
    mulSquare(m, d, g, slides, j);
    addToScl3(slides, j, out, 0, -along);
    scl3(slides, j, slides, j, 1 / h);
  }
}

/** v = Q v */
function mulSquare(m: Model, d: Data, g: int, v: Float64Array, i: int): void {
  mulMatTVec3(v, i, d.geom_xmat, 9 * g, v, i);
  for (let k = 0; k < 3; k++) v[i + k] *= m.geom_size[3 * g + k] * m.geom_size[3 * g + k];
  mulMatVec3(v, i, d.geom_xmat, 9 * g, v, i);
}

/** With `own`, the point of the rim is the one that `surfaces` has, which keeps its angle to the farthest one. */
function rimSlides(m: Model, g: int, k: int, s: number, frame: Float64Array, own: boolean): void {
  const p = 3 * k;
  const radius = m.geom_size[3 * g];
  scl3(out, 0, frame, 0, s);
  addToScl3(out, 0, axes, p, -dot3(out, 0, axes, p));
  const across = norm3(out, 0);
  cross3(tangent, 0, axes, p, out, 0);
  if (own) sub3(radial, 0, surfaces, p, cores, p);
  else {
    scl3(radial, 0, out, 0, radius / across);
    for (let i = 0; i < 3; i++) surfaces[p + i] = cores[p + i] + radial[i];
  }
  cross3(out, 0, axes, p, radial, 0);
  for (let j = 6 * k; j < 6 * k + 6; j += 3) {
    scl3(slides, j, out, 0, dot3(tangent, 0, slides, j) / (across * across));
  }
}

/** Squared sine between a plane and a cap that are too nearly parallel to tell points of the rim by. */
const FLAT = 1e-8;

/** G of the second geom g, a cylinder or an ellipsoid, at its point in `surfaces` over a plane with this frame: its farthest one, or one of
 *  a rim; false if there is none: a cylinder that stands on a cap. */
export function overPlane(m: Model, d: Data, g: int, frame: Float64Array): boolean {
  for (let j = 0; j < 6; j++) slides[6 + j] = frame[3 + j];
  if (m.geom_type[g] === GeomType.ELLIPSOID) {
    ellipsoidSlides(m, d, g, 1, -1, frame);
    return true;
  }
  columnOf(d, g, 2, axes, 3);
  const along = dot3(axes, 3, frame, 0);
  if (1 - along * along < FLAT) return false;
  toGeom(local, d, g, surfaces, 3);
  addScl3(cores, 3, d.geom_xpos, 3 * g, axes, 3, local[2]);
  rimSlides(m, g, 1, -1, frame, true);
  return true;
}

/** A patch takes a step of its coordinates y, with sign: what is round follows the direction, what is not slides. */
export function slidePatch(k: int, y: Float64Array, i: int, sign: number): void {
  if (kinds[k] === Feature.PLANE) addToScl3(cores, 3 * k, slides, 6 * k + 3, sign * y[i + 1]);
  if (kinds[k] === Feature.PLANE || kinds[k] === Feature.LINE) addToScl3(cores, 3 * k, slides, 6 * k, sign * y[i]);
}

/** res = from the normal to the nearest one that the patch can have */
export function normalGap(res: Float64Array, k: int, frame: Float64Array): void {
  zero3(res, 0);
  if (kinds[k] === Feature.PLANE) sub3(res, 0, axes, 3 * k, frame, 0);
  if (kinds[k] === Feature.LINE) scl3(res, 0, axes, 3 * k, -dot3(axes, 3 * k, frame, 0));
}

/** Whether the patch of geom g is where its point is, away from its border, and held there by the normal; `ball`: the end of a capsule may be
 *  the one that is not the farthest. */
export function isOnPatch(m: Model, d: Data, g: int, k: int, frame: Float64Array, ball: boolean): boolean {
  const { geom_type, geom_size, geom_rbound } = m;
  const type = geom_type[g];
  const p = 3 * g;
  const border = BORDER * geom_rbound[g];
  toGeom(local, d, g, cores, 3 * k);
  scl3(out, 0, frame, 0, k === 0 ? 1 : -1);
  mulMatTVec3(out, 0, d.geom_xmat, 9 * g, out, 0);
  if (type === GeomType.CAPSULE) {
    if (kinds[k] === Feature.LINE) return Math.abs(local[2]) < geom_size[p + 1] - border;
    const held = local[2] * out[2];
    return (ball ? Math.abs(held) : held) > BORDER * geom_size[p + 1];
  }
  if (type === GeomType.CYLINDER) {
    if (kinds[k] === Feature.LINE) return Math.abs(local[2]) < geom_size[p + 1] - border;
    if (kinds[k] === Feature.PLANE) {
      return Math.sqrt(local[0] * local[0] + local[1] * local[1]) < geom_size[p] - border;
    }
    return local[2] * out[2] > BORDER * geom_size[p + 1] && 1 - out[2] * out[2] > FLAT;
  }
  if (type === GeomType.MESH) return isOnMesh(m, frame, border);
  if (type !== GeomType.BOX) return true;
  for (let i = 0; i < 3; i++) {
    const beyond = Math.abs(local[i]) - geom_size[p + i];
    if (Math.abs(beyond) < NEAR * geom_rbound[g]) {
      if (!(local[i] * out[i] > BORDER * geom_size[p + i])) return false;
    } else if (!(beyond < -border)) return false;
  }
  return true;
}
