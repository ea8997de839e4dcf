/*  Collision detection: functions that the host calls.
 *
 *  Sensors are served by functions that other folders import directly, as they write to an array:
 *    geomDistance(m, d, geom1, geom2, distmax): number     distance.ts; writes the segment to d.work_fromto
 *    rangefinder(m, d, sensor, out, o): void               ray/rangefinder.ts; all fields of the sensor, from out[o]
 *  on */

export { geomDistance } from './distance.ts';
export { multiRayCast, multiRayPrepare } from './ray/multiRay.ts';
export { ray, rayAtGeom } from './ray/ray.ts';
