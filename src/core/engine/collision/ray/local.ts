import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { addScl3, cross3, dot3, normalize3, set3 } from '../../../math/vec3.ts';

/*  A ray in the frame of a geom, and the plane across it. */

/** Where the ray starts, and its direction. */
export const localPoint = new Float64Array(3);
export const localDir = new Float64Array(3);

/** Puts the ray (pnt, vec) into the frame (pos, mat). */
export function toLocal(
  pos: Float64Array,
  i: int,
  mat: Float64Array,
  a: int,
  pnt: Float64Array,
  p: int,
  vec: Float64Array,
  v: int,
): void {
  const x = pnt[p] - pos[i];
  const y = pnt[p + 1] - pos[i + 1];
  const z = pnt[p + 2] - pos[i + 2];
  for (let k = 0; k < 3; k++) {
    localPoint[k] = mat[a + k] * x + mat[a + 3 + k] * y + mat[a + 6 + k] * z;
    localDir[k] = mat[a + k] * vec[v] + mat[a + 3 + k] * vec[v + 1] + mat[a + 6 + k] * vec[v + 2];
  }
}

/** Unit vectors across the local ray. */
const across0 = new Float64Array(3);
const across1 = new Float64Array(3);

/** Sets the plane across the local ray, for the triangles to come. */
export function setAcross(): void {
  const x = Math.abs(localDir[0]);
  const y = Math.abs(localDir[1]);
  const z = Math.abs(localDir[2]);
  set3(across0, 0, 1, 1, 1);
  if (x >= y && x >= z) across0[0] = 0;
  else if (y >= z) across0[1] = 0;
  else across0[2] = 0;
  const along = -dot3(localDir, 0, across0, 0) / dot3(localDir, 0, localDir, 0);
  addScl3(across1, 0, across0, 0, localDir, 0, along);
  normalize3(across1, 0);
  cross3(across0, 0, across1, 0, localDir, 0);
  normalize3(across0, 0);
}

/** Corners of the triangle that `rayTriangle` looks at. */
export const corner = new Float64Array(9);
const planar = new Float64Array(6);
const edge = new Float64Array(6);

/** Distance, in lengths of the direction, from the local ray's start to the triangle of `corner`, with its unit normal;
 *  -1 if the ray misses. The triangle is looked at in the plane across the ray. */
export function rayTriangle(normal: Float64Array, n: int): number {
  for (let k = 0; k < 3; k++) {
    const x = corner[3 * k] - localPoint[0];
    const y = corner[3 * k + 1] - localPoint[1];
    const z = corner[3 * k + 2] - localPoint[2];
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
    edge[c] = corner[c] - corner[6 + c];
    edge[3 + c] = corner[3 + c] - corner[6 + c];
  }
  cross3(edge, 0, edge, 0, edge, 3);
  const normalDot = dot3(localDir, 0, edge, 0);
  if (Math.abs(normalDot) < MINVAL) return -1;
  for (let c = 0; c < 3; c++) edge[3 + c] = localPoint[c] - corner[6 + c];
  const dist = -dot3(edge, 3, edge, 0) / normalDot;
  normalize3(edge, 0);
  set3(normal, n, edge[0], edge[1], edge[2]);
  return dist;
}
