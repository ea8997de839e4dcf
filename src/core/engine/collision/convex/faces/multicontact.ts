import type { int } from '../../../../math/int.ts';
import { copy3, dot3, scl3, sub3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { CLIP_KIND, ClipKind, state, witness1, witness2 } from '../gjk/gjk.ts';
import { FACE_INT, faceInt, vert, vertIndex } from '../gjk/polytope.ts';
import { MESH, SHAPE_INT, shapeInt, TYPE } from '../shape.ts';
import { VERT } from '../support/support.ts';
import { clipFaces, flipWitness } from './clip.ts';
import { edgeDirections, faceNormals, facePolygon } from './features.ts';

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
/** Of each shape the normals of faces, then the corners of its polygon. */
export const sizes = new Int32Array(2);
export const clipNormal = new Float64Array(3);
/** From the clipped polygon to the face that clips it, against the normal of that face's shape. */
export const witnessDir = new Float64Array(3);

/** Replaces the witness points by those of the clipped features, if there are such, at most `maxContacts`. Each helper is called
 *  from one place: compilers of shaders expand every call. */
export function multicontact(m: Model, d: Data, face: int, maxContacts: int): void {
  if (hasNoFaces(m, 0) || hasNoFaces(m, 1)) return;
  const { work_ccd_normal: normals, work_ccd_index: index } = d;
  // one third of the arrays for each shape's normals, one for the far ends of edges
  const D = Math.max(3, m.nmeshdegmax);
  const ENDS = 6 * D;
  sub3(direction, 0, witness1, 0, witness2, 0);
  for (let k = 0; k < 2; k++) {
    readFeature(k, face);
    sizes[k] = faceNormals(m, k, dims[k], number, 3 * k, direction, normals, 3 * D * k, index, D * k);
    scl3(direction, 0, direction, 0, -1);
  }

  // the face of shape `base` clips that of the other, or its edge
  let base = 0;
  const faces = facing(normals, sizes[0], 3 * D, sizes[1]);
  if (!faces) {
    const edged = dims[0] < 3 && dims[0] <= dims[1] ? 0 : 1;
    if (dims[edged] === 3) return;
    base = 1 - edged;
    const own = 3 * D * edged;
    const edges = edgeDirections(m, edged, dims[edged], point, 9 * edged, number[3 * edged], normals, own, ENDS);
    if (!edgeAlong(normals, own, edges, 3 * D * base, sizes[base])) return;
    setEdge(m, d, edged, point, 9 * edged, normals, ENDS + 3 * match[0]);
    sizes[edged] = 2;
    match[base] = match[1];
  }
  for (let k = 0; k < 2; k++) {
    if (faces || k === base) sizes[k] = facePolygon(m, d, k, index[D * k + match[k]]);
  }
  copy3(clipNormal, 0, normals, 3 * (D * base + match[base]));
  if (faces) copy3(witnessDir, 0, normals, 3 * (D + match[1]));
  else scl3(witnessDir, 0, clipNormal, 0, -1);
  state[CLIP_KIND] = faces ? ClipKind.FACE : base === 0 ? ClipKind.EDGE_OF_1 : ClipKind.EDGE_OF_0;
  clipFaces(m, d, base, sizes[base], sizes[1 - base], clipNormal, witnessDir, maxContacts);
  if (base === 1) flipWitness();
}

function hasNoFaces(m: Model, k: int): boolean {
  const i = k * SHAPE_INT;
  return shapeInt[i + TYPE] === GeomType.MESH && m.mesh_polynum[shapeInt[i + MESH]] === 0;
}

/** Reads the vertices of shape k that span EPA's face; sets its dimension: 1 vertex, 2 an edge, 3 a face. */
function readFeature(k: int, face: int): void {
  for (let v = 0; v < 3; v++) {
    const w = faceInt[FACE_INT * face + v];
    number[3 * k + v] = vertIndex[2 * w + k];
    copy3(point, 9 * k + 3 * v, vert, VERT * w + 3 + 3 * k);
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
