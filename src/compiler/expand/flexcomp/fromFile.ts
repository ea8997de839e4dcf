/** Points and elements of a flexcomp from a file: a surface, the lines of an OBJ file, a volume around a point
 *  inside a surface, or the elements of a GMSH file. */

import { MINVAL } from '../../../core/model/constants.ts';
import { ExpandError } from '../../../formats/mjcf/expander.ts';
import { cross, dot } from '../../../formats/pose/frame.ts';
import type { Flexcomp } from '../../../formats/spec/elements/deformable.ts';
import { assetContentType } from '../../asset/contentType.ts';
import { decodeMesh } from '../../asset/mesh/formats/decode.ts';
import { decodeGmsh } from '../../asset/mesh/formats/gmsh.ts';
import type { MeshData } from '../../asset/mesh/types.ts';
import { emptyShape, type Shape } from './shape.ts';

export function shapeFromMesh(comp: Flexcomp, bytes: Uint8Array): Shape {
  const type = assetContentType(comp.file);
  if (type === 'model/vnd.mujoco.msh') {
    throw new ExpandError('file', "MuJoCo's own MSH files are not supported here. Use STL or OBJ, or type gmsh");
  }
  const mesh = mergeRepeated(decodeMesh(bytes, type, [1, 1, 1]));
  if (mesh.vert.length === 0 || mesh.face.length === 0) throw new ExpandError('file', 'expected vertices and faces');
  const shape = emptyShape(comp);
  shape.point = Array.from(mesh.vert);
  if (mesh.texcoord.length > 0) {
    shape.texcoord = Array.from(mesh.texcoord);
    shape.elemtexcoord = Array.from(mesh.facetexcoord);
  }
  if (comp.dim === 2) shape.element = Array.from(mesh.face);
  else if (comp.dim === 1)
    for (let i = 0; i < mesh.face.length; i += 3) shape.element.push(mesh.face[i], mesh.face[i + 1]);
  else addVolume(comp, shape, mesh.face);
  return shape;
}

/** Merge vertices with equal positions; the first keeps its index. */
function mergeRepeated(mesh: MeshData): MeshData {
  const known = new Map<string, number>();
  const mergedIndex = new Int32Array(mesh.vert.length / 3);
  const vert: number[] = [];
  for (let i = 0; i < mergedIndex.length; i++) {
    const [x, y, z] = mesh.vert.subarray(3 * i, 3 * i + 3);
    // adding zero removes negative zeros
    const key = `${x + 0} ${y + 0} ${z + 0}`;
    const id = known.get(key) ?? known.size;
    if (id === known.size) {
      known.set(key, id);
      vert.push(x, y, z);
    }
    mergedIndex[i] = id;
  }
  if (known.size === mergedIndex.length) return mesh;
  return { ...mesh, vert: Float32Array.from(vert), face: mesh.face.map((v) => mergedIndex[v]) };
}

/** Tetrahedra from the origin to the faces that face away from it. */
function addVolume({ origin }: Flexcomp, shape: Shape, face: Int32Array): void {
  shape.point.unshift(...origin);
  const edge = (v: number) => [0, 1, 2].map((k) => shape.point[3 * v + k] - origin[k]);
  for (let i = 0; i < face.length; i += 3) {
    const [a, b, c] = [face[i] + 1, face[i + 1] + 1, face[i + 2] + 1];
    if (dot(cross(edge(a), edge(b)), edge(c)) >= MINVAL) shape.element.push(0, a, b, c);
  }
}

export function shapeFromGmsh(comp: Flexcomp, bytes: Uint8Array): Shape {
  const { dim, point, element } = decodeGmsh(bytes);
  comp.dim = dim;
  return { ...emptyShape(comp), point, element };
}
