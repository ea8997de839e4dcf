import { copy } from '../../../../math/array.ts';
import { MINVAL } from '../../../../math/constants.ts';
import type { int } from '../../../../math/int.ts';
import { mulMatVec3 } from '../../../../math/mat3.ts';
import { add3, cross3, dot3, norm3, scl3, sub3 } from '../../../../math/vec3.ts';
import type { Model } from '../../../../model/model.ts';
import { minkowski } from '../support/support.ts';
import { areaOf, projectFirst, projectOnPlane, triangleAxis } from './simplex.ts';
import {
  ADJ,
  CANDIDATE_INDEX,
  FACE,
  FACE_INT,
  gjkState,
  gjkWitnessDist,
  NCANDIDATE,
  NFACE,
  NSIMPLEX,
  NVERT,
  polyCandidate,
  polyCandidateDist2,
  polyCount,
  polyFace,
  polyFaceInt,
  polyVert,
  polyVertIndex,
  simplexVert,
  simplexVertIndex,
  VERT,
} from './workspace.ts';

/*  The polytope that EPA expands: triangles around the origin of the Minkowski difference. This file starts it from the
 *  simplex of GJK and adds vertices and faces. Memory: workspace.ts. */

const MINVAL2 = MINVAL * MINVAL;
/** A point inside the polytope: outward is away from it. */
const center = new Float64Array(3);
const a = new Float64Array(3);
const b = new Float64Array(3);
const c = new Float64Array(3);
const normal = new Float64Array(3);
const rotation = new Float64Array(9);
const area = new Float64Array(1);

/** Starts the polytope from the simplex; false if it would be degenerate or would not contain the origin. */
export function startPolytope(m: Model): boolean {
  polyCount.fill(0);
  if (gjkState[NSIMPLEX] === 2) return fromSegment(m);
  if (gjkState[NSIMPLEX] === 3) return fromTriangle(m);
  return fromTetrahedron(m);
}

/** Copies vertex k of the simplex to the polytope; returns its index there. */
function takeVertex(k: int): int {
  const n = polyCount[NVERT];
  polyCount[NVERT] = n + 1;
  copy(polyVert, VERT * n, simplexVert, VERT * k, VERT);
  polyVertIndex[2 * n] = simplexVertIndex[2 * k];
  polyVertIndex[2 * n + 1] = simplexVertIndex[2 * k + 1];
  return n;
}

/** Adds the support in direction (x, y, z), which has this length; returns its index. */
export function addSupport(m: Model, x: number, y: number, z: number, length: number): int {
  const n = polyCount[NVERT];
  polyCount[NVERT] = n + 1;
  if (length > MINVAL) minkowski(m, x / length, y / length, z / length, polyVert, VERT * n, polyVertIndex, 2 * n);
  else minkowski(m, 1, 0, 0, polyVert, VERT * n, polyVertIndex, 2 * n);
  return n;
}

/** Adds a face; returns the squared distance of its plane from the origin, 0 for a degenerate face. */
function addFace(v1: int, v2: int, v3: int, adj1: int, adj2: int, adj3: int): number {
  return setPlane(linkFace(v1, v2, v3, adj1, adj2, adj3));
}

/** Adds a face without its plane; returns its index.
 *  @inline */
export function linkFace(v1: int, v2: int, v3: int, adj1: int, adj2: int, adj3: int): int {
  const n = polyCount[NFACE];
  polyCount[NFACE] = n + 1;
  const i = FACE_INT * n;
  polyFaceInt[i] = v1;
  polyFaceInt[i + 1] = v2;
  polyFaceInt[i + 2] = v3;
  polyFaceInt[i + ADJ] = adj1;
  polyFaceInt[i + ADJ + 1] = adj2;
  polyFaceInt[i + ADJ + 2] = adj3;
  polyFaceInt[i + CANDIDATE_INDEX] = -1;
  return n;
}

