import { MINVAL } from '../../../../math/constants.ts';
import type { int } from '../../../../math/int.ts';
import type { Model } from '../../../../model/model.ts';
import {
  COORDINATES,
  HULL_VERTEX,
  KIND,
  Kind,
  LISTS,
  MARGIN,
  MAT,
  MESH,
  NEIGHBORS,
  NUMBERS,
  POS,
  PRISM,
  SHAPE,
  SHAPE_INT,
  SIZE,
  shape,
  shapeInt,
  VERTEX,
} from '../workspace.ts';

import { extremum, hasCachedHull, smallHullSupport, smallHullSupports } from './smallHull.ts';

const MINVAL2 = MINVAL * MINVAL;

/** Vertex of (shape 0) - (shape 1) that is farthest in the unit direction (x, y, z), at v; the vertices of meshes and
 *  boxes that it comes from, at i of `index`.
 *  @inline */
export function minkowski(
  m: Model,
  x: number,
  y: number,
  z: number,
  vert: Float64Array,
  v: int,
  index: Int32Array,
  i: int,
): void {
  const small0 = hasCachedHull(m, 0);
  const small1 = hasCachedHull(m, 1);
  if (small0 && small1) smallHullSupports(m, x, y, z, vert, v + 3, v + 6);
  else {
    if (small0) smallHullSupport(m, 0, x, y, z, vert, v + 3);
    else support(m, 0, x, y, z, vert, v + 3);
    if (small1) smallHullSupport(m, 1, -x, -y, -z, vert, v + 6);
    else support(m, 1, -x, -y, -z, vert, v + 6);
  }
  const half0 = 0.5 * shape[MARGIN];
  if (half0 > 0) {
    vert[v + 3] += x * half0;
    vert[v + 4] += y * half0;
    vert[v + 5] += z * half0;
  }
  const half1 = 0.5 * shape[SHAPE + MARGIN];
  if (half1 > 0) {
    vert[v + 6] -= x * half1;
    vert[v + 7] -= y * half1;
    vert[v + 8] -= z * half1;
  }
  vert[v] = vert[v + 3] - vert[v + 6];
  vert[v + 1] = vert[v + 4] - vert[v + 7];
  vert[v + 2] = vert[v + 5] - vert[v + 8];
  index[i] = shapeInt[VERTEX];
  index[i + 1] = shapeInt[SHAPE_INT + VERTEX];
}

