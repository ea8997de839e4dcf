/** Velocities and accelerations of bodies, geoms, sites and cameras. */
import * as motion from '../engine/tree/objectMotion.ts';
import { found } from '../expect.ts';
import type { Data } from '../model/data.ts';
import { ObjType } from '../model/enums.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { countObjects } from '../model/names/names.ts';
import { expectIndex, expectOutput } from './expect.ts';

/** res = 6D velocity of an object about its origin, rotation first, in world axes or in its own (`local`)
 *
 *  @example
 *  d.qvel[0] = 1;
 *  forward(m, d);
 *  const velocity = objectVelocity(m, d, ObjType.SITE, 0, new Float64Array(6));
 *  console.log(velocity[5].toFixed(3)); // -> -0.600 */
export function objectVelocity(
  m: Model,
  d: Data,
  type: ObjType,
  id: number,
  res: Float64Array,
  local = false,
): Float64Array {
  const b = checkFits('objectVelocity', m, d);
  expectObject(m, type, id);
  motion.objectVelocity(m, b, type, id, expectOutput('res', res, 6), 0, local);
  return res;
}

/** res = 6D acceleration of an object about its origin, rotation first, including gravity; requires `rnePostConstraint`
 *
 *  @example
 *  forward(m, d); // the model has an accelerometer, so accelerations of bodies are computed
 *  const acceleration = objectAcceleration(m, d, ObjType.SITE, 0, new Float64Array(6));
 *  console.log(acceleration[5].toFixed(3)); // -> -1.777 */
export function objectAcceleration(
  m: Model,
  d: Data,
  type: ObjType,
  id: number,
  res: Float64Array,
  local = false,
): Float64Array {
  const b = checkFits('objectAcceleration', m, d);
  expectObject(m, type, id);
  motion.objectAcceleration(m, b, type, id, expectOutput('res', res, 6), 0, local);
  return res;
}

/** Throws unless the model has this object, and objects of its kind have velocities. */
function expectObject(m: Model, type: ObjType, id: number): void {
  if (!moving.has(type)) {
    throw new RangeError(
      `type: expected a body, geom, site or camera (${[...moving].join(', ')}), found ${found(type)}`,
    );
  }
  expectIndex('id', id, countObjects(m, type));
}

const moving: ReadonlySet<number> = new Set([ObjType.BODY, ObjType.XBODY, ObjType.GEOM, ObjType.SITE, ObjType.CAMERA]);
