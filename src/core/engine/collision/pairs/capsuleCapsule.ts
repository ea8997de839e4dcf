import { clip, copy } from '../../../math/array.ts';
import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, dot3, scl3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON } from '../precontact.ts';
import { linesDet, linesFirst, linesSecond } from './lines.ts';
import { ROUND, ROUND_AXIS, ROUND_HALF, ROUND_POS, setRound } from './round.ts';
import { ballBall } from './sphereSphere.ts';

/*  Two capsules touch between the nearest points of their segments. Parallel segments have up to two contacts: between
 *  ends and the points opposite to them. */

const capsules = new Float64Array(2 * ROUND);
/** Half of each segment as a vector, and the center of the first capsule relative to the second. */
const axis1 = new Float64Array(3);
const axis2 = new Float64Array(3);
const offset = new Float64Array(3);
/** The balls of the capsules that touch. */
const balls = new Float64Array(2 * ROUND);

/** Contacts of two capsules; returns the number of contacts. */
export function capsuleCapsule(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  setRound(capsules, 0, geom_xpos, 3 * g1, geom_xmat, 9 * g1, geom_size[3 * g1], geom_size[3 * g1 + 1]);
  setRound(capsules, ROUND, geom_xpos, 3 * g2, geom_xmat, 9 * g2, geom_size[3 * g2], geom_size[3 * g2 + 1]);
  return segmentSegment(con, margin, capsules);
}

/** Contacts of two capsules, one after the other (round.ts). */
export function segmentSegment(con: Float64Array, margin: number, pair: Float64Array): int {
  scl3(axis1, 0, pair, ROUND_AXIS, pair[ROUND_HALF]);
  scl3(axis2, 0, pair, ROUND + ROUND_AXIS, pair[ROUND + ROUND_HALF]);
  sub3(offset, 0, pair, ROUND_POS, pair, ROUND + ROUND_POS);
  copy(balls, 0, pair, 0, 2 * ROUND);

  // minimize |p1 + x1 a1 - p2 - x2 a2|^2: [a b; b c] x = [u; v]
  const a = dot3(axis1, 0, axis1, 0);
  const b = -dot3(axis1, 0, axis2, 0);
  const c = dot3(axis2, 0, axis2, 0);
  const u = -dot3(axis1, 0, offset, 0);
  const v = dot3(axis2, 0, offset, 0);
  const det = linesDet(a, b, c, axis1, axis2);

  if (Math.abs(det) >= MINVAL) {
    let x1 = linesFirst(b, c, u, v, axis1, axis2, offset) / det;
    let x2 = linesSecond(a, b, u, v, axis1, axis2, offset) / det;
    if (x1 > 1) {
      x1 = 1;
      x2 = (v - b) / c;
    } else if (x1 < -1) {
      x1 = -1;
      x2 = (v + b) / c;
    }
    if (x2 > 1) {
      x2 = 1;
      x1 = clip((u - b) / a, -1, 1);
    } else if (x2 < -1) {
      x2 = -1;
      x1 = clip((u + b) / a, -1, 1);
    }
    return ballsAt(con, 0, margin, pair, x1, x2);
  }

  // parallel: both ends of the first, then of the second, until there are two contacts
  let n = 0;
  for (let k = 0; k < 4; k++) {
    if (k >= 2 && n >= 2) break;
    const end: number = (k & 1) === 0 ? 1 : -1;
    const x1 = k < 2 ? end : clip((u - end * b) / a, -1, 1);
    const x2 = k < 2 ? clip((v - end * b) / c, -1, 1) : end;
    n += ballsAt(con, n * CON, margin, pair, x1, x2);
  }
  return n;
}

/** Contact of the balls at x1 and x2, each in [-1, 1], on the two segments. */
function ballsAt(con: Float64Array, c: int, margin: number, pair: Float64Array, x1: number, x2: number): int {
  scl3(balls, ROUND_POS, axis1, 0, x1);
  addTo3(balls, ROUND_POS, pair, ROUND_POS);
  scl3(balls, ROUND + ROUND_POS, axis2, 0, x2);
  addTo3(balls, ROUND + ROUND_POS, pair, ROUND + ROUND_POS);
  return ballBall(con, c, margin, balls, 0, balls, ROUND);
}
