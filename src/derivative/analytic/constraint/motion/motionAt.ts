import type { int } from '../../../../math/int.ts';
import { cross3, set3, sub3, zero3 } from '../../../../math/vec3.ts';

const arm = new Float64Array(3);
const axis = new Float64Array(3);

/** res = what motion c of a geom (three translations along the axes of the world, three rotations about its centre) makes of a point
 *  that is fixed to it */
export function motionAt(
  res: Float64Array,
  r: int,
  c: int,
  point: Float64Array,
  p: int,
  centre: Float64Array,
  q: int,
): void {
  if (c < 3) {
    set3(res, r, c === 0 ? 1 : 0, c === 1 ? 1 : 0, c === 2 ? 1 : 0);
    return;
  }
  zero3(axis, 0);
  axis[c - 3] = 1;
  sub3(arm, 0, point, p, centre, q);
  cross3(res, r, axis, 0, arm, 0);
}
