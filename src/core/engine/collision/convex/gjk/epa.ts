import { MINVAL } from '../../../../math/constants.ts';
import type { int } from '../../../../math/int.ts';
import { dot3 } from '../../../../math/vec3.ts';
import type { Model } from '../../../../model/model.ts';
import { areDiscrete } from '../shape.ts';
import { addSupport, linkFace, setPlane, setPlanes, triangleCoordinates } from './polytope.ts';
import {
  ADJ,
  CANDIDATE_INDEX,
  CLIP_KIND,
  ClipKind,
  EPA_FACE,
  EPA_MAX,
  FACE,
  FACE_INT,
  FACES_PER_ITERATION,
  gjkState,
  gjkWitness1,
  gjkWitness2,
  gjkWitnessDist,
  NCANDIDATE,
  NFACE,
  NWITNESS,
  polyCandidate,
  polyCandidateDist2,
  polyCount,
  polyFace,
  polyFaceInt,
  polyVert,
  polyVertIndex,
  VERT,
} from './workspace.ts';

/*  EPA: penetration depth by expanding a polytope inside the Minkowski difference (van den Bergen 2001). The face nearest
 *  to the origin bounds the depth from below, the support along its normal from above. That support becomes a vertex: the
 *  faces that see it are deleted, and new faces connect it to the edges around them, the horizon. Memory: workspace.ts. */

/** The horizon: faces that remain, and which of their edges is on it. */
const MAX_HORIZON = 512;
const rimFace = new Int32Array(MAX_HORIZON);
const rimEdge = new Int32Array(MAX_HORIZON);
const rimCount = new Int32Array(1);
const weight = new Float64Array(3);

