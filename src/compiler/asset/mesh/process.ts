import { AssetError } from '../../../formats/bytes/assetError.ts';
import { quatToMat } from '../../../formats/pose/eig3.ts';
import { splitBoxes } from '../bvh.ts';
import { sampleMesh } from '../octree/samples.ts';
import { checkOrientation, checkSizes } from './check.ts';
import { hullGraph } from './hullGraph.ts';
import { massProperties } from './inertia.ts';
import { makeNormals, normalizeNormals } from './normals.ts';
import { makePolygons, polygonNormals } from './polygons.ts';
import type { CompiledMesh, MeshData, MeshOptions } from './types.ts';

/** Computes the mesh fields of the Model from triangles. Vertices are processed in double precision, transformed to the center of mass and
 *  the principal axes of inertia, and finally stored in single precision. */
export function processMesh(data: MeshData, o: MeshOptions): CompiledMesh {
  checkSizes(data, o);
  const vert = Float64Array.from(data.vert);
  const nvert = vert.length / 3;
  let face: Int32Array = data.face.slice();
  let facenormal: Int32Array = data.facenormal.slice();
  let facetexcoord: Int32Array = data.facetexcoord.slice();
  checkOrientation(vert, face, o);

  // the hull uses the original vertices; a mesh without faces uses the faces of the hull
  const graph = o.needhull || face.length === 0 ? hullGraph(vert, o) : new Int32Array(0);
  const hullFace = graph.subarray(2 + 3 * graph[0] + 3 * graph[1]);
  if (face.length === 0) face = hullFace.slice();

  let normal: Float32Array = data.normal.slice();
  if (normal.length === 0) {
    normal = makeNormals(vert, face, o.smoothnormal);
    facenormal = face.slice();
  }
  if (facenormal.length > 0 && facenormal.length !== face.length) {
    throw new AssetError('face data must have the same size as face normal data');
  }
  if (facetexcoord.length === 0 && data.texcoord.length > 0) facetexcoord = face.slice();
  if (facenormal.length === 0) {
    const perVertex = Math.trunc(normal.length / data.vert.length);
    facenormal = face.map((v) => perVertex * v);
  }
  const polygons = makePolygons(vert, hullFace, nvert);

  // a mirroring scale turns faces inside out
  if (!(o.scale[0] * o.scale[1] * o.scale[2] > 0)) for (const f of [face, facenormal, facetexcoord]) flipFaces(f);

  applyTransform(vert, normal, o);
  const mass = massProperties(vert, face, hullFace, o);
  if (o.inPlace) {
    mass.pos.fill(0);
    mass.quat.set([1, 0, 0, 0]);
  }
  const aamm = moveToInertialFrame(vert, normal, mass.pos, mass.quat);
  const single = Float32Array.from(vert);
  const bvh = faceHierarchy(vert, face);
  return {
    vert: single,
    normal,
    texcoord: data.texcoord,
    face,
    facenormal,
    facetexcoord,
    graph,
    extrema: extrema(single, graph),
    ...polygons,
    polynormal: polygonNormals(vert, polygons),
    ...mass,
    aamm,
    bvh,
    field: o.needsdf ? sampleMesh(vert, face, bvh, aamm, o.octreeDepth) : null,
  };
}

function flipFaces(face: Int32Array): void {
  for (let i = 0; i < face.length; i += 3) {
    const tmp = face[i + 1];
    face[i + 1] = face[i + 2];
    face[i + 2] = tmp;
  }
}

/** The offset, rotation and scale of the element: v = scale * R^T (v - refpos). Normals are covectors. */
function applyTransform(vert: Float64Array, normal: Float32Array, o: MeshOptions): void {
  const { refpos, refquat, scale } = o;
  if (refpos[0] !== 0 || refpos[1] !== 0 || refpos[2] !== 0) {
    translate(vert, refpos);
  }
  if (refquat[0] !== 1 || refquat[1] !== 0 || refquat[2] !== 0 || refquat[3] !== 0) {
    const mat = new Float64Array(9);
    quatToMat(mat, normalizedQuat(refquat));
    const inverse = Float64Array.of(mat[0], mat[3], mat[6], mat[1], mat[4], mat[7], mat[2], mat[5], mat[8]);
    rotateAll(vert, inverse);
    rotateAll(normal, inverse);
  }
  if (scale[0] !== 1 || scale[1] !== 1 || scale[2] !== 1) {
    for (let i = 0; i < vert.length; i++) vert[i] *= scale[i % 3];
    for (let i = 0; i < normal.length; i++) normal[i] /= scale[i % 3];
  }
  normalizeNormals(normal);
}

function normalizedQuat(q: ArrayLike<number>): Float64Array {
  const res = Float64Array.from({ length: 4 }, (_, k) => q[k]);
  const squared = res[0] * res[0] + res[1] * res[1] + res[2] * res[2] + res[3] * res[3];
  const length = Math.sqrt(squared);
  if (squared >= 1e-14 && Math.abs(length - 1) > 1e-14) for (let k = 0; k < 4; k++) res[k] /= length;
  return res;
}

