import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addScl3, normalize3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { distanceGradient } from '../sdf/gradient.ts';
import { signedDistance } from '../sdf/signedDistance.ts';
import { toLocal } from './local.ts';
import { rayPrimitive } from './primitive.ts';
import { rayDir, rayPoint } from './workspace.ts';

const STEPS = 40;
/** Distances at which the march stops: on the surface, and lost. */
const NEAR = 1e-7;
const FAR = 1e6;

const gradient = new Float64Array(3);
const x = new Float64Array(3);

/** Distance of a ray to a signed distance field, by sphere tracing: each step advances by the distance of the surface. As in MuJoCo,
 *  the direction counts as a unit vector. */
export function raySdf(m: Model, d: Data, g: int, ray: Float64Array, normal: Float64Array, n: int): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const box = rayPrimitive(GeomType.BOX, geom_xpos, geom_xmat, geom_size, g, ray, normal, n);
  zero3(normal, n);
  if (box < 0) return -1;
  toLocal(geom_xpos, geom_xmat, g, ray);
  normalize3(rayDir, 0);
  let way: number = 0;
  for (let k = 0; k < STEPS; k++) {
    addScl3(x, 0, rayPoint, 0, rayDir, 0, way);
    const dist = Math.abs(signedDistance(m, g, x, 0));
    way += dist;
    if (dist < NEAR) {
      addScl3(x, 0, rayPoint, 0, rayDir, 0, way);
      distanceGradient(m, gradient, 0, g, x, 0);
      normalize3(gradient, 0);
      mulMatVec3(normal, n, geom_xmat, 9 * g, gradient, 0);
      return way;
    }
    if (dist > FAR) return -1;
  }
  return -1;
}
