import { AssetError } from '../../../../formats/bytes/assetError.ts';
import { emptyMeshData, type MeshData } from '../types.ts';

const HEADER = 84;
const RECORD = 50;
const MAX_FACES = 200000;
const MAX_COORDINATE = 2 ** 30;

/** Binary STL. Corners with the same bits become one vertex, numbered in order of appearance; the stored face normals
 *  are not used. */
export function decodeStl(bytes: Uint8Array): MeshData {
  if (bytes.length === 0) throw new AssetError('STL file is empty');
  if (bytes.length < HEADER) throw new AssetError(`invalid header in STL file: ${bytes.length} bytes, expected 84`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nface = view.getInt32(80, true);
  if (nface < 1 || nface > MAX_FACES) {
    throw new AssetError(
      `number of faces must be between 1 and ${MAX_FACES} in STL file; perhaps this is an ASCII file?`,
    );
  }
  if (nface * RECORD !== bytes.length - HEADER) {
    throw new AssetError(
      `STL file has wrong size: ${nface} faces need ${HEADER + RECORD * nface} bytes, found ${bytes.length}; perhaps this is an ASCII file?`,
    );
  }
  const corner = new Uint32Array(9 * nface);
  for (let i = 0; i < nface; i++) {
    const at = HEADER + RECORD * i + 12;
    for (let k = 0; k < 9; k++) corner[9 * i + k] = view.getUint32(at + 4 * k, true);
  }
  const value = new Float32Array(corner.buffer);
  for (let k = 0; k < value.length; k++) {
    if (Math.abs(value[k]) > MAX_COORDINATE) throw new AssetError('vertex in STL file exceeds maximum bounds');
  }
  const { face, nvert, first } = uniteEqualCorners(corner, 3 * nface);
  const vert = new Float32Array(3 * nvert);
  for (let v = 0; v < nvert; v++) {
    const c = 3 * first[v];
    vert[3 * v] = value[c];
    vert[3 * v + 1] = value[c + 1];
    vert[3 * v + 2] = value[c + 2];
  }
  return { ...emptyMeshData(), vert, face };
}

/** face: vertex of each corner; first: the corner where each vertex appears first. An open hash table on the bits. */
function uniteEqualCorners(corner: Uint32Array, n: number): { face: Int32Array; nvert: number; first: Int32Array } {
  let bits = 4;
  while (1 << bits < 2 * n) bits++;
  const mask = (1 << bits) - 1;
  const table = new Int32Array(1 << bits).fill(-1);
  const face = new Int32Array(n);
  const first = new Int32Array(n);
  let nvert = 0;
  for (let i = 0; i < n; i++) {
    const x = corner[3 * i];
    const y = corner[3 * i + 1];
    const z = corner[3 * i + 2];
    let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
    h = (h ^ (h >>> 15) ^ (h >>> 7)) & mask;
    for (;;) {
      const v = table[h];
      if (v < 0) {
        table[h] = nvert;
        first[nvert] = i;
        face[i] = nvert++;
        break;
      }
      const c = 3 * first[v];
      if (corner[c] === x && corner[c + 1] === y && corner[c + 2] === z) {
        face[i] = v;
        break;
      }
      h = (h + 1) & mask;
    }
  }
  return { face, nvert, first };
}
