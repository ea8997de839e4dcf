import type { int } from '../../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../../math/mat3.ts';
import { addScl3, addTo3, addToScl3, cross3, dot3, scl3, sub3, zero3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import type { Model } from '../../../../model/model.ts';
import { columnOf } from './features.ts';
import { motionAt } from './motionAt.ts';

/*  An ellipsoid on something flat. With Q = R S^2 R^T, S its radii, the point farthest along u is x = Q u / h from its centre, h^2 = u^T Q u.
 *  A turn e changes Q by [e] Q - Q [e], so that dx = e x x - (Q (e x u) + x u . (e x x)) / h. */

const turned = new Float64Array(3);
const spread = new Float64Array(3);

/** res = how the point x of ellipsoid g, farthest along u, moves against its centre as it turns about `turn` */
export function farthestTurning(
  res: Float64Array,
  m: Model,
  d: Data,
  g: int,
  turn: Float64Array,
  x: Float64Array,
  u: Float64Array,
): void {
  const h = dot3(u, 0, x, 0);
  cross3(turned, 0, turn, 0, x, 0);
  cross3(spread, 0, turn, 0, u, 0);
  const rise = dot3(u, 0, turned, 0);
  mulSquare(m, d, g, spread);
  addScl3(res, 0, turned, 0, spread, 0, -1 / h);
  addToScl3(res, 0, x, 0, -rise / h);
}

/** v = Q v */
function mulSquare(m: Model, d: Data, g: int, v: Float64Array): void {
  mulMatTVec3(v, 0, d.geom_xmat, 9 * g, v, 0);
  for (let k = 0; k < 3; k++) v[k] *= m.geom_size[3 * g + k] * m.geom_size[3 * g + k];
  mulMatVec3(v, 0, d.geom_xmat, 9 * g, v, 0);
}

/** How near EPA comes to the normal (cosine) and to the depth. */
const ALONG = 0.9999;
const DEPTH = 1e-5;

const u = new Float64Array(3);
const axis = new Float64Array(3);
const x = new Float64Array(3);
const point = new Float64Array(3);
const offset = new Float64Array(3);
const turn = new Float64Array(3);
const moved = new Float64Array(3);

/** The table of the contact of ellipsoid g1 with box g2 (see contactMotion.ts) at `at` of w: its farthest point over a face of the box, whose
 *  contact is half way between both. False if it is over something else. */
export function ellipsoidFaceMotion(m: Model, d: Data, w: Float64Array, con: int, g1: int, g2: int, at: int): boolean {
  const { geom_xpos } = d;
  if (!findPoint(m, d, con, g1, g2)) return false;
  for (let c = 0; c < 6; c++) {
    const o = at + 7 * c;
    // the ellipsoid seen from the box goes the other way
    motionAt(moved, 0, c, geom_xpos, 3 * g1, geom_xpos, 3 * g2);
    if (c > 2) {
      zero3(turn, 0);
      turn[c - 3] = 1;
      farthestTurning(offset, m, d, g1, turn, x, u);
      addTo3(moved, 0, offset, 0);
    }
    const rise = dot3(u, 0, moved, 0);
    scl3(w, o + 3, moved, 0, -1);
    addToScl3(w, o + 3, u, 0, 0.5 * rise);
    w[o + 6] = rise;
    // and all of it moves with the box
    motionAt(moved, 0, c, point, 0, geom_xpos, 3 * g2);
    addTo3(w, o + 3, moved, 0);
    if (c > 2) w[o + c - 3] = 1;
  }
  return true;
}

/** u: the axis of the box along the normal; x: the farthest point of the ellipsoid along that; point: half way to the face. Returns whether
 *  that is where the contact is. */
function findPoint(m: Model, d: Data, con: int, g1: int, g2: int): boolean {
  const { geom_size } = m;
  const { contact_frame, contact_dist, geom_xpos } = d;
  let face = -1;
  for (let k = 0; k < 3; k++) {
    columnOf(d, g2, k, axis, 0);
    const along = dot3(axis, 0, contact_frame, 9 * con);
    if (Math.abs(along) < ALONG) continue;
    face = k;
    scl3(u, 0, axis, 0, along < 0 ? -1 : 1);
  }
  if (face < 0) return false;
  for (let k = 0; k < 3; k++) x[k] = u[k];
  mulSquare(m, d, g1, x);
  scl3(x, 0, x, 0, 1 / Math.sqrt(dot3(u, 0, x, 0)));
  for (let k = 0; k < 3; k++) point[k] = geom_xpos[3 * g1 + k] + x[k];
  sub3(offset, 0, point, 0, geom_xpos, 3 * g2);
  const depth = dot3(u, 0, offset, 0) + geom_size[3 * g2 + face];
  if (Math.abs(depth + contact_dist[con]) > DEPTH) return false;
  for (let k = 0; k < 3; k++) {
    columnOf(d, g2, k, axis, 0);
    if (k !== face && Math.abs(dot3(axis, 0, offset, 0)) >= geom_size[3 * g2 + k]) return false;
  }
  addToScl3(point, 0, u, 0, -0.5 * depth);
  return true;
}
