import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { addScl3, cross3, dot3, normalize3, set3 } from '../../../math/vec3.ts';
import { rayCorner, rayDir, rayPoint } from './workspace.ts';

/*  A ray in the frame of a geom, and its intersection with triangles.
 *
 *  Everywhere in this folder a ray is six reals: start and direction. Distances are in lengths of the direction, -1 for a miss. */

/** rayPoint, rayDir = the ray in the frame `id` of positions `pos` and rotations `mat` */
export function toLocal(pos: Float64Array, mat: Float64Array, id: int, ray: Float64Array): void {
  const a = 9 * id;
  const x = ray[0] - pos[3 * id];
  const y = ray[1] - pos[3 * id + 1];
  const z = ray[2] - pos[3 * id + 2];
  for (let k = 0; k < 3; k++) {
    rayPoint[k] = mat[a + k] * x + mat[a + 3 + k] * y + mat[a + 6 + k] * z;
    rayDir[k] = mat[a + k] * ray[3] + mat[a + 3 + k] * ray[4] + mat[a + 6 + k] * ray[5];
  }
}

/** Unit vectors across the local ray. */
const across0 = new Float64Array(3);
const across1 = new Float64Array(3);

/** Sets the plane across the local ray, for rayTriangle. */
export function setAcross(): void {
  const x = Math.abs(rayDir[0]);
  const y = Math.abs(rayDir[1]);
  const z = Math.abs(rayDir[2]);
  set3(across0, 0, 1, 1, 1);
  if (x >= y && x >= z) across0[0] = 0;
  else if (y >= z) across0[1] = 0;
  else across0[2] = 0;
  const along = -dot3(rayDir, 0, across0, 0) / dot3(rayDir, 0, rayDir, 0);
  addScl3(across1, 0, across0, 0, rayDir, 0, along);
  normalize3(across1, 0);
  cross3(across0, 0, across1, 0, rayDir, 0);
  normalize3(across0, 0);
}
const planar = new Float64Array(6);
const edge = new Float64Array(6);

/** Distance of the local ray to the triangle in rayCorner; normal at n = its unit normal. Tests the triangle in the plane across the
 *  ray. */
export function rayTriangle(normal: Float64Array, n: int): number {
  for (let k = 0; k < 3; k++) {
    const x = rayCorner[3 * k] - rayPoint[0];
    const y = rayCorner[3 * k + 1] - rayPoint[1];
    const z = rayCorner[3 * k + 2] - rayPoint[2];
    planar[2 * k] = across0[0] * x + across0[1] * y + across0[2] * z;
    planar[2 * k + 1] = across1[0] * x + across1[1] * y + across1[2] * z;
  }
  for (let c = 0; c < 2; c++) {
    if (planar[c] > 0 && planar[2 + c] > 0 && planar[4 + c] > 0) return -1;
    if (planar[c] < 0 && planar[2 + c] < 0 && planar[4 + c] < 0) return -1;
  }
  // the origin as p2 + t0 (p0 - p2) + t1 (p1 - p2)
  const a00 = planar[0] - planar[4];
  const a01 = planar[2] - planar[4];
  const a10 = planar[1] - planar[5];
  const a11 = planar[3] - planar[5];
  const b0 = -planar[4];
  const b1 = -planar[5];
  const det = a00 * a11 - a01 * a10;
  if (Math.abs(det) < MINVAL) return -1;
  const t0 = (a11 * b0 - a01 * b1) / det;
  const t1 = (-a10 * b0 + a00 * b1) / det;
  if (t0 < 0 || t1 < 0 || t0 + t1 > 1) return -1;

  for (let c = 0; c < 3; c++) {
    edge[c] = rayCorner[c] - rayCorner[6 + c];
    edge[3 + c] = rayCorner[3 + c] - rayCorner[6 + c];
  }
  cross3(edge, 0, edge, 0, edge, 3);
  const normalDot = dot3(rayDir, 0, edge, 0);
  if (Math.abs(normalDot) < MINVAL) return -1;
  for (let c = 0; c < 3; c++) edge[3 + c] = rayPoint[c] - rayCorner[6 + c];
  const dist = -dot3(edge, 3, edge, 0) / normalDot;
  normalize3(edge, 0);
  set3(normal, n, edge[0], edge[1], edge[2]);
  return dist;
}
