import type { int } from '../../../math/int.ts';

/*  Where two lines come nearest to each other: |o + x1 p - x2 q|^2 is least where [a b; b c] x = [u; v], with
 *
 *      a = p . p   b = -p . q   c = q . q   u = -p . o   v = q . o,   x1 = first / det,   x2 = second / det
 *
 *  These differences lose as many digits as the square of the angle between the lines has. Shaders, which have few digits, take them from
 *  cross products (webgpu/kernel/lines.ts), for which p, q and o are handed over. */

/** a c - b^2; less than MINVAL: the lines are parallel.
 *  @inline */
export function linesDet(
  a: number,
  b: number,
  c: number,
  _p: Float64Array,
  _i: int,
  _q: Float64Array,
  _j: int,
): number {
  return a * c - b * b;
}

/** x1 det = c u - b v
 *  @inline */
export function linesFirst(
  b: number,
  c: number,
  u: number,
  v: number,
  _p: Float64Array,
  _i: int,
  _q: Float64Array,
  _j: int,
  _o: Float64Array,
  _k: int,
): number {
  return c * u - b * v;
}

/** x2 det = a v - b u
 *  @inline */
export function linesSecond(
  a: number,
  b: number,
  u: number,
  v: number,
  _p: Float64Array,
  _i: int,
  _q: Float64Array,
  _j: int,
  _o: Float64Array,
  _k: int,
): number {
  return a * v - b * u;
}