/** Point of shape k, without margin, that is farthest in the unit direction (x, y, z). */
export function support(m: Model, k: int, x: number, y: number, z: number, res: Float64Array, r: int): void {
  const s = k * SHAPE;
  const kind = shapeInt[k * SHAPE_INT + KIND];
  if (kind === Kind.PRISM) {
    prismSupport(s + PRISM, x, y, z, res, r);
    return;
  }
  if (kind === Kind.ELEMENT) {
    elementSupport(s, shapeInt[k * SHAPE_INT + MESH], x, y, z, res, r);
    return;
  }
  // the direction in the frame of the shape
  const A = s + MAT;
  const dx = shape[A] * x + shape[A + 3] * y + shape[A + 6] * z;
  const dy = shape[A + 1] * x + shape[A + 4] * y + shape[A + 7] * z;
  const dz = shape[A + 2] * x + shape[A + 5] * y + shape[A + 8] * z;
  const s0 = shape[s + SIZE];
  const s1 = shape[s + SIZE + 1];
  const s2 = shape[s + SIZE + 2];
  switch (kind) {
    case Kind.POINT:
      res[r] = shape[s + POS];
      res[r + 1] = shape[s + POS + 1];
      res[r + 2] = shape[s + POS + 2];
      return;
    case Kind.LINE: {
      const end = dz >= 0 ? s1 : -s1;
      res[r] = shape[A + 2] * end + shape[s + POS];
      res[r + 1] = shape[A + 5] * end + shape[s + POS + 1];
      res[r + 2] = shape[A + 8] * end + shape[s + POS + 2];
      return;
    }
    case Kind.SPHERE:
      res[r] = s0 * x + shape[s + POS];
      res[r + 1] = s0 * y + shape[s + POS + 1];
      res[r + 2] = s0 * z + shape[s + POS + 2];
      return;
    case Kind.CAPSULE:
      toWorld(s, dx * s0, dy * s0, dz * s0 + (dz >= 0 ? s1 : -s1), res, r);
      return;
    case Kind.ELLIPSOID:
      ellipsoidSupport(s, dx, dy, dz, s0, s1, s2, res, r);
      return;
    case Kind.CYLINDER: {
      const across2 = dx * dx + dy * dy;
      const scale = across2 >= MINVAL2 ? s0 / Math.sqrt(across2) : 0.0;
      toWorld(s, scale * dx, scale * dy, dz >= 0 ? s1 : -s1, res, r);
      return;
    }
    case Kind.BOX:
      shapeInt[k * SHAPE_INT + VERTEX] = (dx >= 0 ? 1 : 0) | (dy >= 0 ? 2 : 0) | (dz >= 0 ? 4 : 0);
      toWorld(s, dx >= 0 ? s0 : -s0, dy >= 0 ? s1 : -s1, dz >= 0 ? s2 : -s2, res, r);
      return;
    case Kind.MESH:
      meshVertex(m, k, dx, dy, dz, res, r);
      return;
    case Kind.HULL:
      hullVertex(m, k, dx, dy, dz, res, r);
      return;
  }
}

/** res = rotation (x, y, z) + position of the shape at s
 *  @inline */
function toWorld(s: int, x: number, y: number, z: number, res: Float64Array, r: int): void {
  const A = s + MAT;
  res[r] = shape[A] * x + shape[A + 1] * y + shape[A + 2] * z + shape[s + POS];
  res[r + 1] = shape[A + 3] * x + shape[A + 4] * y + shape[A + 5] * z + shape[s + POS + 1];
  res[r + 2] = shape[A + 6] * x + shape[A + 7] * y + shape[A + 8] * z + shape[s + POS + 2];
}

/** The ellipsoid is a unit sphere stretched by S: its support in direction d is S (S d) / |S d|. */
function ellipsoidSupport(
  s: int,
  dx: number,
  dy: number,
  dz: number,
  s0: number,
  s1: number,
  s2: number,
  res: Float64Array,
  r: int,
): void {
  const x = dx * s0;
  const y = dy * s1;
  const z = dz * s2;
  const length2 = x * x + y * y + z * z;
  if (length2 < MINVAL2) {
    toWorld(s, s0, 0, 0, res, r);
    return;
  }
  const inverse = 1 / Math.sqrt(length2);
  toWorld(s, x * (inverse * s0), y * (inverse * s1), z * (inverse * s2), res, r);
}

/** Farthest vertex of a small mesh: tests all vertices, starting with the last support. */
function meshVertex(m: Model, k: int, dx: number, dy: number, dz: number, res: Float64Array, r: int): void {
  const { mesh_vert, mesh_vertnum } = m;
  const i = k * SHAPE_INT;
  const first = shapeInt[i + COORDINATES];
  const n = mesh_vertnum[shapeInt[i + MESH]];
  let best = 0;
  let maxAlong: number = -1e30;
  if (shapeInt[i + VERTEX] >= 0) {
    best = shapeInt[i + VERTEX];
    const v = first + 3 * best;
    maxAlong = dx * mesh_vert[v] + dy * mesh_vert[v + 1] + dz * mesh_vert[v + 2];
  }
  for (let j = 0; j < n; j++) {
    const v = first + 3 * j;
    const along = dx * mesh_vert[v] + dy * mesh_vert[v + 1] + dz * mesh_vert[v + 2];
    if (along > maxAlong) {
      maxAlong = along;
      best = j;
    }
  }
  shapeInt[i + VERTEX] = best;
  const v = first + 3 * best;
  toWorld(k * SHAPE, mesh_vert[v], mesh_vert[v + 1], mesh_vert[v + 2], res, r);
}

