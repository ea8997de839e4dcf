import {
  CANDIDATE_INDEX,
  EPA_MAX,
  FACE,
  FACE_INT,
  polyFace,
  polyFaceInt,
  polyVert,
  VERT,
} from '../../../../core/engine/collision/convex/gjk/workspace.ts';
import { copy } from '../../../../core/math/array.ts';
import type { int } from '../../../../core/math/int.ts';
import { copy3 } from '../../../../core/math/vec3.ts';
import { Search } from './search.ts';
import { ROUNDING, reachOf, vertexNorm } from './vertex.ts';
import {
  BEYOND,
  expandCorner,
  expandCount,
  expandExtent,
  expandNormal,
  MIN_REACH,
  NFACE,
  NOISE,
  NRIM,
  NVERT,
  supportDir,
  TRIES,
} from './workspace.ts';

/*
 * Penetration depth by an expanding polytope (van den Bergen 2001), robust to rounding in single precision. The
 * overlap of the shapes along any direction is an upper bound of the depth; the smallest overlap found is the result,
 * and faces only choose the next direction. Distances of faces are signed, so the first polytope need not contain the
 * origin. The rim around the faces visible from a new vertex consists of the edges that belong to only one of these
 * faces: no adjacency is stored.
 */

/** Edges around the faces visible from a vertex, as pairs of vertices. */
const rim = new Int32Array(6 * (EPA_MAX + 5));
/** A point that stays inside. */
const center = new Float64Array(3);

/**
 * Start from the segment of two vertices, or the triangle of three; a fourth one is computed again. Returns false if
 * there is only one.
 */
export function startExpanding(n: int): boolean {
  expandCount[NVERT] = n > 2 && isOff(2) ? 3 : 2;
  expandCount[NFACE] = 0;
  expandCount[TRIES] = 0;
  expandExtent[MIN_REACH] = 1e30;
  return n > 1 && aimAcross();
}

/** Add the support vertex along `toward` to the polytope. */
export function expandStep(tolerance: number, maxVerts: int, known: boolean): int {
  return expandCount[NVERT] < 4 ? growStep() : pushStep(tolerance, maxVerts, known);
}

/** Grow until there are four vertices with a volume: if a vertex adds no dimension, search elsewhere. */
function growStep(): int {
  const n = expandCount[NVERT];
  expandCount[TRIES]++;
  if (isOff(n)) {
    expandCount[NVERT] = n + 1;
    expandCount[TRIES] = 0;
  }
  if (expandCount[NVERT] < 4) return expandCount[TRIES] < 4 && aimAcross() ? Search.ON : Search.APART;
  startFaces();
  return aimBeyond() ? Search.ON : Search.DONE;
}

/** Whether vertex q, the third or the fourth, is off the line or the plane of the vertices before it. */
function isOff(q: int): boolean {
  const bx = polyVert[VERT] - polyVert[0];
  const by = polyVert[VERT + 1] - polyVert[1];
  const bz = polyVert[VERT + 2] - polyVert[2];
  const qx = polyVert[VERT * q] - polyVert[0];
  const qy = polyVert[VERT * q + 1] - polyVert[1];
  const qz = polyVert[VERT * q + 2] - polyVert[2];
  // b x q for the third vertex, b x c for the fourth
  const cx = q === 2 ? qx : polyVert[2 * VERT] - polyVert[0];
  const cy = q === 2 ? qy : polyVert[2 * VERT + 1] - polyVert[1];
  const cz = q === 2 ? qz : polyVert[2 * VERT + 2] - polyVert[2];
  const x = by * cz - bz * cy;
  const y = bz * cx - bx * cz;
  const z = bx * cy - by * cx;
  const area = Math.sqrt(x * x + y * y + z * z);
  const rounding = 4 * ROUNDING * Math.max(vertexNorm(0), vertexNorm(q));
  const height = Math.abs(qx * x + qy * y + qz * z);
  return q === 2 ? area > rounding * Math.sqrt(bx * bx + by * by + bz * bz) : height > rounding * area;
}

