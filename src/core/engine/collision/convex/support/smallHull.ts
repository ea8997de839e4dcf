import type { int } from '../../../../math/int.ts';
import { set3 } from '../../../../math/vec3.ts';
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
} from '../workspace.ts';

/*  Supports of hulls with few vertices. The walk is that of support.ts, along the same edges, so it ends at the same vertex,
 *  also among several that are equally far. It runs on a copy in which the coordinates of all neighbors of a vertex are
 *  consecutive, and compares them all before it moves: branches on single neighbors are unpredictable and cost more.
 *
 *  Cache of copied hulls
 *    key           shape (0 or 1) and mesh id: one hull per shape
 *    hit           the mesh of the shape is the cached one
 *    fill          when a mesh has been the shape in CACHE_AFTER_PAIRS + 1 pairs that missed, without another mesh that
 *                  missed in between. Where all meshes differ, nothing is copied.
 *    invalidation  clearHullCache, at the start of each detection and distance query: mesh_vert may have changed
 *
 *  Memory: vertices [0, 32) are those of shape 0, [32, 64) those of shape 1.
 *
 *    vertexXyz      | x y z | ...                                          3 reals per vertex
 *    neighborIndex  | n0 n1 n2 n3 n4 n5 n6 n7 | ...                        8 ints per vertex; the last neighbor repeats
 *    neighborXyz    | x0 x1 y0 y1 z0 z1 | x2 x3 y2 y3 z2 z3 | ...          24 reals per vertex: pairs, for SIMD lanes
 *    hullCache      | CACHED LAST SEEN TOO_LARGE | ...                     4 ints per shape */

/** Maximum number of vertices of a small hull, and of neighbors of a vertex. */
const SMALL = 32;
const DEGREE = 8;
/** Capacity in vertices: two hulls. */
const VERTICES = 2 * SMALL;

/** Misses of a mesh before the one that copies its hull. */
const CACHE_AFTER_PAIRS = 4;

const vertexXyz = new Float64Array(3 * VERTICES);
const neighborIndex = new Int32Array(DEGREE * VERTICES);
const neighborXyz = new Float64Array(3 * DEGREE * VERTICES);

/** Ints of a shape in hullCache. Meshes are 1 + id, 0 for none. */
const HullSlot = {
  /** the mesh whose hull is cached */
  CACHED: 0,
  /** the mesh of the last miss, and its misses since another mesh missed */
  LAST: 1,
  SEEN: 2,
  /** the last mesh whose hull turned out not to be small */
  TOO_LARGE: 3,
} as const;
const HULL_SLOTS = 4;
const hullCache = new Int32Array(2 * HULL_SLOTS);

/** Arguments of climbBoth: first and last vertex of each shape, direction of each shape. */
const climbFrom = new Int32Array(4);
const climbDir = new Float64Array(6);

/** Invalidates the cache. */
export function clearHullCache(): void {
  hullCache.fill(0);
}

/** True if shape k is a hull in the cache. A miss counts the mesh and may copy its hull.
 *  @inline */
export function hasCachedHull(m: Model, k: int): boolean {
  if (shapeInt[k * SHAPE_INT + KIND] !== Kind.HULL) return false;
  return hullCache[k * HULL_SLOTS + HullSlot.CACHED] === 1 + shapeInt[k * SHAPE_INT + MESH] || tryCacheHull(m, k);
}

/** Handles a miss at the first support of a pair; true if the hull is in the cache now. */
function tryCacheHull(m: Model, k: int): boolean {
  if (shapeInt[k * SHAPE_INT + HULL_VERTEX] >= 0) return false;
  const mesh = 1 + shapeInt[k * SHAPE_INT + MESH];
  const c = k * HULL_SLOTS;
  hullCache[c + HullSlot.SEEN] = hullCache[c + HullSlot.LAST] === mesh ? hullCache[c + HullSlot.SEEN] + 1 : 0;
  hullCache[c + HullSlot.LAST] = mesh;
  if (hullCache[c + HullSlot.SEEN] < CACHE_AFTER_PAIRS || hullCache[c + HullSlot.TOO_LARGE] === mesh) return false;
  const small = copyHull(m, k);
  // a failed copy may have overwritten the cached hull
  hullCache[c + HullSlot.CACHED] = small ? mesh : 0;
  if (!small) hullCache[c + HullSlot.TOO_LARGE] = mesh;
  return small;
}

