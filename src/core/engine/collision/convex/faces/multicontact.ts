import type { int } from '../../../../math/int.ts';
import { copy3, dot3, scl3, sub3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import {
  CLIP_KIND,
  ClipKind,
  FACE_INT,
  gjkState,
  gjkWitness1,
  gjkWitness2,
  polyFaceInt,
  polyVert,
  polyVertIndex,
  VERT,
} from '../gjk/workspace.ts';
import { MESH, SHAPE_INT, shapeInt, TYPE } from '../workspace.ts';
import { clipFaces, flipWitness } from './clip.ts';
import { edgeDirections, faceNormals, facePolygon } from './features.ts';
import { clipDir, clipNormal, clipSizes } from './workspace.ts';

/*  Several contacts of two polytopes (boxes or meshes). The vertices of EPA's face determine which vertices, edges or faces of the
 *  shapes touch. If two faces are opposite, or an edge is parallel to a face, one is clipped by the other. */

/** Limits of 5.1 degrees: cosine for opposite faces, sine for an edge parallel to a face. */
const FACE_COS = 0.996;
const EDGE_SIN = 0.0888;

/** Of the feature of each shape: points, vertices, dimension (1 a vertex, 2 an edge, 3 a face). */
const point = new Float64Array(2 * 9);
const vertex = new Int32Array(2 * 3);
const dims = new Int32Array(2);
const direction = new Float64Array(3);
const match = new Int32Array(2);

/** Replaces the witness points by at most `maxContacts` points of the clipped features, if any. Each helper has one
 *  caller, because shader compilers inline every call. */
export function multicontact(m: Model, d: Data, face: int, maxContacts: int): void {
  if (hasNoFaces(m, 0) || hasNoFaces(m, 1)) return;
  const { work_ccd_normal: normals, work_ccd_index: index } = d;
  // one third of the arrays for each shape's normals, one for the far ends of edges
  const D = Math.max(3, m.nmeshdegmax);
  const ENDS = 6 * D;
  sub3(direction, 0, gjkWitness1, 0, gjkWitness2, 0);
  for (let k = 0; k < 2; k++) {
    readFeature(k, face);
    clipSizes[k] = faceNormals(m, k, dims[k], vertex, direction, normals, 3 * D * k, index, D * k);
    scl3(direction, 0, direction, 0, -1);
  }

  // the face of shape `base` clips that of the other, or its edge
  let base = 0;
  const faces = facing(normals, clipSizes[0], 3 * D, clipSizes[1]);
  if (!faces) {
    const edged = dims[0] < 3 && dims[0] <= dims[1] ? 0 : 1;
    if (dims[edged] === 3) return;
    base = 1 - edged;
    const own = 3 * D * edged;
    const edges = edgeDirections(m, edged, dims[edged], point, 9 * edged, vertex[3 * edged], normals, own, ENDS);
    if (!edgeAlong(normals, own, edges, 3 * D * base, clipSizes[base])) return;
    setEdge(m, d, edged, point, 9 * edged, normals, ENDS + 3 * match[0]);
    clipSizes[edged] = 2;
    match[base] = match[1];
  }
  for (let k = 0; k < 2; k++) {
    if (faces || k === base) clipSizes[k] = facePolygon(m, d, k, index[D * k + match[k]]);
  }
  copy3(clipNormal, 0, normals, 3 * (D * base + match[base]));
  if (faces) copy3(clipDir, 0, normals, 3 * (D + match[1]));
  else scl3(clipDir, 0, clipNormal, 0, -1);
  gjkState[CLIP_KIND] = faces ? ClipKind.FACE : base === 0 ? ClipKind.EDGE_OF_1 : ClipKind.EDGE_OF_0;
  clipFaces(m, d, base, clipSizes[base], clipSizes[1 - base], clipNormal, clipDir, maxContacts);
  if (base === 1) flipWitness();
}

function hasNoFaces(m: Model, k: int): boolean {
  const i = k * SHAPE_INT;
  return shapeInt[i + TYPE] === GeomType.MESH && m.mesh_polynum[shapeInt[i + MESH]] === 0;
}

/** Sets the feature of shape k: its vertices that span EPA's face. */
function readFeature(k: int, face: int): void {
  for (let v = 0; v < 3; v++) {
    const w = polyFaceInt[FACE_INT * face + v];
    vertex[3 * k + v] = polyVertIndex[2 * w + k];
    copy3(point, 9 * k + 3 * v, polyVert, VERT * w + 3 + 3 * k);
  }
  const n = 3 * k;
  if (vertex[n] === vertex[n + 1]) {
    dims[k] = 1;
    if (vertex[n] === vertex[n + 2]) return;
    // make the first two different
    vertex[n + 1] = vertex[n + 2];
    copy3(point, 9 * k + 3, point, 9 * k + 6);
    dims[k] = 2;
    return;
  }
  dims[k] = vertex[n + 2] === vertex[n] || vertex[n + 2] === vertex[n + 1] ? 2 : 3;
}

/** match = the first opposite normals of the two shapes; false if there are none. */
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

/** match = the first parallel edge and face; false if there are none. */
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

/** Sets the polygon of shape k to the edge from a point to an end. */
function setEdge(m: Model, d: Data, k: int, p: Float64Array, i: int, ends: Float64Array, end: int): void {
  const { work_ccd_clip } = d;
  const at = 3 * k * Math.max(4, m.npolygonmax);
  copy3(work_ccd_clip, at, p, i);
  copy3(work_ccd_clip, at + 3, ends, end);
}
