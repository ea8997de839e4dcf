import { PI } from '../../../math/constants.ts';
import { tan } from '../../../math/elementary/trig.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { add3, addScl3, copy3, dot3, normalize3, set3, sub3, zero3 } from '../../../math/vec3.ts';
import { MAXVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ObjType, Projection, RayDataField } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { castPreparedRay, multiRayPrepare } from './multiRay.ts';
import { castRay } from './ray.ts';

const ray = new Float64Array(6);
const offset = new Float64Array(3);
const point = new Float64Array(3);
const cameraZ = new Float64Array(3);
/** Focal lengths and principal point in pixels: fx, fy, cx, cy. */
const lens = new Float64Array(4);

/** Rangefinder sensor i: one ray along the z axis of its site, or one through each pixel of its camera, row by row from the top.
 *  Writes the requested fields, starting at out[o].
 *  reads  m: sensor_* site_bodyid cam_*   d: site_xpos site_xmat cam_xpos cam_xmat geom_xpos geom_xmat xipos
 *  writes d: work_ray_* */
export function rangefinder(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_objtype, sensor_objid, sensor_intprm, site_bodyid } = m;
  const { site_xpos, site_xmat } = d;
  const id = sensor_objid[i];
  const fields = sensor_intprm[3 * i];
  if (sensor_objtype[i] !== ObjType.SITE) {
    depthImage(m, d, id, fields, out, o);
    return;
  }
  copy3(ray, 0, site_xpos, 3 * id);
  set3(ray, 3, site_xmat[9 * id + 2], site_xmat[9 * id + 5], site_xmat[9 * id + 8]);
  const dist = castRay(m, d, ray, -1, true, site_bodyid[id]);
  writeRay(d, -1, fields, dist, out, o);
}

/** One ray per pixel of a camera. */
function depthImage(m: Model, d: Data, cam: int, fields: int, out: Float64Array, o: int): void {
  const { cam_resolution, cam_bodyid, cam_projection, cam_fovy } = m;
  const { cam_xpos, cam_xmat } = d;
  const width = cam_resolution[2 * cam];
  const height = cam_resolution[2 * cam + 1];
  const perspective = cam_projection[cam] === Projection.PERSPECTIVE;
  setLens(m, cam);
  copy3(ray, 0, cam_xpos, 3 * cam);
  set3(cameraZ, 0, cam_xmat[9 * cam + 2], cam_xmat[9 * cam + 5], cam_xmat[9 * cam + 8]);
  if (perspective) multiRayPrepare(m, d, ray[0], ray[1], ray[2], -1, true, cam_bodyid[cam], MAXVAL);
  let at = o;
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      const x = (col + 0.5 - lens[2]) / lens[0];
      const y = -(row + 0.5 - lens[3]) / lens[1];
      let dist: number = -1;
      if (perspective) {
        set3(ray, 3, x, y, -1);
        mulMatVec3(ray, 3, cam_xmat, 9 * cam, ray, 3);
        normalize3(ray, 3);
        dist = castPreparedRay(m, d, ray);
      } else {
        // parallel rays; fovy is the height of the image
        const half = cam_fovy[cam] / 2;
        set3(offset, 0, x * half, y * half, 0);
        mulMatVec3(offset, 0, cam_xmat, 9 * cam, offset, 0);
        add3(ray, 0, cam_xpos, 3 * cam, offset, 0);
        set3(ray, 3, -cameraZ[0], -cameraZ[1], -cameraZ[2]);
        dist = castRay(m, d, ray, -1, true, cam_bodyid[cam]);
      }
      at = writeRay(d, cam, fields, dist, out, at);
    }
  }
}

/** lens = that of a camera. Sensor sizes, and products of them, are in single precision. */
function setLens(m: Model, cam: int): void {
  const { cam_resolution, cam_projection, cam_fovy, cam_sensorsize, cam_intrinsic } = m;
  const width = cam_resolution[2 * cam];
  const height = cam_resolution[2 * cam + 1];
  lens[2] = width / 2;
  lens[3] = height / 2;
  if (cam_projection[cam] === Projection.ORTHOGRAPHIC) {
    lens[0] = lens[2];
    lens[1] = lens[3];
    return;
  }
  const sizeX = cam_sensorsize[2 * cam];
  const sizeY = cam_sensorsize[2 * cam + 1];
  if (sizeX === 0 || sizeY === 0) {
    lens[0] = (0.5 / tan((cam_fovy[cam] * PI) / 360)) * height;
    lens[1] = lens[0];
    return;
  }
  for (let k = 0; k < 4; k++) {
    const ratio = Math.fround(cam_intrinsic[4 * cam + k] / ((k & 1) === 0 ? sizeX : sizeY));
    lens[k] = Math.fround(ratio * ((k & 1) === 0 ? width : height));
  }
}

/** Writes the fields of one ray, starting at out[o]; returns the end. `cam` is -1 for a site, whose depth is its distance. */
function writeRay(d: Data, cam: int, fields: int, dist: number, out: Float64Array, o: int): int {
  const { cam_xpos, work_ray_normal } = d;
  const hit = dist >= 0;
  zero3(point, 0);
  if (hit) addScl3(point, 0, ray, 0, ray, 3, dist);
  let at = o;
  if ((fields & (1 << RayDataField.DIST)) !== 0) out[at++] = dist;
  if ((fields & (1 << RayDataField.DIR)) !== 0) {
    if (hit) copy3(out, at, ray, 3);
    else zero3(out, at);
    at += 3;
  }
  if ((fields & (1 << RayDataField.ORIGIN)) !== 0) {
    copy3(out, at, ray, 0);
    at += 3;
  }
  if ((fields & (1 << RayDataField.POINT)) !== 0) {
    copy3(out, at, point, 0);
    at += 3;
  }
  if ((fields & (1 << RayDataField.NORMAL)) !== 0) {
    if (hit) copy3(out, at, work_ray_normal, 0);
    else zero3(out, at);
    at += 3;
  }
  if ((fields & (1 << RayDataField.DEPTH)) !== 0) {
    let depth = dist;
    if (!hit) depth = -1;
    else if (cam >= 0) {
      sub3(point, 0, point, 0, cam_xpos, 3 * cam);
      depth = -dot3(point, 0, cameraZ, 0);
    }
    out[at++] = depth;
  }
  return at;
}
