import type { int } from '../../../math/int.ts';
import { addScl3, copy3, set3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON_NORMAL, CON_POS, startContact } from '../precontact.ts';

/** A plane in scratch: a point on it and the unit normal. */
export const PLANE = 6;
export const PLANE_NORMAL = 3;

const plane = new Float64Array(PLANE);

/** Contact of a plane and a sphere; returns the number of contacts. */
export function planeSphere(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  setPlane(plane, d, g1);
  return planeBall(con, 0, margin, plane, d.geom_xpos, 3 * g2, m.geom_size[3 * g2]);
}

/** res = the plane geom g
 *  @inline */
export function setPlane(res: Float64Array, d: Data, g: int): void {
  const { geom_xpos, geom_xmat } = d;
  copy3(res, 0, geom_xpos, 3 * g);
  set3(res, PLANE_NORMAL, geom_xmat[9 * g + 2], geom_xmat[9 * g + 5], geom_xmat[9 * g + 8]);
}

/** Contact of a plane and a ball of radius r about the point at j of q, to c of `con`. */
export function planeBall(
  con: Float64Array,
  c: int,
  margin: number,
  plane: Float64Array,
  q: Float64Array,
  j: int,
  r: number,
): int {
  const nx = plane[PLANE_NORMAL];
  const ny = plane[PLANE_NORMAL + 1];
  const nz = plane[PLANE_NORMAL + 2];
  const height = (q[j] - plane[0]) * nx + (q[j + 1] - plane[1]) * ny + (q[j + 2] - plane[2]) * nz;
  if (height > margin + r) return 0;
  const dist = height - r;
  startContact(con, c, dist);
  set3(con, c + CON_NORMAL, nx, ny, nz);
  // midway between the plane and the lowest point of the ball
  addScl3(con, c + CON_POS, q, j, con, c + CON_NORMAL, -dist / 2 - r);
  return 1;
}
