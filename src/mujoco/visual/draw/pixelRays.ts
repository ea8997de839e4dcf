/** The pixel rays of a camera used as a range finder. */
import { tan } from '../../../core/math/elementary/trig.ts';
import { mulMatVec3 } from '../../../core/math/mat3.ts';
import { normalize3 } from '../../../core/math/vec3.ts';
import type { Data } from '../../../core/model/data.ts';
import { Projection } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';

/** Calls `each` with the pixel index, and the origin and direction of its ray. */
export function pixelRays(
  m: Model,
  d: Data,
  cam: number,
  each: (pixel: number, origin: Float64Array, direction: Float64Array) => void,
): void {
  const [width, height] = m.cam_resolution.subarray(2 * cam, 2 * cam + 2);
  const { fx, fy, cx, cy } = lensOf(m, cam, width, height);
  const mat = d.cam_xmat.subarray(9 * cam, 9 * cam + 9);
  const parallel = m.cam_projection[cam] === Projection.ORTHOGRAPHIC;
  const half = m.cam_fovy[cam] / 2;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = ((pixel % width) + 0.5 - cx) / fx;
    const y = -(Math.floor(pixel / width) + 0.5 - cy) / fy;
    const origin = d.cam_xpos.slice(3 * cam, 3 * cam + 3);
    const direction = parallel ? Float64Array.of(0, 0, -1) : Float64Array.of(x, y, -1);
    mulMatVec3(direction, 0, mat, 0, direction, 0);
    normalize3(direction, 0);
    if (parallel) {
      const offset = Float64Array.of(x * half, y * half, 0);
      mulMatVec3(offset, 0, mat, 0, offset, 0);
      for (let k = 0; k < 3; k++) origin[k] += offset[k];
    }
    each(pixel, origin, direction);
  }
}

/** Focal lengths and principal point in pixels; sensor sizes are in single precision. */
function lensOf(m: Model, cam: number, width: number, height: number) {
  const [cx, cy] = [width / 2, height / 2];
  if (m.cam_projection[cam] === Projection.ORTHOGRAPHIC) return { fx: cx, fy: cy, cx, cy };
  const [sizeX, sizeY] = m.cam_sensorsize.subarray(2 * cam, 2 * cam + 2);
  if (sizeX === 0 || sizeY === 0) {
    const focal = (0.5 / tan((m.cam_fovy[cam] * Math.PI) / 360)) * height;
    return { fx: focal, fy: focal, cx, cy };
  }
  const inPixels = (k: number): number => {
    const [size, count] = k % 2 === 0 ? [sizeX, width] : [sizeY, height];
    return Math.fround(Math.fround(m.cam_intrinsic[4 * cam + k] / size) * count);
  };
  return { fx: inPixels(0), fy: inPixels(1), cx: inPixels(2), cy: inPixels(3) };
}
