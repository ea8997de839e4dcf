/** Volume, center of mass and principal axes of a mesh, for each way to compute inertia. */
import { MINVAL } from '../../../core/math/constants.ts';
import { MeshInertia } from '../../../core/model/enums/spec.ts';
import { AssetError } from '../../../formats/bytes/assetError.ts';
import { eig3Compile } from '../../../formats/pose/eig3.ts';
import type { MeshOptions } from './types.ts';

export interface MassProperties {
  pos: Float64Array; // center of mass
  quat: Float64Array; // principal axes
  boxsz: Float64Array; // half sizes of the box with the same inertia
  volume: number; // area for a shell
}

// result of the last triangle(): unit normal and center
const normal = new Float64Array(3);
const center = new Float64Array(3);

/** Volume (or area), center of mass, principal axes and equivalent box of the body enclosed by the faces, as a sum of
 * signed tetrahedra. Convex mode uses the faces of the hull, legacy mode counts every tetrahedron as positive. */
export function massProperties(
  vert: Float64Array,
  face: Int32Array,
  hullFace: Int32Array,
  o: MeshOptions,
): MassProperties {
  const apex = faceCentroid(vert, face, o);
  const solid = o.inertia === MeshInertia.CONVEX ? hullFace : face;
  const pos = o.inertia === MeshInertia.SHELL ? shellCenter(vert, face, apex, o) : solidCenter(vert, solid, apex, o);
  const { volume, inertia } = productsOfInertia(vert, solid, pos, o.inertia);
  const { eigval, quat } = eig3Compile(inertia);
  checkEigenvalues(eigval, o);
  const [a, b, c] = eigval;
  // I_x = m (y^2 + z^2) / 3 with half sizes, solved for them
  const boxsz = Float64Array.of(
    0.5 * Math.sqrt((6 * (b + c - a)) / volume),
    0.5 * Math.sqrt((6 * (a + c - b)) / volume),
    0.5 * Math.sqrt((6 * (a + b - c)) / volume),
  );
  return { pos, quat, boxsz, volume };
}

/** Area-weighted mean of the face centers. */
function faceCentroid(vert: Float64Array, face: Int32Array, o: MeshOptions): Float64Array {
  const res = new Float64Array(3);
  let total = 0;
  for (let i = 0; i < face.length; i += 3) {
    const area = triangle(vert, 3 * face[i], 3 * face[i + 1], 3 * face[i + 2]);
    for (let k = 0; k < 3; k++) res[k] += area * center[k];
    total += area;
  }
  if (total < MINVAL) throw new AssetError(`mesh '${o.name}': surface area is too small`);
  for (let k = 0; k < 3; k++) res[k] /= total;
  return res;
}

function solidCenter(vert: Float64Array, face: Int32Array, apex: Float64Array, o: MeshOptions): Float64Array {
  const com = new Float64Array(3);
  let total = 0;
  for (let i = 0; i < face.length; i += 3) {
    const area = triangle(vert, 3 * face[i], 3 * face[i + 1], 3 * face[i + 2]);
    const height =
      (center[0] - apex[0]) * normal[0] + (center[1] - apex[1]) * normal[1] + (center[2] - apex[2]) * normal[2];
    let volume = (height * area) / 3;
    if (o.inertia === MeshInertia.LEGACY) volume = Math.abs(volume);
    total += volume;
    for (let k = 0; k < 3; k++) com[k] += volume * ((center[k] * 3) / 4 + apex[k] / 4);
  }
  if (total < MINVAL) {
    if (total < 0) throw new AssetError(`mesh '${o.name}': volume is negative. Check the orientation of the triangles`);
    throw new AssetError(`mesh '${o.name}': volume is too small. Try inertia="shell"`);
  }
  for (let k = 0; k < 3; k++) com[k] /= total;
  return com;
}