/** Computes the plane of face n; returns its squared distance from the origin, 0 if the face is degenerate. */
export function setPlane(n: int): number {
  const i = FACE_INT * n;
  const f = FACE * n;
  const v = VERT * polyFaceInt[i];
  if (!projectOnPlane(polyFace, f, polyVert, VERT * polyFaceInt[i + 2], VERT * polyFaceInt[i + 1], v)) return 0;
  const outward =
    polyFace[f] * (polyVert[v] - center[0]) +
    polyFace[f + 1] * (polyVert[v + 1] - center[1]) +
    polyFace[f + 2] * (polyVert[v + 2] - center[2]);
  if (outward < 0) scl3(polyFace, f, polyFace, f, -1);
  polyFace[f + 3] = dot3(polyFace, f, polyFace, f);
  return polyFace[f + 3];
}

/** Computes the planes of faces n and n + 1, which share their first vertex; false if one of them is degenerate. */
export function setPlanes(n: int): boolean {
  if (projectTwo(polyFace, FACE * n, polyVert, polyFaceInt, FACE_INT * n, center)) return true;
  return setPlane(n) !== 0 && setPlane(n + 1) !== 0;
}

/** res = the outward projections of the origin on the planes of two faces, each with its squared length. The vertices of the
 *  faces are at i and i + FACE_INT of `index`; false if one of the planes is not well conditioned.
 *  @simd */
function projectTwo(
  res: Float64Array,
  r: int,
  v: Float64Array,
  index: Int32Array,
  i: int,
  center: Float64Array,
): boolean {
  return projectOne(res, r, v, index, i, center) && projectOne(res, r + FACE, v, index, i + FACE_INT, center);
}

/** The same for one face. */
function projectOne(
  res: Float64Array,
  r: int,
  v: Float64Array,
  index: Int32Array,
  i: int,
  center: Float64Array,
): boolean {
  const w = VERT * index[i];
  if (projectFirst(res, r, v, VERT * index[i + 2], VERT * index[i + 1], w) < 1) return false;
  const outward =
    res[r] * (v[w] - center[0]) + res[r + 1] * (v[w + 1] - center[1]) + res[r + 2] * (v[w + 2] - center[2]);
  if (outward < 0) scl3(res, r, res, r, -1);
  res[r + 3] = dot3(res, r, res, r);
  return true;
}

/** Makes all faces candidates. */
function listFaces(): boolean {
  const n = polyCount[NFACE];
  for (let k = 0; k < n; k++) {
    polyCandidate[k] = k;
    polyCandidateDist2[k] = polyFace[FACE * k + 3];
    polyFaceInt[FACE_INT * k + CANDIDATE_INDEX] = k;
  }
  polyCount[NCANDIDATE] = n;
  return true;
}

/** From a segment: three supports around it form two tetrahedra with a common base. */
function fromSegment(m: Model): boolean {
  add3(center, 0, simplexVert, 0, simplexVert, VERT);
  scl3(center, 0, center, 0, 0.5);
  sub3(a, 0, simplexVert, VERT, simplexVert, 0);
  // a direction across the segment, from the coordinate axis most across it
  let axis = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(a[k]) < Math.abs(a[axis])) axis = k;
  b.fill(0);
  b[axis] = 1;
  cross3(b, 0, b, 0, a, 0);
  setRotation120(a);
  const v1 = takeVertex(0);
  const v2 = takeVertex(1);
  const v3 = addSupport(m, b[0], b[1], b[2], norm3(b, 0));
  mulMatVec3(b, 0, rotation, 0, b, 0);
  const v4 = addSupport(m, b[0], b[1], b[2], norm3(b, 0));
  mulMatVec3(b, 0, rotation, 0, b, 0);
  const v5 = addSupport(m, b[0], b[1], b[2], norm3(b, 0));
  // start again from a face that contains the origin
  if (addFace(v1, v3, v4, 1, 3, 2) < MINVAL2) return restart(m, v1, v3, v4);
  if (addFace(v1, v5, v3, 2, 4, 0) < MINVAL2) return restart(m, v1, v5, v3);
  if (addFace(v1, v4, v5, 0, 5, 1) < MINVAL2) return restart(m, v1, v4, v5);
  if (addFace(v2, v4, v3, 5, 0, 4) < MINVAL2) return restart(m, v2, v4, v3);
  if (addFace(v2, v3, v5, 3, 1, 5) < MINVAL2) return restart(m, v2, v3, v5);
  if (addFace(v2, v5, v4, 4, 2, 3) < MINVAL2) return restart(m, v2, v5, v4);
  return segmentMeetsTriangle(VERT * v1, VERT * v2, VERT * v3, VERT * v4, VERT * v5) && listFaces();
}

