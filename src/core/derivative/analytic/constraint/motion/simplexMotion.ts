import type { int } from '../../../../math/int.ts';
import { addScl3, addToScl3, cross3, dot3, scl3, sub3, subFrom3, zero3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { motionAt } from './motionAt.ts';

/*  A contact between two convex hulls, of up to three points a_i of the first geom and as many b_i of the second, fixed to
 *  the geoms: the final simplex of GJK or EPA, or corners of the features in contact. With w_i = a_i - b_i and
 *  e_j = w_j - w_0, the point x = sum of l_i w_i of their plane, line or point nearest to the origin is -L n,
 *  L = dist + r1 + r2. It is perpendicular to all e_j, and so is n. While the second geom moves, with u = sum of l_i dw_i
 *  and E the inner products of the e_j,
 *    E dl = -e . u + L n . de,    dL = -n . u,    dn = -sum of (E^-1 (n . de))_j e_j - u' / L
 *  where u' is the part of u perpendicular to n and all e_j. The contact point is sum of l_i a_i + (r1 + dist / 2) n. */

/** Pairs of points, in the world: three of the first geom, then, at SECOND_POINTS, three of the second. */
export const SECOND_POINTS = 9;
export const SIMPLEX_POINTS = 18;

/** Thinner triangles (squared sine) have no plane; closer features have no normal. */
const THIN = 1e-12;
const TOGETHER = 1e-4;

const edges = new Float64Array(6);
const start = new Float64Array(3);
const weights = new Float64Array(3);
// E of two edges, and its determinant
const products = new Float64Array(4);
// db_i; u; n . de, then -e . u + L n . de; their solutions
const displacements = new Float64Array(9);
const mean = new Float64Array(3);
const tilts = new Float64Array(2);
const coefficients = new Float64Array(2);
const shares = new Float64Array(2);
const dn = new Float64Array(3);
const part = new Float64Array(3);

/** w[at..] = motion table of one contact (see contactMotion.ts), from k pairs of `points` with the radii r1 and r2 around
 *  them; false if they are degenerate */
export function simplexMotion(
  w: Float64Array,
  at: int,
  d: Data,
  con: int,
  g2: int,
  points: Float64Array,
  k: int,
  r1: number,
  r2: number,
): boolean {
  const { contact_frame, contact_dist, geom_xpos } = d;
  const f = 9 * con;
  const half = 0.5 * contact_dist[con];
  const length = contact_dist[con] + r1 + r2;
  // overlapping hulls are nearest to a plane
  if (!setSimplex(points, k) || (k < 3 && length < TOGETHER)) return false;
  for (let c = 0; c < 6; c++) {
    const o = at + 7 * c;
    for (let i = 0; i < k; i++) motionAt(displacements, 3 * i, c, points, SECOND_POINTS + 3 * i, geom_xpos, 3 * g2);
    zero3(mean, 0);
    for (let i = 0; i < k; i++) addToScl3(mean, 0, displacements, 3 * i, -weights[i]);
    differentiateNormal(dn, contact_frame, f, k, length);
    const rise = -dot3(contact_frame, f, mean, 0);
    cross3(w, o, contact_frame, f, dn, 0);
    scl3(w, o + 3, dn, 0, r1 + half);
    addToScl3(w, o + 3, contact_frame, f, 0.5 * rise);
    solveEdges(shares, coefficients);
    for (let j = 1; j < k; j++) {
      sub3(part, 0, points, 3 * j, points, 0);
      addToScl3(w, o + 3, part, 0, shares[j - 1]);
    }
    w[o + 6] = rise;
  }
  return true;
}

/** Set the edges, E and the weights of k pairs; missing edges are zero, with ones on the diagonal of E. */
function setSimplex(points: Float64Array, k: int): boolean {
  sub3(start, 0, points, 0, points, SECOND_POINTS);
  for (let j = 0; j < 2; j++) {
    zero3(edges, 3 * j);
    tilts[j] = 0;
    coefficients[j] = 0;
    if (j + 1 >= k) continue;
    sub3(edges, 3 * j, points, 3 * j + 3, points, SECOND_POINTS + 3 * j + 3);
    subFrom3(edges, 3 * j, start, 0);
    coefficients[j] = -dot3(edges, 3 * j, start, 0);
  }
  products[0] = k > 1 ? dot3(edges, 0, edges, 0) : 1;
  products[1] = dot3(edges, 0, edges, 3);
  products[2] = k > 2 ? dot3(edges, 3, edges, 3) : 1;
  products[3] = products[0] * products[2] - products[1] * products[1];
  if (!(products[3] > THIN * products[0] * products[2])) return false;
  // x . e = 0
  solveEdges(shares, coefficients);
  weights[1] = shares[0];
  weights[2] = shares[1];
  weights[0] = 1 - shares[0] - shares[1];
  return true;
}

/** res = E^-1 b */
function solveEdges(res: Float64Array, b: Float64Array): void {
  res[0] = (products[2] * b[0] - products[1] * b[1]) / products[3];
  res[1] = (products[0] * b[1] - products[1] * b[0]) / products[3];
}

/** res = dn; coefficients = the right-hand side of dl */
function differentiateNormal(res: Float64Array, normals: Float64Array, f: int, k: int, length: number): void {
  for (let j = 0; j + 1 < k; j++) {
    // de = -(db_j - db_0)
    sub3(part, 0, displacements, 0, displacements, 3 * j + 3);
    tilts[j] = dot3(normals, f, part, 0);
    coefficients[j] = length * tilts[j] - dot3(edges, 3 * j, mean, 0);
  }
  solveEdges(shares, tilts);
  scl3(res, 0, edges, 0, -shares[0]);
  addToScl3(res, 0, edges, 3, -shares[1]);
  if (k === 3) return;
  const across = k > 1 ? dot3(edges, 0, mean, 0) / products[0] : 0.0;
  addScl3(part, 0, mean, 0, normals, f, -dot3(normals, f, mean, 0));
  addToScl3(part, 0, edges, 0, -across);
  addToScl3(res, 0, part, 0, -1 / length);
}
