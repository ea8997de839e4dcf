import { clip } from '../../../math/array.ts';
import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, addToScl3, copy3, normalize3, scl3, sub3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON_NORMAL, CON_POS, startContact } from '../precontact.ts';

const center = new Float64Array(3);
const clampedPoint = new Float64Array(3);
const direction = new Float64Array(3);
const pos = new Float64Array(3);

/** Contact of a sphere and a box; returns the number of contacts. */
export function sphereBox(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  return ballBox(m, d, d.geom_xpos, 3 * g1, m.geom_size[3 * g1], g2, margin, con, 0);
}

/** Contact of a ball of radius r about the point at i of p and the box g, to c of `con`. */
export function ballBox(
  m: Model,
  d: Data,
  p: Float64Array,
  i: int,
  r: number,
  g: int,
  margin: number,
  con: Float64Array,
  c: int,
): int {
  const { geom_size: size } = m;
  const { geom_xpos, geom_xmat } = d;
  const j = 3 * g;
  const b = 9 * g;
  // in the frame of the box: the point of the box nearest to the center, and the direction to it
  sub3(center, 0, p, i, geom_xpos, j);
  mulMatTVec3(center, 0, geom_xmat, b, center, 0);
  for (let k = 0; k < 3; k++) {
    const limit = size[j + k];
    clampedPoint[k] = limit > 0 ? clip(center[k], -limit, limit) : center[k];
  }
  sub3(direction, 0, clampedPoint, 0, center, 0);
  let dist = normalize3(direction, 0);
  if (dist - r > margin) return 0;

  if (dist <= MINVAL) {
    dist = -nearestFace(size, j);
    copy3(pos, 0, center, 0);
    addToScl3(pos, 0, direction, 0, (r + dist) / 2);
  } else {
    // midway between the nearest point of the box and the deepest point of the ball
    addToScl3(center, 0, direction, 0, r);
    scl3(pos, 0, clampedPoint, 0, 0.5);
    addToScl3(pos, 0, center, 0, 0.5);
  }
  startContact(con, c, dist - r);
  mulMatVec3(con, c + CON_NORMAL, geom_xmat, b, direction, 0);
  mulMatVec3(con, c + CON_POS, geom_xmat, b, pos, 0);
  addTo3(con, c + CON_POS, geom_xpos, j);
  return 1;
}

/** Depth of a center inside the box below the nearest face. direction = the inward normal of that face. */
function nearestFace(size: Float64Array, s: int): number {
  let closest = (size[s] + size[s + 1] + size[s + 2]) * 2;
  let face = 0;
  for (let k = 0; k < 6; k++) {
    const axis = k >> 1;
    const depth = Math.abs(((k & 1) !== 0 ? size[s + axis] : -size[s + axis]) - center[axis]);
    if (closest > depth) {
      closest = depth;
      face = k;
    }
  }
  zero3(direction, 0);
  direction[face >> 1] = (face & 1) !== 0 ? -1 : 1;
  return closest;
}
