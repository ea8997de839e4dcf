import type { int } from '../../../math/int.ts';
import { addScl3, addTo3, dot3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON_NORMAL } from '../precontact.ts';
import { planeBall } from './planeSphere.ts';
import { ballBall } from './sphereSphere.ts';

const axis = new Float64Array(3);
const along = new Float64Array(3);
const across = new Float64Array(3);
const point = new Float64Array(3);
const cap = new Float64Array(9);

/** Contact of a sphere and a cylinder: with the round side, with a cap, or with the rim between them. */
export function sphereCylinder(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const p = 3 * g1;
  const q = 3 * g2;
  const A = 9 * g1;
  const B = 9 * g2;
  const ball = geom_size[p];
  const radius = geom_size[q];
  const half = geom_size[q + 1];

  // the centre of the sphere along the axis of the cylinder and across it
  set3(axis, 0, geom_xmat[B + 2], geom_xmat[B + 5], geom_xmat[B + 8]);
  sub3(point, 0, geom_xpos, p, geom_xpos, q);
  const x = dot3(axis, 0, point, 0);
  scl3(along, 0, axis, 0, x);
  sub3(across, 0, point, 0, along, 0);
  const across2 = dot3(across, 0, across, 0);

  // a centre inside the cylinder leaves through the nearer of side and cap
  let side = Math.abs(x) < half;
  let flat = across2 < radius * radius;
  if (side && flat) {
    if (half - Math.abs(x) < radius - Math.sqrt(across2)) side = false;
    else flat = false;
  }

  if (side) {
    addTo3(along, 0, geom_xpos, q);
    return ballBall(con, 0, margin, geom_xpos, p, geom_xmat, A, ball, along, 0, geom_xmat, B, radius);
  }
  if (flat) {
    const up: number = x > 0 ? 1 : -1;
    addScl3(point, 0, geom_xpos, q, axis, 0, up * half);
    for (let k = 2; k < 9; k += 3) cap[k] = up * geom_xmat[B + k];
    const n = planeBall(con, 0, margin, point, 0, cap, 0, geom_xpos, p, ball);
    // the normal goes from sphere to cylinder
    if (n !== 0) scl3(con, CON_NORMAL, con, CON_NORMAL, -1);
    return n;
  }
  scl3(across, 0, across, 0, radius / Math.sqrt(across2));
  scl3(point, 0, axis, 0, x > 0 ? half : -half);
  addTo3(point, 0, across, 0);
  addTo3(point, 0, geom_xpos, q);
  return ballBall(con, 0, margin, geom_xpos, p, geom_xmat, A, ball, point, 0, geom_xmat, B, 0);
}
