import { copy } from '../../../../math/array.ts';
import { MINVAL } from '../../../../math/constants.ts';
import type { int } from '../../../../math/int.ts';
import { addScl3, copy3, dot3, normalize3, sub3 } from '../../../../math/vec3.ts';
import { MAXCONPAIR } from '../../../../model/constants.ts';
import type { Data } from '../../../../model/data.ts';
import type { Model } from '../../../../model/model.ts';
import { CLIPPED, Clipped, NWITNESS, state, witness1, witness2, witnessDist } from '../gjk/gjk.ts';

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
  if (n1 < 3) {
    state[CLIPPED] = Clipped.NONE;
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
    // a plane that cuts nothing off leaves all corners, from the second one on
    const whole = size > FEW_CORNERS && areInside(buffer, polygon, size, face + 3 * e, planes + 3 * e);
    if (whole) turnCorners(buffer, polygon, size, result);
    else size = clipByPlane(buffer, polygon, size, result, 2 * P, face + 3 * e, planes + 3 * e, offsets + e);
    const swapped = polygon;
    polygon = result;
    result = swapped;
  }
  size = keepBelow(buffer, polygon, size, face, n);
  if (size >= 1) chooseWitness(buffer, polygon, size, n2, face, n, dir, maxContacts);
  else state[CLIPPED] = Clipped.NONE;
}

/** The plane that holds the edge from v to w and the normal; (v + n) - v keeps the rounding symmetric.
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

/** Clips `size` corners by one plane through `on` into `result`; the new number.
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
  const first = isInside(buffer, polygon, on, plane);
  let inside1 = first;
  let count = 0;
  for (let i = 0; i < size; i++) {
    const p = polygon + 3 * i;
    const last = i === size - 1;
    const q = last ? polygon : p + 3;
    const inside2 = last ? first : isInside(buffer, q, on, plane);
    if (inside1 !== inside2) {
      sub3(across, 0, buffer, q, buffer, p);
      const slope = dot3(buffer, plane, across, 0);
      if (slope !== 0) {
        const t = (buffer[offset] - dot3(buffer, plane, buffer, p)) / slope;
        if (t >= 0 && t <= 1 && count < capacity) addScl3(buffer, result + 3 * count++, buffer, p, across, 0, t);
      }
    }
    if (inside2 && count < capacity) copy3(buffer, result + 3 * count++, buffer, q);
    inside1 = inside2;
  }
  return count;
}

/** Polygons with more corners are first looked at as a whole: round faces mostly lie inside of others. */
const FEW_CORNERS = 8;

/** Whether no corner is beyond the plane through `on`. */
function areInside(buffer: Float64Array, polygon: int, size: int, on: int, plane: int): boolean {
  for (let p = polygon; p < polygon + 3 * size; p += 3) if (!isInside(buffer, p, on, plane)) return false;
  return true;
}

/** The same corners, from the second one to the first.
 *  @inline */
function turnCorners(buffer: Float64Array, polygon: int, size: int, result: int): void {
  copy(buffer, result, buffer, polygon + 3, 3 * (size - 1));
  copy3(buffer, result + 3 * (size - 1), buffer, polygon);
}

/** True if the corner at p is not beyond the plane through `on`.
 *  @inline */
function isInside(buffer: Float64Array, p: int, on: int, plane: int): boolean {
  const x = buffer[p] - buffer[on];
  const y = buffer[p + 1] - buffer[on + 1];
  const z = buffer[p + 2] - buffer[on + 2];
  return x * buffer[plane] + y * buffer[plane + 1] + z * buffer[plane + 2] > -MINVAL;
}