function shellCenter(vert: Float64Array, face: Int32Array, apex: Float64Array, o: MeshOptions): Float64Array {
  const com = new Float64Array(3);
  let total = 0;
  for (let i = 0; i < face.length; i += 3) {
    const area = triangle(vert, 3 * face[i], 3 * face[i + 1], 3 * face[i + 2]);
    total += area;
    // the apex is the center of the faces, so its share does not move the result
    for (let k = 0; k < 3; k++) com[k] += area * ((center[k] * 3) / 4 + apex[k] / 4);
  }
  if (total < MINVAL) throw new AssetError(`mesh '${o.name}': surface area is too small`);
  for (let k = 0; k < 3; k++) com[k] /= total;
  return com;
}

// xx yy zz xy xz yz
const FIRST = Int32Array.of(0, 1, 2, 0, 0, 1);
const SECOND = Int32Array.of(0, 1, 2, 1, 2, 2);

/** Full inertia matrix about com with unit density, and volume (or area) recomputed from there.
 *  P_jk = V / 20 (2 (d_j d_k + e_j e_k + f_j f_k) + mixed products) for the tetrahedron (0, d, e, f); 12 for a shell. */
function productsOfInertia(
  vert: Float64Array,
  face: Int32Array,
  com: Float64Array,
  mode: MeshInertia,
): { volume: number; inertia: Float64Array } {
  const v = new Float64Array(vert.length);
  for (let i = 0; i < v.length; i += 3) for (let k = 0; k < 3; k++) v[i + k] = vert[i + k] - com[k];
  const P = new Float64Array(6);
  const divisor = mode === MeshInertia.SHELL ? 12 : 20;
  let total = 0;
  for (let i = 0; i < face.length; i += 3) {
    const d = 3 * face[i];
    const e = 3 * face[i + 1];
    const f = 3 * face[i + 2];
    const area = triangle(v, d, e, f);
    let volume = area;
    if (mode !== MeshInertia.SHELL) {
      volume = ((center[0] * normal[0] + center[1] * normal[1] + center[2] * normal[2]) * area) / 3;
    }
    if (mode === MeshInertia.LEGACY) volume = Math.abs(volume);
    total += volume;
    for (let n = 0; n < 6; n++) {
      const j = FIRST[n];
      const k = SECOND[n];
      P[n] +=
        (volume / divisor) *
        (2 * (v[d + j] * v[d + k] + v[e + j] * v[e + k] + v[f + j] * v[f + k]) +
          v[d + j] * v[e + k] +
          v[d + k] * v[e + j] +
          v[d + j] * v[f + k] +
          v[d + k] * v[f + j] +
          v[e + j] * v[f + k] +
          v[e + k] * v[f + j]);
    }
  }
  const [xx, yy, zz, xy, xz, yz] = P;
  const inertia = Float64Array.of(yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy);
  return { volume: total, inertia };
}

function checkEigenvalues([a, b, c]: Float64Array, o: MeshOptions): void {
  if (!(c > 0)) throw new AssetError(`mesh '${o.name}': inertia eigenvalues must be positive`);
  const violated = (x: number, y: number, z: number): boolean => x + y < z * (1 - 1e-6) - 1e-9;
  if (violated(a, b, c) || violated(a, c, b) || violated(b, c, a)) {
    throw new AssetError(`mesh '${o.name}': inertia eigenvalues violate A + B >= C`);
  }
}

/** Area of a triangle; sets `normal` and `center`. The normal of a face without area is not normalized. */
function triangle(v: Float64Array, p: number, q: number, s: number): number {
  center[0] = (v[p] + v[q] + v[s]) / 3;
  center[1] = (v[p + 1] + v[q + 1] + v[s + 1]) / 3;
  center[2] = (v[p + 2] + v[q + 2] + v[s + 2]) / 3;
  const b0 = v[q] - v[p];
  const b1 = v[q + 1] - v[p + 1];
  const b2 = v[q + 2] - v[p + 2];
  const c0 = v[s] - v[p];
  const c1 = v[s + 1] - v[p + 1];
  const c2 = v[s + 2] - v[p + 2];
  normal[0] = b1 * c2 - b2 * c1;
  normal[1] = b2 * c0 - b0 * c2;
  normal[2] = b0 * c1 - b1 * c0;
  const len = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (len < MINVAL) return 0;
  normal[0] /= len;
  normal[1] /= len;
  normal[2] /= len;
  return 0.5 * len;
}
