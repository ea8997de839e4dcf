import { copy } from '../../../../math/array.ts';
import { MINVAL } from '../../../../math/constants.ts';
import type { int } from '../../../../math/int.ts';
import { copy3, scl3, set3 } from '../../../../math/vec3.ts';
import { MAXVAL } from '../../../../model/constants.ts';
import type { Model } from '../../../../model/model.ts';
import { areDiscrete } from '../shape.ts';
import { minkowski } from '../support/support.ts';
import { nearestInSimplex } from './simplex.ts';
import {
  EPA_FACE,
  gjkSeparation,
  gjkState,
  gjkWitness1,
  gjkWitness2,
  gjkWitnessDist,
  ITERATION,
  NSIMPLEX,
  NWITNESS,
  SEPARATED,
  simplexVert,
  simplexVertIndex,
  simplexWeight,
  VERT,
} from './workspace.ts';

/*  GJK: distance of the two shapes, or a simplex around the origin of their Minkowski difference if they overlap (Gilbert,
 *  Johnson and Keerthi 1988). It stops by the Frank-Wolfe duality gap (Montaut et al. 2022). Results: workspace.ts. */

/** Distance of shapes that are separated by more than the cutoff. */
export const FAR = Number.MAX_VALUE;

const MINVAL2 = MINVAL * MINVAL;
const MAXVAL2 = MAXVAL * MAXVAL;

/** Current nearest point of the Minkowski difference. */
const near = new Float64Array(3);

/** Runs GJK from the points in gjkWitness1 and gjkWitness2. gjkWitnessDist[0] = the distance if it is at most `cutoff`, else
 *  FAR; cutoff 0 only tests for overlap. */
