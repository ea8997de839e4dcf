import type { int } from '../../../math/int.ts';
import { addScl3, set3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON_NORMAL, CON_POS, startContact } from '../precontact.ts';

/** Contact of a plane and a sphere; the number of contacts. */
export function planeSphere(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_xpos, geom_xmat } = d;
  return planeBall(con, 0, margin, geom_xpos, 3 * g1, geom_xmat, 9 * g1, geom_xpos, 3 * g2, m.geom_size[3 * g2]);
}

/** Contact of the plane through p with the z axis of the frame A, and a ball of radius r about q. */
export function planeBall(
  con: Float64Array,
  c: int,
  margin: number,
  p: Float64Array,
  i: int,
  A: Float64Array,
  a: int,
  q: Float64Array,
  j: int,
  r: number,
): int {
  const nx = A[a + 2];
  const ny = A[a + 5];
  const nz = A[a + 8];
  const height = (q[j] - p[i]) * nx + (q[j + 1] - p[i + 1]) * ny + (q[j + 2] - p[i + 2]) * nz;
  if (height > margin + r) return 0;
  const dist = height - r;
  startContact(con, c, dist);
  set3(con, c + CON_NORMAL, nx, ny, nz);
  // midway between the plane and the lowest point of the ball
  addScl3(con, c + CON_POS, q, j, con, c + CON_NORMAL, -dist / 2 - r);
  return 1;
}
