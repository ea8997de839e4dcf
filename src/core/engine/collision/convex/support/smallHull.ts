import type { int } from '../../../../math/int.ts';
import type { Model } from '../../../../model/model.ts';
import {
  COORDINATES,
  HULL_VERTEX,
  KIND,
  Kind,
  LISTS,
  MAT,
  MESH,
  NEIGHBORS,
  NUMBERS,
  POS,
  SHAPE,
  SHAPE_INT,
  shape,
  shapeInt,
  VERTEX,
} from '../shape.ts';

/*  Supports of hulls with few vertices: the same walk as over larger ones, along the same edges, so that it ends at the same vertex,
 *  also among several that are equally far. But the coordinates of the neighbours of each vertex lie one after the other, and all
 *  neighbours are compared at once: which of them is the farthest is anybody's guess, and a wrong one costs more than the rest.
 *
 *  A hull is copied when its mesh has come several times in a row, and is kept until another one has, or the search for contacts
 *  is over. So where all meshes differ nothing is copied. */

/** Most vertices of a small hull, and most neighbours of one of its vertices. */
const SMALL = 32;
const DEGREE = 8;
/** Room for the vertices of both hulls. */
const VERTICES = 2 * SMALL;

/** Pairs in a row that a mesh has been in before its hull is copied. */
const CACHE_AFTER_PAIRS = 4;

/** Meshes, and one more, of each shape: the one whose hull is held, the one of the last pair without it and in how many pairs it has been
 *  since, the one that turned out not to be small; 0 for none. */
const cachedMesh = new Int32Array(2);
const lastMesh = new Int32Array(2);
const seenCount = new Int32Array(2);
const tooLargeMesh = new Int32Array(2);

/** Of each shape, for each vertex of its hull: its coordinates; its neighbours, the last of them again until there are DEGREE; their
 *  coordinates in pairs: two x, two y, two z. */
const vertexXyz = new Float64Array(3 * VERTICES);
const neighborIndex = new Int32Array(DEGREE * VERTICES);
const neighborXyz = new Float64Array(3 * DEGREE * VERTICES);

/** Forgets the hulls: a mesh may have been changed since. */
export function clearHullCache(): void {
  for (let k = 0; k < 2; k++) {
    cachedMesh[k] = 0;
    lastMesh[k] = 0;
    tooLargeMesh[k] = 0;
  }
}

/** True if shape k is a hull that is held.
 *  @inline */
export function hasCachedHull(m: Model, k: int): boolean {
  if (shapeInt[k * SHAPE_INT + KIND] !== Kind.HULL) return false;
  return cachedMesh[k] === 1 + shapeInt[k * SHAPE_INT + MESH] || tryCacheHull(m, k);
}

/** Counts the mesh of shape k at the first support of a pair, and copies its hull if it is the time; true if it is held now. */
function tryCacheHull(m: Model, k: int): boolean {
  if (shapeInt[k * SHAPE_INT + HULL_VERTEX] >= 0) return false;
  const mesh = 1 + shapeInt[k * SHAPE_INT + MESH];
  seenCount[k] = lastMesh[k] === mesh ? seenCount[k] + 1 : 0;
  lastMesh[k] = mesh;
  if (seenCount[k] < CACHE_AFTER_PAIRS || tooLargeMesh[k] === mesh) return false;
  const small = copyHull(m, k);
  // what was held may have been written over
  cachedMesh[k] = small ? mesh : 0;
  if (!small) tooLargeMesh[k] = mesh;
  return small;
}

/** Copies the hull of shape k; false if it is not small. */
function copyHull(m: Model, k: int): boolean {
  const { mesh_vert, mesh_graph } = m;
  const i = k * SHAPE_INT;
  const numbers = shapeInt[i + NUMBERS];
  const n = shapeInt[i + NEIGHBORS] - numbers;
  if (n > SMALL) return false;
  for (let v = 0; v < n; v++) {
    const from = shapeInt[i + COORDINATES] + 3 * mesh_graph[numbers + v];
    for (let c = 0; c < 3; c++) vertexXyz[3 * (k * SMALL + v) + c] = mesh_vert[from + c];
  }
  for (let v = 0; v < n; v++) {
    let e = shapeInt[i + NEIGHBORS] + mesh_graph[shapeInt[i + LISTS] + v];
    const to = DEGREE * (k * SMALL + v);
    for (let j = 0; j < DEGREE; j++) {
      const w = mesh_graph[e];
      neighborIndex[to + j] = k * SMALL + w;
      const p = 3 * to + 6 * (j >> 1) + (j & 1);
      for (let c = 0; c < 3; c++) neighborXyz[p + 2 * c] = vertexXyz[3 * (k * SMALL + w) + c];
      if (mesh_graph[e + 1] >= 0) e++;
    }
    if (k * SMALL + mesh_graph[e] !== neighborIndex[to + DEGREE - 1]) return false;
  }
  return true;
}

/** The vertices that are farthest in two directions: a and, times VERTICES, b. Each walk goes uphill from the farther one of two
 *  vertices; they go side by side.
 *  @simd */
function climbBoth(
  vertexXyz: Float64Array,
  neighborXyz: Float64Array,
  neighborIndex: Int32Array,
  first0: int,
  last0: int,
  first1: int,
  last1: int,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): int {
  const a = climb(vertexXyz, neighborXyz, neighborIndex, first0, last0, x0, y0, z0);
  return a + VERTICES * climb(vertexXyz, neighborXyz, neighborIndex, first1, last1, x1, y1, z1);
}