/** rotation = by 120 degrees about an axis */
function setRotation120(axis: Float64Array): void {
  const length = norm3(axis, 0);
  const x = axis[0] / length;
  const y = axis[1] / length;
  const z = axis[2] / length;
  const s = 0.86602540378;
  const k = 1.5;
  rotation[0] = -0.5 + x * x * k;
  rotation[1] = x * y * k - z * s;
  rotation[2] = x * z * k + y * s;
  rotation[3] = y * x * k + z * s;
  rotation[4] = -0.5 + y * y * k;
  rotation[5] = y * z * k - x * s;
  rotation[6] = x * z * k - y * s;
  rotation[7] = y * z * k + x * s;
  rotation[8] = -0.5 + z * z * k;
}

/** Starts again from a triangle of vertices of the polytope. */
function restart(m: Model, v1: int, v2: int, v3: int): boolean {
  gjkState[NSIMPLEX] = 3;
  for (let k = 0; k < 3; k++) {
    const v = k === 0 ? v1 : k === 1 ? v2 : v3;
    copy(simplexVert, VERT * k, polyVert, VERT * v, VERT);
    simplexVertIndex[2 * k] = polyVertIndex[2 * v];
    simplexVertIndex[2 * k + 1] = polyVertIndex[2 * v + 1];
  }
  polyCount.fill(0);
  return fromTriangle(m);
}

/** True if the line from p to q passes through the triangle. */
function segmentMeetsTriangle(p: int, q: int, v1: int, v2: int, v3: int): boolean {
  sub3(normal, 0, polyVert, q, polyVert, p);
  sub3(a, 0, polyVert, v1, polyVert, p);
  sub3(b, 0, polyVert, v2, polyVert, p);
  sub3(c, 0, polyVert, v3, polyVert, p);
  const vol1 = tripleOf(a, b, normal);
  const vol2 = tripleOf(b, c, normal);
  const vol3 = tripleOf(c, a, normal);
  return (vol1 >= 0 && vol2 >= 0 && vol3 >= 0) || (vol1 <= 0 && vol2 <= 0 && vol3 <= 0);
}

