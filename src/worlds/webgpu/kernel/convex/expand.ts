import {
  CANDIDATE_INDEX,
  EPA_MAX,
  FACE,
  FACE_INT,
  face,
  faceInt,
  vert,
} from '../../../../core/engine/collision/convex/gjk/polytope.ts';
import { VERT } from '../../../../core/engine/collision/convex/support/support.ts';
import { copy } from '../../../../core/math/array.ts';
import type { int } from '../../../../core/math/int.ts';
import { copy3 } from '../../../../core/math/vec3.ts';
import { Search } from './search.ts';
import { ROUNDING, reachOf, toward, vertexNorm } from './vertex.ts';

/*  Depth of penetration by an expanding polytope (van den Bergen 2001), in a form that rounding cannot mislead. How far the shapes
 *  reach into each other along any direction is an upper bound of the depth; the least that was found counts, and faces only say
 *  where to look next. Distances of faces have a sign, so that the polytope need not hold the origin at first. The rim of what a new
 *  vertex sees is made of the edges that only one of these faces has: there are no neighbours to walk over. */

/** The direction in which the shapes reach least far into each other, and the vertices of the face that it belongs to. */
export const deepest = new Float64Array(3);
export const corner = new Int32Array(3);

/** How far that is, and what counts as rounding. */
export const extent = new Float64Array(2);
export const MIN_REACH = 0;
const NOISE = 1;

/** Numbers of vertices and faces, the face that is being looked beyond, tries to find a vertex of the first tetrahedron, edges of
 *  the rim. */
export const polytope = new Int32Array(5);
export const NVERT = 0;
const NFACE = 1;
const BEYOND = 2;
const TRIES = 3;
const NRIM = 4;

/** Edges around the faces that a vertex sees, as pairs of vertices. */
const rim = new Int32Array(6 * (EPA_MAX + 5));
/** A point that stays inside. */
const center = new Float64Array(3);

/** Starts from the line of two vertices, or the plane of three: a fourth one is found anew. False if there is only one. */
export function startExpanding(n: int): boolean {
  polytope[NVERT] = n > 2 && isOff(2) ? 3 : 2;
  polytope[NFACE] = 0;
  polytope[TRIES] = 0;
  extent[MIN_REACH] = 1e30;
  return n > 1 && aimAcross();
}

/** Takes the vertex that was looked for along `toward` into the polytope. */
export function expandStep(tolerance: number, maxVerts: int, known: boolean): int {
  return polytope[NVERT] < 4 ? growStep() : pushStep(tolerance, maxVerts, known);
}

/** Until there are four vertices with a volume: those that add no dimension are looked for elsewhere. */
function growStep(): int {
  const n = polytope[NVERT];
  polytope[TRIES]++;
  if (isOff(n)) {
    polytope[NVERT] = n + 1;
    polytope[TRIES] = 0;
  }
  if (polytope[NVERT] < 4) return polytope[TRIES] < 4 && aimAcross() ? Search.ON : Search.APART;
  startFaces();
  return aimBeyond() ? Search.ON : Search.DONE;
}

/** Whether vertex q, the third or the fourth, is off the line or the plane of those before it. */
function isOff(q: int): boolean {
  const bx = vert[VERT] - vert[0];
  const by = vert[VERT + 1] - vert[1];
  const bz = vert[VERT + 2] - vert[2];
  const qx = vert[VERT * q] - vert[0];
  const qy = vert[VERT * q + 1] - vert[1];
  const qz = vert[VERT * q + 2] - vert[2];
  // b x q for the third vertex, b x c for the fourth
  const cx = q === 2 ? qx : vert[2 * VERT] - vert[0];
  const cy = q === 2 ? qy : vert[2 * VERT + 1] - vert[1];
  const cz = q === 2 ? qz : vert[2 * VERT + 2] - vert[2];
  const x = by * cz - bz * cy;
  const y = bz * cx - bx * cz;
  const z = bx * cy - by * cx;
  const area = Math.sqrt(x * x + y * y + z * z);
  const rounding = 4 * ROUNDING * Math.max(vertexNorm(0), vertexNorm(q));
  const height = Math.abs(qx * x + qy * y + qz * z);
  return q === 2 ? area > rounding * Math.sqrt(bx * bx + by * by + bz * bz) : height > rounding * area;
}

