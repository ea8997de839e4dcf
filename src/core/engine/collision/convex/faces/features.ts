import type { int } from '../../../../math/int.ts';
import { copy3, normalize3, sub3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { MAT, MESH, POS, SHAPE, SHAPE_INT, SIZE, shape, shapeInt, TYPE } from '../workspace.ts';

/*  Faces and edges of boxes and meshes around some of their vertices, in world coordinates.
 *
 *  Corners of a box are three bits, set on the positive side; its faces are 0 to 5: +x, -x, +y, -y, +z, -z. Faces of a
 *  mesh are the polygons of its hull; `mesh_polymap` lists the polygons around each vertex. */

/** Minimum cosine between the normal of a box face and the contact normal. */
const FACE_COS = 0.996;

/** Polygons that the first two or three vertices share. */
const commonPolygons = new Int32Array(2);

/** res at r = normals of the faces of shape k around `dim` of its vertices, `index` at i = the ids of these faces. The vertices
 *  are at 3 k of `vertex`. `toward` chooses a face of a box if its corners span none. Returns their number. */
export function faceNormals(
  m: Model,
  k: int,
  dim: int,
  vertex: Int32Array,
  toward: Float64Array,
  res: Float64Array,
  r: int,
  index: Int32Array,
  i: int,
): int {
  if (shapeInt[k * SHAPE_INT + TYPE] === GeomType.BOX) {
    return boxNormals(k, dim, vertex, toward, res, r, index, i);
  }
  return meshNormals(m, k, dim, vertex, res, r, index, i);
}

/** res = (rotation of shape k) (x, y, z) */
function rotate(k: int, x: number, y: number, z: number, res: Float64Array, r: int): void {
  const A = k * SHAPE + MAT;
  res[r] = shape[A] * x + shape[A + 1] * y + shape[A + 2] * z;
  res[r + 1] = shape[A + 3] * x + shape[A + 4] * y + shape[A + 5] * z;
  res[r + 2] = shape[A + 6] * x + shape[A + 7] * y + shape[A + 8] * z;
}

/** res = the point (x, y, z) of shape k */
function transformPoint(k: int, x: number, y: number, z: number, res: Float64Array, r: int): void {
  rotate(k, x, y, z, res, r);
  res[r] += shape[k * SHAPE + POS];
  res[r + 1] += shape[k * SHAPE + POS + 1];
  res[r + 2] += shape[k * SHAPE + POS + 2];
}

/** A face of a box contains the corners if they are all on its side. */
function boxNormals(
  k: int,
  dim: int,
  vertex: Int32Array,
  toward: Float64Array,
  res: Float64Array,
  r: int,
  index: Int32Array,
  i: int,
): int {
  const n = 3 * k;
  let positive = vertex[n];
  let negative = ~vertex[n];
  for (let v = 1; v < dim; v++) {
    positive &= vertex[n + v];
    negative &= ~vertex[n + v];
  }
  let found = 0;
  for (let axis = 0; axis < 3; axis++) {
    const bit = 1 << axis;
    const plus = (positive & bit) !== 0;
    if (!plus && (negative & bit) === 0) continue;
    const side: number = plus ? 1 : -1;
    rotate(k, axis === 0 ? side : 0, axis === 1 ? side : 0, axis === 2 ? side : 0, res, r + 3 * found);
    index[i + found] = 2 * axis + (plus ? 0 : 1);
    found++;
  }
  // a vertex has three faces, an edge two, a face one; other sets of corners are none of these
  return found === 4 - dim ? found : boxNormalToward(k, toward, res, r, index, i);
}

/** The face of a box whose normal is near the direction `toward`, if there is one. */
function boxNormalToward(k: int, toward: Float64Array, res: Float64Array, r: int, index: Int32Array, i: int): int {
  const A = k * SHAPE + MAT;
  const x = shape[A] * toward[0] + shape[A + 3] * toward[1] + shape[A + 6] * toward[2];
  const y = shape[A + 1] * toward[0] + shape[A + 4] * toward[1] + shape[A + 7] * toward[2];
  const z = shape[A + 2] * toward[0] + shape[A + 5] * toward[1] + shape[A + 8] * toward[2];
  const inverse = 1 / Math.sqrt(x * x + y * y + z * z);
  for (let f = 0; f < 6; f++) {
    const axis = f >> 1;
    const side: number = (f & 1) === 0 ? 1 : -1;
    const along = axis === 0 ? x : axis === 1 ? y : z;
    if (side * (along * inverse) > FACE_COS) {
      rotate(k, axis === 0 ? side : 0, axis === 1 ? side : 0, axis === 2 ? side : 0, res, r);
      index[i] = f;
      return 1;
    }
  }
  return 0;
}

function meshNormals(
  m: Model,
  k: int,
  dim: int,
  vertex: Int32Array,
  res: Float64Array,
  r: int,
  index: Int32Array,
  i: int,
): int {
  const { mesh_polymap, mesh_polymapadr, mesh_polymapnum, mesh_vertadr } = m;
  const mesh = shapeInt[k * SHAPE_INT + MESH];
  const n = 3 * k;
  const v1 = mesh_vertadr[mesh] + vertex[n];
  const list = mesh_polymapadr[v1];
  let found = mesh_polymapnum[v1];
  if (dim === 1) {
    for (let p = 0; p < found; p++) index[i + p] = mesh_polymap[list + p];
  } else {
    found = sharedPolygons(m, mesh_polymap, list, found, mesh_vertadr[mesh] + vertex[n + 1]);
    if (dim === 3) found = Math.min(1, sharedPolygons(m, commonPolygons, 0, found, mesh_vertadr[mesh] + vertex[n + 2]));
    for (let p = 0; p < found; p++) index[i + p] = commonPolygons[p];
  }
  const { mesh_polynormal, mesh_polyadr } = m;
  for (let p = 0; p < found; p++) {
    const at = 3 * (mesh_polyadr[mesh] + index[i + p]);
    rotate(k, mesh_polynormal[at], mesh_polynormal[at + 1], mesh_polynormal[at + 2], res, r + 3 * p);
  }
  return found;
}

/** commonPolygons = the first two polygons of a list that also contain vertex v; returns their number */
function sharedPolygons(m: Model, list: Int32Array, from: int, n: int, v: int): int {
  const { mesh_polymap, mesh_polymapadr, mesh_polymapnum } = m;
  let found = 0;
  for (let i = 0; i < n; i++) {
    const polygon = list[from + i];
    for (let j = 0; j < mesh_polymapnum[v]; j++) {
      if (polygon !== mesh_polymap[mesh_polymapadr[v] + j]) continue;
      commonPolygons[found++] = polygon;
      if (found === 2) return 2;
    }
  }
  return found;
}

/** res at r = directions of the edges of shape k at one vertex, or of the edge of two; res at `ends` = their other ends. Returns
 *  their number. */
export function edgeDirections(
  m: Model,
  k: int,
  dim: int,
  point: Float64Array,
  p: int,
  vertex: int,
  res: Float64Array,
  r: int,
  ends: int,
): int {
  let n = 1;
  if (dim === 2) copy3(res, ends, point, p + 3);
  else if (shapeInt[k * SHAPE_INT + TYPE] === GeomType.BOX) n = boxEnds(k, vertex, res, ends);
  else n = meshEnds(m, k, vertex, res, ends);
  for (let e = 0; e < n; e++) {
    sub3(res, r + 3 * e, res, ends + 3 * e, point, p);
    normalize3(res, r + 3 * e);
  }
  return n;
}

/** The three corners of a box next to one. */
function boxEnds(k: int, corner: int, res: Float64Array, ends: int): int {
  const s = k * SHAPE + SIZE;
  for (let e = 0; e < 3; e++) {
    const other = corner ^ (1 << e);
    const x = (other & 1) !== 0 ? shape[s] : -shape[s];
    const y = (other & 2) !== 0 ? shape[s + 1] : -shape[s + 1];
    const z = (other & 4) !== 0 ? shape[s + 2] : -shape[s + 2];
    transformPoint(k, x, y, z, res, ends + 3 * e);
  }
  return 3;
}

/** The vertices of a mesh before one, in each of the polygons around it. */
function meshEnds(m: Model, k: int, vertex: int, res: Float64Array, ends: int): int {
  const { mesh_vert, mesh_vertadr, mesh_polymap, mesh_polymapadr, mesh_polymapnum } = m;
  const { mesh_polyvert, mesh_polyvertadr, mesh_polyvertnum, mesh_polyadr } = m;
  const mesh = shapeInt[k * SHAPE_INT + MESH];
  const first = mesh_vertadr[mesh];
  const n = mesh_polymapnum[first + vertex];
  for (let i = 0; i < n; i++) {
    const polygon = mesh_polyadr[mesh] + mesh_polymap[mesh_polymapadr[first + vertex] + i];
    const adr = mesh_polyvertadr[polygon];
    const num = mesh_polyvertnum[polygon];
    for (let j = 0; j < num; j++) {
      if (mesh_polyvert[adr + j] !== vertex) continue;
      const v = 3 * (first + mesh_polyvert[adr + (j === 0 ? num - 1 : j - 1)]);
      transformPoint(k, mesh_vert[v], mesh_vert[v + 1], mesh_vert[v + 2], res, ends + 3 * i);
      break;
    }
  }
  return n;
}

/** Corners of the faces of a box, clockwise seen from outside. */
// biome-ignore format: a table
const boxFaces = new Int32Array([
  7, 3, 1, 5, // +x
  2, 6, 4, 0, // -x
  2, 3, 7, 6, // +y
  4, 5, 1, 0, // -y
  6, 7, 5, 4, // +z
  3, 2, 0, 1, // -z
]);

/** Writes face `index` of shape k to its part of work_ccd_clip, clockwise; returns the number of corners. */
export function facePolygon(m: Model, d: Data, k: int, index: int): int {
  const { mesh_vert, mesh_vertadr, mesh_polyvert, mesh_polyvertadr, mesh_polyvertnum, mesh_polyadr } = m;
  const { work_ccd_clip } = d;
  const to = 3 * k * Math.max(4, m.npolygonmax);
  if (shapeInt[k * SHAPE_INT + TYPE] === GeomType.BOX) {
    const s = k * SHAPE + SIZE;
    for (let c = 0; c < 4; c++) {
      const corner = boxFaces[4 * index + c];
      const x = (corner & 1) !== 0 ? shape[s] : -shape[s];
      const y = (corner & 2) !== 0 ? shape[s + 1] : -shape[s + 1];
      const z = (corner & 4) !== 0 ? shape[s + 2] : -shape[s + 2];
      transformPoint(k, x, y, z, work_ccd_clip, to + 3 * c);
    }
    return 4;
  }
  const mesh = shapeInt[k * SHAPE_INT + MESH];
  const polygon = mesh_polyadr[mesh] + index;
  const adr = mesh_polyvertadr[polygon];
  const n = mesh_polyvertnum[polygon];
  for (let c = 0; c < n; c++) {
    const v = 3 * (mesh_vertadr[mesh] + mesh_polyvert[adr + n - 1 - c]);
    transformPoint(k, mesh_vert[v], mesh_vert[v + 1], mesh_vert[v + 2], work_ccd_clip, to + 3 * c);
  }
  return n;
}