/** Moves the corners that are not above the face to the front; their number. */
function keepBelow(buffer: Float64Array, polygon: int, size: int, face: int, n: Float64Array): int {
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
  let count = Math.min(size, MAXCONPAIR);
  const four = maxContacts < 5 && size > 4;
  const ends = !four && n2 === 2 && size > 2;
  if (four) {
    largestQuad(buffer, polygon, size);
    count = 4;
  } else if (ends) {
    farthestPair(buffer, polygon, size);
    count = 2;
  }
  state[NWITNESS] = count;
  for (let i = 0; i < count; i++) {
    const corner = four || ends ? quad[i] : i;
    setWitness(i, buffer, polygon + 3 * corner, face, n, dir);
  }
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
 *  Dobkin and Snyder 1979 do for triangles): the last by one, then the third and the second as far as they can. */
function largestQuad(buffer: Float64Array, polygon: int, size: int): void {
  for (let k = 0; k < 4; k++) quad[k] = k;
  let b = 1;
  let c = 2;
  let d = 3;
  let most = squaredArea(buffer, polygon, 0, b, c, d);
  for (let a = 0; a < size; a++) {
    let next = d + 1 === size ? 0 : d + 1;
    let grown = squaredArea(buffer, polygon, a, b, c, next);
    while (isLonger(grown, most)) {
      most = grown;
      d = next;
      next = c + 1 === size ? 0 : c + 1;
      grown = squaredArea(buffer, polygon, a, b, next, d);
      while (isLonger(grown, most)) {
        most = grown;
        c = next;
        next = c + 1 === size ? 0 : c + 1;
        grown = squaredArea(buffer, polygon, a, b, next, d);
      }
      next = b + 1 === size ? 0 : b + 1;
      grown = squaredArea(buffer, polygon, a, next, c, d);
      while (isLonger(grown, most)) {
        most = grown;
        b = next;
        next = b + 1 === size ? 0 : b + 1;
        grown = squaredArea(buffer, polygon, a, next, c, d);
      }
      quad[0] = a;
      quad[1] = b;
      quad[2] = c;
      quad[3] = d;
      next = d + 1 === size ? 0 : d + 1;
      grown = squaredArea(buffer, polygon, a, b, c, next);
    }
    // room for the next first corner where others stand on this one
    if (b !== a) continue;
    b = b + 1 === size ? 0 : b + 1;
    if (c !== b) continue;
    c = c + 1 === size ? 0 : c + 1;
    if (d === c) d = d + 1 === size ? 0 : d + 1;
  }
}

/** More than roots of neighbouring numbers can hide: 2^-48. */
const ROUNDING = 3.552713678800501e-15;

/** Whether the root of x, as it is rounded, is greater than that of y, which mostly shows without roots.
 *  @inline */
function isLonger(x: number, y: number): boolean {
  if (!(x > y)) return false;
  return x > y + y * ROUNDING || Math.sqrt(x) > Math.sqrt(y);
}

/** Four times the square of the area of the quadrilateral of four corners: |ad x db + bc x ca|^2. */
function squaredArea(buffer: Float64Array, polygon: int, a: int, b: int, c: int, d: int): number {
  const A = polygon + 3 * a;
  const B = polygon + 3 * b;
  const C = polygon + 3 * c;
  const D = polygon + 3 * d;
  const adx = buffer[D] - buffer[A];
  const ady = buffer[D + 1] - buffer[A + 1];
  const adz = buffer[D + 2] - buffer[A + 2];
  const dbx = buffer[B] - buffer[D];
  const dby = buffer[B + 1] - buffer[D + 1];
  const dbz = buffer[B + 2] - buffer[D + 2];
  const bcx = buffer[C] - buffer[B];
  const bcy = buffer[C + 1] - buffer[B + 1];
  const bcz = buffer[C + 2] - buffer[B + 2];
  const cax = buffer[A] - buffer[C];
  const cay = buffer[A + 1] - buffer[C + 1];
  const caz = buffer[A + 2] - buffer[C + 2];
  const x = ady * dbz - adz * dby + (bcy * caz - bcz * cay);
  const y = adz * dbx - adx * dbz + (bcz * cax - bcx * caz);
  const z = adx * dby - ady * dbx + (bcx * cay - bcy * cax);
  return x * x + y * y + z * z;
}
