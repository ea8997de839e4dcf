/** `mju_raySkin`: a ray against triangles. */

import { rayTriangle, setAcross, toLocal } from '../../core/engine/collision/ray/local.ts';
import { rayCorner } from '../../core/engine/collision/ray/workspace.ts';

const origin = new Float64Array(3);
const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** A ray in the format of the engine: origin and direction in one array. */
export function makeRay(pnt: Float64Array, vec: Float64Array): Float64Array {
  return Float64Array.of(pnt[0], pnt[1], pnt[2], vec[0], vec[1], vec[2]);
}

/** Distance along a ray to the nearest triangle of a skin, or -1; `vertid` receives the nearest vertex. */
export function raySkin(
  nface: number,
  _nvert: number,
  face: Int32Array,
  vert: Float32Array,
  pnt: Float64Array,
  vec: Float64Array,
  vertid?: Int32Array,
): number {
  toLocal(origin, identity, 0, makeRay(pnt, vec));
  setAcross();
  const normal = new Float64Array(3);
  let nearest = -1;
  let hit = -1;
  for (let f = 0; f < nface; f++) {
    for (let k = 0; k < 9; k++) rayCorner[k] = vert[3 * face[3 * f + Math.floor(k / 3)] + (k % 3)];
    const x = rayTriangle(normal, 0);
    if (x < 0 || (nearest >= 0 && x >= nearest)) continue;
    nearest = x;
    hit = f;
  }
  if (vertid) vertid[0] = hit < 0 ? -1 : nearestCorner(face.subarray(3 * hit, 3 * hit + 3), vert, pnt, vec, nearest);
  return nearest;
}

function nearestCorner(
  corners: Int32Array,
  vert: Float32Array,
  pnt: Float64Array,
  vec: Float64Array,
  x: number,
): number {
  const distances = Array.from(corners, (v) =>
    [0, 1, 2].reduce((sum, k) => sum + (vert[3 * v + k] - pnt[k] - x * vec[k]) ** 2, 0),
  );
  return corners[distances.indexOf(Math.min(...distances))];
}
