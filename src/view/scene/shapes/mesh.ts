/** Triangle meshes of the model, and their convex hulls. */
import { BufferAttribute, BufferGeometry } from 'three';
import type { Model } from '../../../index.ts';

/** Triangles of a mesh with normals and texture coordinates per corner. */
export function meshGeometry(m: Model, id: number): BufferGeometry {
  const faces = m.mesh_facenum[id]!;
  const face0 = m.mesh_faceadr[id]!;
  const vert0 = m.mesh_vertadr[id]!;
  const normal0 = m.mesh_normaladr[id]!;
  const tex0 = m.mesh_texcoordadr[id]!;
  const position = new Float32Array(9 * faces);
  const normal = new Float32Array(9 * faces);
  const uv = new Float32Array(6 * faces);
  for (let c = 0; c < 3 * faces; c++) {
    const at = 3 * face0 + c;
    copy(position, 3 * c, m.mesh_vert, 3 * (vert0 + m.mesh_face[at]!), 3);
    copy(normal, 3 * c, m.mesh_normal, 3 * (normal0 + m.mesh_facenormal[at]!), 3);
    if (tex0 >= 0) copy(uv, 2 * c, m.mesh_texcoord, 2 * (tex0 + m.mesh_facetexcoord[at]!), 2);
    // without coordinates, the texture is projected along z
    else for (let k = 0; k < 2; k++) uv[2 * c + k] = 0.5 * position[3 * c + k]! - 0.5;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('normal', new BufferAttribute(normal, 3));
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  return geometry;
}

/** Convex hull of a mesh, if the model has one. Layout of the graph: numbers of vertices and faces, start of the edges
 * of each vertex, ids of vertices, edges, then three vertex ids per face. */
export function hullGeometry(m: Model, id: number): BufferGeometry | undefined {
  const at = m.mesh_graphadr[id]!;
  if (at < 0) return undefined;
  const numvert = m.mesh_graph[at]!;
  const numface = m.mesh_graph[at + 1]!;
  const face0 = at + 2 + 3 * numvert + 3 * numface;
  const position = new Float32Array(9 * numface);
  for (let c = 0; c < 3 * numface; c++) {
    copy(position, 3 * c, m.mesh_vert, 3 * (m.mesh_vertadr[id]! + m.mesh_graph[face0 + c]!), 3);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(6 * numface), 2));
  geometry.computeVertexNormals();
  return geometry;
}

function copy(to: Float32Array, t: number, from: Float32Array, f: number, n: number): void {
  for (let k = 0; k < n; k++) to[t + k] = from[f + k]!;
}
