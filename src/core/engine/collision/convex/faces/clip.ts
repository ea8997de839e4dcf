import { copy } from '../../../../math/array.ts';
import { MINVAL } from '../../../../math/constants.ts';
import type { int } from '../../../../math/int.ts';
import { addScl3, copy3, dot3, normalize3, sub3 } from '../../../../math/vec3.ts';
import { MAXCONPAIR } from '../../../../model/constants.ts';
import type { Data } from '../../../../model/data.ts';
import type { Model } from '../../../../model/model.ts';
import { CLIP_KIND, ClipKind, gjkState, gjkWitness1, gjkWitness2, gjkWitnessDist, NWITNESS } from '../gjk/workspace.ts';

import { largestQuad } from './largestQuad.ts';

/*  Clips one polygon by the sides of another (Sutherland and Hodgman 1974), and chooses contacts among the corners of the result.
 *
 *  work_ccd_clip, with P the maximum number of corners:
 *    | face of shape 0: 3 P | face of shape 1: 3 P | polygon: 6 P | result: 6 P | normals of sides: 3 P | offsets: P | */

const across = new Float64Array(3);
const span = new Float64Array(3);
/** Corners that become witness points. */
const chosen = new Int32Array(4);

/** Clips the face or edge of the other shape (n2 corners) by the face of shape `k` (n1 corners, outward normal n). Corners below
 *  that face become witness points of the other shape; moved along `dir` to the face, those of shape k. */
export function clipFaces(
  m: Model,
  d: Data,
  k: int,
  n1: int,
  n2: int,
  n: Float64Array,
  dir: Float64Array,
  maxContacts: int,
): void {
  if (n1 < 3) {
    gjkState[CLIP_KIND] = ClipKind.NONE;
    return;
  }
  const { work_ccd_clip: buffer } = d;
  const P = Math.max(4, m.npolygonmax);
  const face = 3 * k * P;
  const other = 3 * (1 - k) * P;
  const planes = 18 * P;
  const offsets = 21 * P;
  for (let e = 0; e < n1; e++) {
    const v = face + 3 * e;
    sidePlane(buffer, v, e < n1 - 1 ? v + 3 : face, n, planes + 3 * e, offsets + e);
  }
  let polygon = 6 * P;
  let result = 12 * P;
  let size = n2;
  copy(buffer, polygon, buffer, other, 3 * n2);
  for (let e = 0; e < n1; e++) {
    size = clipByPlane(buffer, polygon, size, result, 2 * P, face + 3 * e, planes + 3 * e, offsets + e);
    const swapped = polygon;
    polygon = result;
    result = swapped;
  }
  size = filterBelow(buffer, polygon, size, face, n);
  if (size >= 1) chooseWitness(buffer, polygon, size, n2, face, n, dir, maxContacts);
  else gjkState[CLIP_KIND] = ClipKind.NONE;
}

/** Plane through the edge from v to w, parallel to the normal; (v + n) - v keeps the rounding symmetric.
 *  @inline */
function sidePlane(buffer: Float64Array, v: int, w: int, n: Float64Array, plane: int, offset: int): void {
  const vx = buffer[v];
  const vy = buffer[v + 1];
  const vz = buffer[v + 2];
  const ax = buffer[w] - vx;
  const ay = buffer[w + 1] - vy;
  const az = buffer[w + 2] - vz;
  const bx = vx + n[0] - vx;
  const by = vy + n[1] - vy;
  const bz = vz + n[2] - vz;
  buffer[plane] = ay * bz - az * by;
  buffer[plane + 1] = az * bx - ax * bz;
  buffer[plane + 2] = ax * by - ay * bx;
  normalize3(buffer, plane);
  buffer[offset] = buffer[plane] * vx + buffer[plane + 1] * vy + buffer[plane + 2] * vz;
}

/** Clips `size` corners by one plane through the point at `on`, to `result`; returns their new number.
 *  @inline */
