import { copy } from '../../../math/array.ts';
import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { addScl3, copy3, cross3, dot3, normalize3, set3, sub3 } from '../../../math/vec3.ts';
import { MAXCONPAIR } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { NWITNESS, state, witness1, witness2, witnessDist } from './gjk.ts';

/*  Clipping of one polygon by the sides of another (Sutherland and Hodgman 1974), and the choice of contacts among the
 *  corners of the result.
 *
 *  With P the largest number of corners, work_ccd_clip holds the faces of shapes 0 and 1 (3 P each), the polygon being
 *  clipped and the result (6 P each), and the planes of the sides: normals (3 P) and offsets (P). */

const across = new Float64Array(3);
const span = new Float64Array(3);
/** Corners chosen for a quadrilateral. */
const quad = new Int32Array(4);

/** Clips the face or edge of the other shape (n2 corners) by the face of shape `k` (n1 corners, outward normal n). What
 *  is below that face becomes witness points: on the clipped polygon for the other shape, and moved along `dir` onto
 *  shape k's face. */
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
  if (n1 < 3) return;
  const { work_ccd_clip: buffer } = d;
  const P = Math.max(4, m.npolygonmax);
  const face = 3 * k * P;
  const other = 3 * (1 - k) * P;
  const planes = 18 * P;
  const offsets = 21 * P;
  for (let e = 0; e < n1; e++) {
    const v = face + 3 * e;
    const w = e < n1 - 1 ? v + 3 : face;
    // the side plane holds the edge and the normal; (v + n) - v keeps the rounding symmetric
    sub3(across, 0, buffer, w, buffer, v);
    for (let c = 0; c < 3; c++) span[c] = buffer[v + c] + n[c] - buffer[v + c];
    cross3(buffer, planes + 3 * e, across, 0, span, 0);
    normalize3(buffer, planes + 3 * e);
    buffer[offsets + e] = dot3(buffer, planes + 3 * e, buffer, v);
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
  size = keepBelow(buffer, polygon, size, face, n);
  if (size >= 1) chooseWitness(buffer, polygon, size, n2, face, n, dir, maxContacts);
}

/** Clips `size` corners by one plane into `result`; the new number. */
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
  let count = 0;
  for (let i = 0; i < size; i++) {
    const p = polygon + 3 * i;
    const q = i < size - 1 ? p + 3 : polygon;
    const inside1 = isInside(buffer, p, on, plane);
    const inside2 = isInside(buffer, q, on, plane);
    if (!inside1 && !inside2) continue;
    if (inside1 !== inside2) {
      sub3(across, 0, buffer, q, buffer, p);
      const slope = dot3(buffer, plane, across, 0);
      if (slope !== 0) {
        const t = (buffer[offset] - dot3(buffer, plane, buffer, p)) / slope;
        if (t >= 0 && t <= 1 && count < capacity) addScl3(buffer, result + 3 * count++, buffer, p, across, 0, t);
      }
    }
    if (inside2 && count < capacity) copy3(buffer, result + 3 * count++, buffer, q);
  }
  return count;
}

/** True if the corner at p is not beyond the plane through `on`. */
function isInside(buffer: Float64Array, p: int, on: int, plane: int): boolean {
  sub3(span, 0, buffer, p, buffer, on);
  return dot3(span, 0, buffer, plane) > -MINVAL;
}

/** Moves the corners that are not above the face to the front; their number. */
function keepBelow(buffer: Float64Array, polygon: int, size: int, face: int, n: Float64Array): int {
  let count = 0;
  for (let i = 0; i < size; i++) {
    sub3(span, 0, buffer, polygon + 3 * i, buffer, face);
    if (dot3(span, 0, n, 0) > 0) continue;
    copy3(buffer, polygon + 3 * count++, buffer, polygon + 3 * i);
  }
  return count;
}

