import { MINVAL } from '../../../../math/constants.ts';
import type { int } from '../../../../math/int.ts';
import { dot3 } from '../../../../math/vec3.ts';
import type { Model } from '../../../../model/model.ts';
import { areDiscrete } from '../shape.ts';
import { VERT } from '../support/support.ts';
import { CLIP_KIND, ClipKind, EPA_FACE, NWITNESS, state, witness1, witness2, witnessDist } from './gjk.ts';
import {
  ADJ,
  addSupport,
  CANDIDATE_INDEX,
  candidate,
  candidateDist2,
  count,
  EPA_MAX,
  FACE,
  FACE_INT,
  FACES_PER_ITERATION,
  face,
  faceInt,
  linkFace,
  NCANDIDATE,
  NFACE,
  setPlane,
  setPlanes,
  triangleCoordinates,
  vert,
  vertIndex,
} from './polytope.ts';

/*  Depth of penetration by expanding a polytope inside the Minkowski difference (van den Bergen 2001): the face nearest
 *  to the origin bounds the depth from below, the support along its normal from above. The support becomes a vertex,
 *  the faces it can see go, and new ones join it to their rim, the horizon. */

/** The horizon: faces that stay, and the edge of each that lies on the rim. */
const MAX_HORIZON = 512;
const rimFace = new Int32Array(MAX_HORIZON);
const rimEdge = new Int32Array(MAX_HORIZON);
const rimCount = new Int32Array(1);
const weight = new Float64Array(3);

/** Expands the polytope; returns the face that gives the depth, or -1, and leaves the witness points. */
export function epa(m: Model, tolerance: number, maxIterations: int): int {
  const discrete = areDiscrete();
  const limit = discrete ? MINVAL : tolerance;
  const iterations = Math.min(maxIterations, EPA_MAX);
  let upper: number = Number.MAX_VALUE;
  let upper2: number = Number.MAX_VALUE;
  let best = -1;
  for (let k = 0; k < iterations; k++) {
    const before = best;
    const nearest = argMin(candidateDist2, count[NCANDIDATE]);
    const lower2 = nearest >= 0 ? candidateDist2[nearest] : Number.MAX_VALUE;
    if (nearest >= 0) best = candidate[nearest];
    if (lower2 > upper2 || best < 0) {
      best = before;
      break;
    }
    if (lower2 <= 0) break;
    const lower = Math.sqrt(lower2);
    const f = FACE * best;
    const w = addSupport(m, face[f], face[f + 1], face[f + 2], lower);
    const reach = dot3(face, f, vert, VERT * w) / lower;
    if (reach < upper) {
      upper = reach;
      upper2 = upper * upper;
    }
    if (upper - lower < limit) {
      // the origin is outside the first polytope
      if (k === 0 && upper < lower - 1e-10) best = -1;
      break;
    }
    if (discrete && isRepeated(w)) break;
    rimCount[0] = 0;
    findHorizon(best, VERT * w);
    if (rimCount[0] < 3) {
      best = -1;
      break;
    }
    if (rimCount[0] > FACES_PER_ITERATION * iterations - count[NFACE]) break;
    if (!joinHorizon(w, lower2, upper2)) {
      best = -1;
      break;
    }
    if (count[NCANDIDATE] === 0) break;
  }
  if (best < 0) {
    state[NWITNESS] = 0;
    witnessDist[0] = 0;
    return -1;
  }
  setWitness(best);
  return best;
}

/** Place of the least of n finite numbers that are not negative, of the first one if there are several; -1 if there is none.
 *  @simd */
function argMin(a: Float64Array, n: int): int {
  let minValue: number = Number.MAX_VALUE;
  let index = -1;
  for (let i = 0; i < n; i++) {
    if (a[i] < minValue) {
      minValue = a[i];
      index = i;
    }
  }
  return index;
}

/** True if vertex w comes from the same vertices of the shapes as an earlier one. */
function isRepeated(w: int): boolean {
  for (let k = 0; k < w; k++) {
    if (vertIndex[2 * k] === vertIndex[2 * w] && vertIndex[2 * k + 1] === vertIndex[2 * w + 1]) return true;
  }
  return false;
}

