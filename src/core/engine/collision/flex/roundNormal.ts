import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { addScl3, copy3, dist3, normalize3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { CON_NORMAL, CON_POS } from '../precontact.ts';

const ITERATIONS = 30;
const TOLERANCE = 1e-6;

const point = new Float64Array(3);
const normal = new Float64Array(3);
const next = new Float64Array(3);

/** Replaces the normal of a contact by the surface normal of the round geom g at the contact: where surfaces meet, the
 *  direction found by GJK and EPA is not exact. */
export function roundNormal(m: Model, d: Data, g: int, con: Float64Array, c: int): void {
  const { geom_type, geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  sub3(point, 0, con, c + CON_POS, geom_xpos, 3 * g);
  mulMatTVec3(point, 0, geom_xmat, 9 * g, point, 0);
  mulMatTVec3(normal, 0, geom_xmat, 9 * g, con, c + CON_NORMAL);
  const half = geom_size[3 * g + 1];
  switch (geom_type[g]) {
    case GeomType.SPHERE:
      copy3(normal, 0, point, 0);
      break;
    case GeomType.CAPSULE:
      set3(normal, 0, point[0], point[1], point[2] < -half ? point[2] + half : point[2] > half ? point[2] - half : 0);
      break;
    case GeomType.ELLIPSOID:
      if (!ellipsoidNormal(geom_size, 3 * g)) return;
      break;
    case GeomType.CYLINDER: {
      // not near the flat ends
      const flat = Math.abs(half - Math.abs(point[2]));
      const round = Math.abs(geom_size[3 * g] - Math.sqrt(point[0] * point[0] + point[1] * point[1]));
      if (Math.abs(point[2]) > 0.95 * half || flat < 0.25 * round) return;
      set3(normal, 0, point[0], point[1], 0);
      break;
    }
    default:
      return;
  }
  normalize3(normal, 0);
  mulMatVec3(con, c + CON_NORMAL, geom_xmat, 9 * g, normal, 0);
}

function ellipsoidNormal(size: Float64Array, s: int): boolean {
  if (size[s] < MINVAL || size[s + 1] < MINVAL || size[s + 2] < MINVAL) return false;
  let scaled: number = 0;
  for (let k = 0; k < 3; k++) scaled += (point[k] * point[k]) / (size[s + k] * size[s + k]);
  if (scaled <= 1) return fromInside(size, s, scaled - 1);
  fromOutside(size, s);
  return true;
}

/** Iterates: the normal where a ray from inside leaves the ellipsoid becomes the direction of the next ray. */
function fromInside(size: Float64Array, s: int, C: number): boolean {
  normalize3(normal, 0);
  for (let iter = 0; iter < ITERATIONS; iter++) {
    // A x^2 + 2 B x + C = 0
    let A: number = 0;
    let B: number = 0;
    for (let k = 0; k < 3; k++) {
      const inverse = 1 / (size[s + k] * size[s + k]);
      A += normal[k] * normal[k] * inverse;
      B += point[k] * normal[k] * inverse;
    }
    const det = B * B - A * C;
    if (det < MINVAL || A < MINVAL) return iter > 0;
    const x = (-B + Math.sqrt(det)) / A;
    if (x < 0) return iter > 0;
    addScl3(next, 0, point, 0, normal, 0, x);
    for (let k = 0; k < 3; k++) next[k] *= 1 / (size[s + k] * size[s + k]);
    normalize3(next, 0);
    const change = dist3(normal, 0, next, 0);
    copy3(normal, 0, next, 0);
    if (change < TOLERANCE) break;
  }
  return true;
}

/** Newton's method for the nearest point: sum of (p_k s_k / (s_k^2 + la))^2 = 1. */
function fromOutside(size: Float64Array, s: int): void {
  let la: number = 0;
  for (let iter = 0; iter < ITERATIONS; iter++) {
    let value: number = -1;
    let derivative: number = 0;
    for (let k = 0; k < 3; k++) {
      const s2 = size[s + k] * size[s + k];
      const r = 1 / (s2 + la);
      const term = point[k] * point[k] * s2 * r * r;
      value += term;
      derivative -= 2 * term * r;
    }
    if (value < TOLERANCE || derivative > -MINVAL) break;
    const delta = -value / derivative;
    if (delta < TOLERANCE) break;
    la += delta;
  }
  for (let k = 0; k < 3; k++) normal[k] = point[k] / (size[s + k] * size[s + k] + la);
}
