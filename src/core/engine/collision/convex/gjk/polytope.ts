import { copy } from '../../../../math/array.ts';
import { MINVAL } from '../../../../math/constants.ts';
import type { int } from '../../../../math/int.ts';
import { mulMatVec3 } from '../../../../math/mat3.ts';
import { add3, cross3, dot3, norm3, scl3, sub3 } from '../../../../math/vec3.ts';
import type { Model } from '../../../../model/model.ts';
import { minkowski, VERT } from '../support/support.ts';
import { NSIMPLEX, state, witnessDist } from './gjk.ts';
import { area, areaOf, projectFirst, projectOnPlane, simplex, simplexIndex, triangleAxis } from './simplex.ts';

/*  The polytope that EPA expands: triangles around the origin of the Minkowski difference, and how it starts from the
 *  simplex that GJK left. */

/** Most iterations of EPA that there is memory for; `ccd_iterations` beyond that has no effect on EPA. */
export const EPA_MAX = 256;
export const FACES_PER_ITERATION = 6;
const MAX_VERTS = EPA_MAX + 6;
const MAX_FACES = FACES_PER_ITERATION * EPA_MAX;

/** Vertices, as in `simplex`. */
export const vert = new Float64Array(VERT * MAX_VERTS);
export const vertIndex = new Int32Array(2 * MAX_VERTS);
/** Of each face: the origin projected on its plane, pointing outward, and the squared length of that. */
export const FACE = 4;
export const face = new Float64Array(FACE * MAX_FACES);
/** Of each face: its vertices, the neighbours across (v1, v2), (v2, v3), (v3, v1), its place in the list of candidates:
 *  -1 for none, -2 when deleted. */
export const FACE_INT = 7;
export const faceInt = new Int32Array(FACE_INT * MAX_FACES);
export const ADJ = 3;
export const CANDIDATE_INDEX = 6;
/** Faces that may be the nearest to the origin, and their squared distances. */
export const candidate = new Int32Array(MAX_FACES);
export const candidateDist2 = new Float64Array(MAX_FACES);

/** Numbers of vertices, faces, candidates. */
export const count = new Int32Array(3);
const NVERT = 0;
export const NFACE = 1;
export const NCANDIDATE = 2;

const MINVAL2 = MINVAL * MINVAL;
const center = new Float64Array(3);
const a = new Float64Array(3);
const b = new Float64Array(3);
const c = new Float64Array(3);
const normal = new Float64Array(3);
const rotation = new Float64Array(9);

/** Builds the polytope from the simplex; true if it is good. */
export function startPolytope(m: Model): boolean {
  count.fill(0);
  if (state[NSIMPLEX] === 2) return fromSegment(m);
  if (state[NSIMPLEX] === 3) return fromTriangle(m);
  return fromTetrahedron(m);
}

/** Copies vertex k of the simplex into the polytope; its number there. */
function takeVertex(k: int): int {
  const n = count[NVERT];
  count[NVERT] = n + 1;
  copy(vert, VERT * n, simplex, VERT * k, VERT);
  vertIndex[2 * n] = simplexIndex[2 * k];
  vertIndex[2 * n + 1] = simplexIndex[2 * k + 1];
  return n;
}

/** Adds the support in a direction of the given length; its number. */
export function addSupport(m: Model, x: number, y: number, z: number, length: number): int {
  const n = count[NVERT];
  count[NVERT] = n + 1;
  if (length > MINVAL) minkowski(m, x / length, y / length, z / length, vert, VERT * n, vertIndex, 2 * n);
  else minkowski(m, 1, 0, 0, vert, VERT * n, vertIndex, 2 * n);
  return n;
}

/** Adds a face; returns the squared distance of its plane to the origin, 0 for a degenerate one. */
function addFace(v1: int, v2: int, v3: int, adj1: int, adj2: int, adj3: int): number {
  return setPlane(linkFace(v1, v2, v3, adj1, adj2, adj3));
}

/** Adds a face of which the plane is not known yet; its number.
 *  @inline */
export function linkFace(v1: int, v2: int, v3: int, adj1: int, adj2: int, adj3: int): int {
  const n = count[NFACE];
  count[NFACE] = n + 1;
  const i = FACE_INT * n;
  faceInt[i] = v1;
  faceInt[i + 1] = v2;
  faceInt[i + 2] = v3;
  faceInt[i + ADJ] = adj1;
  faceInt[i + ADJ + 1] = adj2;
  faceInt[i + ADJ + 2] = adj3;
  faceInt[i + CANDIDATE_INDEX] = -1;
  return n;
}

