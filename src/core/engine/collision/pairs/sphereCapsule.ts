import { clip } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, dot3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { ballBall } from './sphereSphere.ts';

const axis = new Float64Array(3);
const nearest = new Float64Array(3);

/** Contact of a sphere and a capsule. */
export function sphereCapsule(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const r = geom_size[3 * g1];
  const s = geom_size[3 * g2];
  const half = geom_size[3 * g2 + 1];
  return ballSegment(
    con,
    margin,
    geom_xpos,
    3 * g1,
    geom_xmat,
    9 * g1,
    r,
    geom_xpos,
    3 * g2,
    geom_xmat,
    9 * g2,
    s,
    half,
  );
}

/** Contact of a ball of radius r at (p, A) and a capsule of radius s and half length `half` at (q, B): of the ball and
 *  another one about the nearest point of the segment. */
export function ballSegment(
  con: Float64Array,
  margin: number,
  p: Float64Array,
  i: int,
  A: Float64Array,
  a: int,
  r: number,
  q: Float64Array,
  j: int,
  B: Float64Array,
  b: int,
  s: number,
  half: number,
): int {
  set3(axis, 0, B[b + 2], B[b + 5], B[b + 8]);
  sub3(nearest, 0, p, i, q, j);
  scl3(nearest, 0, axis, 0, clip(dot3(axis, 0, nearest, 0), -half, half));
  addTo3(nearest, 0, q, j);
  return ballBall(con, 0, margin, p, i, A, a, r, nearest, 0, B, b, s);
}