function translate(v: Float64Array, by: ArrayLike<number>): void {
  const x = by[0];
  const y = by[1];
  const z = by[2];
  for (let i = 0; i < v.length; i += 3) {
    v[i] -= x;
    v[i + 1] -= y;
    v[i + 2] -= z;
  }
}

function rotateAll(v: Float64Array | Float32Array, m: Float64Array): void {
  for (let i = 0; i < v.length; i += 3) {
    const x = v[i];
    const y = v[i + 1];
    const z = v[i + 2];
    v[i] = m[0] * x + m[1] * y + m[2] * z;
    v[i + 1] = m[3] * x + m[4] * y + m[5] * z;
    v[i + 2] = m[6] * x + m[7] * y + m[8] * z;
  }
}

/** Transform the vertices to the frame (pos, quat) and return their min and max. */
function moveToInertialFrame(
  vert: Float64Array,
  normal: Float32Array,
  pos: Float64Array,
  quat: Float64Array,
): Float64Array {
  translate(vert, pos);
  const mat = new Float64Array(9);
  quatToMat(mat, [quat[0], -quat[1], -quat[2], -quat[3]]);
  rotateAll(vert, mat);
  rotateAll(normal, mat);
  const aamm = Float64Array.of(1e10, 1e10, 1e10, -1e10, -1e10, -1e10);
  for (let i = 0; i < vert.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      if (vert[i + k] < aamm[k]) aamm[k] = vert[i + k];
      if (vert[i + k] > aamm[k + 3]) aamm[k + 3] = vert[i + k];
    }
  }
  return aamm;
}

/** Farthest hull vertex (local id) along each of the 27 directions of a cube; the first in case of ties. */
function extrema(vert: Float32Array, graph: Int32Array): Int32Array {
  const res = new Int32Array(27);
  if (graph.length === 0) return res;
  const n = graph[0];
  const best = new Float32Array(27).fill(-3.4028234663852886e38);
  for (let local = 0; local < n; local++) {
    const v = 3 * graph[2 + n + local];
    const x = vert[v];
    const y = vert[v + 1];
    const z = vert[v + 2];
    for (let k = 0; k < 27; k++) {
      const cx = ((k / 9) | 0) - 1;
      const cy = (((k / 3) | 0) % 3) - 1;
      const cz = (k % 3) - 1;
      const dot = Math.fround(Math.fround(x * cx + y * cy) + z * cz);
      if (dot > best[k]) {
        best[k] = dot;
        res[k] = local;
      }
    }
  }
  return res;
}

/** Hierarchy over the faces, sorted by their circumcenters. */
function faceHierarchy(vert: Float64Array, face: Int32Array): CompiledMesh['bvh'] {
  const n = face.length / 3;
  const center = new Float64Array(3 * n);
  const box = new Float64Array(6 * n);
  const id = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    id[i] = i;
    circumcenter(center, 3 * i, vert, 3 * face[3 * i], 3 * face[3 * i + 1], 3 * face[3 * i + 2]);
    for (let k = 0; k < 3; k++) {
      const a = vert[3 * face[3 * i] + k];
      const b = vert[3 * face[3 * i + 1] + k];
      const c = vert[3 * face[3 * i + 2] + k];
      const lo = Math.min(Math.min(a, b), c);
      const hi = Math.max(Math.max(a, b), c);
      // computed from center and half size, the storage format of boxes
      const middle = 0.5 * (lo + hi);
      const half = 0.5 * (hi - lo);
      box[6 * i + k] = middle - half;
      box[6 * i + 3 + k] = middle + half;
    }
  }
  return splitBoxes(id, center, box);
}

// c + (|a|^2 b - |b|^2 a) x n / 2 |n|^2, with a and b the edges from the last corner and n = a x b
function circumcenter(res: Float64Array, r: number, v: Float64Array, p: number, q: number, s: number): void {
  const a0 = v[p] - v[s];
  const a1 = v[p + 1] - v[s + 1];
  const a2 = v[p + 2] - v[s + 2];
  const b0 = v[q] - v[s];
  const b1 = v[q + 1] - v[s + 1];
  const b2 = v[q + 2] - v[s + 2];
  const n0 = a1 * b2 - a2 * b1;
  const n1 = a2 * b0 - a0 * b2;
  const n2 = a0 * b1 - a1 * b0;
  const aa = a0 * a0 + a1 * a1 + a2 * a2;
  const bb = b0 * b0 + b1 * b1 + b2 * b2;
  const area = Math.sqrt(n0 * n0 + n1 * n1 + n2 * n2);
  const c0 = aa * b0 - bb * a0;
  const c1 = aa * b1 - bb * a1;
  const c2 = aa * b2 - bb * a2;
  const d = 2 * area * area;
  res[r] = (c1 * n2 - c2 * n1) / d + v[s];
  res[r + 1] = (c2 * n0 - c0 * n2) / d + v[s + 1];
  res[r + 2] = (c0 * n1 - c1 * n0) / d + v[s + 2];
}
