import type { int } from '../../../math/int.ts';
import { copy3, set3 } from '../../../math/vec3.ts';

/*  Balls and capsules in scratch: eight reals each. A capsule is a segment with a radius; a ball has half length 0. */

export const ROUND = 8;
/** Center. */
export const ROUND_POS = 0;
/** Unit z axis of the frame. */
export const ROUND_AXIS = 3;
export const ROUND_RADIUS = 6;
/** Half length of the segment. */
export const ROUND_HALF = 7;

/** res = the ball or capsule at position p in frame A
 *  @inline */
export function setRound(
  res: Float64Array,
  r: int,
  p: Float64Array,
  i: int,
  A: Float64Array,
  a: int,
  radius: number,
  half: number,
): void {
  copy3(res, r + ROUND_POS, p, i);
  set3(res, r + ROUND_AXIS, A[a + 2], A[a + 5], A[a + 8]);
  res[r + ROUND_RADIUS] = radius;
  res[r + ROUND_HALF] = half;
}
