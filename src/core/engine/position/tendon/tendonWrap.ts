import { MINVAL, PI } from '../../../math/constants.ts';
import { acos, asin } from '../../../math/elementary/arc.ts';
import { cos, sin } from '../../../math/elementary/trig.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, copy3, cross3, dot3, norm3, normalize3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';

/*  Wrapping of a tendon around a sphere or a cylinder, as a planar problem: a path around a circle. */

// in the frame of the geom: ends of the path, axes of the wrapping plane, its normal, the two contact points
const ends = new Float64Array(6);
const axes = new Float64Array(6);
const normal = new Float64Array(3);
const touch = new Float64Array(6);
// in that plane: ends, side point, contact points, and two candidates for the contact points
const flat = new Float64Array(4);
const sideFlat = new Float64Array(2);
const flatTouch = new Float64Array(4);
const candidate = new Float64Array(8);
const between = new Float64Array(2);

/** Wraps a tendon from site `from` to site `to` around a geom: a sphere or an infinite cylinder (the geom's z axis). It
 *  takes the shorter way, or passes on the side of site `side` (-1: none); a side site inside the geom makes the tendon
 *  pass inside. Sets the two contact points res[r, r + 6) and returns the length of the curve between them, or -1 if
 *  the tendon misses the geom. */
export function wrap(
  m: Model,
  d: Data,
  res: Float64Array,
  r: int,
  from: int,
  to: int,
  geom: int,
  sphere: boolean,
  side: int,
): number {
  const { geom_xpos, geom_xmat } = d;
  const radius = m.geom_size[3 * geom];
  const sided = side >= 0;
  toLocal(d, ends, 0, from, geom);
  toLocal(d, ends, 3, to, geom);
  if (isTiny3(ends, 0) || isTiny3(ends, 3)) return -1;
  if (sphere) {
    spherePlane();
  } else {
    set3(axes, 0, 1, 0, 0);
    set3(axes, 3, 0, 1, 0);
  }
  flatten(flat, 0, ends, 0);
  flatten(flat, 2, ends, 3);
  let inside = false;
  if (sided) {
    toLocal(d, normal, 0, side, geom);
    inside = norm3(normal, 0) < radius;
    flatten(sideFlat, 0, normal, 0);
    normalize2(sideFlat);
    sideFlat[0] *= radius;
    sideFlat[1] *= radius;
  }
  let length = inside ? wrapInside(radius) : wrapCircle(radius, sided);
  if (length < 0) return -1;
  for (let k = 0; k < 2; k++) {
    const u = flatTouch[2 * k];
    const v = flatTouch[2 * k + 1];
    for (let c = 0; c < 3; c++) touch[3 * k + c] = axes[c] * u + axes[3 + c] * v;
  }
  if (!sphere) length = climb(length);
  for (let k = 0; k < 6; k += 3) {
    mulMatVec3(res, r + k, geom_xmat, 9 * geom, touch, k);
    addTo3(res, r + k, geom_xpos, 3 * geom);
  }
  return length;
}

/** res = position of a site in the frame of a geom */
function toLocal(d: Data, res: Float64Array, r: int, site: int, geom: int): void {
  const { site_xpos, geom_xpos, geom_xmat } = d;
  sub3(res, r, site_xpos, 3 * site, geom_xpos, 3 * geom);
  mulMatTVec3(res, r, geom_xmat, 9 * geom, res, r);
}

/** Whether the length of a vector is below MINVAL. Takes the root only if necessary. */
function isTiny3(a: Float64Array, i: int): boolean {
  return dot3(a, i, a, i) < MINVAL && norm3(a, i) < MINVAL;
}

/** Normalizes a 2D vector; a tiny one becomes (1, 0). */
function normalize2(a: Float64Array): void {
  const length = Math.sqrt(a[0] * a[0] + a[1] * a[1]);
  const scale = 1 / length;
  a[0] = length < MINVAL ? 1 : a[0] * scale;
  a[1] = length < MINVAL ? 0 : a[1] * scale;
}

/** res = (p . axis 0, p . axis 1) */
function flatten(res: Float64Array, r: int, p: Float64Array, i: int): void {
  res[r] = dot3(p, i, axes, 0);
  res[r + 1] = dot3(p, i, axes, 3);
}