/** The plane of face n; returns its squared distance to the origin, 0 if it is degenerate. */
export function setPlane(n: int): number {
  const i = FACE_INT * n;
  const f = FACE * n;
  const v = VERT * faceInt[i];
  if (!projectOnPlane(face, f, vert, VERT * faceInt[i + 2], VERT * faceInt[i + 1], v)) return 0;
  const outward =
    face[f] * (vert[v] - center[0]) + face[f + 1] * (vert[v + 1] - center[1]) + face[f + 2] * (vert[v + 2] - center[2]);
  if (outward < 0) scl3(face, f, face, f, -1);
  face[f + 3] = dot3(face, f, face, f);
  return face[f + 3];
}

/** The planes of faces n and n + 1, which have their first vertex in common; false if one of them is degenerate. */
export function setPlanes(n: int): boolean {
  const i = FACE_INT * n;
  const j = i + FACE_INT;
  const w = VERT * faceInt[i];
  const p0 = VERT * faceInt[i + 1];
  const q0 = VERT * faceInt[i + 2];
  const p1 = VERT * faceInt[j + 1];
  const q1 = VERT * faceInt[j + 2];
  const x = vert[w] - center[0];
  const y = vert[w + 1] - center[1];
  const z = vert[w + 2] - center[2];
  return projectTwo(face, FACE * n, vert, w, p0, q0, p1, q1, x, y, z) || (setPlane(n) !== 0 && setPlane(n + 1) !== 0);
}

/** res = the origin projected on the planes (w, p0, q0) and (w, p1, q1), the way (ox, oy, oz) points, and the squares of their lengths;
 *  false if one of the planes is not well conditioned.
 *  @simd */
function projectTwo(
  res: Float64Array,
  r: int,
  v: Float64Array,
  w: int,
  p0: int,
  q0: int,
  p1: int,
  q1: int,
  ox: number,
  oy: number,
  oz: number,
): boolean {
  return projectOne(res, r, v, w, p0, q0, ox, oy, oz) && projectOne(res, r + FACE, v, w, p1, q1, ox, oy, oz);
}

/** One of them. */
function projectOne(
  res: Float64Array,
  r: int,
  v: Float64Array,
  w: int,
  p: int,
  q: int,
  ox: number,
  oy: number,
  oz: number,
): boolean {
  if (projectFirst(res, r, v, q, p, w) < 1) return false;
  if (res[r] * ox + res[r + 1] * oy + res[r + 2] * oz < 0) scl3(res, r, res, r, -1);
  res[r + 3] = dot3(res, r, res, r);
  return true;
}

/** All faces become candidates. */
function listFaces(): boolean {
  const n = count[NFACE];
  for (let k = 0; k < n; k++) {
    candidate[k] = k;
    candidateDist2[k] = face[FACE * k + 3];
    faceInt[FACE_INT * k + CANDIDATE_INDEX] = k;
  }
  count[NCANDIDATE] = n;
  return true;
}

/** From a segment: three supports around it make two tetrahedra with a common base. */
function fromSegment(m: Model): boolean {
  add3(center, 0, simplex, 0, simplex, VERT);
  scl3(center, 0, center, 0, 0.5);
  sub3(a, 0, simplex, VERT, simplex, 0);
  // across the segment: with the axis that it is least along
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
  // a face that holds the origin is a better start
  if (addFace(v1, v3, v4, 1, 3, 2) < MINVAL2) return restart(m, v1, v3, v4);
  if (addFace(v1, v5, v3, 2, 4, 0) < MINVAL2) return restart(m, v1, v5, v3);
  if (addFace(v1, v4, v5, 0, 5, 1) < MINVAL2) return restart(m, v1, v4, v5);
  if (addFace(v2, v4, v3, 5, 0, 4) < MINVAL2) return restart(m, v2, v4, v3);
  if (addFace(v2, v3, v5, 3, 1, 5) < MINVAL2) return restart(m, v2, v3, v5);
  if (addFace(v2, v5, v4, 4, 2, 3) < MINVAL2) return restart(m, v2, v5, v4);
  return segmentMeetsTriangle(VERT * v1, VERT * v2, VERT * v3, VERT * v4, VERT * v5) && listFaces();
}

