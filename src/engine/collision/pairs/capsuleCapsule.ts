import { clip } from '../../../math/array.ts';
import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, dot3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON } from '../precontact.ts';
import { ballBall } from './sphereSphere.ts';

const axis1 = new Float64Array(3);
const axis2 = new Float64Array(3);
const offset = new Float64Array(3);
const point1 = new Float64Array(3);
const point2 = new Float64Array(3);

/** Contacts of two capsules: between the nearest points of their segments; for parallel ones, up to two between ends
 *  and the points facing them. */
export function capsuleCapsule(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  halfAxis(axis1, geom_xmat, 9 * g1, geom_size[3 * g1 + 1]);
  halfAxis(axis2, geom_xmat, 9 * g2, geom_size[3 * g2 + 1]);
  sub3(offset, 0, geom_xpos, 3 * g1, geom_xpos, 3 * g2);

  // minimise |p1 + x1 a1 - p2 - x2 a2|^2: [a b; b c] x = [u; v]
  const a = dot3(axis1, 0, axis1, 0);
  const b = -dot3(axis1, 0, axis2, 0);
  const c = dot3(axis2, 0, axis2, 0);
  const u = -dot3(axis1, 0, offset, 0);
  const v = dot3(axis2, 0, offset, 0);
  const det = a * c - b * b;

  if (Math.abs(det) >= MINVAL) {
    let x1 = (c * u - b * v) / det;
    let x2 = (a * v - b * u) / det;
    if (x1 > 1) {
      x1 = 1;
      x2 = (v - b) / c;
    } else if (x1 < -1) {
      x1 = -1;
      x2 = (v + b) / c;
    }
    if (x2 > 1) {
      x2 = 1;
      x1 = clip((u - b) / a, -1, 1);
    } else if (x2 < -1) {
      x2 = -1;
      x1 = clip((u + b) / a, -1, 1);
    }
    return betweenPoints(m, d, g1, g2, margin, con, 0, x1, x2);
  }

  // parallel: both ends of the first, then of the second, until there are two contacts
  let n = betweenPoints(m, d, g1, g2, margin, con, 0, 1, clip((v - b) / c, -1, 1));
  n += betweenPoints(m, d, g1, g2, margin, con, n * CON, -1, clip((v + b) / c, -1, 1));
  if (n >= 2) return n;
  n += betweenPoints(m, d, g1, g2, margin, con, n * CON, clip((u - b) / a, -1, 1), 1);
  if (n >= 2) return n;
  n += betweenPoints(m, d, g1, g2, margin, con, n * CON, clip((u + b) / a, -1, 1), -1);
  return n;
}

function halfAxis(res: Float64Array, A: Float64Array, a: int, half: number): void {
  set3(res, 0, A[a + 2] * half, A[a + 5] * half, A[a + 8] * half);
}

/** Contact of the balls at x1 and x2 (each -1 to 1) on the two segments. */
function betweenPoints(
  m: Model,
  d: Data,
  g1: int,
  g2: int,
  margin: number,
  con: Float64Array,
  at: int,
  x1: number,
  x2: number,
): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  scl3(point1, 0, axis1, 0, x1);
  addTo3(point1, 0, geom_xpos, 3 * g1);
  scl3(point2, 0, axis2, 0, x2);
  addTo3(point2, 0, geom_xpos, 3 * g2);
  const r = geom_size[3 * g1];
  const s = geom_size[3 * g2];
  return ballBall(con, at, margin, point1, 0, geom_xmat, 9 * g1, r, point2, 0, geom_xmat, 9 * g2, s);
}
