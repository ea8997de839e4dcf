import { MINVAL } from '../../../../math/constants.ts';
import type { int } from '../../../../math/int.ts';
import { simplexVert, simplexWeight, VERT } from './workspace.ts';

/*  The point of a simplex that is nearest to the origin, by signed volumes (Montanari, Petrinic and Barbieri, "Improving
 *  the GJK algorithm for faster and more reliable distance queries between convex objects", ToG 2017).
 *
 *  Vertices are offsets into simplexVert. Results are barycentric coordinates, 0 for vertices that the nearest point does
 *  not need. */

const nearest = new Float64Array(3);
const tri = new Float64Array(3);
const seg = new Float64Array(2);
const area = new Float64Array(1);

/** simplexWeight = barycentric coordinates of the nearest point of the first n vertices. */
export function nearestInSimplex(n: int): void {
  for (let k = 0; k < 4; k++) simplexWeight[k] = 0;
  if (n === 4) inTetrahedron();
  else if (n === 3) {
    inTriangle(0, VERT, 2 * VERT);
    for (let k = 0; k < 3; k++) simplexWeight[k] = tri[k];
  } else if (n === 2) {
    inSegment(0, VERT);
    simplexWeight[0] = seg[0];
    simplexWeight[1] = seg[1];
  } else simplexWeight[0] = 1;
}

/** True if both are positive or both are negative. */
function sameSign(a: number, b: number): boolean {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}

/** The origin is inside if the four signed volumes that it forms with the faces have the sign of the whole. Otherwise the
 *  nearest point is on one of the faces whose volume has the other sign. */
function inTetrahedron(): void {
  const x1 = simplexVert[0];
  const y1 = simplexVert[1];
  const z1 = simplexVert[2];
  const x2 = simplexVert[VERT];
  const y2 = simplexVert[VERT + 1];
  const z2 = simplexVert[VERT + 2];
  const x3 = simplexVert[2 * VERT];
  const y3 = simplexVert[2 * VERT + 1];
  const z3 = simplexVert[2 * VERT + 2];
  const x4 = simplexVert[3 * VERT];
  const y4 = simplexVert[3 * VERT + 1];
  const z4 = simplexVert[3 * VERT + 2];
  // triple products with v3 x v4, v2 x v4 and v2 x v3
  const x34 = y3 * z4 - z3 * y4;
  const y34 = z3 * x4 - x3 * z4;
  const z34 = x3 * y4 - y3 * x4;
  const c1 = -(x2 * x34 + y2 * y34 + z2 * z34);
  const c2 = x1 * x34 + y1 * y34 + z1 * z34;
  const c3 = -(x1 * (y2 * z4 - z2 * y4) + y1 * (z2 * x4 - x2 * z4) + z1 * (x2 * y4 - y2 * x4));
  const c4 = x1 * (y2 * z3 - z2 * y3) + y1 * (z2 * x3 - x2 * z3) + z1 * (x2 * y3 - y2 * x3);
  const det = c1 + c2 + c3 + c4;
  const in1 = sameSign(det, c1);
  const in2 = sameSign(det, c2);
  const in3 = sameSign(det, c3);
  const in4 = sameSign(det, c4);
  if (in1 && in2 && in3 && in4) {
    simplexWeight[0] = c1 / det;
    simplexWeight[1] = c2 / det;
    simplexWeight[2] = c3 / det;
    simplexWeight[3] = c4 / det;
    return;
  }
  let minDist2: number = Number.MAX_VALUE;
  if (!in1) minDist2 = tryFace(Number.POSITIVE_INFINITY, 0);
  if (!in2) minDist2 = tryFace(minDist2, 1);
  if (!in3) minDist2 = tryFace(minDist2, 2);
  if (!in4) minDist2 = tryFace(minDist2, 3);
}

