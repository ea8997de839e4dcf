import { cross3, dot3 } from '../../../core/math/vec3.ts';

/*
 * The nearest points of two lines (engine/collision/pairs/lines.ts) from cross products: with w = p x q
 *
 *      det = w . w   x1 det = (q x o) . w   x2 det = (p x o) . w
 *
 *  The error is the rounding error divided by the angle between the lines, not by its square.
 */

/** Lines count as parallel below this squared angle: rounding rotates them by 1e-7. */
const PARALLEL = 1e-12;

const w = new Float64Array(3);
const arm = new Float64Array(3);

/** det, or zero for parallel lines. */
export function linesDet(a: number, _b: number, c: number, p: Float64Array, q: Float64Array): number {
  cross3(w, 0, p, 0, q, 0);
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
  q: Float64Array,
  o: Float64Array,
): number {
  cross3(w, 0, p, 0, q, 0);
  cross3(arm, 0, q, 0, o, 0);
  return dot3(arm, 0, w, 0);
}

/** x2 det */
export function linesSecond(
  _a: number,
  _b: number,
  _u: number,
  _v: number,
  p: Float64Array,
  q: Float64Array,
  o: Float64Array,
): number {
  cross3(w, 0, p, 0, q, 0);
  cross3(arm, 0, p, 0, o, 0);
  return dot3(arm, 0, w, 0);
}
