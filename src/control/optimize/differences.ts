/** Finite differences within bounds. */

/** Which differences a derivative uses. */
export type Differences = 'forward' | 'centered';

/** Step relative to the variable: the root of the rounding error that balances it with the truncation error. */
const RELATIVE: Record<Differences, number> = {
  forward: Math.sqrt(Number.EPSILON),
  centered: Math.cbrt(Number.EPSILON),
};

/** The points around x that a derivative needs, and how to combine the values there. */
export interface Stencil {
  points: Float64Array[];
  /** Point with the larger and the smaller value of variable j; -1: x itself. */
  above: Int32Array;
  below: Int32Array;
  /** Distance between the two. */
  width: Float64Array;
}

/** Points for the derivatives by each variable. A step that would leave the bounds goes the other way; one without room on
 *  either side uses the larger side. */
export function stencil(
  x: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
  kind: Differences,
  scale?: Float64Array,
): Stencil {
  const n = x.length;
  const result: Stencil = {
    points: [],
    above: new Int32Array(n).fill(-1),
    below: new Int32Array(n).fill(-1),
    width: new Float64Array(n),
  };
  for (let j = 0; j < n; j++) {
    const size = RELATIVE[kind] * Math.max(Math.abs(x[j]), scale?.[j] ?? 1);
    const [up, down] = [Math.min(size, upper[j] - x[j]), Math.min(size, x[j] - lower[j])];
    const both = kind === 'centered' && up === size && down === size;
    if (both || up >= down) result.above[j] = add(result.points, x, j, x[j] + up);
    if (both || up < down) result.below[j] = add(result.points, x, j, x[j] - down);
    // the difference of the values that were stored, not of those that were meant
    const high = result.above[j] < 0 ? x[j] : result.points[result.above[j]][j];
    const low = result.below[j] < 0 ? x[j] : result.points[result.below[j]][j];
    result.width[j] = high - low;
  }
  return result;
}

function add(points: Float64Array[], x: Float64Array, j: number, value: number): number {
  const point = x.slice();
  point[j] = value;
  return points.push(point) - 1;
}

/** J (rows x n) from the values at the points of the stencil and at x. */
export function combine(
  { above, below, width }: Stencil,
  values: readonly ArrayLike<number>[],
  center: ArrayLike<number>,
): Float64Array {
  const [rows, n] = [center.length, width.length];
  const J = new Float64Array(rows * n);
  for (let j = 0; j < n; j++) {
    // a variable whose bounds are equal does not move
    if (width[j] === 0) continue;
    const high = above[j] < 0 ? center : values[above[j]];
    const low = below[j] < 0 ? center : values[below[j]];
    for (let i = 0; i < rows; i++) J[i * n + j] = (high[i] - low[i]) / width[j];
  }
  return J;
}
