import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, cross3, normalize3, scl3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON_NORMAL, CON_POS, startContact } from '../precontact.ts';
import { ROUND, ROUND_AXIS, ROUND_POS, ROUND_RADIUS, setRound } from './round.ts';

const balls = new Float64Array(2 * ROUND);

/** Contact of two spheres; returns the number of contacts. */
export function sphereSphere(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  setRound(balls, 0, geom_xpos, 3 * g1, geom_xmat, 9 * g1, geom_size[3 * g1], 0);
  setRound(balls, ROUND, geom_xpos, 3 * g2, geom_xmat, 9 * g2, geom_size[3 * g2], 0);
  return ballBall(con, 0, margin, balls, 0, balls, ROUND);
}

/** Contact of the balls at i of `one` and j of `two` (round.ts), to c of `con`. The normal of concentric balls is the cross
 *  product of their axes, or x if these are parallel. */
export function ballBall(
  con: Float64Array,
  c: int,
  margin: number,
  one: Float64Array,
  i: int,
  two: Float64Array,
  j: int,
): int {
  const p = i + ROUND_POS;
  const q = j + ROUND_POS;
  const r = one[i + ROUND_RADIUS];
  const s = two[j + ROUND_RADIUS];
  const x = one[p] - two[q];
  const y = one[p + 1] - two[q + 1];
  const z = one[p + 2] - two[q + 2];
  const center2 = x * x + y * y + z * z;
  const reach = margin + r + s;
  if (center2 > reach * reach) return 0;
  const dist = Math.sqrt(center2) - r - s;
  startContact(con, c, dist);
  const normal = c + CON_NORMAL;
  sub3(con, normal, two, q, one, p);
  if (normalize3(con, normal) < MINVAL) {
    cross3(con, normal, one, i + ROUND_AXIS, two, j + ROUND_AXIS);
    normalize3(con, normal);
  }
  scl3(con, c + CON_POS, con, normal, r + dist / 2);
  addTo3(con, c + CON_POS, one, p);
  return 1;
}
