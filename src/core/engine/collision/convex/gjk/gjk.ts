import { copy } from '../../../../math/array.ts';
import { MINVAL } from '../../../../math/constants.ts';
import type { int } from '../../../../math/int.ts';
import { copy3, scl3, set3 } from '../../../../math/vec3.ts';
import { MAXCONPAIR, MAXVAL } from '../../../../model/constants.ts';
import type { Model } from '../../../../model/model.ts';
import { areDiscrete } from '../shape.ts';
import { minkowski, VERT } from '../support/support.ts';
import { lambda, nearestInSimplex, simplex, simplexIndex } from './simplex.ts';

/*  Distance of the two shapes, or a simplex around the origin of their Minkowski difference if they overlap (Gilbert,
 *  Johnson and Keerthi 1988; the stopping rule is the Frank-Wolfe duality gap, Montaut et al. 2022). */

/** Pairs of witness points, and their distances (negative inside). */
export const witness1 = new Float64Array(3 * MAXCONPAIR);
export const witness2 = new Float64Array(3 * MAXCONPAIR);
export const witnessDist = new Float64Array(MAXCONPAIR);

/** State after a run: number of witness pairs, 1 if the shapes are surely apart, vertices in the simplex, iterations; the face of EPA that
 *  the depth comes from, -1 if EPA had nothing to do; how the witness pairs were clipped, a Clipped. */
export const state = new Int32Array(6);
export const NWITNESS = 0;
export const SEPARATED = 1;
export const NSIMPLEX = 2;
export const ITERATION = 3;
export const EPA_FACE = 4;
export const CLIP_KIND = 5;

/** What multicontact has clipped: nothing; the face of shape 1 by that of shape 0; an edge of shape 1 by a face of shape 0; an edge of shape
 *  0 by a face of shape 1. */
export const ClipKind = { NONE: 0, FACE: 1, EDGE_OF_1: 2, EDGE_OF_0: 3 } as const;

/** Direction, from shape 1 to shape 0, in which a run has seen last that the shapes are apart. */
export const separation = new Float64Array(3);

/** Distance when none was found. */
export const FAR = Number.MAX_VALUE;

const MINVAL2 = MINVAL * MINVAL;
const MAXVAL2 = MAXVAL * MAXVAL;

/** Current nearest point of the Minkowski difference. */
const near = new Float64Array(3);

/** Runs GJK from the points in witness1 and witness2. Distances are found up to `cutoff`; with cutoff 0 only whether
 *  the shapes overlap. Leaves the distance in witnessDist[0]. */
export function gjk(m: Model, tolerance: number, maxIterations: int, cutoff: number): void {
  const wantDistance = cutoff > 0;
  const discrete = areDiscrete();
  // polytopes converge in finitely many steps
  const gapLimit = discrete ? 0.0 : 0.5 * (tolerance * tolerance);
  const minLength = discrete ? MINVAL : tolerance;
  const cutoff2 = cutoff * cutoff;
  let tryIntersect = !wantDistance;
  let n = 0;
  state[SEPARATED] = 0;
  state[EPA_FACE] = -1;
  for (let c = 0; c < 3; c++) near[c] = witness1[c] - witness2[c];
  let length = nearLength();
  let previous: number = 0;

  let k = 0;
  for (; k < maxIterations; k++) {
    if (length < minLength || Math.abs(previous - length) < MINVAL) break;
    const s = n * VERT;
    supportToward(m, length, s, 2 * n);
    // |x - x_min|^2 <= x . (x - s)
    const gap =
      near[0] * (near[0] - simplex[s]) + near[1] * (near[1] - simplex[s + 1]) + near[2] * (near[2] - simplex[s + 2]);
    if (gap < gapLimit) break;

    const along = near[0] * simplex[s] + near[1] * simplex[s + 1] + near[2] * simplex[s + 2];
    // the plane through s separates the shapes, or keeps them farther apart than the cutoff
    if (along > 0 && (!wantDistance || (cutoff < FAR && along * along >= cutoff2 * (length * length)))) {
      setApart(k);
      return;
    }

    // with a tetrahedron at hand, look for one around the origin directly
    if (n === 3 && tryIntersect) {
      state[ITERATION] = k;
      const found = intersect(m, maxIterations);
      if (found >= 0) {
        state[NWITNESS] = 0;
        state[SEPARATED] = found === 0 ? 1 : 0;
        witnessDist[0] = found > 0 ? 0 : FAR;
        return;
      }
      k = state[ITERATION];
      tryIntersect = false;
    }

    nearestInSimplex(n + 1);
    n = dropUnused();
    if (n < 1) {
      setApart(k);
      return;
    }
    combine(near, 0, n);
    previous = length;
    length = nearLength();
    // the tetrahedron holds the origin
    if (n === 4) break;
  }

  if (n > 0) {
    combine(witness1, 3, n);
    combine(witness2, 6, n);
  }
  // a last look whether the plane at the nearest point separates
  supportToward(m, length, 4 * VERT, 8);
  const t = 4 * VERT;
  if (near[0] * simplex[t] + near[1] * simplex[t + 1] + near[2] * simplex[t + 2] > 0) {
    state[SEPARATED] = 1;
    scl3(separation, 0, near, 0, 1 / length);
  }
  if (n === 4 && state[SEPARATED] === 0) length = 0;
  state[NWITNESS] = 1;
  state[ITERATION] = k;
  state[NSIMPLEX] = n;
  witnessDist[0] = length;
}

