import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addScl3, normalize3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { distanceGradient } from '../sdf/gradient.ts';
import { signedDistance } from '../sdf/signedDistance.ts';
import { localDir, localPoint, toLocal } from './local.ts';
import { rayPrimitive } from './primitive.ts';

const STEPS = 40;
/** So near is on the surface, and so far is away for good. */
const NEAR = 1e-7;
const FAR = 1e6;

const gradient = new Float64Array(3);
const x = new Float64Array(3);

/** Distance from a ray to a signed distance field, -1 for a miss: it goes on by the distance of the surface until that is
 *  nothing. As in MuJoCo the direction counts as a unit vector. */
export function raySdf(
  m: Model,
  d: Data,
  g: int,
  pnt: Float64Array,
  p: int,
  vec: Float64Array,
  v: int,
  normal: Float64Array,
  n: int,
): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const box = rayPrimitive(
    GeomType.BOX,
    geom_xpos,
    3 * g,
    geom_xmat,
    9 * g,
    geom_size,
    3 * g,
    pnt,
    p,
    vec,
    v,
    normal,
    n,
  );
  zero3(normal, n);
  if (box < 0) return -1;
  toLocal(geom_xpos, 3 * g, geom_xmat, 9 * g, pnt, p, vec, v);
  normalize3(localDir, 0);
  let way: number = 0;
  for (let k = 0; k < STEPS; k++) {
    addScl3(x, 0, localPoint, 0, localDir, 0, way);
    const dist = Math.abs(signedDistance(m, g, x, 0));
    way += dist;
    if (dist < NEAR) {
      addScl3(x, 0, localPoint, 0, localDir, 0, way);
      distanceGradient(m, gradient, 0, g, x, 0);
      normalize3(gradient, 0);
      mulMatVec3(normal, n, geom_xmat, 9 * g, gradient, 0);
      return way;
    }
    if (dist > FAR) return -1;
  }
  return -1;
}
