import type { int } from '../../../core/math/int.ts';
import { cross3, dot3 } from '../../../core/math/vec3.ts';

/*  Where two lines come nearest, as engine/collision/pairs/lines.ts has it, from cross products: with w = p x q
 *
 *      det = w . w   x1 det = (q x o) . w   x2 det = (p x o) . w
 *
 *  Their error is that of rounding divided by the angle between the lines, not by its square. */

/** Lines at a smaller angle, squared, are parallel: rounding turns them by 1e-7. */
const PARALLEL = 1e-12;

const w = new Float64Array(3);
const arm = new Float64Array(3);

/** det, or zero for parallel lines. */
export function linesDet(a: number, _b: number, c: number, p: Float64Array, i: int, q: Float64Array, j: int): number {
  cross3(w, 0, p, i, q, j);
  const det = dot3(w, 0, w, 0);
  return det > PARALLEL * a * c ? det : 0.0;
}

/** x1 det */
export function linesFirst(
  _b: number,
  _c: number,
  _u: number,
  _v: number,
  p: Float64Array,
  i: int,
  q: Float64Array,
  j: int,
  o: Float64Array,
  k: int,
): number {
  cross3(w, 0, p, i, q, j);
  cross3(arm, 0, q, j, o, k);
  return dot3(arm, 0, w, 0);
}

/** x2 det */
export function linesSecond(
  _a: number,
  _b: number,
  _u: number,
  _v: number,
  p: Float64Array,
  i: int,
  q: Float64Array,
  j: int,
  o: Float64Array,
  k: int,
): number {
  cross3(w, 0, p, i, q, j);
  cross3(arm, 0, p, i, o, k);
  return dot3(arm, 0, w, 0);
}
