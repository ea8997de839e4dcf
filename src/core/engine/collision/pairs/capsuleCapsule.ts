import { clip } from '../../../math/array.ts';
import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, dot3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON } from '../precontact.ts';
import { linesDet, linesFirst, linesSecond } from './lines.ts';
import { ballBall } from './sphereSphere.ts';

const axis1 = new Float64Array(3);
const axis2 = new Float64Array(3);
const offset = new Float64Array(3);
const point1 = new Float64Array(3);
const point2 = new Float64Array(3);

/** Contacts of two capsules. */
export function capsuleCapsule(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const r = geom_size[3 * g1];
  const s = geom_size[3 * g2];
  const half1 = geom_size[3 * g1 + 1];
  const half2 = geom_size[3 * g2 + 1];
  const i = 3 * g1;
  const j = 3 * g2;
  return segmentSegment(
    con,
    margin,
    geom_xpos,
    i,
    geom_xmat,
    3 * i,
    r,
    half1,
    geom_xpos,
    j,
    geom_xmat,
    3 * j,
    s,
    half2,
  );
}

/** Contacts of two capsules of radii r and s at (p, A) and (q, B): between the nearest points of their segments; for
 *  parallel ones, up to two between ends and the points facing them. */
export function segmentSegment(
  con: Float64Array,
  margin: number,
  p: Float64Array,
  i: int,
  A: Float64Array,
  ai: int,
  r: number,
  half1: number,
  q: Float64Array,
  j: int,
  B: Float64Array,
  bi: int,
  s: number,
  half2: number,
): int {
  halfAxis(axis1, A, ai, half1);
  halfAxis(axis2, B, bi, half2);
  sub3(offset, 0, p, i, q, j);

  // minimise |p1 + x1 a1 - p2 - x2 a2|^2: [a b; b c] x = [u; v]
  const a = dot3(axis1, 0, axis1, 0);
  const b = -dot3(axis1, 0, axis2, 0);
  const c = dot3(axis2, 0, axis2, 0);
  const u = -dot3(axis1, 0, offset, 0);
  const v = dot3(axis2, 0, offset, 0);
  const det = linesDet(a, b, c, axis1, 0, axis2, 0);

  if (Math.abs(det) >= MINVAL) {
    let x1 = linesFirst(b, c, u, v, axis1, 0, axis2, 0, offset, 0) / det;
    let x2 = linesSecond(a, b, u, v, axis1, 0, axis2, 0, offset, 0) / det;
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
    return between(con, 0, margin, p, i, A, ai, r, q, j, B, bi, s, x1, x2);
  }

  // parallel: both ends of the first, then of the second, until there are two contacts
  let n = 0;
  for (let k = 0; k < 4; k++) {
    if (k >= 2 && n >= 2) break;
    const end: number = (k & 1) === 0 ? 1 : -1;
    const x1 = k < 2 ? end : clip((u - end * b) / a, -1, 1);
    const x2 = k < 2 ? clip((v - end * b) / c, -1, 1) : end;
    n += between(con, n * CON, margin, p, i, A, ai, r, q, j, B, bi, s, x1, x2);
  }
  return n;
}

function halfAxis(res: Float64Array, A: Float64Array, a: int, half: number): void {
  set3(res, 0, A[a + 2] * half, A[a + 5] * half, A[a + 8] * half);
}

/** Contact of the balls at x1 and x2 (each -1 to 1) on the two segments. */
function between(
  con: Float64Array,
  at: int,
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
  x1: number,
  x2: number,
): int {
  scl3(point1, 0, axis1, 0, x1);
  addTo3(point1, 0, p, i);
  scl3(point2, 0, axis2, 0, x2);
  addTo3(point2, 0, q, j);
  return ballBall(con, at, margin, point1, 0, A, a, r, point2, 0, B, b, s);
}