/** Farthest vertex of a convex hull, by walking uphill along its edges. Starts from the last support or from the
 *  extreme vertex stored for the nearest of 27 directions, whichever is farther.
 *  @inline */
function hullVertex(m: Model, k: int, dx: number, dy: number, dz: number, res: Float64Array, r: int): void {
  const { mesh_vert, mesh_graph, mesh_extrema } = m;
  const i = k * SHAPE_INT;
  const mesh = shapeInt[i + MESH];
  const first = shapeInt[i + COORDINATES];
  const lists = shapeInt[i + LISTS];
  const numbers = shapeInt[i + NUMBERS];
  const neighbors = shapeInt[i + NEIGHBORS];
  let best = mesh_extrema[27 * mesh + extremum(dx, dy, dz)];
  let v = first + 3 * mesh_graph[numbers + best];
  let maxAlong = dx * mesh_vert[v] + dy * mesh_vert[v + 1] + dz * mesh_vert[v + 2];
  const last = shapeInt[i + HULL_VERTEX];
  if (last >= 0) {
    v = first + 3 * shapeInt[i + VERTEX];
    const along = dx * mesh_vert[v] + dy * mesh_vert[v + 1] + dz * mesh_vert[v + 2];
    if (!(maxAlong > along)) {
      maxAlong = along;
      best = last;
    }
  }
  let from = -1;
  while (best !== from) {
    from = best;
    let e = neighbors + mesh_graph[lists + from];
    let next = mesh_graph[e];
    while (next >= 0) {
      v = first + 3 * mesh_graph[numbers + next];
      const along = dx * mesh_vert[v] + dy * mesh_vert[v + 1] + dz * mesh_vert[v + 2];
      if (along > maxAlong) {
        maxAlong = along;
        best = next;
      }
      e++;
      next = mesh_graph[e];
    }
  }
  shapeInt[i + HULL_VERTEX] = best;
  shapeInt[i + VERTEX] = mesh_graph[numbers + best];
  v = first + 3 * mesh_graph[numbers + best];
  toWorld(k * SHAPE, mesh_vert[v], mesh_vert[v + 1], mesh_vert[v + 2], res, r);
}

/** Farthest corner of a prism: one of the lower three if the direction points down, else one of the upper three. */
function prismSupport(p: int, x: number, y: number, z: number, res: Float64Array, r: int): void {
  const first = z < 0 ? p : p + 9;
  let best = first;
  let maxAlong = shape[first] * x + shape[first + 1] * y + shape[first + 2] * z;
  for (let v = first + 3; v < first + 9; v += 3) {
    const along = shape[v] * x + shape[v + 1] * y + shape[v + 2] * z;
    if (along > maxAlong) {
      maxAlong = along;
      best = v;
    }
  }
  res[r] = shape[best];
  res[r + 1] = shape[best + 1];
  res[r + 2] = shape[best + 2];
}

/** Farthest of n corners, and the radius beyond it. */
function elementSupport(s: int, n: int, x: number, y: number, z: number, res: Float64Array, r: int): void {
  let best = s + PRISM;
  let maxAlong = shape[best] * x + shape[best + 1] * y + shape[best + 2] * z;
  for (let c = 1; c < n; c++) {
    const v = s + PRISM + 3 * c;
    const along = shape[v] * x + shape[v + 1] * y + shape[v + 2] * z;
    if (along > maxAlong) {
      maxAlong = along;
      best = v;
    }
  }
  const radius = shape[s + SIZE];
  res[r] = shape[best] + radius * x;
  res[r + 1] = shape[best + 1] + radius * y;
  res[r + 2] = shape[best + 2] + radius * z;
}
