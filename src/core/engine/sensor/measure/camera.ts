import { PI } from '../../../math/constants.ts';
import { tan } from '../../../math/elementary/trig.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import { sub3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';

const here = new Float64Array(3);

/** Pixel of the sensor's camera at which its site appears. */
export function cameraProjection(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_objid, sensor_refid, cam_resolution, cam_fovy, cam_intrinsic, cam_sensorsize } = m;
  const { site_xpos, cam_xpos, cam_xmat } = d;
  const cam = sensor_refid[i];
  const width: number = cam_resolution[2 * cam];
  const height: number = cam_resolution[2 * cam + 1];
  const sizeX = cam_sensorsize[2 * cam];
  const sizeY = cam_sensorsize[2 * cam + 1];
  let fx = (0.5 / tan((cam_fovy[cam] * PI) / 360)) * height;
  let fy = fx;
  if (sizeX !== 0 && sizeY !== 0) {
    fx = singleProduct(cam_intrinsic[4 * cam], sizeX, width);
    fy = singleProduct(cam_intrinsic[4 * cam + 1], sizeY, height);
  }
  sub3(here, 0, site_xpos, 3 * sensor_objid[i], cam_xpos, 3 * cam);
  mulMatTVec3(here, 0, cam_xmat, 9 * cam, here, 0);
  let depth = here[2];
  if (Math.abs(depth) < MINVAL) depth = depth < 0 ? -MINVAL : MINVAL;
  out[o] = -fx * (here[0] / depth) + 0.5 * width;
  out[o + 1] = fy * (here[1] / depth) + 0.5 * height;
}

const single = new Float32Array(1);

/** a / b c in single precision, like the camera parameters. */
function singleProduct(a: number, b: number, c: number): number {
  single[0] = a / b;
  single[0] = single[0] * c;
  return single[0];
}
