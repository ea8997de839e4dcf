import type { int } from '../../../math/int.ts';
import { copy3, dot3, scl3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { clipFaces, flipWitness } from './clip.ts';
import { edgeDirections, faceNormals, facePolygon } from './features.ts';
import { witness1, witness2 } from './gjk.ts';
import { FACE_INT, faceInt, vert, vertIndex } from './polytope.ts';
import { MESH, SHAPE_INT, shapeInt, TYPE } from './shape.ts';
import { VERT } from './support.ts';

/*  Several contacts of two polytopes (boxes or meshes): the vertices of EPA's face tell which vertices, edges or faces
 *  of the shapes meet. If faces of both look at each other, or an edge of one lies along a face of the other, the
 *  smaller is clipped by the larger. */

/** Cosine of the angle (5.1 degrees) within which two faces face each other, and sine for an edge along a face. */
const FACE_COS = 0.996;
const EDGE_SIN = 0.0888;

/** Points and vertex numbers of the feature of each shape. */
const point = new Float64Array(2 * 9);
const number = new Int32Array(2 * 3);
const dims = new Int32Array(2);
const direction = new Float64Array(3);
const match = new Int32Array(2);
const clipNormal = new Float64Array(3);
const witnessDir = new Float64Array(3);

/** Replaces the witness points by those of the clipped features, if there are such, at most `maxContacts`. */
export function multicontact(m: Model, d: Data, face: int, maxContacts: int): void {
  if (hasNoFaces(m, 0) || hasNoFaces(m, 1)) return;
  readFeature(0, face, 3);
  readFeature(1, face, 6);
  const dim0 = dims[0];
  const dim1 = dims[1];
  const { work_ccd_normal: normals, work_ccd_index: index } = d;
  // one third of the arrays for each shape's normals, one for the far ends of edges
  const D = Math.max(3, m.nmeshdegmax);
  const N1 = 3 * D;
  const ENDS = 6 * D;
  sub3(direction, 0, witness1, 0, witness2, 0);
  const n0 = faceNormals(m, 0, dim0, number, 0, direction, normals, 0, index, 0);
  scl3(direction, 0, direction, 0, -1);
  const n1 = faceNormals(m, 1, dim1, number, 3, direction, normals, N1, index, D);

  if (facing(normals, n0, N1, n1)) {
    const size0 = facePolygon(m, d, 0, index[match[0]]);
    const size1 = facePolygon(m, d, 1, index[D + match[1]]);
    copy3(clipNormal, 0, normals, 3 * match[0]);
    copy3(witnessDir, 0, normals, N1 + 3 * match[1]);
    clipFaces(m, d, 0, size0, size1, clipNormal, witnessDir, maxContacts);
  } else if (dim0 < 3 && dim0 <= dim1) {
    const edges = edgeDirections(m, 0, dim0, point, 0, number[0], normals, 0, ENDS);
    if (!edgeAlong(normals, 0, edges, N1, n1)) return;
    const size1 = facePolygon(m, d, 1, index[D + match[1]]);
    setEdge(m, d, 0, point, 0, normals, ENDS + 3 * match[0]);
    copy3(clipNormal, 0, normals, N1 + 3 * match[1]);
    scl3(witnessDir, 0, clipNormal, 0, -1);
    clipFaces(m, d, 1, size1, 2, clipNormal, witnessDir, maxContacts);
    flipWitness();
  } else if (dim1 < 3) {
    const edges = edgeDirections(m, 1, dim1, point, 9, number[3], normals, N1, ENDS);
    if (!edgeAlong(normals, N1, edges, 0, n0)) return;
    const size0 = facePolygon(m, d, 0, index[match[1]]);
    setEdge(m, d, 1, point, 9, normals, ENDS + 3 * match[0]);
    copy3(clipNormal, 0, normals, 3 * match[1]);
    scl3(witnessDir, 0, clipNormal, 0, -1);
    clipFaces(m, d, 0, size0, 2, clipNormal, witnessDir, maxContacts);
  }
}

function hasNoFaces(m: Model, k: int): boolean {
  const i = k * SHAPE_INT;
  return shapeInt[i + TYPE] === GeomType.MESH && m.mesh_polynum[shapeInt[i + MESH]] === 0;
}

/** Reads the vertices of shape k that span EPA's face; sets its dimension: 1 vertex, 2 an edge, 3 a face. */
function readFeature(k: int, face: int, part: int): void {
  for (let v = 0; v < 3; v++) {
    const w = faceInt[FACE_INT * face + v];
    number[3 * k + v] = vertIndex[2 * w + k];
    copy3(point, 9 * k + 3 * v, vert, VERT * w + part);
  }
  const n = 3 * k;
  if (number[n] === number[n + 1]) {
    dims[k] = 1;
    if (number[n] === number[n + 2]) return;
    // the first two are to differ
    number[n + 1] = number[n + 2];
    copy3(point, 9 * k + 3, point, 9 * k + 6);
    dims[k] = 2;
    return;
  }
  dims[k] = number[n + 2] === number[n] || number[n + 2] === number[n + 1] ? 2 : 3;
}

/** Finds the first normals of the two shapes that look at each other; sets `match`. */
function facing(normals: Float64Array, n0: int, at1: int, n1: int): boolean {
  for (let i = 0; i < n0; i++) {
    for (let j = 0; j < n1; j++) {
      if (dot3(normals, 3 * i, normals, at1 + 3 * j) < -FACE_COS) {
        match[0] = i;
        match[1] = j;
        return true;
      }
    }
  }
  return false;
}

/** Finds the first face and edge that are parallel; sets `match` to (edge, face). */
function edgeAlong(normals: Float64Array, edges: int, nEdge: int, faces: int, nFace: int): boolean {
  for (let j = 0; j < nFace; j++) {
    for (let i = 0; i < nEdge; i++) {
      if (Math.abs(dot3(normals, edges + 3 * i, normals, faces + 3 * j)) < EDGE_SIN) {
        match[0] = i;
        match[1] = j;
        return true;
      }
    }
  }
  return false;
}

/** Makes the polygon of shape k the edge from a point to an end. */
function setEdge(m: Model, d: Data, k: int, p: Float64Array, i: int, ends: Float64Array, end: int): void {
  const { work_ccd_clip } = d;
  const at = 3 * k * Math.max(4, m.npolygonmax);
  copy3(work_ccd_clip, at, p, i);
  copy3(work_ccd_clip, at + 3, ends, end);
}