/** Takes a face out of the polytope. */
function deleteFace(f: int): void {
  const index = faceInt[FACE_INT * f + CANDIDATE_INDEX];
  if (index >= 0) {
    const n = count[NCANDIDATE] - 1;
    count[NCANDIDATE] = n;
    const last = candidate[n];
    candidate[index] = last;
    candidateDist2[index] = candidateDist2[n];
    faceInt[FACE_INT * last + CANDIDATE_INDEX] = index;
  }
  faceInt[FACE_INT * f + CANDIDATE_INDEX] = -2;
}

/** Deletes the faces that the point at w sees, beginning with face f, and lists the edges around them in order. */
function findHorizon(f: int, w: int): void {
  deleteFace(f);
  for (let e = 0; e < 3; e++) {
    const next = faceInt[FACE_INT * f + ADJ + e];
    // the first neighbour cannot have been deleted yet
    if (faceInt[FACE_INT * next + CANDIDATE_INDEX] === -2) continue;
    visit(next, edgeFrom(next, faceInt[FACE_INT * f + (e < 2 ? e + 1 : 0)]), w);
  }
}

/** Visits face f, entered across its edge e: deletes it and goes on if it is seen, else the edge is on the rim. */
function visit(f: int, e: int, w: int): void {
  if (!(dot3(face, FACE * f, vert, w) - face[FACE * f + 3] > MINVAL)) {
    const n = rimCount[0];
    if (n >= MAX_HORIZON) return;
    rimFace[n] = f;
    rimEdge[n] = e;
    rimCount[0] = n + 1;
    return;
  }
  deleteFace(f);
  let i = e;
  for (let k = 1; k < 3; k++) {
    i = i < 2 ? i + 1 : 0;
    const next = faceInt[FACE_INT * f + ADJ + i];
    if (faceInt[FACE_INT * next + CANDIDATE_INDEX] === -2) continue;
    visit(next, edgeFrom(next, faceInt[FACE_INT * f + (i < 2 ? i + 1 : 0)]), w);
  }
}

/** The edge of face f that starts at one of its vertices. */
function edgeFrom(f: int, v: int): int {
  const i = FACE_INT * f;
  return (faceInt[i + 1] === v ? 1 : 0) + (faceInt[i + 2] === v ? 2 : 0);
}

/** Adds a face from vertex w to each edge of the horizon; those between the bounds become candidates. False if one of
 *  them is degenerate. */
function joinHorizon(w: int, lower2: number, upper2: number): boolean {
  const first = count[NFACE];
  const n = rimCount[0];
  for (let k = 0; k < n; k++) {
    const f = rimFace[k];
    const e = rimEdge[k];
    const v1 = faceInt[FACE_INT * f + e];
    const v2 = faceInt[FACE_INT * f + (e < 2 ? e + 1 : 0)];
    const own = first + k;
    faceInt[FACE_INT * f + ADJ + e] = own;
    linkFace(w, v2, v1, k === 0 ? first + n - 1 : own - 1, f, k === n - 1 ? first : own + 1);
  }
  for (let k = 0; k + 1 < n; k += 2) if (!setPlanes(first + k)) return false;
  if ((n & 1) === 1 && setPlane(first + n - 1) === 0) return false;
  for (let own = first; own < first + n; own++) {
    const dist2 = face[FACE * own + 3];
    if (dist2 === 0) return false;
    if (dist2 >= lower2 && dist2 <= upper2) {
      const index = count[NCANDIDATE];
      count[NCANDIDATE] = index + 1;
      candidate[index] = own;
      candidateDist2[index] = dist2;
      faceInt[FACE_INT * own + CANDIDATE_INDEX] = index;
    }
  }
  return true;
}

/** Witness points: the points of the shapes that the origin's projection on the face comes from. */
function setWitness(f: int): void {
  const v1 = VERT * faceInt[FACE_INT * f];
  const v2 = VERT * faceInt[FACE_INT * f + 1];
  const v3 = VERT * faceInt[FACE_INT * f + 2];
  triangleCoordinates(weight, v1, v2, v3, face, FACE * f);
  for (let c = 0; c < 3; c++) {
    const p = 3 + c;
    witness1[c] = weight[0] * vert[v1 + p] + weight[1] * vert[v2 + p] + weight[2] * vert[v3 + p];
    const q = 6 + c;
    witness2[c] = weight[0] * vert[v1 + q] + weight[1] * vert[v2 + q] + weight[2] * vert[v3 + q];
  }
  state[NWITNESS] = 1;
  state[EPA_FACE] = f;
  state[CLIP_KIND] = ClipKind.NONE;
  witnessDist[0] = -Math.sqrt(face[FACE * f + 3]);
}