/** Makes witness points of the corners: of four that span a large area, of the two ends of an edge, or of all. */
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
  if (maxContacts < 5 && size > 4) {
    largestQuad(buffer, polygon, size);
    state[NWITNESS] = 4;
    for (let i = 0; i < 4; i++) setWitness(i, buffer, polygon + 3 * quad[i], face, n, dir);
    return;
  }
  if (n2 === 2 && size > 2) {
    farthestPair(buffer, polygon, size);
    state[NWITNESS] = 2;
    for (let i = 0; i < 2; i++) setWitness(i, buffer, polygon + 3 * quad[i], face, n, dir);
    return;
  }
  const count = Math.min(size, MAXCONPAIR);
  state[NWITNESS] = count;
  for (let i = 0; i < count; i++) setWitness(i, buffer, polygon + 3 * i, face, n, dir);
}

/** Witness pair i from a corner at v: the corner itself, and its image on the face. */
function setWitness(i: int, buffer: Float64Array, v: int, face: int, n: Float64Array, dir: Float64Array): void {
  sub3(span, 0, buffer, v, buffer, face);
  const dist = dot3(span, 0, n, 0);
  addScl3(witness1, 3 * i, buffer, v, dir, 0, -Math.abs(dist));
  copy3(witness2, 3 * i, buffer, v);
  witnessDist[i] = dist;
}

/** Exchanges the witness points of the two shapes. */
export function flipWitness(): void {
  const n = state[NWITNESS];
  for (let i = 0; i < 3 * n; i++) {
    const x = witness1[i];
    witness1[i] = witness2[i];
    witness2[i] = x;
  }
}

/** Sets quad[0] and quad[1] to the two corners that are farthest apart. */
function farthestPair(buffer: Float64Array, polygon: int, size: int): void {
  quad[0] = 0;
  quad[1] = 1;
  let most: number = 0;
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      sub3(span, 0, buffer, polygon + 3 * j, buffer, polygon + 3 * i);
      const d2 = dot3(span, 0, span, 0);
      if (d2 > most) {
        most = d2;
        quad[0] = i;
        quad[1] = j;
      }
    }
  }
}

/** Sets `quad` to four corners of large area: for each first corner the others move on as long as the area grows (as
 *  Dobkin and Snyder 1979 do for triangles). */
function largestQuad(buffer: Float64Array, polygon: int, size: int): void {
  let b = 1;
  let c = 2;
  let d = 3;
  let most = quadArea(buffer, polygon, 0, b, c, d);
  quad[0] = 0;
  quad[1] = b;
  quad[2] = c;
  quad[3] = d;
  for (let a = 0; a < size; a++) {
    for (;;) {
      let next = d + 1 === size ? 0 : d + 1;
      let grown = quadArea(buffer, polygon, a, b, c, next);
      if (!(grown > most)) break;
      most = grown;
      d = next;
      for (;;) {
        next = c + 1 === size ? 0 : c + 1;
        grown = quadArea(buffer, polygon, a, b, next, d);
        if (!(grown > most)) break;
        most = grown;
        c = next;
      }
      for (;;) {
        next = b + 1 === size ? 0 : b + 1;
        grown = quadArea(buffer, polygon, a, next, c, d);
        if (!(grown > most)) break;
        most = grown;
        b = next;
      }
      quad[0] = a;
      quad[1] = b;
      quad[2] = c;
      quad[3] = d;
    }
    if (b !== a) continue;
    b = b + 1 === size ? 0 : b + 1;
    if (c !== b) continue;
    c = c + 1 === size ? 0 : c + 1;
    if (d === c) d = d + 1 === size ? 0 : d + 1;
  }
}

const corners = new Float64Array(12);
const cross = new Float64Array(3);

/** Area of the quadrilateral of four corners: half of |ad x db + bc x ca|. */
function quadArea(buffer: Float64Array, polygon: int, a: int, b: int, c: int, d: int): number {
  sub3(corners, 0, buffer, polygon + 3 * d, buffer, polygon + 3 * a);
  sub3(corners, 3, buffer, polygon + 3 * b, buffer, polygon + 3 * d);
  sub3(corners, 6, buffer, polygon + 3 * c, buffer, polygon + 3 * b);
  sub3(corners, 9, buffer, polygon + 3 * a, buffer, polygon + 3 * c);
  cross3(cross, 0, corners, 0, corners, 3);
  cross3(corners, 0, corners, 6, corners, 9);
  set3(cross, 0, cross[0] + corners[0], cross[1] + corners[1], cross[2] + corners[2]);
  return 0.5 * Math.sqrt(dot3(cross, 0, cross, 0));
}
