import type { int } from '../../../math/int.ts';
import { rotVecQuat } from '../../../math/quat.ts';
import { addTo3, addToScl3, copy3, dist3, normalize3, scl3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Model } from '../../../model/model.ts';
import { CON, CON_NORMAL, CON_POS, startContact } from '../precontact.ts';
import { fieldGradient } from './combined.ts';

const normal = new Float64Array(3);

/** Adds contact number n where a field (combined.ts) has the value `dist`, unless that is positive or the point is among the
 *  `points` of those before. The normal is that of the field, into the first geom (`side` -1) or out of it (1). `worldPose` is the
 *  pose of the first geom, position and quaternion. Returns the number of contacts. */
export function addContact(
  m: Model,
  con: Float64Array,
  points: Float64Array,
  n: int,
  kind: int,
  first: int,
  second: int,
  pose: Float64Array,
  worldPose: Float64Array,
  x: Float64Array,
  i: int,
  dist: number,
  side: number,
): int {
  if (dist > 0) return n;
  for (let k = 0; k < n; k++) if (dist3(x, i, points, 3 * k) < MINVAL) return n;
  copy3(points, 3 * n, x, i);
  fieldGradient(m, normal, 0, kind, first, second, pose, x, i);
  if (normalize3(normal, 0) < MINVAL) return n;
  scl3(normal, 0, normal, 0, side);
  const c = CON * n;
  startContact(con, c, dist);
  rotVecQuat(con, c + CON_NORMAL, normal, 0, worldPose, 3);
  rotVecQuat(con, c + CON_POS, x, i, worldPose, 3);
  addTo3(con, c + CON_POS, worldPose, 0);
  addToScl3(con, c + CON_POS, con, c + CON_NORMAL, -0.5 * dist);
  return n + 1;
}
