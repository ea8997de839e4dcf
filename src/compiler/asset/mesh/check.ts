/** Checks of mesh arrays before anything is computed from them. */
import { MeshInertia } from '../../../core/model/enums/spec.ts';
import { AssetError } from '../../../formats/bytes/assetError.ts';
import type { MeshData, MeshOptions } from './types.ts';

/** MuJoCo's requirements on the arrays. */
export function checkSizes(mesh: MeshData, o: MeshOptions): void {
  const { vert, normal, texcoord, face, facetexcoord } = mesh;
  if (vert.length % 3) throw new AssetError('vertex data must be a multiple of 3');
  if (face.length % 3) throw new AssetError('face data must be a multiple of 3');
  for (let i = 0; i < vert.length; i++) {
    if (!Number.isFinite(vert[i])) throw new AssetError(`vertex coordinate ${(i / 3) | 0} is not finite`);
  }
  if (vert.length < 12) throw new AssetError('at least 4 vertices required');
  if (normal.length % 3) throw new AssetError('normal data must be a multiple of 3');
  if (texcoord.length % 2) throw new AssetError('texcoord must be a multiple of 2');
  const nvert = vert.length / 3;
  if (texcoord.length > 0 && texcoord.length !== 2 * nvert && facetexcoord.length === 0 && !o.fromObj) {
    throw new AssetError('texcoord must be 2*nv if face texcoord indices are not provided in an OBJ file');
  }
  for (let i = 0; i < face.length; i++) {
    if (face[i] >= nvert || face[i] < 0) {
      throw new AssetError(`in face ${(i / 3) | 0}, vertex index ${face[i]} does not exist`);
    }
  }
}

const MIN_AREA = Math.sqrt(1e-15);

/**
 * Exact inertia needs consistently oriented faces: no directed edge may occur twice. Faces without area are ignored.
 */
export function checkOrientation(vert: Float64Array, face: Int32Array, o: MeshOptions): void {
  if (o.inertia !== MeshInertia.EXACT) return;
  const nvert = vert.length / 3;
  const seen = new Set<number>();
  let worst = Number.POSITIVE_INFINITY;
  for (let i = 0; i < face.length; i += 3) {
    if (!(area(vert, 3 * face[i], 3 * face[i + 1], 3 * face[i + 2]) > MIN_AREA)) continue;
    for (let k = 0; k < 3; k++) {
      const edge = face[i + k] * nvert + face[i + ((k + 1) % 3)];
      if (seen.has(edge)) worst = Math.min(worst, edge);
      seen.add(edge);
    }
  }
  if (worst === Number.POSITIVE_INFINITY) return;
  const a = Math.floor(worst / nvert) + 1;
  const b = (worst % nvert) + 1;
  throw new AssetError(
    `faces of mesh '${o.name}' have inconsistent orientation. Please check the faces containing the vertices ${a} and ${b}.`,
  );
}

function area(v: Float64Array, p: number, q: number, s: number): number {
  const b0 = v[q] - v[p];
  const b1 = v[q + 1] - v[p + 1];
  const b2 = v[q + 2] - v[p + 2];
  const c0 = v[s] - v[p];
  const c1 = v[s + 1] - v[p + 1];
  const c2 = v[s + 2] - v[p + 2];
  const n0 = b1 * c2 - b2 * c1;
  const n1 = b2 * c0 - b0 * c2;
  const n2 = b0 * c1 - b1 * c0;
  const len = Math.sqrt(n0 * n0 + n1 * n1 + n2 * n2);
  return len < 1e-15 ? 0 : 0.5 * len;
}
