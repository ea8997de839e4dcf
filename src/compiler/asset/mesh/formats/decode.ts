import { AssetError } from '../../../../formats/bytes/assetError.ts';
import { emptyMeshData, type MeshData } from '../types.ts';
import { decodeMsh } from './msh.ts';
import { decodeObj } from './obj.ts';
import { decodeStl } from './stl.ts';

/**
 * Triangles of an STL, OBJ or MSH file. `type` is the result of assetContentType; scale matters for mirrored MSH
 * files.
 */
export function decodeMesh(
  bytes: Uint8Array,
  type: string,
  scale: ArrayLike<number>,
  polygonCorners?: number,
): MeshData {
  switch (type) {
    case 'model/stl':
      return decodeStl(bytes);
    case 'model/obj':
      return decodeObj(bytes, polygonCorners);
    case 'model/vnd.mujoco.msh':
      return decodeMsh(bytes, scale);
    default:
      throw new AssetError(
        type === '' ? 'unknown mesh file type, expected .stl, .obj or .msh' : `unsupported mesh content type '${type}'`,
      );
  }
}

/** Triangles from XML attributes. */
export function inlineMesh(data: Partial<Record<keyof MeshData, ArrayLike<number>>>): MeshData {
  const res = emptyMeshData();
  if (data.vert) res.vert = Float32Array.from(data.vert);
  if (data.normal) res.normal = Float32Array.from(data.normal);
  if (data.texcoord) res.texcoord = Float32Array.from(data.texcoord);
  if (data.face) res.face = Int32Array.from(data.face);
  if (data.facenormal) res.facenormal = Int32Array.from(data.facenormal);
  if (data.facetexcoord) res.facetexcoord = Int32Array.from(data.facetexcoord);
  return res;
}

const PARTS: [keyof MeshData, string][] = [
  ['normal', 'normal'],
  ['texcoord', 'texcoord'],
  ['face', 'face'],
  ['vert', 'vertex'],
  ['facenormal', 'facenormal'],
  ['facetexcoord', 'facetexcoord'],
];

/** File data completed by inline data; a part defined in both is an error. */
export function mergeMesh(file: MeshData, inline: MeshData): MeshData {
  const res = { ...file };
  for (const [part, word] of PARTS) {
    // normal ids of a file also exclude inline normals
    const other = part === 'facenormal' && inline.normal.length > 0 ? inline.normal : inline[part];
    if (file[part].length > 0 && other.length > 0) throw new AssetError(`repeated ${word} specification`);
    if (file[part].length === 0) Object.assign(res, { [part]: inline[part] });
  }
  return res;
}