/** Nearest point on the face opposite to vertex k, used if its squared distance is below `minDist2`; returns the new minimum. */
function tryFace(minDist2: number, k: int): number {
  const i = k === 0 ? 1 : 0;
  const j = k <= 1 ? 2 : 1;
  const l = k === 3 ? 2 : 3;
  inTriangle(i * VERT, j * VERT, l * VERT);
  const p = i * VERT;
  const q = j * VERT;
  const r = l * VERT;
  const x = tri[0] * simplexVert[p] + tri[1] * simplexVert[q] + tri[2] * simplexVert[r];
  const y = tri[0] * simplexVert[p + 1] + tri[1] * simplexVert[q + 1] + tri[2] * simplexVert[r + 1];
  const z = tri[0] * simplexVert[p + 2] + tri[1] * simplexVert[q + 2] + tri[2] * simplexVert[r + 2];
  const d2 = x * x + y * y + z * z;
  if (!(d2 < minDist2)) return minDist2;
  simplexWeight[k] = 0;
  simplexWeight[i] = tri[0];
  simplexWeight[j] = tri[1];
  simplexWeight[l] = tri[2];
  return d2;
}

/** tri = barycentric coordinates of the nearest point of a triangle. */
function inTriangle(v1: int, v2: int, v3: int): void {
  if (!projectOnPlane(nearest, 0, simplexVert, v1, v2, v3)) {
    inSegment(v1, v2);
    tri[0] = seg[0];
    tri[1] = seg[1];
    tri[2] = 0;
    return;
  }
  // areas along the coordinate plane in which the triangle is largest
  const axis = triangleAxis(area, simplexVert, v1, v2, v3);
  const x = axis === 0 ? 1 : 0;
  const y = axis === 2 ? 1 : 2;
  const det = area[0];
  const px = nearest[x];
  const py = nearest[y];
  const c1 = areaOf(px, py, simplexVert, v2, v3, x, y);
  const c2 = areaOf(px, py, simplexVert, v3, v1, x, y);
  const c3 = areaOf(px, py, simplexVert, v1, v2, x, y);
  const in1 = sameSign(det, c1);
  const in2 = sameSign(det, c2);
  const in3 = sameSign(det, c3);
  if (in1 && in2 && in3) {
    tri[0] = c1 / det;
    tri[1] = c2 / det;
    tri[2] = c3 / det;
    return;
  }
  let minDist2: number = Number.MAX_VALUE;
  if (!in1) minDist2 = tryEdge(Number.POSITIVE_INFINITY, v2, v3, 0, 1, 2);
  if (!in2) minDist2 = tryEdge(minDist2, v1, v3, 1, 0, 2);
  if (!in3) minDist2 = tryEdge(minDist2, v1, v2, 2, 0, 1);
}

/** Nearest point on the edge of vertices v and w, which are number i and j of `tri`, used if its squared distance is below
 *  `minDist2`; returns the new minimum. */
function tryEdge(minDist2: number, v: int, w: int, rest: int, i: int, j: int): number {
  inSegment(v, w);
  const x = seg[0] * simplexVert[v] + seg[1] * simplexVert[w];
  const y = seg[0] * simplexVert[v + 1] + seg[1] * simplexVert[w + 1];
  const z = seg[0] * simplexVert[v + 2] + seg[1] * simplexVert[w + 2];
  const d2 = x * x + y * y + z * z;
  if (!(d2 < minDist2)) return minDist2;
  tri[rest] = 0;
  tri[i] = seg[0];
  tri[j] = seg[1];
  return d2;
}

/** seg = barycentric coordinates of the nearest point of a segment; the second end if the origin projects outside. */
function inSegment(v: int, w: int): void {
  const x = simplexVert[w];
  const y = simplexVert[w + 1];
  const z = simplexVert[w + 2];
  const dx = x - simplexVert[v];
  const dy = y - simplexVert[v + 1];
  const dz = z - simplexVert[v + 2];
  const scale = -((x * dx + y * dy + z * dz) / (dx * dx + dy * dy + dz * dz));
  // along the coordinate in which the segment is longest
  let along = dx;
  let from = simplexVert[v];
  let to = x;
  if (Math.abs(dy) >= Math.abs(along)) {
    along = dy;
    from = simplexVert[v + 1];
    to = y;
  }
  if (Math.abs(dz) >= Math.abs(along)) {
    along = dz;
    from = simplexVert[v + 2];
    to = z;
  }
  const foot = to + scale * along;
  const length = -along;
  const c1 = foot - to;
  const c2 = from - foot;
  const inside = sameSign(length, c1) && sameSign(length, c2);
  seg[0] = inside ? c1 / length : 0;
  seg[1] = inside ? c2 / length : 1;
}