function nearLength(): number {
  return Math.sqrt(near[0] * near[0] + near[1] * near[1] + near[2] * near[2]);
}

/** How far the shapes are apart in a unit direction, from shape 1 to shape 0, at that place of an array; less than 0 if they are not. */
export function distanceAlong(m: Model, axis: Float64Array, i: int): number {
  copy3(near, 0, axis, i);
  supportToward(m, 1, 4 * VERT, 8);
  const t = 4 * VERT;
  return near[0] * simplex[t] + near[1] * simplex[t + 1] + near[2] * simplex[t + 2];
}

/** Ends a run in which the shapes turned out to be apart. */
function setApart(k: int): void {
  scl3(separation, 0, near, 0, 1 / nearLength());
  state[SEPARATED] = 1;
  state[ITERATION] = k;
  state[NSIMPLEX] = 0;
  state[NWITNESS] = 0;
  witnessDist[0] = FAR;
}

/** Support from the nearest point towards the origin, into the simplex. */
function supportToward(m: Model, length: number, s: int, index: int): void {
  const inverse = 1 / length;
  minkowski(m, -(near[0] * inverse), -(near[1] * inverse), -(near[2] * inverse), simplex, s, simplexIndex, index);
}

/** Moves the vertices with a weight to the front; their number. */
function dropUnused(): int {
  let n = 0;
  for (let k = 0; k < 4; k++) {
    if (lambda[k] === 0) continue;
    if (n !== k) {
      copy(simplex, n * VERT, simplex, k * VERT, VERT);
      simplexIndex[2 * n] = simplexIndex[2 * k];
      simplexIndex[2 * n + 1] = simplexIndex[2 * k + 1];
      lambda[n] = lambda[k];
    }
    n++;
  }
  return n;
}

/** res = sum of lambda_k v_k over the first n vertices; `part` 0: of the difference, 3, 6: of the points of a shape. */
function combine(res: Float64Array, part: int, n: int): void {
  let x = lambda[0] * simplex[part];
  let y = lambda[0] * simplex[part + 1];
  let z = lambda[0] * simplex[part + 2];
  for (let k = 1; k < n; k++) {
    const v = k * VERT + part;
    x += lambda[k] * simplex[v];
    y += lambda[k] * simplex[v + 1];
    z += lambda[k] * simplex[v + 2];
  }
  set3(res, 0, x, y, z);
}

/** A tetrahedron that moves towards the origin, with its own vertices; `order` says which vertex stands where. */
const tetra = new Float64Array(4 * VERT);
const tetraIndex = new Int32Array(4 * 2);
const order = new Int32Array(4);
const faceNormal = new Float64Array(12);
const faceDist = new Float64Array(4);