/** Sets `turn` to the rotation by 120 degrees about an axis. */
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
  state[NSIMPLEX] = 3;
  for (let k = 0; k < 3; k++) {
    const v = k === 0 ? v1 : k === 1 ? v2 : v3;
    copy(simplex, VERT * k, vert, VERT * v, VERT);
    simplexIndex[2 * k] = vertIndex[2 * v];
    simplexIndex[2 * k + 1] = vertIndex[2 * v + 1];
  }
  count.fill(0);
  return fromTriangle(m);
}

/** True if the line from p to q passes through the triangle. */
function segmentMeetsTriangle(p: int, q: int, v1: int, v2: int, v3: int): boolean {
  sub3(normal, 0, vert, q, vert, p);
  sub3(a, 0, vert, v1, vert, p);
  sub3(b, 0, vert, v2, vert, p);
  sub3(c, 0, vert, v3, vert, p);
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
  add3(center, 0, simplex, 0, simplex, VERT);
  add3(center, 0, center, 0, simplex, 2 * VERT);
  scl3(center, 0, center, 0, 1 / 3);
  sub3(a, 0, simplex, VERT, simplex, 0);
  sub3(b, 0, simplex, 2 * VERT, simplex, 0);
  cross3(normal, 0, a, 0, b, 0);
  const length = norm3(normal, 0);
  if (length < MINVAL) return false;
  const v1 = takeVertex(0);
  const v2 = takeVertex(1);
  const v3 = takeVertex(2);
  const v5 = addSupport(m, -normal[0], -normal[1], -normal[2], length);
  const v4 = addSupport(m, normal[0], normal[1], normal[2], length);
  if (inTriangle(v1, v2, v3, v4) || inTriangle(v1, v2, v3, v5)) return false;
  // a triangle that only comes near the origin: one of the tetrahedra must hold it
  if (witnessDist[0] > 10 * MINVAL && !containsOrigin(v1, v2, v3, v4) && !containsOrigin(v1, v2, v3, v5)) return false;
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

/** True if vertex p lies in the triangle, up to rounding. */
function inTriangle(v1: int, v2: int, v3: int, p: int): boolean {
  triangleCoordinates(a, VERT * v1, VERT * v2, VERT * v3, vert, VERT * p);
  if (a[0] < 0 || a[1] < 0 || a[2] < 0) return false;
  for (let k = 0; k < 3; k++) {
    b[k] = vert[VERT * v1 + k] * a[0] + vert[VERT * v2 + k] * a[1] + vert[VERT * v3 + k] * a[2] - vert[VERT * p + k];
  }
  return norm3(b, 0) < MINVAL;
}

/** res = the coordinates of the point p on the triangle of three vertices of the polytope. */
export function triangleCoordinates(res: Float64Array, v1: int, v2: int, v3: int, p: Float64Array, i: int): void {
  const axis = triangleAxis(vert, v1, v2, v3);
  const x = axis === 0 ? 1 : 0;
  const y = axis === 2 ? 1 : 2;
  const px = p[i + x];
  const py = p[i + y];
  res[0] = areaOf(px, py, vert, v2, v3, x, y) / area[0];
  res[1] = areaOf(px, py, vert, v3, v1, x, y) / area[0];
  res[2] = areaOf(px, py, vert, v1, v2, x, y) / area[0];
}

/** From a tetrahedron. */
function fromTetrahedron(m: Model): boolean {
  const v1 = takeVertex(0);
  const v2 = takeVertex(1);
  const v3 = takeVertex(2);
  const v4 = takeVertex(3);
  add3(center, 0, vert, VERT * v1, vert, VERT * v2);
  add3(center, 0, center, 0, vert, VERT * v3);
  add3(center, 0, center, 0, vert, VERT * v4);
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
  sub3(a, 0, vert, VERT * v2, vert, o);
  sub3(b, 0, vert, VERT * v3, vert, o);
  cross3(normal, 0, a, 0, b, 0);
  sub3(a, 0, vert, VERT * p, vert, o);
  const side = dot3(normal, 0, a, 0);
  const origin = -dot3(normal, 0, vert, o);
  return (side > 0 && origin > 0) || (side < 0 && origin < 0);
}
