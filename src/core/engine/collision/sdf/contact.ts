import type { int } from '../../../math/int.ts';
import { rotVecQuat } from '../../../math/quat.ts';
import { addTo3, addToScl3, copy3, dist3, normalize3, scl3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Model } from '../../../model/model.ts';
import { CON, CON_NORMAL, CON_POS, startContact } from '../precontact.ts';
import { fieldGradient } from './combined.ts';

const normal = new Float64Array(3);

/** A field (combined.ts) as ints: kind, first geom, second geom, and the direction of contact normals: 1 along the gradient, -1
 *  against it. */
export const FIELD = 4;

export function setField(field: Int32Array, kind: int, first: int, second: int, direction: int): void {
  field[0] = kind;
  field[1] = first;
  field[2] = second;
  field[3] = direction;
}

/** Adds contact n at the point at i of x, where x[i + 3] is the value of the field, unless the value is positive or one
 *  of the n previous `points` coincides. `pose` belongs to the field; `worldPose` is the pose of its first geom,
 *  position and quaternion. Returns the number of contacts. */
export function addContact(
  m: Model,
  con: Float64Array,
  points: Float64Array,
  n: int,
  field: Int32Array,
  pose: Float64Array,
  worldPose: Float64Array,
  x: Float64Array,
  i: int,
): int {
  const dist = x[i + 3];
  if (dist > 0) return n;
  for (let k = 0; k < n; k++) if (dist3(x, i, points, 3 * k) < MINVAL) return n;
  copy3(points, 3 * n, x, i);
  fieldGradient(m, normal, 0, field[0], field[1], field[2], pose, x, i);
  if (normalize3(normal, 0) < MINVAL) return n;
  scl3(normal, 0, normal, 0, field[3]);
  const c = CON * n;
  startContact(con, c, dist);
  rotVecQuat(con, c + CON_NORMAL, normal, 0, worldPose, 3);
  rotVecQuat(con, c + CON_POS, x, i, worldPose, 3);
  addTo3(con, c + CON_POS, worldPose, 0);
  addToScl3(con, c + CON_POS, con, c + CON_NORMAL, -0.5 * dist);
  return n + 1;
}