export function gjk(m: Model, tolerance: number, maxIterations: int, cutoff: number): void {
  const wantDistance = cutoff > 0;
  const discrete = areDiscrete();
  // polytopes converge in finitely many steps
  const gapLimit = discrete ? 0.0 : 0.5 * (tolerance * tolerance);
  const minLength = discrete ? MINVAL : tolerance;
  const cutoff2 = cutoff * cutoff;
  let tryIntersect = !wantDistance;
  let n = 0;
  gjkState[SEPARATED] = 0;
  gjkState[EPA_FACE] = -1;
  for (let c = 0; c < 3; c++) near[c] = gjkWitness1[c] - gjkWitness2[c];
  let length = nearLength();
  let previous: number = 0;

  let k = 0;
  for (; k < maxIterations; k++) {
    if (length < minLength || Math.abs(previous - length) < MINVAL) break;
    const s = n * VERT;
    supportToward(m, length, s, 2 * n);
    // |x - x_min|^2 <= x . (x - s)
    const gap =
      near[0] * (near[0] - simplexVert[s]) +
      near[1] * (near[1] - simplexVert[s + 1]) +
      near[2] * (near[2] - simplexVert[s + 2]);
    if (gap < gapLimit) break;

    const along = near[0] * simplexVert[s] + near[1] * simplexVert[s + 1] + near[2] * simplexVert[s + 2];
    // the plane through s separates the shapes, by more than the cutoff
    if (along > 0 && (!wantDistance || (cutoff < FAR && along * along >= cutoff2 * (length * length)))) {
      setApart(k);
      return;
    }

    // the simplex is a tetrahedron: move it around the origin
    if (n === 3 && tryIntersect) {
      gjkState[ITERATION] = k;
      const found = intersect(m, maxIterations);
      if (found >= 0) {
        gjkState[NWITNESS] = 0;
        gjkState[SEPARATED] = found === 0 ? 1 : 0;
        gjkWitnessDist[0] = found > 0 ? 0 : FAR;
        return;
      }
      k = gjkState[ITERATION];
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
    // the tetrahedron contains the origin
    if (n === 4) break;
  }

  if (n > 0) {
    combine(gjkWitness1, 3, n);
    combine(gjkWitness2, 6, n);
  }
  // test the plane at the nearest point
  supportToward(m, length, 4 * VERT, 8);
  const t = 4 * VERT;
  if (near[0] * simplexVert[t] + near[1] * simplexVert[t + 1] + near[2] * simplexVert[t + 2] > 0) {
    gjkState[SEPARATED] = 1;
    scl3(gjkSeparation, 0, near, 0, 1 / length);
  }
  if (n === 4 && gjkState[SEPARATED] === 0) length = 0;
  gjkState[NWITNESS] = 1;
  gjkState[ITERATION] = k;
  gjkState[NSIMPLEX] = n;
  gjkWitnessDist[0] = length;
}

function nearLength(): number {
  return Math.sqrt(near[0] * near[0] + near[1] * near[1] + near[2] * near[2]);
}

/** Gap between the shapes along the unit direction at i of `axis`, from shape 1 to shape 0; negative if they overlap there.
 *  Uses the fifth slot of the simplex. */
export function distanceAlong(m: Model, axis: Float64Array, i: int): number {
  copy3(near, 0, axis, i);
  supportToward(m, 1, 4 * VERT, 8);
  const t = 4 * VERT;
  return near[0] * simplexVert[t] + near[1] * simplexVert[t + 1] + near[2] * simplexVert[t + 2];
}

/** Ends a run: `near` is normal to a separating plane. */
function setApart(k: int): void {
  scl3(gjkSeparation, 0, near, 0, 1 / nearLength());
  gjkState[SEPARATED] = 1;
  gjkState[ITERATION] = k;
  gjkState[NSIMPLEX] = 0;
  gjkState[NWITNESS] = 0;
  gjkWitnessDist[0] = FAR;
}

/** Support from the nearest point toward the origin, to slot s of simplexVert. */
function supportToward(m: Model, length: number, s: int, index: int): void {
  const inverse = 1 / length;
  minkowski(
    m,
    -(near[0] * inverse),
    -(near[1] * inverse),
    -(near[2] * inverse),
    simplexVert,
    s,
    simplexVertIndex,
    index,
  );
}

/** Moves the vertices with nonzero weight to the front; returns their number. */
function dropUnused(): int {
  let n = 0;
  for (let k = 0; k < 4; k++) {
    if (simplexWeight[k] === 0) continue;
    if (n !== k) {
      copy(simplexVert, n * VERT, simplexVert, k * VERT, VERT);
      simplexVertIndex[2 * n] = simplexVertIndex[2 * k];
      simplexVertIndex[2 * n + 1] = simplexVertIndex[2 * k + 1];
      simplexWeight[n] = simplexWeight[k];
    }
    n++;
  }
  return n;
}

/** res = sum of weight_k v_k over the first n vertices; `part` 0: the difference, 3 and 6: the points of shape 0 and 1. */
function combine(res: Float64Array, part: int, n: int): void {
  let x = simplexWeight[0] * simplexVert[part];
  let y = simplexWeight[0] * simplexVert[part + 1];
  let z = simplexWeight[0] * simplexVert[part + 2];
  for (let k = 1; k < n; k++) {
    const v = k * VERT + part;
    x += simplexWeight[k] * simplexVert[v];
    y += simplexWeight[k] * simplexVert[v + 1];
    z += simplexWeight[k] * simplexVert[v + 2];
  }
  set3(res, 0, x, y, z);
}

/** A tetrahedron that moves toward the origin. Its corner k is vertex order[k]. */
const tetra = new Float64Array(4 * VERT);
const tetraIndex = new Int32Array(4 * 2);
const order = new Int32Array(4);
const faceNormal = new Float64Array(12);
const faceDist = new Float64Array(4);

/** Moves the tetrahedron of the simplex toward the origin. Returns 1 if it contains the origin (it is then in simplexVert), 0
 *  if a plane separates the shapes, -1 if neither can be decided. */
function intersect(m: Model, maxIterations: int): int {
  copy(tetra, 0, simplexVert, 0, 4 * VERT);
  for (let k = 0; k < 8; k++) tetraIndex[k] = simplexVertIndex[k];
  for (let k = 0; k < 4; k++) order[k] = k;
  let k = gjkState[ITERATION];
  for (; k < maxIterations; k++) {
    facePlanes(tetra, order, faceNormal, faceDist);
    // the origin is in the plane of a face: undecided
    if (faceDist[0] === 0 || faceDist[1] === 0 || faceDist[2] === 0 || faceDist[3] === 0) break;
    const i = faceDist[0] < faceDist[1] ? 0 : 1;
    const j = faceDist[2] < faceDist[3] ? 2 : 3;
    const worst = faceDist[i] < faceDist[j] ? i : j;
    if (faceDist[worst] > 0) {
      for (let v = 0; v < 4; v++) {
        copy(simplexVert, v * VERT, tetra, order[v] * VERT, VERT);
        simplexVertIndex[2 * v] = tetraIndex[2 * order[v]];
        simplexVertIndex[2 * v + 1] = tetraIndex[2 * order[v] + 1];
      }
      gjkState[NSIMPLEX] = 4;
      gjkState[ITERATION] = k;
      return 1;
    }
    // replace the vertex opposite to the face that the origin is farthest outside
    const x = faceNormal[3 * worst];
    const y = faceNormal[3 * worst + 1];
    const z = faceNormal[3 * worst + 2];
    const v = order[worst] * VERT;
    minkowski(m, x, y, z, tetra, v, tetraIndex, 2 * order[worst]);
    if (x * tetra[v] + y * tetra[v + 1] + z * tetra[v + 2] < 0) {
      set3(gjkSeparation, 0, -x, -y, -z);
      gjkState[NSIMPLEX] = 0;
      gjkState[ITERATION] = k;
      return 0;
    }
    // keep the orientation
    const a = (worst + 1) & 3;
    const b = (worst + 2) & 3;
    const swapped = order[a];
    order[a] = order[b];
    order[b] = swapped;
  }
  gjkState[ITERATION] = k;
  return -1;
}

/** Unit normals of the four faces of a tetrahedron, and their signed distances from the origin; FAR for a degenerate face. Face k
 *  is opposite to vertex k.
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
