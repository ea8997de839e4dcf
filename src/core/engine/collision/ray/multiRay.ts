import { MINVAL } from '../../../math/constants.ts';
import { atan2 } from '../../../math/elementary/arc.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { add3, addTo3, copy3, dist3, set3, sub3, subFrom3, zero3 } from '../../../math/vec3.ts';
import { MAXVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { raySphere } from './primitive.ts';
import { isHidden, rayGeom } from './ray.ts';

/*  Many rays from one point: the angular extent of each geom is computed once, and a ray is cast only at the geoms whose extent
 *  contains it. The choice of geoms follows MuJoCo exactly, including that the bounding sphere of a body ignores the body's
 *  rotation. */

const corner = new Float64Array(3);
const bounds = new Float64Array(4);
const start = new Float64Array(3);
const line = new Float64Array(6);
const hitNormal = new Float64Array(3);

/** Prepares rays from (x, y, z): the geoms that they may hit up to the distance `cutoff`, and their angular extents. Other arguments
 *  as for `ray`.
 *  writes d: work_ray_skip work_ray_angle */
export function multiRayPrepare(
  m: Model,
  d: Data,
  x: number,
  y: number,
  z: number,
  groups: int,
  flgStatic: boolean,
  bodyexclude: int,
  cutoff: number,
): void {
  const { nbody, ngeom, body_bvhadr, body_geomadr, body_geomnum, geom_rbound } = m;
  const { geom_xpos, work_ray_skip } = d;
  set3(start, 0, x, y, z);
  for (let g = 0; g < ngeom; g++) work_ray_skip[g] = isHidden(m, g, groups, flgStatic, bodyexclude) ? 1 : 0;
  for (let b = 0; b < nbody; b++) {
    if (body_bvhadr[b] === -1) continue;
    const end = body_geomadr[b] + body_geomnum[b];
    for (let g = body_geomadr[b]; g < end; g++) {
      if (work_ray_skip[g] !== 0) continue;
      if (dist3(geom_xpos, 3 * g, start, 0) > cutoff + geom_rbound[g]) work_ray_skip[g] = 1;
      else angularExtent(m, d, g);
    }
  }
}

/** Angular extent of the box of a geom from `start`: minimum azimuth and elevation, maximum azimuth and elevation. */
function angularExtent(m: Model, d: Data, g: int): void {
  const { geom_aabb } = m;
  const { geom_xpos, geom_xmat, work_ray_angle } = d;
  const box = 6 * g;
  set3(work_ray_angle, 4 * g, -Math.PI, 0, Math.PI);
  work_ray_angle[4 * g + 3] = Math.PI;
  if (isInside(geom_aabb, box, geom_xpos, 3 * g, geom_xmat, 9 * g)) return;
  set3(bounds, 0, MAXVAL, MAXVAL, -MAXVAL);
  bounds[3] = -MAXVAL;
  for (let v = 0; v < 8; v++) {
    for (let k = 0; k < 3; k++) {
      const half = geom_aabb[box + 3 + k];
      corner[k] = (v & (1 << k)) !== 0 ? geom_aabb[box + k] + half : geom_aabb[box + k] - half;
    }
    mulMatVec3(corner, 0, geom_xmat, 9 * g, corner, 0);
    addTo3(corner, 0, geom_xpos, 3 * g);
    subFrom3(corner, 0, start, 0);
    const azimuth = atan2(corner[1], corner[0]);
    const elevation = elevationOf(corner[0], corner[1], corner[2]);
    bounds[0] = Math.min(bounds[0], azimuth);
    bounds[1] = Math.min(bounds[1], elevation);
    bounds[2] = Math.max(bounds[2], azimuth);
    bounds[3] = Math.max(bounds[3], elevation);
  }
  // the extent of a face exceeds that of its corners
  const half = Math.max(geom_aabb[box + 3], Math.max(geom_aabb[box + 4], geom_aabb[box + 5]));
  const dist = dist3(start, 0, geom_xpos, 3 * g);
  const slack = dist > MINVAL ? atan2(half, dist) : 0.0;
  bounds[0] -= slack;
  bounds[1] -= slack;
  bounds[2] += slack;
  bounds[3] += slack;
  // an extent over half a turn may cross the cut of the azimuth: use all angles
  if (bounds[2] - bounds[0] > Math.PI || bounds[3] - bounds[1] > Math.PI) return;
  for (let k = 0; k < 4; k++) work_ray_angle[4 * g + k] = bounds[k];
}

/** Angle from the z axis. */
function elevationOf(x: number, y: number, z: number): number {
  return atan2(Math.sqrt(x * x + y * y), z);
}

/** True if `start` is inside a box (center, half size) in a frame. */
function isInside(box: Float64Array, i: int, pos: Float64Array, p: int, mat: Float64Array, a: int): boolean {
  sub3(corner, 0, start, 0, pos, p);
  mulMatTVec3(corner, 0, mat, a, corner, 0);
  subFrom3(corner, 0, box, i);
  for (let k = 0; k < 3; k++) if (Math.abs(corner[k]) > box[i + 3 + k]) return false;
  return true;
}

/** Casts one ray after `multiRayPrepare` from the same point; result and outputs as for `ray`.
 *  reads  d: work_ray_skip work_ray_angle geom_xpos geom_xmat xipos
 *  writes d: work_ray_geom work_ray_normal */
export function multiRayCast(
  m: Model,
  d: Data,
  x: number,
  y: number,
  z: number,
  vx: number,
  vy: number,
  vz: number,
): number {
  set3(line, 0, x, y, z);
  set3(line, 3, vx, vy, vz);
  return castPreparedRay(m, d, line);
}

/** The same for a ray in an array. */
export function castPreparedRay(m: Model, d: Data, ray: Float64Array): number {
  const { nbody, body_bvhadr, body_geomadr, body_geomnum } = m;
  const { work_ray_geom, work_ray_normal, work_ray_skip } = d;
  const azimuth = atan2(ray[4], ray[3]);
  const elevation = elevationOf(ray[3], ray[4], ray[5]);
  let nearest: number = -1;
  work_ray_geom[0] = -1;
  zero3(work_ray_normal, 0);
  for (let b = 0; b < nbody; b++) {
    const tree = body_bvhadr[b] !== -1;
    if (tree && missesBody(m, d, b, ray)) continue;
    const end = body_geomadr[b] + body_geomnum[b];
    for (let g = body_geomadr[b]; g < end; g++) {
      if (work_ray_skip[g] !== 0 || (tree && !isWithinAngles(d, g, azimuth, elevation))) continue;
      const dist = rayGeom(m, d, g, ray, hitNormal, 0);
      if (dist >= 0 && (dist < nearest || nearest < 0)) {
        nearest = dist;
        work_ray_geom[0] = g;
        copy3(work_ray_normal, 0, hitNormal, 0);
      }
    }
  }
  return nearest;
}

/** True if the ray misses the bounding sphere of a body. */
function missesBody(m: Model, d: Data, b: int, ray: Float64Array): boolean {
  const { bvh_aabb, body_bvhadr } = m;
  const { xipos } = d;
  const box = 6 * body_bvhadr[b];
  add3(corner, 0, bvh_aabb, box, xipos, 3 * b);
  const x = bvh_aabb[box + 3];
  const y = bvh_aabb[box + 4];
  const z = bvh_aabb[box + 5];
  return raySphere(corner, 0, x * x + y * y + z * z, ray) < 0;
}

/** True if a direction is inside the angular extent of a geom. */
function isWithinAngles(d: Data, g: int, azimuth: number, elevation: number): boolean {
  const { work_ray_angle } = d;
  const a = 4 * g;
  if (elevation < work_ray_angle[a + 1] || elevation > work_ray_angle[a + 3]) return false;
  const middle = (work_ray_angle[a] + work_ray_angle[a + 2]) * 0.5;
  const half = (work_ray_angle[a + 2] - work_ray_angle[a]) * 0.5;
  let azimuthOffset = azimuth - middle;
  if (azimuthOffset > Math.PI) azimuthOffset -= 2 * Math.PI;
  else if (azimuthOffset < -Math.PI) azimuthOffset += 2 * Math.PI;
  return !(Math.abs(azimuthOffset) > half);
}
