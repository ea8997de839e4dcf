import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, cross3, normalize3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON_NORMAL, CON_POS, startContact } from '../precontact.ts';

const z1 = new Float64Array(3);
const z2 = new Float64Array(3);

/** Contact of two spheres; the number of contacts. */
export function sphereSphere(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  return ballBall(
    con,
    0,
    margin,
    geom_xpos,
    3 * g1,
    geom_xmat,
    9 * g1,
    geom_size[3 * g1],
    geom_xpos,
    3 * g2,
    geom_xmat,
    9 * g2,
    geom_size[3 * g2],
  );
}

/** Contact of two balls of radii r and s about p and q. Balls with one centre are pushed apart across the z axes of
 *  their frames A and B, or along x where these are parallel. */
export function ballBall(
  con: Float64Array,
  c: int,
  margin: number,
  p: Float64Array,
  i: int,
  A: Float64Array,
  a: int,
  r: number,
  q: Float64Array,
  j: int,
  B: Float64Array,
  b: int,
  s: number,
): int {
  const x = p[i] - q[j];
  const y = p[i + 1] - q[j + 1];
  const z = p[i + 2] - q[j + 2];
  const center2 = x * x + y * y + z * z;
  const reach = margin + r + s;
  if (center2 > reach * reach) return 0;
  const dist = Math.sqrt(center2) - r - s;
  startContact(con, c, dist);
  const normal = c + CON_NORMAL;
  sub3(con, normal, q, j, p, i);
  if (normalize3(con, normal) < MINVAL) {
    set3(z1, 0, A[a + 2], A[a + 5], A[a + 8]);
    set3(z2, 0, B[b + 2], B[b + 5], B[b + 8]);
    cross3(con, normal, z1, 0, z2, 0);
    normalize3(con, normal);
  }
  scl3(con, c + CON_POS, con, normal, r + dist / 2);
  addTo3(con, c + CON_POS, p, i);
  return 1;
}