/** Copies the hull of shape k to the cache; false if it is not small. */
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

/** The farthest vertices of both shapes, as a + VERTICES b. `from` has the two start vertices of each shape, `dir` the
 *  directions. The compiled twin runs both walks in parallel.
 *  @simd */
function climbBoth(
  vertexXyz: Float64Array,
  neighborXyz: Float64Array,
  neighborIndex: Int32Array,
  from: Int32Array,
  dir: Float64Array,
): int {
  const a = climb(vertexXyz, neighborXyz, neighborIndex, from[0], from[1], dir[0], dir[1], dir[2]);
  return a + VERTICES * climb(vertexXyz, neighborXyz, neighborIndex, from[2], from[3], dir[3], dir[4], dir[5]);
}

/** The vertex that is farthest in the direction (x, y, z): walks uphill from the farther of two start vertices.
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

/** res = point of shape k, whose hull is cached, that is farthest in the unit direction (x, y, z) */
export function smallHullSupport(m: Model, k: int, x: number, y: number, z: number, res: Float64Array, r: int): void {
  const A = k * SHAPE + MAT;
  const dx = shape[A] * x + shape[A + 3] * y + shape[A + 6] * z;
  const dy = shape[A + 1] * x + shape[A + 4] * y + shape[A + 7] * z;
  const dz = shape[A + 2] * x + shape[A + 5] * y + shape[A + 8] * z;
  const first = extremeVertex(m, k, dx, dy, dz);
  takeVertex(m, k, climb(vertexXyz, neighborXyz, neighborIndex, first, lastVertex(k, first), dx, dy, dz), res, r);
}

/** res at r = the same of shape 0, res at s = that of shape 1 in the opposite direction; both hulls are cached. */
export function smallHullSupports(m: Model, x: number, y: number, z: number, res: Float64Array, r: int, s: int): void {
  const A = MAT;
  const dx = shape[A] * x + shape[A + 3] * y + shape[A + 6] * z;
  const dy = shape[A + 1] * x + shape[A + 4] * y + shape[A + 7] * z;
  const dz = shape[A + 2] * x + shape[A + 5] * y + shape[A + 8] * z;
  const B = SHAPE + MAT;
  const ex = shape[B] * -x + shape[B + 3] * -y + shape[B + 6] * -z;
  const ey = shape[B + 1] * -x + shape[B + 4] * -y + shape[B + 7] * -z;
  const ez = shape[B + 2] * -x + shape[B + 5] * -y + shape[B + 8] * -z;
  set3(climbDir, 0, dx, dy, dz);
  set3(climbDir, 3, ex, ey, ez);
  climbFrom[0] = extremeVertex(m, 0, dx, dy, dz);
  climbFrom[1] = lastVertex(0, climbFrom[0]);
  climbFrom[2] = extremeVertex(m, 1, ex, ey, ez);
  climbFrom[3] = lastVertex(1, climbFrom[2]);
  const both = climbBoth(vertexXyz, neighborXyz, neighborIndex, climbFrom, climbDir);
  takeVertex(m, 0, both & (VERTICES - 1), res, r);
  takeVertex(m, 1, (both / VERTICES) | 0, res, s);
}

/** Start vertices of a walk over shape k: the extreme one of 27 directions, and that of the last support, if there is one.
 *  @inline */
function extremeVertex(m: Model, k: int, dx: number, dy: number, dz: number): int {
  return k * SMALL + m.mesh_extrema[27 * shapeInt[k * SHAPE_INT + MESH] + extremum(dx, dy, dz)];
}

/** @inline */
function lastVertex(k: int, first: int): int {
  const last = shapeInt[k * SHAPE_INT + HULL_VERTEX];
  return last < 0 ? first : k * SMALL + last;
}

/** Records v as the last support of shape k; res = the vertex in the world.
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

/** Which of the 27 directions of mesh_extrema is like (x, y, z).
 *  @inline */
export function extremum(x: number, y: number, z: number): int {
  return 9 * third(x) + 3 * third(y) + third(z);
}

/** 0, 1, 2 for a coordinate that is clearly negative, neither, clearly positive.
 *  @inline */
function third(x: number): int {
  return 1 + (x > 0.4 ? 1 : 0) - (x < -0.4 ? 1 : 0);
}