/** The coordinate to drop so that the projected triangle is largest. res[0] = twice its signed area. */
export function triangleAxis(res: Float64Array, v: Float64Array, v1: int, v2: int, v3: int): int {
  const x1 = v[v1];
  const y1 = v[v1 + 1];
  const z1 = v[v1 + 2];
  const x2 = v[v2];
  const y2 = v[v2 + 1];
  const z2 = v[v2 + 2];
  const x3 = v[v3];
  const y3 = v[v3 + 1];
  const z3 = v[v3 + 2];
  const m1 = y2 * z3 - z2 * y3 - y1 * z3 + z1 * y3 + y1 * z2 - z1 * y2;
  const m2 = x2 * z3 - z2 * x3 - x1 * z3 + z1 * x3 + x1 * z2 - z1 * x2;
  const m3 = x2 * y3 - y2 * x3 - x1 * y3 + y1 * x3 + x1 * y2 - y1 * x2;
  const a1 = Math.abs(m1);
  const a2 = Math.abs(m2);
  const a3 = Math.abs(m3);
  if (a1 >= a2 && a1 >= a3) {
    res[0] = m1;
    return 0;
  }
  res[0] = a2 >= a3 ? m2 : m3;
  return a2 >= a3 ? 1 : 2;
}

/** Twice the signed area of (p, v, w) in the plane of coordinates x and y. */
export function areaOf(px: number, py: number, a: Float64Array, v: int, w: int, x: int, y: int): number {
  return px * a[v + y] + py * a[w + x] + a[v + x] * a[w + y] - px * a[w + y] - py * a[v + x] - a[w + x] * a[v + y];
}

/** res = the origin projected on the plane of three vertices; false if they are collinear. There are three ways to write
 *  the normal; this takes the first that is well conditioned.
 *  @inline */
export function projectOnPlane(res: Float64Array, r: int, v: Float64Array, v1: int, v2: int, v3: int): boolean {
  const first = projectFirst(res, r, v, v1, v2, v3);
  return first < 0 ? projectAgain(res, r, v, v1, v2, v3) : first > 0;
}

/** The first way. Returns 1 if it is well conditioned, 0 if the normal is zero, else -1.
 *  @inline */
export function projectFirst(res: Float64Array, r: int, v: Float64Array, v1: int, v2: int, v3: int): int {
  const px = v[v2];
  const py = v[v2 + 1];
  const pz = v[v2 + 2];
  const ax = v[v3] - px;
  const ay = v[v3 + 1] - py;
  const az = v[v3 + 2] - pz;
  const bx = px - v[v1];
  const by = py - v[v1 + 1];
  const bz = pz - v[v1 + 2];
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const height = x * px + y * py + z * pz;
  const length2 = x * x + y * y + z * z;
  if (length2 === 0) return 0;
  if (height === 0 || !(length2 > MINVAL)) return -1;
  const scale = height / length2;
  res[r] = x * scale;
  res[r + 1] = y * scale;
  res[r + 2] = z * scale;
  return 1;
}

const e21 = new Float64Array(3);
const e31 = new Float64Array(3);
const e32 = new Float64Array(3);

/** The second and third way. */
function projectAgain(res: Float64Array, r: int, v: Float64Array, v1: int, v2: int, v3: int): boolean {
  for (let c = 0; c < 3; c++) {
    e21[c] = v[v2 + c] - v[v1 + c];
    e31[c] = v[v3 + c] - v[v1 + c];
    e32[c] = v[v3 + c] - v[v2 + c];
  }
  const second = projectAlong(res, r, e21, e31, v, v1, false);
  if (second >= 0) return second === 1;
  projectAlong(res, r, e31, e32, v, v3, true);
  return true;
}

/** res = n (n . p) / (n . n), n = a x b. Returns 1 if it is well defined, or if `always`; 0 if n is zero; -1 if n is tiny. */
function projectAlong(
  res: Float64Array,
  r: int,
  a: Float64Array,
  b: Float64Array,
  v: Float64Array,
  p: int,
  always: boolean,
): int {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  const z = a[0] * b[1] - a[1] * b[0];
  const height = x * v[p] + y * v[p + 1] + z * v[p + 2];
  const length2 = x * x + y * y + z * z;
  if (!always) {
    if (length2 === 0) return 0;
    if (height === 0 || !(length2 > MINVAL)) return -1;
  }
  const scale = height / length2;
  res[r] = x * scale;
  res[r + 1] = y * scale;
  res[r + 2] = z * scale;
  return 1;
}
