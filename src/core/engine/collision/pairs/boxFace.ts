import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, copy3, set3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON, CON_NORMAL, CON_POS, startContact } from '../precontact.ts';

/** Points of the polygon coincide below this squared distance, relative to the reference face. */
const SAME_EPS = 1e-14;
/** Four corners clipped by four lines. */
const MAX_POINTS = 12;

const current = new Float64Array(3 * MAX_POINTS);
const clippedPoints = new Float64Array(3 * MAX_POINTS);
const over = new Float64Array(MAX_POINTS);
const middle = new Float64Array(3);
const halfU = new Float64Array(3);
const halfV = new Float64Array(3);
const normal = new Float64Array(3);
const local = new Float64Array(3);

/** Contacts of two boxes along a face: the opposite side of the other ("incident") box clipped by the sides of the reference
 *  face. Returns the number of contacts.
 *
 *  `ref` is the geom with the reference face, `inc` the other one. `face` is 0-2 for an axis of geom 1, 3-5 for an axis of
 *  geom 2. In the frame of ref, `center` is the center of inc. Column j of `rot` is axis j of geom 2 in the frame of geom 1.
 *  Points of the polygon are (x, y) on the face and z, the height above it. */
export function faceManifold(
  m: Model,
  d: Data,
  ref: int,
  inc: int,
  face: int,
  center: Float64Array,
  rot: Float64Array,
  margin: number,
  con: Float64Array,
): int {
  const { geom_size: size } = m;
  const { geom_xpos, geom_xmat } = d;
  const sRef = 3 * ref;
  const first = face < 3;
  const a = first ? face : face - 3;
  const ax = (a + 1) % 3;
  const ay = (a + 2) % 3;
  const up: number = center[a] >= 0 ? 1 : -1;
  incidentFace(a, up, center, rot, first, size, sRef, 3 * inc);
  let n = 4;
  n = clipSide(n, 0, 1, size[sRef + ax]);
  n = clipSide(n, 0, -1, size[sRef + ax]);
  n = clipSide(n, 1, 1, size[sRef + ay]);
  n = clipSide(n, 1, -1, size[sRef + ay]);

  const same2 = SAME_EPS * (size[sRef + ax] * size[sRef + ax] + size[sRef + ay] * size[sRef + ay]);
  const way = first ? up : -up;
  set3(normal, 0, way * geom_xmat[9 * ref + a], way * geom_xmat[9 * ref + 3 + a], way * geom_xmat[9 * ref + 6 + a]);
  let count = 0;
  for (let k = 0; k < n; k++) {
    const z = current[3 * k + 2];
    if (z > margin || isDuplicate(k, count, same2)) continue;
    // points with a contact move to the front of the polygon
    copy3(current, 3 * count, current, 3 * k);
    const c = count * CON;
    startContact(con, c, z);
    copy3(con, c + CON_NORMAL, normal, 0);
    local[ax] = current[3 * k];
    local[ay] = current[3 * k + 1];
    local[a] = up * (size[sRef + a] + 0.5 * z);
    mulMatVec3(con, c + CON_POS, geom_xmat, 9 * ref, local, 0);
    addTo3(con, c + CON_POS, geom_xpos, 3 * ref);
    count++;
  }
  return count;
}

/** True if point k coincides with one of the first `count` points. */
function isDuplicate(k: int, count: int, same2: number): boolean {
  for (let q = 0; q < count; q++) {
    const x = current[3 * q] - current[3 * k];
    const y = current[3 * q + 1] - current[3 * k + 1];
    if (x * x + y * y < same2) return true;
  }
  return false;
}

/** current = the corners of the incident face: the face of the other box most opposed to the reference face. `first`: whether the reference face is of geom 1: then component r of axis c of the other box is rot[3 r + c], else rot[r + 3 c]. */
function incidentFace(
  a: int,
  up: number,
  center: Float64Array,
  rot: Float64Array,
  first: boolean,
  size: Float64Array,
  sRef: int,
  sInc: int,
): void {
  const row = first ? 3 : 1;
  const col = first ? 1 : 3;
  let b = 0;
  for (let k = 1; k < 3; k++) {
    if (Math.abs(rot[a * row + k * col]) > Math.abs(rot[a * row + b * col])) b = k;
  }
  const side: number = up * rot[a * row + b * col] > 0 ? -1 : 1;
  const bu = (b + 1) % 3;
  const bv = (b + 2) % 3;
  for (let r = 0; r < 3; r++) {
    const c = (a + 1 + r) % 3;
    middle[r] = center[c] + side * size[sInc + b] * rot[c * row + b * col];
    halfU[r] = size[sInc + bu] * rot[c * row + bu * col];
    halfV[r] = size[sInc + bv] * rot[c * row + bv * col];
  }
  middle[2] = up * middle[2] - size[sRef + a];
  halfU[2] *= up;
  halfV[2] *= up;
  for (let k = 0; k < 4; k++) {
    const su: number = k === 0 || k === 3 ? 1 : -1;
    const sv: number = k < 2 ? 1 : -1;
    for (let r = 0; r < 3; r++) current[3 * k + r] = middle[r] + su * halfU[r] + sv * halfV[r];
  }
}

/** Clips the n points of `current` to way * coordinate <= limit (Sutherland and Hodgman 1974); returns their new number. */
function clipSide(n: int, coordinate: int, way: number, limit: number): int {
  let inside = true;
  for (let k = 0; k < n; k++) {
    over[k] = way * current[3 * k + coordinate] - limit;
    if (!(over[k] <= 0)) inside = false;
  }
  if (inside) return n;
  let count = 0;
  for (let k = 0; k < n; k++) {
    const next = k + 1 === n ? 0 : k + 1;
    const p = over[k];
    const q = over[next];
    if (p <= 0 && count < MAX_POINTS) copy3(clippedPoints, 3 * count++, current, 3 * k);
    if (((p < 0 && q > 0) || (p > 0 && q < 0)) && count < MAX_POINTS) {
      const t = p / (p - q);
      for (let r = 0; r < 3; r++) {
        clippedPoints[3 * count + r] = current[3 * k + r] + t * (current[3 * next + r] - current[3 * k + r]);
      }
      count++;
    }
  }
  for (let k = 0; k < 3 * count; k++) current[k] = clippedPoints[k];
  return count;
}
