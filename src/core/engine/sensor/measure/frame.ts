import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import { copy4, mulQuat, negQuat } from '../../../math/quat.ts';
import { addTo3, copy3, cross3, set3, sub3, subFrom3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { objectPosition, objectQuat, objectRotation } from '../../tree/objectFrame.ts';
import { objectAcceleration, objectVelocity } from '../../tree/objectMotion.ts';

/*  Frame sensors: an object (sensor_objtype, objid) relative to the world, or to a reference frame if there is one
 *  (sensor_refid >= 0). */

const vec = new Float64Array(3);
const pos = new Float64Array(3);
const mat = new Float64Array(9);
const quat = new Float64Array(4);
const vel = new Float64Array(6);
const ref = new Float64Array(6);

/** Position of the object. */
export function framePosition(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_objtype, sensor_objid, sensor_reftype, sensor_refid } = m;
  objectPosition(m, d, sensor_objtype[i], sensor_objid[i], vec, 0);
  if (sensor_refid[i] >= 0) {
    objectPosition(m, d, sensor_reftype[i], sensor_refid[i], pos, 0);
    subFrom3(vec, 0, pos, 0);
  }
  intoReference(m, d, i, out, o);
}

/** Axis of the object: 0, 1, 2 for x, y, z. */
export function frameAxis(m: Model, d: Data, i: int, axis: int, out: Float64Array, o: int): void {
  objectRotation(m, d, m.sensor_objtype[i], m.sensor_objid[i], mat, 0);
  set3(vec, 0, mat[axis], mat[axis + 3], mat[axis + 6]);
  intoReference(m, d, i, out, o);
}

/** out = vec in the axes of the reference frame */
function intoReference(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_reftype, sensor_refid } = m;
  if (sensor_refid[i] < 0) {
    copy3(out, o, vec, 0);
    return;
  }
  objectRotation(m, d, sensor_reftype[i], sensor_refid[i], mat, 0);
  mulMatTVec3(out, o, mat, 0, vec, 0);
}

/** Orientation of the object. */
export function frameQuat(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_objtype, sensor_objid, sensor_reftype, sensor_refid } = m;
  objectQuat(m, d, sensor_objtype[i], sensor_objid[i], quat, 0);
  if (sensor_refid[i] < 0) {
    copy4(out, o, quat, 0);
    return;
  }
  objectQuat(m, d, sensor_reftype[i], sensor_refid[i], ref, 0);
  negQuat(ref, 0, ref, 0);
  mulQuat(out, o, ref, 0, quat, 0);
}

/** Velocity of the object: `part` 0 for angular, 3 for linear. */
export function frameVelocity(m: Model, d: Data, i: int, part: int, out: Float64Array, o: int): void {
  const { sensor_objtype, sensor_objid, sensor_reftype, sensor_refid } = m;
  objectVelocity(m, d, sensor_objtype[i], sensor_objid[i], vel, 0, false);
  if (sensor_refid[i] >= 0) {
    objectVelocity(m, d, sensor_reftype[i], sensor_refid[i], ref, 0, false);
    if (part === 3) {
      // subtract the motion of the reference frame: v -= w x r
      objectPosition(m, d, sensor_objtype[i], sensor_objid[i], vec, 0);
      objectPosition(m, d, sensor_reftype[i], sensor_refid[i], pos, 0);
      subFrom3(vec, 0, pos, 0);
      cross3(pos, 0, vec, 0, ref, 0);
      addTo3(vel, 3, pos, 0);
    }
    subFrom3(vel, part, ref, part);
  }
  copy3(vec, 0, vel, part);
  intoReference(m, d, i, out, o);
}

/** World acceleration of the object: `part` 0 for angular, 3 for linear. */
export function frameAcceleration(m: Model, d: Data, i: int, part: int, out: Float64Array, o: int): void {
  objectAcceleration(m, d, m.sensor_objtype[i], m.sensor_objid[i], vel, 0, false);
  copy3(out, o, vel, part);
}

/** out = velocity (angular: part 0, linear: 3) of the sensor's site, in its own axes */
export function siteVelocity(m: Model, d: Data, i: int, part: int, out: Float64Array, o: int): void {
  objectVelocity(m, d, m.sensor_objtype[i], m.sensor_objid[i], vel, 0, true);
  copy3(out, o, vel, part);
}

/** out = linear acceleration of the sensor's site, in its own axes */
export function accelerometer(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  objectAcceleration(m, d, m.sensor_objtype[i], m.sensor_objid[i], vel, 0, true);
  copy3(out, o, vel, 3);
}

/** out = force (part 3) or torque (part 0) between the site's body and its parent, in the axes of the site */
export function interaction(m: Model, d: Data, i: int, part: int, out: Float64Array, o: int): void {
  const { sensor_objid, site_bodyid, body_rootid } = m;
  const { cfrc_int, site_xpos, site_xmat, subtree_com } = d;
  const site = sensor_objid[i];
  const body = site_bodyid[site];
  copy3(vec, 0, cfrc_int, 6 * body + part);
  if (part === 0) {
    // torque about the site: t -= (site - com) x f
    sub3(pos, 0, site_xpos, 3 * site, subtree_com, 3 * body_rootid[body]);
    cross3(pos, 0, pos, 0, cfrc_int, 6 * body + 3);
    subFrom3(vec, 0, pos, 0);
  }
  mulMatTVec3(out, o, site_xmat, 9 * site, vec, 0);
}