/** u . (v x w) */
function tripleOf(u: Float64Array, v: Float64Array, w: Float64Array): number {
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

/** From a triangle: a support on each side of it. */
function fromTriangle(m: Model): boolean {
  add3(center, 0, simplexVert, 0, simplexVert, VERT);
  add3(center, 0, center, 0, simplexVert, 2 * VERT);
  scl3(center, 0, center, 0, 1 / 3);
  sub3(a, 0, simplexVert, VERT, simplexVert, 0);
  sub3(b, 0, simplexVert, 2 * VERT, simplexVert, 0);
  cross3(normal, 0, a, 0, b, 0);
  const length = norm3(normal, 0);
  if (length < MINVAL) return false;
  const v1 = takeVertex(0);
  const v2 = takeVertex(1);
  const v3 = takeVertex(2);
  const v5 = addSupport(m, -normal[0], -normal[1], -normal[2], length);
  const v4 = addSupport(m, normal[0], normal[1], normal[2], length);
  if (inTriangle(v1, v2, v3, v4) || inTriangle(v1, v2, v3, v5)) return false;
  // the triangle is only near the origin: one of the tetrahedra must contain it
  if (gjkWitnessDist[0] > 10 * MINVAL && !containsOrigin(v1, v2, v3, v4) && !containsOrigin(v1, v2, v3, v5))
    return false;
  return (
    addFace(v4, v1, v2, 1, 3, 2) >= MINVAL2 &&
    addFace(v4, v3, v1, 2, 4, 0) >= MINVAL2 &&
    addFace(v4, v2, v3, 0, 5, 1) >= MINVAL2 &&
    addFace(v5, v2, v1, 5, 0, 4) >= MINVAL2 &&
    addFace(v5, v1, v3, 3, 1, 5) >= MINVAL2 &&
    addFace(v5, v3, v2, 4, 2, 3) >= MINVAL2 &&
    listFaces()
  );
}

/** True if vertex p is in the triangle, up to rounding. */
function inTriangle(v1: int, v2: int, v3: int, p: int): boolean {
  triangleCoordinates(a, VERT * v1, VERT * v2, VERT * v3, polyVert, VERT * p);
  if (a[0] < 0 || a[1] < 0 || a[2] < 0) return false;
  for (let k = 0; k < 3; k++) {
    b[k] =
      polyVert[VERT * v1 + k] * a[0] +
      polyVert[VERT * v2 + k] * a[1] +
      polyVert[VERT * v3 + k] * a[2] -
      polyVert[VERT * p + k];
  }
  return norm3(b, 0) < MINVAL;
}

/** res = barycentric coordinates of the point at i of p, in the plane of a triangle of the polytope. */
export function triangleCoordinates(res: Float64Array, v1: int, v2: int, v3: int, p: Float64Array, i: int): void {
  const axis = triangleAxis(area, polyVert, v1, v2, v3);
  const x = axis === 0 ? 1 : 0;
  const y = axis === 2 ? 1 : 2;
  const px = p[i + x];
  const py = p[i + y];
  res[0] = areaOf(px, py, polyVert, v2, v3, x, y) / area[0];
  res[1] = areaOf(px, py, polyVert, v3, v1, x, y) / area[0];
  res[2] = areaOf(px, py, polyVert, v1, v2, x, y) / area[0];
}

/** From a tetrahedron. */
function fromTetrahedron(m: Model): boolean {
  const v1 = takeVertex(0);
  const v2 = takeVertex(1);
  const v3 = takeVertex(2);
  const v4 = takeVertex(3);
  add3(center, 0, polyVert, VERT * v1, polyVert, VERT * v2);
  add3(center, 0, center, 0, polyVert, VERT * v3);
  add3(center, 0, center, 0, polyVert, VERT * v4);
  scl3(center, 0, center, 0, 0.25);
  if (addFace(v1, v2, v3, 1, 3, 2) < MINVAL2) return restart(m, v1, v2, v3);
  if (addFace(v1, v4, v2, 2, 3, 0) < MINVAL2) return restart(m, v1, v4, v2);
  if (addFace(v1, v3, v4, 0, 3, 1) < MINVAL2) return restart(m, v1, v3, v4);
  if (addFace(v4, v3, v2, 2, 0, 1) < MINVAL2) return restart(m, v4, v3, v2);
  return containsOrigin(v1, v2, v3, v4) && listFaces();
}

/** True if the origin is inside the tetrahedron. */
function containsOrigin(v1: int, v2: int, v3: int, v4: int): boolean {
  return sameSide(v1, v2, v3, v4) && sameSide(v2, v3, v4, v1) && sameSide(v3, v4, v1, v2) && sameSide(v4, v1, v2, v3);
}

/** True if p and the origin are on the same side of the plane of three vertices. */
function sameSide(v1: int, v2: int, v3: int, p: int): boolean {
  const o = VERT * v1;
  sub3(a, 0, polyVert, VERT * v2, polyVert, o);
  sub3(b, 0, polyVert, VERT * v3, polyVert, o);
  cross3(normal, 0, a, 0, b, 0);
  sub3(a, 0, polyVert, VERT * p, polyVert, o);
  const side = dot3(normal, 0, a, 0);
  const origin = -dot3(normal, 0, polyVert, o);
  return (side > 0 && origin > 0) || (side < 0 && origin < 0);
}