/**
 * Set `toward` across the segment of two vertices or the triangle of three, differently at each attempt; returns false
 * after the last one.
 */
function aimAcross(): boolean {
  const tries = expandCount[TRIES];
  const bx = polyVert[VERT] - polyVert[0];
  const by = polyVert[VERT + 1] - polyVert[1];
  const bz = polyVert[VERT + 2] - polyVert[2];
  // with the axis of the smallest component of the segment, unless there is a third vertex
  const minComponent = Math.min(Math.abs(bx), Math.min(Math.abs(by), Math.abs(bz)));
  let cx: number = Math.abs(bx) === minComponent ? 1 : 0;
  let cy: number = cx === 0 && Math.abs(by) === minComponent ? 1 : 0;
  let cz: number = 1 - cx - cy;
  if (expandCount[NVERT] === 3) {
    cx = polyVert[2 * VERT] - polyVert[0];
    cy = polyVert[2 * VERT + 1] - polyVert[1];
    cz = polyVert[2 * VERT + 2] - polyVert[2];
  }
  let x = by * cz - bz * cy;
  let y = bz * cx - bx * cz;
  let z = bx * cy - by * cx;
  if (tries > 1) {
    // perpendicular to that
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
  supportDir[0] = side * x;
  supportDir[1] = side * y;
  supportDir[2] = side * z;
  return true;
}

/** The four faces of the tetrahedron. */
function startFaces(): void {
  let scale: number = 0;
  for (let k = 0; k < 4; k++) scale = Math.max(scale, vertexNorm(k));
  expandExtent[NOISE] = ROUNDING * scale;
  for (let c = 0; c < 3; c++) {
    center[c] = 0.25 * (polyVert[c] + polyVert[VERT + c] + polyVert[2 * VERT + c] + polyVert[3 * VERT + c]);
  }
  for (let f = 0; f < 4; f++) setFace(f, (f + 1) & 3, (f + 2) & 3, (f + 3) & 3);
  expandCount[NFACE] = 4;
}

/** Aim beyond the face nearest to the origin, or the one that the origin is beyond. Returns false if no face can
 * improve on the result. */
function aimBeyond(): boolean {
  const faces = expandCount[NFACE];
  let best = -1;
  let minDist: number = expandExtent[MIN_REACH];
  for (let f = 0; f < faces; f++) {
    if (polyFaceInt[FACE_INT * f + CANDIDATE_INDEX] >= 0 && polyFace[FACE * f + 3] < minDist) {
      minDist = polyFace[FACE * f + 3];
      best = f;
    }
  }
  if (best < 0) return false;
  expandCount[BEYOND] = best;
  copy3(supportDir, 0, polyFace, FACE * best);
  return true;
}

/** Add a vertex beyond the face that was aimed at: either the depth is known, or the polytope grows. */
function pushStep(tolerance: number, maxVerts: int, known: boolean): int {
  const v = expandCount[NVERT];
  const f = expandCount[BEYOND];
  const reach = reachOf(v);
  if (reach <= 0) return Search.APART;
  const limit = Math.max(tolerance, expandExtent[NOISE]);
  const done = reach - polyFace[FACE * f + 3] <= limit;
  if (reach < expandExtent[MIN_REACH] || (done && reach <= expandExtent[MIN_REACH] + limit)) remember(f);
  expandExtent[MIN_REACH] = Math.min(expandExtent[MIN_REACH], reach);
  if (done || v + 1 >= maxVerts) return Search.DONE;
  // skip a face so thin that rounding has rotated it
  if (known) polyFaceInt[FACE_INT * f + CANDIDATE_INDEX] = -1;
  else if (!replaceSeen(v, maxVerts)) return Search.DONE;
  return aimBeyond() ? Search.ON : Search.DONE;
}

function remember(f: int): void {
  copy3(expandNormal, 0, polyFace, FACE * f);
  for (let k = 0; k < 3; k++) expandCorner[k] = polyFaceInt[FACE_INT * f + k];
}

/**
 * Replace the faces visible from vertex v with faces from v to their rim. Returns false if there are none, or no room.
 */
function replaceSeen(v: int, maxVerts: int): boolean {
  expandCount[NRIM] = 0;
  const left = removeSeen(VERT * v, 0.5 * expandExtent[NOISE]);
  const faces = left + expandCount[NRIM];
  // a closed surface has two triangles per vertex, minus four
  if (expandCount[NRIM] < 3 || faces > 2 * maxVerts) return false;
  for (let e = 0; left + e < faces; e++) setFace(left + e, rim[2 * e], rim[2 * e + 1], v);
  expandCount[NFACE] = faces;
  expandCount[NVERT] = v + 1;
  return true;
}

/**
 * Remove the faces visible from the vertex at w, and collect the edges around them. Returns the number of remaining
 * faces.
 */
function removeSeen(w: int, beyond: number): int {
  const x = polyVert[w];
  const y = polyVert[w + 1];
  const z = polyVert[w + 2];
  let n = expandCount[NFACE];
  let f = 0;
  while (f < n) {
    const i = FACE * f;
    if (polyFace[i] * x + polyFace[i + 1] * y + polyFace[i + 2] * z - polyFace[i + 3] > beyond) {
      for (let e = 0; e < 3; e++) {
        toggleEdge(polyFaceInt[FACE_INT * f + e], polyFaceInt[FACE_INT * f + (e < 2 ? e + 1 : 0)]);
      }
      n--;
      copy(polyFace, i, polyFace, FACE * n, FACE);
      for (let k = 0; k < FACE_INT; k++) polyFaceInt[FACE_INT * f + k] = polyFaceInt[FACE_INT * n + k];
    } else f++;
  }
  return n;
}

/** Add an edge to the rim, or remove it if present: then both of its faces are visible. */
function toggleEdge(v: int, w: int): void {
  const n = expandCount[NRIM];
  const low = Math.min(v, w);
  const high = Math.max(v, w);
  let e = 0;
  while (e < n && (rim[2 * e] !== low || rim[2 * e + 1] !== high)) e++;
  const isNew = e === n;
  const last = isNew ? n : n - 1;
  rim[2 * e] = isNew ? low : rim[2 * last];
  rim[2 * e + 1] = isNew ? high : rim[2 * last + 1];
  expandCount[NRIM] = isNew ? n + 1 : last;
}

/** Face f of three vertices: its outward unit normal, and the signed distance of its plane from the origin. A face
 * without area is never nearest and never visible. */
function setFace(f: int, v1: int, v2: int, v3: int): void {
  const i = FACE * f;
  const a = VERT * v1;
  const b = VERT * v2;
  const c = VERT * v3;
  const ax = polyVert[a];
  const ay = polyVert[a + 1];
  const az = polyVert[a + 2];
  const bx = polyVert[b] - ax;
  const by = polyVert[b + 1] - ay;
  const bz = polyVert[b + 2] - az;
  const cx = polyVert[c] - ax;
  const cy = polyVert[c + 1] - ay;
  const cz = polyVert[c + 2] - az;
  const x = by * cz - bz * cy;
  const y = bz * cx - bx * cz;
  const z = bx * cy - by * cx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const outward = x * (ax - center[0]) + y * (ay - center[1]) + z * (az - center[2]);
  const scale = length > 0 ? (outward < 0 ? -1 : 1) / length : 0;
  polyFace[i] = scale * x;
  polyFace[i + 1] = scale * y;
  polyFace[i + 2] = scale * z;
  polyFace[i + 3] = length > 0 ? scale * (x * ax + y * ay + z * az) : 1e30;
  polyFaceInt[FACE_INT * f] = v1;
  polyFaceInt[FACE_INT * f + 1] = v2;
  polyFaceInt[FACE_INT * f + 2] = v3;
  polyFaceInt[FACE_INT * f + CANDIDATE_INDEX] = 0;
}
