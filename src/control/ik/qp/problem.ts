/** Quadratic programs: their form, the states of their rows, and checks before a solve. */

/** How a solve ended.
 *  - `solved`: x is the minimum
 *  - `infeasible`: no x satisfies the hard rows; `conflict` has the conflicting rows
 *  - `iterations`: the limit of iterations was reached
 *  - `notFinite`: the problem has values that are not finite */
export type QpStatus = 'solved' | 'infeasible' | 'iterations' | 'notFinite';

/** State of a row: its multiplier y is at one of its limits, or the row is in the working set. */
export const RowState = {
  /** y = 0; the row holds strictly */
  INACTIVE: 0,
  /** a'x = upper, y in [0, penalty] */
  UPPER: 1,
  /** a'x = lower, y in [-penalty, 0] */
  LOWER: -1,
  /** a'x = lower = upper, y in [-penalty, penalty] */
  EQUAL: 2,
  /** y = penalty: an elastic row yields above */
  ABOVE: 3,
  /** y = -penalty: an elastic row yields below */
  BELOW: -3,
} as const;

/** Minimum of 1/2 x'Hx + c'x + sum of penalty_i times the violation of row i, with rows lower <= a'x <= upper. Rows [0, n)
 *  are the bounds of x; row n + k has the coefficients A[k n .. k n + n). An infinite penalty makes a row hard. */
export interface QpProblem {
  n: number;
  /** Number of rows of A. */
  m: number;
  /** n x n; the lower triangle is read. */
  H: Float64Array;
  c: Float64Array;
  A: Float64Array;
  /** Of the n + m rows. */
  lower: Float64Array;
  upper: Float64Array;
  penalty: Float64Array;
}

/** a_i'x */
export function rowValue({ n, A }: QpProblem, i: number, x: Float64Array): number {
  if (i < n) return x[i];
  let sum = 0;
  for (let j = 0, at = (i - n) * n; j < n; j++, at++) sum += A[at] * x[j];
  return sum;
}

/** v += s a_i */
export function addRow({ n, A }: QpProblem, v: Float64Array, i: number, s: number): void {
  if (i < n) v[i] += s;
  else for (let j = 0, at = (i - n) * n; j < n; j++, at++) v[j] += s * A[at];
}

/** res = Hx + c */
export function objectiveGradient({ n, H, c }: QpProblem, res: Float64Array, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = c[i];
    for (let j = 0; j <= i; j++) sum += H[i * n + j] * x[j];
    for (let j = i + 1; j < n; j++) sum += H[j * n + i] * x[j];
    res[i] = sum;
  }
}

/** The first row with contradictory bounds, or -1. */
export function findEmptyRow({ n, m, lower, upper }: QpProblem): number {
  for (let i = 0; i < n + m; i++) if (lower[i] > upper[i]) return i;
  return -1;
}

/** Writes the length of each row, and returns whether all values besides H are finite; bounds may be infinite. */
export function readLengths({ n, m, A, c, lower, upper }: QpProblem, lengths: Float64Array): boolean {
  for (let i = 0; i < n; i++) {
    lengths[i] = 1;
    if (!Number.isFinite(c[i])) return false;
  }
  for (let i = 0; i < n + m; i++) if (Number.isNaN(lower[i]) || Number.isNaN(upper[i])) return false;
  for (let k = 0; k < m; k++) {
    let sum = 0;
    for (let j = k * n; j < k * n + n; j++) sum += A[j] * A[j];
    if (!Number.isFinite(sum)) return false;
    lengths[n + k] = Math.sqrt(sum);
  }
  return true;
}
