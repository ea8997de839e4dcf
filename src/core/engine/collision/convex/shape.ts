import { copy } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { copy9, eye3 } from '../../../math/mat3.ts';
import { copy3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
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
  TYPE,
  VERTEX,
} from './workspace.ts';

/*  Sets the two convex shapes that GJK and EPA run on (workspace.ts). A shape is a geom, possibly at a pose that differs
 *  from the geom's own, a prism of a height field, or an element or vertex of a flex. */

/** Meshes with fewer vertices are searched exhaustively instead of by walking. */
export const HILL_CLIMB_MIN = 10;

/** Sets shape k to geom g, with half of `margin` around it. */
export function setShape(m: Model, d: Data, k: int, g: int, margin: number): void {
  const { geom_type, geom_dataid, geom_size } = m;
  const r = k * SHAPE;
  const i = k * SHAPE_INT;
  const type = geom_type[g];
  copy3(shape, r + SIZE, geom_size, 3 * g);
  shape[r + MARGIN] = margin;
  resetPose(d, k, g);
  shapeInt[i + TYPE] = type;
  shapeInt[i + MESH] = geom_dataid[g];
  shapeInt[i + VERTEX] = -1;
  shapeInt[i + HULL_VERTEX] = -1;
  const kind = shapeKind(m, type, geom_dataid[g]);
  shapeInt[i + KIND] = kind;
  if (kind === Kind.MESH || kind === Kind.HULL) setMesh(m, i, geom_dataid[g], kind === Kind.HULL);
}

function setMesh(m: Model, i: int, mesh: int, hull: boolean): void {
  const { mesh_vertadr, mesh_graph, mesh_graphadr } = m;
  shapeInt[i + COORDINATES] = 3 * mesh_vertadr[mesh];
  if (!hull) return;
  // the graph starts with the numbers of vertices and faces
  const graph = mesh_graphadr[mesh];
  const n = mesh_graph[graph];
  shapeInt[i + LISTS] = graph + 2;
  shapeInt[i + NUMBERS] = graph + 2 + n;
  shapeInt[i + NEIGHBORS] = graph + 2 + 2 * n;
}

/** Sets shape k to element e of flex f (or to its vertex v, if e is -1), with half of `margin` around it. */
export function setElement(m: Model, d: Data, k: int, f: int, e: int, v: int, margin: number): void {
  const { flex_dim, flex_elemdataadr, flex_elem, flex_vertadr, flex_elemadr, flex_radius } = m;
  const { flexvert_xpos, flexelem_aabb } = d;
  const r = k * SHAPE;
  const i = k * SHAPE_INT;
  const corners = e >= 0 ? flex_dim[f] + 1 : 1;
  const data = flex_elemdataadr[f] + e * (flex_dim[f] + 1);
  for (let c = 0; c < corners; c++) {
    const vertex = flex_vertadr[f] + (e >= 0 ? flex_elem[data + c] : v);
    copy3(shape, r + PRISM + 3 * c, flexvert_xpos, 3 * vertex);
  }
  if (e >= 0) copy3(shape, r + POS, flexelem_aabb, 6 * (flex_elemadr[f] + e));
  else copy3(shape, r + POS, shape, r + PRISM);
  eye3(shape, r + MAT);
  shape[r + SIZE] = flex_radius[f];
  shape[r + MARGIN] = margin;
  shapeInt[i + KIND] = Kind.ELEMENT;
  shapeInt[i + TYPE] = GeomType.FLEX;
  shapeInt[i + MESH] = corners;
  shapeInt[i + VERTEX] = -1;
  shapeInt[i + HULL_VERTEX] = -1;
}

/** Clears the cached support vertices. */
export function forgetVertices(): void {
  for (let i = 0; i < 2 * SHAPE_INT; i += SHAPE_INT) {
    shapeInt[i + VERTEX] = -1;
    shapeInt[i + HULL_VERTEX] = -1;
  }
}

/** Moves shape k to the pose of geom g. */
export function resetPose(d: Data, k: int, g: int): void {
  const { geom_xpos, geom_xmat } = d;
  copy3(shape, k * SHAPE + POS, geom_xpos, 3 * g);
  copy9(shape, k * SHAPE + MAT, geom_xmat, 9 * g);
}

function shapeKind(m: Model, type: int, mesh: int): int {
  const { mesh_graphadr, mesh_vertnum } = m;
  switch (type) {
    case GeomType.SPHERE:
      return Kind.SPHERE;
    case GeomType.CAPSULE:
      return Kind.CAPSULE;
    case GeomType.ELLIPSOID:
      return Kind.ELLIPSOID;
    case GeomType.CYLINDER:
      return Kind.CYLINDER;
    case GeomType.BOX:
      return Kind.BOX;
    case GeomType.HFIELD:
      return Kind.PRISM;
  }
  return mesh_graphadr[mesh] < 0 || mesh_vertnum[mesh] < HILL_CLIMB_MIN ? Kind.MESH : Kind.HULL;
}

/** A point inside shape k: its position, or the mean of a prism's corners. */
export function shapeCenter(k: int, res: Float64Array, r: int): void {
  const at = k * SHAPE;
  if (shapeInt[k * SHAPE_INT + KIND] !== Kind.PRISM) {
    copy3(res, r, shape, at + POS);
    return;
  }
  let x: number = 0;
  let y: number = 0;
  let z: number = 0;
  for (let v = at + PRISM; v < at + PRISM + 18; v += 3) {
    x += shape[v];
    y += shape[v + 1];
    z += shape[v + 2];
  }
  res[r] = x * (1.0 / 6.0);
  res[r + 1] = y * (1.0 / 6.0);
  res[r + 2] = z * (1.0 / 6.0);
}

/** True if both shapes are polytopes without margin: then GJK and EPA end after finitely many steps. */
export function areDiscrete(): boolean {
  if (shape[MARGIN] !== 0 || shape[SHAPE + MARGIN] !== 0) return false;
  return isPolytope(shapeInt[TYPE]) && isPolytope(shapeInt[SHAPE_INT + TYPE]);
}

function isPolytope(type: int): boolean {
  return type === GeomType.MESH || type === GeomType.BOX || type === GeomType.HFIELD;
}

/** Shifts the corners of the prism down by one and stores (x, y, z) as the last; its lower corner keeps its z. */
export function pushPrism(k: int, x: number, y: number, z: number): void {
  const p = k * SHAPE + PRISM;
  copy(shape, p, shape, p + 3, 6);
  copy(shape, p + 9, shape, p + 12, 6);
  shape[p + 6] = x;
  shape[p + 7] = y;
  shape[p + 15] = x;
  shape[p + 16] = y;
  shape[p + 17] = z;
}