/** axes = the plane through both ends and the center, its first axis toward the first end */
function spherePlane(): void {
  copy3(axes, 0, ends, 0);
  normalize3(axes, 0);
  cross3(normal, 0, ends, 0, ends, 3);
  if (normalize3(normal, 0) < MINVAL) {
    // ends collinear with the center: take a plane far from the first axis
    const x = Math.abs(axes[0]);
    const y = Math.abs(axes[1]);
    const z = Math.abs(axes[2]);
    if (z > x && z > y) set3(axes, 3, 1, 1, 0);
    else if (y > x && y > z) set3(axes, 3, 1, 0, 1);
    else set3(axes, 3, 0, 1, 1);
    cross3(normal, 0, axes, 0, axes, 3);
    normalize3(normal, 0);
  }
  cross3(axes, 3, normal, 0, axes, 0);
  normalize3(axes, 3);
}

/** Sets z of the contact points on a cylinder, proportional to the distance in the plane. Returns the length of the helix. */
function climb(length: number): number {
  const before = flatDistance(0);
  const after = flatDistance(3);
  const total = before + length + after;
  const rise = ends[5] - ends[2];
  touch[2] = ends[2] + (rise * before) / total;
  touch[5] = ends[2] + (rise * (before + length)) / total;
  const height = Math.abs(touch[5] - touch[2]);
  return Math.sqrt(length * length + height * height);
}

/** Distance in the xy plane from the end at k to its contact point. */
function flatDistance(k: int): number {
  const x = ends[k] - touch[k];
  const y = ends[k + 1] - touch[k + 1];
  return Math.sqrt(x * x + y * y);
}

/** Wraps the ends in `flat` around the circle: along tangents, in two mirrored ways. Sets flatTouch and returns the length of the
 *  arc, or -1. */
function wrapCircle(radius: number, sided: boolean): number {
  const square = radius * radius;
  const len0 = flat[0] * flat[0] + flat[1] * flat[1];
  const len1 = flat[2] * flat[2] + flat[3] * flat[3];
  if (len0 < square || len1 < square || radius < MINVAL) return -1;
  if (misses(square, sided)) return -1;
  const root0 = Math.sqrt(len0 - square);
  const root1 = Math.sqrt(len1 - square);
  tangents(0, 1, radius, root0, root1, len0, len1);
  tangents(4, -1, radius, root0, root1, len0, len1);
  const cross0 = segmentsCross(0);
  const cross4 = segmentsCross(4);
  const first = (cross0 ? CROSSING : goodness(0, sided)) > (cross4 ? CROSSING : goodness(4, sided));
  const c = first ? 0 : 4;
  for (let k = 0; k < 4; k++) flatTouch[k] = candidate[c + k];
  if (first ? cross0 : cross4) return -1;
  return arcLength(radius, first);
}

/** Whether the straight line misses the circle, on the side of the side point if there is one. */
function misses(square: number, sided: boolean): boolean {
  const dx = flat[2] - flat[0];
  const dy = flat[3] - flat[1];
  const dd = dx * dx + dy * dy;
  if (dd < MINVAL) return true;
  // the point of the line nearest to the center
  const t = Math.min(1, Math.max(0, -(dx * flat[0] + dy * flat[1]) / dd));
  const x = t * dx + flat[0];
  const y = t * dy + flat[1];
  if (x * x + y * y <= square) return false;
  return !sided || sideFlat[0] * x + sideFlat[1] * y >= 0;
}

/** candidate[c, c + 4) = tangent points of both ends, counterclockwise (sign +1) or clockwise (-1) */
function tangents(
  c: int,
  sign: number,
  radius: number,
  root0: number,
  root1: number,
  len0: number,
  len1: number,
): void {
  const square = radius * radius;
  candidate[c] = (flat[0] * square + sign * radius * flat[1] * root0) / len0;
  candidate[c + 1] = (flat[1] * square - sign * radius * flat[0] * root0) / len0;
  candidate[c + 2] = (flat[2] * square - sign * radius * flat[3] * root1) / len1;
  candidate[c + 3] = (flat[3] * square + sign * radius * flat[2] * root1) / len1;
}

/** Score of a candidate whose lines cross. */
const CROSSING = -10000;

/** Score of candidate c whose lines do not cross: near the side point, or short. */
function goodness(c: int, sided: boolean): number {
  if (sided) {
    between[0] = candidate[c] + candidate[c + 2];
    between[1] = candidate[c + 1] + candidate[c + 3];
    normalize2(between);
    return between[0] * sideFlat[0] + between[1] * sideFlat[1];
  }
  const x = candidate[c] - candidate[c + 2];
  const y = candidate[c + 1] - candidate[c + 3];
  return -(x * x + y * y);
}