/** The vertex that is farthest in the direction (x, y, z): from the farther one of two, uphill.
 *  @simd */
function climb(
  vertexXyz: Float64Array,
  neighborXyz: Float64Array,
  neighborIndex: Int32Array,
  first: int,
  last: int,
  x: number,
  y: number,
  z: number,
): int {
  let best = last;
  let maxAlong = x * vertexXyz[3 * last] + y * vertexXyz[3 * last + 1] + z * vertexXyz[3 * last + 2];
  const along = x * vertexXyz[3 * first] + y * vertexXyz[3 * first + 1] + z * vertexXyz[3 * first + 2];
  if (along > maxAlong) {
    maxAlong = along;
    best = first;
  }
  let from = -1;
  while (best !== from) {
    from = best;
    for (let j = 0; j < DEGREE; j++) {
      const p = 3 * DEGREE * from + 6 * (j >> 1) + (j & 1);
      const along = x * neighborXyz[p] + y * neighborXyz[p + 2] + z * neighborXyz[p + 4];
      if (along > maxAlong) {
        maxAlong = along;
        best = neighborIndex[DEGREE * from + j];
      }
    }
  }
  return best;
}

/** Point of shape k, whose hull is held, that is farthest in the unit direction (x, y, z). */
export function smallHullSupport(m: Model, k: int, x: number, y: number, z: number, res: Float64Array, r: int): void {
  const A = k * SHAPE + MAT;
  const dx = shape[A] * x + shape[A + 3] * y + shape[A + 6] * z;
  const dy = shape[A + 1] * x + shape[A + 4] * y + shape[A + 7] * z;
  const dz = shape[A + 2] * x + shape[A + 5] * y + shape[A + 8] * z;
  const first = extremeVertex(m, k, dx, dy, dz);
  takeVertex(m, k, climb(vertexXyz, neighborXyz, neighborIndex, first, lastVertex(k, first), dx, dy, dz), res, r);
}

/** The same for shape 0, and for shape 1 in the opposite direction, if the hulls of both are held. */
export function smallHullSupports(m: Model, x: number, y: number, z: number, res: Float64Array, r: int, s: int): void {
  const A = MAT;
  const dx = shape[A] * x + shape[A + 3] * y + shape[A + 6] * z;
  const dy = shape[A + 1] * x + shape[A + 4] * y + shape[A + 7] * z;
  const dz = shape[A + 2] * x + shape[A + 5] * y + shape[A + 8] * z;
  const B = SHAPE + MAT;
  const ex = shape[B] * -x + shape[B + 3] * -y + shape[B + 6] * -z;
  const ey = shape[B + 1] * -x + shape[B + 4] * -y + shape[B + 7] * -z;
  const ez = shape[B + 2] * -x + shape[B + 5] * -y + shape[B + 8] * -z;
  const first0 = extremeVertex(m, 0, dx, dy, dz);
  const first1 = extremeVertex(m, 1, ex, ey, ez);
  const last0 = lastVertex(0, first0);
  const last1 = lastVertex(1, first1);
  const both = climbBoth(vertexXyz, neighborXyz, neighborIndex, first0, last0, first1, last1, dx, dy, dz, ex, ey, ez);
  takeVertex(m, 0, both & (VERTICES - 1), res, r);
  takeVertex(m, 1, (both / VERTICES) | 0, res, s);
}

/** Where a walk over shape k begins: the stored vertex for the direction, and the last one found or else the same.
 *  @inline */
function extremeVertex(m: Model, k: int, dx: number, dy: number, dz: number): int {
  return k * SMALL + m.mesh_extrema[27 * shapeInt[k * SHAPE_INT + MESH] + extremum(dx, dy, dz)];
}

/** @inline */
function lastVertex(k: int, first: int): int {
  const last = shapeInt[k * SHAPE_INT + HULL_VERTEX];
  return last < 0 ? first : k * SMALL + last;
}

/** Remembers a vertex of shape k as the last one found; res = the vertex in the world.
 *  @inline */
function takeVertex(m: Model, k: int, v: int, res: Float64Array, r: int): void {
  const { mesh_graph } = m;
  const i = k * SHAPE_INT;
  shapeInt[i + HULL_VERTEX] = v - k * SMALL;
  shapeInt[i + VERTEX] = mesh_graph[shapeInt[i + NUMBERS] + v - k * SMALL];
  const s = k * SHAPE;
  const A = s + MAT;
  const x = vertexXyz[3 * v];
  const y = vertexXyz[3 * v + 1];
  const z = vertexXyz[3 * v + 2];
  res[r] = shape[A] * x + shape[A + 1] * y + shape[A + 2] * z + shape[s + POS];
  res[r + 1] = shape[A + 3] * x + shape[A + 4] * y + shape[A + 5] * z + shape[s + POS + 1];
  res[r + 2] = shape[A + 6] * x + shape[A + 7] * y + shape[A + 8] * z + shape[s + POS + 2];
}

/** Which of the 27 directions is like (x, y, z).
 *  @inline */
export function extremum(x: number, y: number, z: number): int {
  return 9 * third(x) + 3 * third(y) + third(z);
}

/** 0, 1, 2 for a coordinate of a direction that is clearly negative, neither, clearly positive.
 *  @inline */
function third(x: number): int {
  return 1 + (x > 0.4 ? 1 : 0) - (x < -0.4 ? 1 : 0);
}
