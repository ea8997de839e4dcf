import { clip, copy } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, dot3, scl3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { ROUND, ROUND_AXIS, ROUND_HALF, ROUND_POS, setRound } from './round.ts';
import { ballBall } from './sphereSphere.ts';

const pair = new Float64Array(2 * ROUND);
/** The ball of the capsule that is nearest to the sphere. */
const nearest = new Float64Array(ROUND);

/** Contact of a sphere and a capsule; returns the number of contacts. */
export function sphereCapsule(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  setRound(pair, 0, geom_xpos, 3 * g1, geom_xmat, 9 * g1, geom_size[3 * g1], 0);
  setRound(pair, ROUND, geom_xpos, 3 * g2, geom_xmat, 9 * g2, geom_size[3 * g2], geom_size[3 * g2 + 1]);
  return ballCapsule(con, margin, pair, 0, pair, ROUND);
}

/** Contact of the ball at i of `one` and the capsule at j of `two` (round.ts). */
export function ballCapsule(
  con: Float64Array,
  margin: number,
  one: Float64Array,
  i: int,
  two: Float64Array,
  j: int,
): int {
  const half = two[j + ROUND_HALF];
  copy(nearest, 0, two, j, ROUND);
  sub3(nearest, ROUND_POS, one, i + ROUND_POS, two, j + ROUND_POS);
  const along = clip(dot3(two, j + ROUND_AXIS, nearest, ROUND_POS), -half, half);
  scl3(nearest, ROUND_POS, two, j + ROUND_AXIS, along);
  addTo3(nearest, ROUND_POS, two, j + ROUND_POS);
  return ballBall(con, 0, margin, one, i, nearest, 0);
}
