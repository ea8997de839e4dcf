import { halton } from '../../../math/halton.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
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
  subFrom3,
} from '../../../math/vec3.ts';
import { MAXCONPAIR, MAXVAL, MINVAL } from '../../../model/constants.ts';
import type { Model } from '../../../model/model.ts';
import { POSE_POS } from './combined.ts';
import { distanceGradient } from './gradient.ts';
import { signedDistance } from './signedDistance.ts';

/*  Triangles and their bounding boxes against a signed distance field, in its frame. */

const middle = new Float64Array(3);

/** True if the field of geom g at the center of a box is less than the distance to its corners. `pose` maps from the
 *  frame of the box to that of the field. */
export function boxTouches(m: Model, g: int, pose: Float64Array, aabb: Float64Array, b: int): boolean {
  mulMatVec3(middle, 0, pose, 0, aabb, b);
  addTo3(middle, 0, pose, POSE_POS);
  return signedDistance(m, g, middle, 0) < norm3(aabb, b + 3);
}

const point = new Float64Array(3);
const grad = new Float64Array(3);
const best = new Float64Array(3);

/** Appends points of a triangle (nine reals) inside the field of geom g to `found`, each followed by its distance (four
 *  reals), up to MAXCONPAIR in total; returns their number. */
export function triangleSdf(m: Model, g: int, corners: Float64Array, found: Float64Array, count: int): int {
  if (!mayTouch(m, g, corners)) return count;
  let n = count;
  const starts = Math.max(1, m.opt.sdf_initpoints);
  for (let s = 0; s < starts && n < MAXCONPAIR; s++) {
    let u = halton(s + 1, 2);
    let v = halton(s + 1, 3);
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    const w = 1 - u - v;
    for (let k = 0; k < 3; k++) point[k] = w * corners[k] + u * corners[3 + k] + v * corners[6 + k];
    frankWolfe(m, g, corners);
    const dist = signedDistance(m, g, point, 0);
    if (dist < 0) {
      copy3(found, 4 * n, point, 0);
      found[4 * n + 3] = dist;
      n++;
    }
  }
  return n;
}

/** Moves the point of the triangle to the minimum of the field: toward the corner farthest down the gradient, with
 *  decreasing steps 2 / (k + 2) (M. Frank and P. Wolfe, "An algorithm for quadratic programming", 1956). */
function frankWolfe(m: Model, g: int, corners: Float64Array): void {
  for (let step = 0; step < m.opt.sdf_iterations; step++) {
    let minValue: number = MAXVAL;
    distanceGradient(m, grad, 0, g, point, 0);
    for (let c = 0; c < 9; c += 3) {
      const value = dot3(corners, c, grad, 0);
      if (value < minValue) {
        minValue = value;
        copy3(best, 0, corners, c);
      }
    }
    subFrom3(best, 0, point, 0);
    addToScl3(point, 0, best, 0, 2 / (step + 2));
  }
}

/** Fraction of its distance by which the centroid is moved to form a tetrahedron, and the minimum height of one. */
const HEIGHT = 10;
const MIN_HEIGHT = 0.1;

const edges = new Float64Array(6);
const normal = new Float64Array(3);
const center = new Float64Array(3);
const apex = new Float64Array(3);
const v = new Float64Array(9);
const cross = new Float64Array(9);

/** True if the field at the center of a sphere through the corners is less than its radius. */
function mayTouch(m: Model, g: int, corners: Float64Array): boolean {
  sub3(edges, 0, corners, 3, corners, 0);
  sub3(edges, 3, corners, 6, corners, 0);
  cross3(normal, 0, edges, 0, edges, 3);
  normalize3(normal, 0);
  scl3(apex, 0, corners, 0, 1 / 3);
  addToScl3(apex, 0, corners, 3, 1 / 3);
  addToScl3(apex, 0, corners, 6, 1 / 3);
  const dist = signedDistance(m, g, apex, 0);
  const height = -dist / HEIGHT;
  // a flat tetrahedron would have a huge sphere
  if (Math.abs(height) < MIN_HEIGHT) return dist < circumradius(corners);
  addToScl3(apex, 0, normal, 0, -height);
  for (let c = 0; c < 9; c += 3) sub3(v, c, corners, c, apex, 0);
  cross3(cross, 0, v, 3, v, 6);
  cross3(cross, 3, v, 6, v, 0);
  cross3(cross, 6, v, 0, v, 3);
  const volume = 2 * dot3(v, 0, cross, 0);
  if (Math.abs(volume) < MINVAL) return dist < norm3(edges, 0);
  scl3(center, 0, cross, 0, dot3(v, 0, v, 0));
  addToScl3(center, 0, cross, 3, dot3(v, 3, v, 3));
  addToScl3(center, 0, cross, 6, dot3(v, 6, v, 6));
  scl3(center, 0, center, 0, 1 / volume);
  const radius = norm3(center, 0);
  for (let k = 0; k < 3; k++) center[k] += apex[k];
  return signedDistance(m, g, center, 0) < radius;
}

/** a b c / (4 area), with the area by Heron's formula */
function circumradius(corners: Float64Array): number {
  const a = dist3(corners, 0, corners, 3);
  const b = dist3(corners, 3, corners, 6);
  const c = dist3(corners, 6, corners, 0);
  const s = (a + b + c) / 2;
  const area = Math.sqrt(s * (s - a) * (s - b) * (s - c));
  return (a * b * c) / (4 * Math.max(area, MINVAL));
}
