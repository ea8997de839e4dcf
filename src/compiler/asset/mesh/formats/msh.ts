import { AssetError } from '../../../../formats/bytes/assetError.ts';
import { emptyMeshData, type MeshData } from '../types.ts';

/** MuJoCo's binary mesh: nvertex nnormal ntexcoord nface, then those arrays; normals and texcoords one per vertex. */
export function decodeMsh(bytes: Uint8Array, scale: ArrayLike<number>): MeshData {
  if (bytes.length === 0) throw new AssetError('MSH file is empty');
  if (bytes.length < 16) throw new AssetError('missing header in MSH file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [nvert, nnormal, ntexcoord, nface] = [0, 4, 8, 12].map((at) => view.getInt32(at, true));
  if (nvert < 4 || nface < 0 || nnormal < 0 || ntexcoord < 0) throw new AssetError('invalid sizes in MSH file');
  if ((nnormal > 0 && nnormal !== nvert) || (ntexcoord > 0 && ntexcoord !== nvert)) {
    throw new AssetError('invalid sizes in MSH file');
  }
  const expected = 16 + 12 * nvert + 12 * nnormal + 8 * ntexcoord + 12 * nface;
  if (bytes.length !== expected) {
    throw new AssetError(`unexpected file size in MSH file: expected ${expected} bytes, found ${bytes.length}`);
  }
  // a copy is aligned, whatever the offset of the bytes in their buffer
  const body = bytes.slice(16).buffer;
  const mesh = emptyMeshData();
  let at = 0;
  const floats = (n: number): Float32Array => {
    const res = new Float32Array(body, at, n);
    at += 4 * n;
    return res;
  };
  mesh.vert = floats(3 * nvert);
  if (nnormal > 0) mesh.normal = floats(3 * nnormal);
  if (ntexcoord > 0) mesh.texcoord = floats(2 * ntexcoord);
  if (nface > 0) {
    mesh.face = new Int32Array(body, at, 3 * nface);
    mesh.facenormal = mesh.face.slice();
    if (ntexcoord > 0) mesh.facetexcoord = mesh.face.slice();
    // a mirroring scale flips the vertices of the faces here and, with all other indices, again later
    if (!(scale[0] * scale[1] * scale[2] > 0)) {
      for (let i = 0; i < 3 * nface; i += 3) {
        const tmp = mesh.face[i + 1];
        mesh.face[i + 1] = mesh.face[i + 2];
        mesh.face[i + 2] = tmp;
      }
    }
  }
  return mesh;
}