/** Expands the polytope. Returns the face that the depth belongs to, or -1; writes the witness points of this face. */
export function epa(m: Model, tolerance: number, maxIterations: int): int {
  const discrete = areDiscrete();
  const limit = discrete ? MINVAL : tolerance;
  const iterations = Math.min(maxIterations, EPA_MAX);
  let upper: number = Number.MAX_VALUE;
  let upper2: number = Number.MAX_VALUE;
  let best = -1;
  for (let k = 0; k < iterations; k++) {
    const before = best;
    const nearest = argMin(polyCandidateDist2, polyCount[NCANDIDATE]);
    const lower2 = nearest >= 0 ? polyCandidateDist2[nearest] : Number.MAX_VALUE;
    if (nearest >= 0) best = polyCandidate[nearest];
    if (lower2 > upper2 || best < 0) {
      best = before;
      break;
    }
    if (lower2 <= 0) break;
    const lower = Math.sqrt(lower2);
    const f = FACE * best;
    const w = addSupport(m, polyFace[f], polyFace[f + 1], polyFace[f + 2], lower);
    const reach = dot3(polyFace, f, polyVert, VERT * w) / lower;
    if (reach < upper) {
      upper = reach;
      upper2 = upper * upper;
    }
    if (upper - lower < limit) {
      // the origin is outside the initial polytope
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
    if (rimCount[0] > FACES_PER_ITERATION * iterations - polyCount[NFACE]) break;
    if (!joinHorizon(w, lower2, upper2)) {
      best = -1;
      break;
    }
    if (polyCount[NCANDIDATE] === 0) break;
  }
  if (best < 0) {
    gjkState[NWITNESS] = 0;
    gjkWitnessDist[0] = 0;
    return -1;
  }
  setWitness(best);
  return best;
}

/** Index of the first minimum of n finite nonnegative numbers; -1 if n is 0.
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

/** True if an earlier vertex is the difference of the same vertices of the shapes as vertex w. */
function isRepeated(w: int): boolean {
  for (let k = 0; k < w; k++) {
    if (polyVertIndex[2 * k] === polyVertIndex[2 * w] && polyVertIndex[2 * k + 1] === polyVertIndex[2 * w + 1])
      return true;
  }
  return false;
}

/** Marks a face as deleted and removes it from the candidates. */
function deleteFace(f: int): void {
  const index = polyFaceInt[FACE_INT * f + CANDIDATE_INDEX];
  if (index >= 0) {
    const n = polyCount[NCANDIDATE] - 1;
    polyCount[NCANDIDATE] = n;
    const last = polyCandidate[n];
    polyCandidate[index] = last;
    polyCandidateDist2[index] = polyCandidateDist2[n];
    polyFaceInt[FACE_INT * last + CANDIDATE_INDEX] = index;
  }
  polyFaceInt[FACE_INT * f + CANDIDATE_INDEX] = -2;
}

/** Deletes the faces that the point at w sees, starting at face f, and lists the horizon in order. */
function findHorizon(f: int, w: int): void {
  deleteFace(f);
  for (let e = 0; e < 3; e++) {
    const next = polyFaceInt[FACE_INT * f + ADJ + e];
    // never true for the first neighbor
    if (polyFaceInt[FACE_INT * next + CANDIDATE_INDEX] === -2) continue;
    visit(next, edgeFrom(next, polyFaceInt[FACE_INT * f + (e < 2 ? e + 1 : 0)]), w);
  }
}

/** Visits face f across its edge e. If the point at w sees it, deletes it and visits its other neighbors; otherwise the edge
 *  is on the horizon. */
function visit(f: int, e: int, w: int): void {
  if (!(dot3(polyFace, FACE * f, polyVert, w) - polyFace[FACE * f + 3] > MINVAL)) {
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
    const next = polyFaceInt[FACE_INT * f + ADJ + i];
    if (polyFaceInt[FACE_INT * next + CANDIDATE_INDEX] === -2) continue;
    visit(next, edgeFrom(next, polyFaceInt[FACE_INT * f + (i < 2 ? i + 1 : 0)]), w);
  }
}

/** The edge of face f that starts at one of its vertices. */
function edgeFrom(f: int, v: int): int {
  const i = FACE_INT * f;
  return (polyFaceInt[i + 1] === v ? 1 : 0) + (polyFaceInt[i + 2] === v ? 2 : 0);
}

/** Adds a face from vertex w to each edge of the horizon. Faces with a squared distance in [lower2, upper2] become candidates.
 *  False if one of them is degenerate. */
function joinHorizon(w: int, lower2: number, upper2: number): boolean {
  const first = polyCount[NFACE];
  const n = rimCount[0];
  for (let k = 0; k < n; k++) {
    const f = rimFace[k];
    const e = rimEdge[k];
    const v1 = polyFaceInt[FACE_INT * f + e];
    const v2 = polyFaceInt[FACE_INT * f + (e < 2 ? e + 1 : 0)];
    const own = first + k;
    polyFaceInt[FACE_INT * f + ADJ + e] = own;
    linkFace(w, v2, v1, k === 0 ? first + n - 1 : own - 1, f, k === n - 1 ? first : own + 1);
  }
  for (let k = 0; k + 1 < n; k += 2) if (!setPlanes(first + k)) return false;
  if ((n & 1) === 1 && setPlane(first + n - 1) === 0) return false;
  for (let own = first; own < first + n; own++) {
    const dist2 = polyFace[FACE * own + 3];
    if (dist2 === 0) return false;
    if (dist2 >= lower2 && dist2 <= upper2) {
      const index = polyCount[NCANDIDATE];
      polyCount[NCANDIDATE] = index + 1;
      polyCandidate[index] = own;
      polyCandidateDist2[index] = dist2;
      polyFaceInt[FACE_INT * own + CANDIDATE_INDEX] = index;
    }
  }
  return true;
}

/** gjkWitness = the points of the shapes whose difference is the projection of the origin on face f */
function setWitness(f: int): void {
  const v1 = VERT * polyFaceInt[FACE_INT * f];
  const v2 = VERT * polyFaceInt[FACE_INT * f + 1];
  const v3 = VERT * polyFaceInt[FACE_INT * f + 2];
  triangleCoordinates(weight, v1, v2, v3, polyFace, FACE * f);
  for (let c = 0; c < 3; c++) {
    const p = 3 + c;
    gjkWitness1[c] = weight[0] * polyVert[v1 + p] + weight[1] * polyVert[v2 + p] + weight[2] * polyVert[v3 + p];
    const q = 6 + c;
    gjkWitness2[c] = weight[0] * polyVert[v1 + q] + weight[1] * polyVert[v2 + q] + weight[2] * polyVert[v3 + q];
  }
  gjkState[NWITNESS] = 1;
  gjkState[EPA_FACE] = f;
  gjkState[CLIP_KIND] = ClipKind.NONE;
  gjkWitnessDist[0] = -Math.sqrt(polyFace[FACE * f + 3]);
}