/** Whether the lines from the ends to their tangent points cross. */
function segmentsCross(c: int): boolean {
  const ux = candidate[c] - flat[0];
  const uy = candidate[c + 1] - flat[1];
  const vx = candidate[c + 2] - flat[2];
  const vy = candidate[c + 3] - flat[3];
  const det = vy * ux - vx * uy;
  if (Math.abs(det) < MINVAL) return false;
  const x = flat[0] - flat[2];
  const y = flat[1] - flat[3];
  const s = (vx * y - vy * x) / det;
  const t = (ux * y - uy * x) / det;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1;
}

/** Length of the arc between the contact points, in the direction of the chosen candidate. */
function arcLength(radius: number, first: boolean): number {
  const l0 = Math.sqrt(flatTouch[0] * flatTouch[0] + flatTouch[1] * flatTouch[1]);
  const l1 = Math.sqrt(flatTouch[2] * flatTouch[2] + flatTouch[3] * flatTouch[3]);
  const i0 = 1 / l0;
  const i1 = 1 / l1;
  const cosine = flatTouch[0] * i0 * (flatTouch[2] * i1) + flatTouch[1] * i0 * (flatTouch[3] * i1);
  const angle = acos(cosine);
  const cross = flatTouch[1] * flatTouch[2] - flatTouch[0] * flatTouch[3];
  const far = first ? cross < 0 : cross > 0;
  return radius * (far ? 2 * PI - angle : angle);
}

/** Path that touches the circle from inside in one point and is reflected there: with z the sine of the angle of
 *  incidence, asin(A z) + asin(B z) - 2 asin(z) + G = 0. Sets flatTouch and returns 0, or -1 without contact. */
function wrapInside(radius: number): number {
  const len0 = Math.sqrt(flat[0] * flat[0] + flat[1] * flat[1]);
  const len1 = Math.sqrt(flat[2] * flat[2] + flat[3] * flat[3]);
  const dx = flat[2] - flat[0];
  const dy = flat[3] - flat[1];
  const dd = dx * dx + dy * dy;
  if (len0 <= radius || len1 <= radius || radius < MINVAL || len0 < MINVAL || len1 < MINVAL) return -1;
  if (dd > MINVAL) {
    const t = -(dx * flat[0] + dy * flat[1]) / dd;
    const x = flat[0] + dx * t;
    const y = flat[1] + dy * t;
    if (t > 0 && t < 1 && Math.sqrt(x * x + y * y) <= radius) return -1;
  }
  // fallback: the middle direction
  between[0] = 0.5 * (flat[0] + flat[2]);
  between[1] = 0.5 * (flat[1] + flat[3]);
  normalize2(between);
  setTouch(radius * between[0], radius * between[1]);
  const cosG = (len0 * len0 + len1 * len1 - dd) / (2 * len0 * len1);
  if (cosG < -1 + MINVAL) return -1;
  if (cosG > 1 - MINVAL) return 0;
  const A = radius / len0;
  const B = radius / len1;
  const z = incidence(A, B, acos(cosG));
  if (z < 0) return 0;
  // rotate from the end that is clockwise of the other
  const counter = flat[0] * flat[3] - flat[1] * flat[2] > 0;
  const angle = asin(z) - asin((counter ? A : B) * z);
  between[0] = counter ? flat[0] : flat[2];
  between[1] = counter ? flat[1] : flat[3];
  normalize2(between);
  const c = cos(angle);
  const s = sin(angle);
  setTouch(radius * (c * between[0] - s * between[1]), radius * (s * between[0] + c * between[1]));
  return 0;
}

/** Sets both contact points to (x, y). */
function setTouch(x: number, y: number): void {
  flatTouch[0] = x;
  flatTouch[1] = y;
  flatTouch[2] = x;
  flatTouch[3] = y;
}

/** Root of f(z) = asin(A z) + asin(B z) - 2 asin(z) + G by Newton's method from just below 1, where f < 0, or -1. */
function incidence(A: number, B: number, G: number): number {
  const tolerance = 1e-6;
  let z: number = 1 - 1e-7;
  let f = asin(A * z) + asin(B * z) - 2 * asin(z) + G;
  if (f > 0) return -1;
  for (let iter = 0; iter < 20; iter++) {
    if (Math.abs(f) <= tolerance) return z;
    const derivative =
      A / Math.max(MINVAL, Math.sqrt(1 - z * z * A * A)) +
      B / Math.max(MINVAL, Math.sqrt(1 - z * z * B * B)) -
      2 / Math.max(MINVAL, Math.sqrt(1 - z * z));
    // f decreases everywhere, so the root is to the left
    if (derivative > -MINVAL) return -1;
    const next = z - f / derivative;
    if (next > z) return -1;
    z = next;
    f = asin(A * z) + asin(B * z) - 2 * asin(z) + G;
    if (f > tolerance) return -1;
  }
  return -1;
}
