import type { int } from '../../../math/int.ts';
import { addScl3, addTo3, dot3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON_NORMAL } from '../precontact.ts';
import { PLANE, PLANE_NORMAL, planeBall } from './planeSphere.ts';
import { ROUND, setRound } from './round.ts';
import { ballBall } from './sphereSphere.ts';

const axis = new Float64Array(3);
const along = new Float64Array(3);
const across = new Float64Array(3);
const point = new Float64Array(3);
const cap = new Float64Array(PLANE);
/** The sphere, and a ball inside the cylinder. */
const balls = new Float64Array(2 * ROUND);

/** Contact of a sphere and a cylinder: with its side, with a cap, or with the rim between them. Returns the number of contacts. */
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

  // the center of the sphere along the axis of the cylinder and across it
  set3(axis, 0, geom_xmat[B + 2], geom_xmat[B + 5], geom_xmat[B + 8]);
  sub3(point, 0, geom_xpos, p, geom_xpos, q);
  const x = dot3(axis, 0, point, 0);
  scl3(along, 0, axis, 0, x);
  sub3(across, 0, point, 0, along, 0);
  const across2 = dot3(across, 0, across, 0);

  // a center inside the cylinder is pushed out through the nearer of side and cap
  let side = Math.abs(x) < half;
  let flat = across2 < radius * radius;
  if (side && flat) {
    if (half - Math.abs(x) < radius - Math.sqrt(across2)) side = false;
    else flat = false;
  }

  if (side) {
    addTo3(along, 0, geom_xpos, q);
    setRound(balls, 0, geom_xpos, p, geom_xmat, A, ball, 0);
    setRound(balls, ROUND, along, 0, geom_xmat, B, radius, 0);
    return ballBall(con, 0, margin, balls, 0, balls, ROUND);
  }
  if (flat) {
    const up: number = x > 0 ? 1 : -1;
    addScl3(cap, 0, geom_xpos, q, axis, 0, up * half);
    scl3(cap, PLANE_NORMAL, axis, 0, up);
    const n = planeBall(con, 0, margin, cap, geom_xpos, p, ball);
    // the normal points from the sphere to the cylinder
    if (n !== 0) scl3(con, CON_NORMAL, con, CON_NORMAL, -1);
    return n;
  }
  scl3(across, 0, across, 0, radius / Math.sqrt(across2));
  scl3(point, 0, axis, 0, x > 0 ? half : -half);
  addTo3(point, 0, across, 0);
  addTo3(point, 0, geom_xpos, q);
  setRound(balls, 0, geom_xpos, p, geom_xmat, A, ball, 0);
  setRound(balls, ROUND, point, 0, geom_xmat, B, 0, 0);
  return ballBall(con, 0, margin, balls, 0, balls, ROUND);
}
