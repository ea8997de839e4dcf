/*  The nearest points of two lines: |o + x1 p - x2 q|^2 is minimal where [a b; b c] x = [u; v], with
 *
 *      a = p . p   b = -p . q   c = q . q   u = -p . o   v = q . o,   x1 = first / det,   x2 = second / det
 *
 *  These differences lose digits with the square of the angle between the lines. Shaders, which have few digits, compute them
 *  from cross products of p, q and o instead (worlds/webgpu/kernel/lines.ts). */

/** a c - b^2; the lines are parallel if it is below MINVAL.
 *  @inline */
export function linesDet(a: number, b: number, c: number, _p: Float64Array, _q: Float64Array): number {
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
  _q: Float64Array,
  _o: Float64Array,
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
  _q: Float64Array,
  _o: Float64Array,
): number {
  return a * v - b * u;
}
