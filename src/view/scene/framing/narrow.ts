/** Cameras of the model in narrow pictures. A camera has a vertical field of view, so a picture narrower than its author's cuts off
 * both sides. */
import { type Data, GeomType, type Model } from '../../../index.ts';
import type { ViewSettings } from '../settings.ts';

/** Aspect ratio for which cameras of models are made. Wider pictures show more, narrower ones are fitted. */
const DESIGNED = 1.6;
/** Space at both sides, relative to the width. */
const MARGIN = 1.06;

/** Half the height of the picture of a camera at distance 1, so that a picture of this aspect ratio shows the geoms that one of aspect
 *  ratio `DESIGNED` shows.
 *
 *      half = max(tan(fovy / 2), min(w, DESIGNED tan(fovy / 2)) / aspect),  w = max over geoms of (|x| + r) / depth
 *
 *  with x and depth of the center of the bounding sphere in the frame of the camera, and r its radius. */
export function fittedHalfHeight(m: Model, d: Data, settings: ViewSettings, camera: number, aspect: number): number {
  const half = Math.tan((m.cam_fovy[camera]! * Math.PI) / 360);
  if (aspect >= DESIGNED) return half;
  const limit = DESIGNED * half;
  let width = 0;
  for (let g = 0; g < m.ngeom; g++) {
    if (!settings.shows('geom', m.geom_group[g]!) || isScenery(m, g)) continue;
    const { x, y, depth } = inCamera(d, camera, g);
    const radius = m.geom_rbound[g]!;
    if (depth <= 0) continue;
    // what the wide picture cuts off need not be seen here
    if (Math.abs(x) - radius > limit * depth || Math.abs(y) - radius > half * depth) continue;
    width = Math.max(width, (Math.abs(x) + radius) / depth);
  }
  return Math.max(half, (MARGIN * Math.min(width, limit)) / aspect);
}

/** Floors and terrain fill any picture. */
function isScenery(m: Model, g: number): boolean {
  const type = m.geom_type[g];
  return type === GeomType.PLANE || type === GeomType.HFIELD;
}

/** Center of a geom in the frame of a camera, which looks along its negative z axis. */
function inCamera(d: Data, camera: number, g: number): { x: number; y: number; depth: number } {
  const along = (axis: number) => {
    let sum = 0;
    for (let k = 0; k < 3; k++)
      sum += d.cam_xmat[9 * camera + 3 * k + axis]! * (d.geom_xpos[3 * g + k]! - d.cam_xpos[3 * camera + k]!);
    return sum;
  };
  return { x: along(0), y: along(1), depth: -along(2) };
}