/** Moves the tetrahedron of the simplex until the origin is inside (returns 1 and leaves it in the simplex), a plane
 *  separates it (returns 0), or neither can be told (returns -1). */
function intersect(m: Model, maxIterations: int): int {
  copy(tetra, 0, simplex, 0, 4 * VERT);
  for (let k = 0; k < 8; k++) tetraIndex[k] = simplexIndex[k];
  for (let k = 0; k < 4; k++) order[k] = k;
  let k = state[ITERATION];
  for (; k < maxIterations; k++) {
    facePlanes(tetra, order, faceNormal, faceDist);
    // the origin lies in the plane of a face: this walk cannot go on
    if (faceDist[0] === 0 || faceDist[1] === 0 || faceDist[2] === 0 || faceDist[3] === 0) break;
    const i = faceDist[0] < faceDist[1] ? 0 : 1;
    const j = faceDist[2] < faceDist[3] ? 2 : 3;
    const worst = faceDist[i] < faceDist[j] ? i : j;
    if (faceDist[worst] > 0) {
      for (let v = 0; v < 4; v++) {
        copy(simplex, v * VERT, tetra, order[v] * VERT, VERT);
        simplexIndex[2 * v] = tetraIndex[2 * order[v]];
        simplexIndex[2 * v + 1] = tetraIndex[2 * order[v] + 1];
      }
      state[NSIMPLEX] = 4;
      state[ITERATION] = k;
      return 1;
    }
    // replace the vertex opposite to the face that the origin is farthest beyond
    const x = faceNormal[3 * worst];
    const y = faceNormal[3 * worst + 1];
    const z = faceNormal[3 * worst + 2];
    const v = order[worst] * VERT;
    minkowski(m, x, y, z, tetra, v, tetraIndex, 2 * order[worst]);
    if (x * tetra[v] + y * tetra[v + 1] + z * tetra[v + 2] < 0) {
      set3(separation, 0, -x, -y, -z);
      state[NSIMPLEX] = 0;
      state[ITERATION] = k;
      return 0;
    }
    // keep the orientation
    const a = (worst + 1) & 3;
    const b = (worst + 2) & 3;
    const swapped = order[a];
    order[a] = order[b];
    order[b] = swapped;
  }
  state[ITERATION] = k;
  return -1;
}

/** Unit normals of the four faces of a tetrahedron and their distances to the origin; FAR for a face without a normal. Face k is
 *  opposite to vertex k.
 *  @simd */
function facePlanes(v: Float64Array, order: Int32Array, normal: Float64Array, dist: Float64Array): void {
  facePlane(v, order[2] * VERT, order[1] * VERT, order[3] * VERT, normal, dist, 0);
  facePlane(v, order[0] * VERT, order[2] * VERT, order[3] * VERT, normal, dist, 1);
  facePlane(v, order[1] * VERT, order[0] * VERT, order[3] * VERT, normal, dist, 2);
  facePlane(v, order[0] * VERT, order[1] * VERT, order[2] * VERT, normal, dist, 3);
}

function facePlane(v: Float64Array, p: int, q: int, r: int, normal: Float64Array, dist: Float64Array, face: int): void {
  const ax = v[r] - v[p];
  const ay = v[r + 1] - v[p + 1];
  const az = v[r + 2] - v[p + 2];
  const bx = v[q] - v[p];
  const by = v[q + 1] - v[p + 1];
  const bz = v[q + 2] - v[p + 2];
  let x = ay * bz - az * by;
  let y = az * bx - ax * bz;
  let z = ax * by - ay * bx;
  const length2 = x * x + y * y + z * z;
  dist[face] = FAR;
  if (length2 > MINVAL2 && length2 < MAXVAL2) {
    const inverse = 1 / Math.sqrt(length2);
    x *= inverse;
    y *= inverse;
    z *= inverse;
    dist[face] = x * v[p] + y * v[p + 1] + z * v[p + 2];
  }
  normal[3 * face] = x;
  normal[3 * face + 1] = y;
  normal[3 * face + 2] = z;
}
