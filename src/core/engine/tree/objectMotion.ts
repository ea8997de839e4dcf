import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { shiftMotion } from '../../math/spatial.ts';
import { addTo3, copy3, cross3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { objectBody, objectPosition, objectRotation } from './objectFrame.ts';

const here = new Float64Array(3);
const axes = new Float64Array(9);
const vel = new Float64Array(6);
const tmp = new Float64Array(3);

/** res = 6D velocity of an object about its origin, rotation first, in world axes or in its own (`local`).
 *  reads  d: cvel subtree_com and the frame of the object */
export function objectVelocity(m: Model, d: Data, type: int, id: int, res: Float64Array, r: int, local: boolean): void {
  objectMotion(m, d, d.cvel, type, id, res, r, local);
}

/** res = 6D acceleration of an object about its origin, rotation first, as an accelerometer there measures it,
 *  including gravity. In world axes or in its own (`local`).
 *  reads  d: cacc cvel subtree_com and the frame of the object */
export function objectAcceleration(
  m: Model,
  d: Data,
  type: int,
  id: int,
  res: Float64Array,
  r: int,
  local: boolean,
): void {
  objectMotion(m, d, d.cacc, type, id, res, r, local);
  objectMotion(m, d, d.cvel, type, id, vel, 0, local);
  // a point that rotates about the origin of the spatial vector: a += w x v
  cross3(tmp, 0, vel, 0, vel, 3);
  addTo3(res, r + 3, tmp, 0);
}

/** Spatial vectors in `motion`, one per body about the center of mass of its tree, transformed to an object's
 *  origin. */
function objectMotion(
  m: Model,
  d: Data,
  motion: Float64Array,
  type: int,
  id: int,
  res: Float64Array,
  r: int,
  local: boolean,
): void {
  const { body_weldid, body_dofnum, body_rootid } = m;
  const body = objectBody(m, type, id);
  if (body_dofnum[body_weldid[body]] === 0) {
    zero(res, r, 6);
    return;
  }
  objectPosition(m, d, type, id, here, 0);
  shiftMotion(res, r, motion, 6 * body, here, 0, d.subtree_com, 3 * body_rootid[body]);
  if (!local) return;
  objectRotation(m, d, type, id, axes, 0);
  mulMatTVec3(tmp, 0, axes, 0, res, r);
  copy3(res, r, tmp, 0);
  mulMatTVec3(tmp, 0, axes, 0, res, r + 3);
  copy3(res, r + 3, tmp, 0);
}