/** Sets `toward` across the line of two vertices or the plane of three, another way at each try; false if there is none. */
function aimAcross(): boolean {
  const tries = polytope[TRIES];
  const bx = vert[VERT] - vert[0];
  const by = vert[VERT + 1] - vert[1];
  const bz = vert[VERT + 2] - vert[2];
  // with the axis that the line is least along, unless there is a third vertex
  const minComponent = Math.min(Math.abs(bx), Math.min(Math.abs(by), Math.abs(bz)));
  let cx: number = Math.abs(bx) === minComponent ? 1 : 0;
  let cy: number = cx === 0 && Math.abs(by) === minComponent ? 1 : 0;
  let cz: number = 1 - cx - cy;
  if (polytope[NVERT] === 3) {
    cx = vert[2 * VERT] - vert[0];
    cy = vert[2 * VERT + 1] - vert[1];
    cz = vert[2 * VERT + 2] - vert[2];
  }
  let x = by * cz - bz * cy;
  let y = bz * cx - bx * cz;
  let z = bx * cy - by * cx;
  if (tries > 1) {
    // at right angles to that
    cx = x;
    cy = y;
    cz = z;
    x = by * cz - bz * cy;
    y = bz * cx - bx * cz;
    z = bx * cy - by * cx;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return false;
  const side = (tries & 1) === 0 ? 1 / length : -1 / length;
  toward[0] = side * x;
  toward[1] = side * y;
  toward[2] = side * z;
  return true;
}

/** The four faces of the tetrahedron. */
function startFaces(): void {
  let scale: number = 0;
  for (let k = 0; k < 4; k++) scale = Math.max(scale, vertexNorm(k));
  extent[NOISE] = ROUNDING * scale;
  for (let c = 0; c < 3; c++) {
    center[c] = 0.25 * (vert[c] + vert[VERT + c] + vert[2 * VERT + c] + vert[3 * VERT + c]);
  }
  for (let f = 0; f < 4; f++) setFace(f, (f + 1) & 3, (f + 2) & 3, (f + 3) & 3);
  polytope[NFACE] = 4;
}

/** Aims beyond the face that is nearest to the origin, or the one beyond which that is; false if none can be nearer than what was
 *  found. */
function aimBeyond(): boolean {
  const faces = polytope[NFACE];
  let best = -1;
  let minDist: number = extent[MIN_REACH];
  for (let f = 0; f < faces; f++) {
    if (faceInt[FACE_INT * f + CANDIDATE_INDEX] >= 0 && face[FACE * f + 3] < minDist) {
      minDist = face[FACE * f + 3];
      best = f;
    }
  }
  if (best < 0) return false;
  polytope[BEYOND] = best;
  copy3(toward, 0, face, FACE * best);
  return true;
}

/** A vertex beyond the face that was aimed at: the depth is known, or the polytope grows by it. */
function pushStep(tolerance: number, maxVerts: int, known: boolean): int {
  const v = polytope[NVERT];
  const f = polytope[BEYOND];
  const reach = reachOf(v);
  if (reach <= 0) return Search.APART;
  const limit = Math.max(tolerance, extent[NOISE]);
  const done = reach - face[FACE * f + 3] <= limit;
  if (reach < extent[MIN_REACH] || (done && reach <= extent[MIN_REACH] + limit)) remember(f);
  extent[MIN_REACH] = Math.min(extent[MIN_REACH], reach);
  if (done || v + 1 >= maxVerts) return Search.DONE;
  // a face so thin that rounding has turned it has nothing to say
  if (known) faceInt[FACE_INT * f + CANDIDATE_INDEX] = -1;
  else if (!replaceSeen(v, maxVerts)) return Search.DONE;
  return aimBeyond() ? Search.ON : Search.DONE;
}

function remember(f: int): void {
  copy3(deepest, 0, face, FACE * f);
  for (let k = 0; k < 3; k++) corner[k] = faceInt[FACE_INT * f + k];
}

/** Puts faces from vertex v to the rim of those that it sees in their place; false if there is none, or no room. */
function replaceSeen(v: int, maxVerts: int): boolean {
  polytope[NRIM] = 0;
  const left = removeSeen(VERT * v, 0.5 * extent[NOISE]);
  const faces = left + polytope[NRIM];
  // a closed surface has two triangles for each vertex, but for four
  if (polytope[NRIM] < 3 || faces > 2 * maxVerts) return false;
  for (let e = 0; left + e < faces; e++) setFace(left + e, rim[2 * e], rim[2 * e + 1], v);
  polytope[NFACE] = faces;
  polytope[NVERT] = v + 1;
  return true;
}

/** Takes out the faces that the vertex at w is beyond, and leaves the edges around them; the number of faces that stay. */
function removeSeen(w: int, beyond: number): int {
  const x = vert[w];
  const y = vert[w + 1];
  const z = vert[w + 2];
  let n = polytope[NFACE];
  let f = 0;
  while (f < n) {
    const i = FACE * f;
    if (face[i] * x + face[i + 1] * y + face[i + 2] * z - face[i + 3] > beyond) {
      for (let e = 0; e < 3; e++) {
        toggleEdge(faceInt[FACE_INT * f + e], faceInt[FACE_INT * f + (e < 2 ? e + 1 : 0)]);
      }
      n--;
      copy(face, i, face, FACE * n, FACE);
      for (let k = 0; k < FACE_INT; k++) faceInt[FACE_INT * f + k] = faceInt[FACE_INT * n + k];
    } else f++;
  }
  return n;
}

/** Adds an edge to the rim, or takes it out if it is there: then both of its faces are seen. */
function toggleEdge(v: int, w: int): void {
  const n = polytope[NRIM];
  const low = Math.min(v, w);
  const high = Math.max(v, w);
  let e = 0;
  while (e < n && (rim[2 * e] !== low || rim[2 * e + 1] !== high)) e++;
  const isNew = e === n;
  const last = isNew ? n : n - 1;
  rim[2 * e] = isNew ? low : rim[2 * last];
  rim[2 * e + 1] = isNew ? high : rim[2 * last + 1];
  polytope[NRIM] = isNew ? n + 1 : last;
}

/** Face f of three vertices: its unit normal, outward, and the distance of its plane from the origin. Without an area it is never
 *  the nearest, and never seen. */
function setFace(f: int, v1: int, v2: int, v3: int): void {
  const i = FACE * f;
  const a = VERT * v1;
  const b = VERT * v2;
  const c = VERT * v3;
  const ax = vert[a];
  const ay = vert[a + 1];
  const az = vert[a + 2];
  const bx = vert[b] - ax;
  const by = vert[b + 1] - ay;
  const bz = vert[b + 2] - az;
  const cx = vert[c] - ax;
  const cy = vert[c + 1] - ay;
  const cz = vert[c + 2] - az;
  const x = by * cz - bz * cy;
  const y = bz * cx - bx * cz;
  const z = bx * cy - by * cx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const outward = x * (ax - center[0]) + y * (ay - center[1]) + z * (az - center[2]);
  const scale = length > 0 ? (outward < 0 ? -1 : 1) / length : 0;
  face[i] = scale * x;
  face[i + 1] = scale * y;
  face[i + 2] = scale * z;
  face[i + 3] = length > 0 ? scale * (x * ax + y * ay + z * az) : 1e30;
  faceInt[FACE_INT * f] = v1;
  faceInt[FACE_INT * f + 1] = v2;
  faceInt[FACE_INT * f + 2] = v3;
  faceInt[FACE_INT * f + CANDIDATE_INDEX] = 0;
}