function clipByPlane(
  buffer: Float64Array,
  polygon: int,
  size: int,
  result: int,
  capacity: int,
  on: int,
  plane: int,
  offset: int,
): int {
  if (size === 0) return 0;
  const x = buffer[on];
  const y = buffer[on + 1];
  const z = buffer[on + 2];
  const nx = buffer[plane];
  const ny = buffer[plane + 1];
  const nz = buffer[plane + 2];
  // most corners of a large polygon stay: copy those before the first removed corner in one call
  let start = 0;
  if (size > FEW_CORNERS) {
    while (start < size && isInside(buffer, polygon + 3 * start, x, y, z, nx, ny, nz)) start++;
    if (start > 0) start--;
    copy(buffer, result, buffer, polygon + 3, 3 * start);
  }
  const first = start > 0 || isInside(buffer, polygon, x, y, z, nx, ny, nz);
  let inside1 = first;
  let count = start;
  for (let i = start; i < size; i++) {
    const p = polygon + 3 * i;
    const last = i === size - 1;
    const q = last ? polygon : p + 3;
    const inside2 = last ? first : isInside(buffer, q, x, y, z, nx, ny, nz);
    if (inside1 !== inside2) {
      sub3(across, 0, buffer, q, buffer, p);
      const normalDot = dot3(buffer, plane, across, 0);
      if (normalDot !== 0) {
        const t = (buffer[offset] - dot3(buffer, plane, buffer, p)) / normalDot;
        if (t >= 0 && t <= 1 && count < capacity) addScl3(buffer, result + 3 * count++, buffer, p, across, 0, t);
      }
    }
    if (inside2 && count < capacity) copy3(buffer, result + 3 * count++, buffer, q);
    inside1 = inside2;
  }
  return count;
}

/** Polygons with more corners count as large. */
const FEW_CORNERS = 8;

/** True if the corner at p is not outside the plane through (x, y, z) with normal (nx, ny, nz).
 *  @inline */
function isInside(
  buffer: Float64Array,
  p: int,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): boolean {
  return (buffer[p] - x) * nx + (buffer[p + 1] - y) * ny + (buffer[p + 2] - z) * nz > -MINVAL;
}

/** Moves the corners that are not above the face to the front; returns their number. */
function filterBelow(buffer: Float64Array, polygon: int, size: int, face: int, n: Float64Array): int {
  const x = buffer[face];
  const y = buffer[face + 1];
  const z = buffer[face + 2];
  let count = 0;
  for (let p = polygon; p < polygon + 3 * size; p += 3) {
    if ((buffer[p] - x) * n[0] + (buffer[p + 1] - y) * n[1] + (buffer[p + 2] - z) * n[2] > 0) continue;
    if (p > polygon + 3 * count) copy3(buffer, polygon + 3 * count, buffer, p);
    count++;
  }
  return count;
}

/** Witness points of the corners: of four that span a large area, of the two ends of an edge, or of all. */
function chooseWitness(
  buffer: Float64Array,
  polygon: int,
  size: int,
  n2: int,
  face: int,
  n: Float64Array,
  dir: Float64Array,
  maxContacts: int,
): void {
  let count = Math.min(size, MAXCONPAIR);
  const four = maxContacts < 5 && size > 4;
  const ends = !four && n2 === 2 && size > 2;
  if (four) {
    largestQuad(chosen, buffer, polygon, size);
    count = 4;
  } else if (ends) {
    farthestPair(chosen, buffer, polygon, size);
    count = 2;
  }
  gjkState[NWITNESS] = count;
  for (let i = 0; i < count; i++) {
    const corner = four || ends ? chosen[i] : i;
    setWitness(i, buffer, polygon + 3 * corner, face, n, dir);
  }
}

/** Witness pair i from a corner at v: the corner itself, and its image on the face. */
function setWitness(i: int, buffer: Float64Array, v: int, face: int, n: Float64Array, dir: Float64Array): void {
  sub3(span, 0, buffer, v, buffer, face);
  const dist = dot3(span, 0, n, 0);
  addScl3(gjkWitness1, 3 * i, buffer, v, dir, 0, -Math.abs(dist));
  copy3(gjkWitness2, 3 * i, buffer, v);
  gjkWitnessDist[i] = dist;
}

/** Swaps the witness points of the two shapes. */
export function flipWitness(): void {
  const n = gjkState[NWITNESS];
  for (let i = 0; i < 3 * n; i++) {
    const x = gjkWitness1[i];
    gjkWitness1[i] = gjkWitness2[i];
    gjkWitness2[i] = x;
  }
}

/** pair = the two corners that are farthest apart */
function farthestPair(pair: Int32Array, buffer: Float64Array, polygon: int, size: int): void {
  pair[0] = 0;
  pair[1] = 1;
  let maxDist2: number = 0;
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      sub3(span, 0, buffer, polygon + 3 * j, buffer, polygon + 3 * i);
      const d2 = dot3(span, 0, span, 0);
      if (d2 > maxDist2) {
        maxDist2 = d2;
        pair[0] = i;
        pair[1] = j;
      }
    }
  }
}
