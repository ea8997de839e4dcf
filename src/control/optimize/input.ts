/** Checks of vectors and matrices that users pass. */
import { expectFinite, expectNumber, expectNumbers } from '../../core/expect.ts';

/** A copy of the vector, of n numbers if n is given, all finite unless `infinite`.
 *  @throws TypeError or RangeError */
export function expectVector(name: string, values: ArrayLike<number>, n?: number, infinite = false): Float64Array {
  const vector = Float64Array.from(expectNumbers(name, values, n));
  for (let k = 0; k < vector.length; k++) {
    if (infinite) expectNumber(`${name}[${k}]`, vector[k]);
    else expectFinite(`${name}[${k}]`, vector[k]);
  }
  return vector;
}

/** A copy of a row-major matrix of finite numbers.
 *  @throws TypeError or RangeError */
export function expectMatrix(name: string, values: ArrayLike<number>, rows: number, columns: number): Float64Array {
  const matrix = Float64Array.from(expectNumbers(name, values));
  if (matrix.length !== rows * columns) {
    throw new RangeError(`${name}: expected ${rows} x ${columns} = ${rows * columns} numbers, found ${matrix.length}`);
  }
  for (let k = 0; k < matrix.length; k++) {
    if (Number.isFinite(matrix[k])) continue;
    const [row, column] = [Math.floor(k / columns), k % columns];
    throw new RangeError(`${name}: expected finite numbers, found ${matrix[k]} in row ${row}, column ${column}`);
  }
  return matrix;
}

/** A symmetric n x n matrix from the matrix, its diagonal, or one number for the diagonal.
 *  @throws TypeError or RangeError */
export function expectWeight(name: string, value: number | ArrayLike<number>, n: number): Float64Array {
  if (typeof value === 'number') return diagonal(n, () => expectFinite(name, value));
  const { length } = expectNumbers(name, value);
  if (length === n && n > 1) {
    const entries = expectVector(name, value, n);
    return diagonal(n, (i) => entries[i]);
  }
  if (length !== n * n) {
    throw new RangeError(`${name}: expected a number, ${n} diagonal elements or ${n} x ${n} numbers, found ${length}`);
  }
  const matrix = expectMatrix(name, value, n, n);
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < r; c++) {
      const [a, b] = [matrix[r * n + c], matrix[c * n + r]];
      if (Math.abs(a - b) > 1e-9 * (Math.abs(a) + Math.abs(b))) {
        throw new RangeError(
          `${name}: expected a symmetric matrix, found ${a} and ${b} at (${r}, ${c}) and (${c}, ${r})`,
        );
      }
      matrix[r * n + c] = 0.5 * (a + b);
      matrix[c * n + r] = 0.5 * (a + b);
    }
  }
  return matrix;
}

function diagonal(n: number, entry: (i: number) => number): Float64Array {
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) matrix[i * (n + 1)] = entry(i);
  return matrix;
}

/** One bound for all variables, or one for each; infinities are bounds, NaN is not.
 *  @throws TypeError or RangeError */
export function expectBound(name: string, value: number | ArrayLike<number>, n: number): Float64Array {
  if (typeof value === 'number') return new Float64Array(n).fill(expectNumber(name, value));
  return expectVector(name, value, n, true);
}

/** Bounds of n variables; without a bound it is infinite.
 *  @throws TypeError or RangeError, also if a lower bound is above the upper one */
export function expectBounds(
  bounds: { lower?: number | ArrayLike<number>; upper?: number | ArrayLike<number> },
  n: number,
): { lower: Float64Array; upper: Float64Array } {
  const lower = expectBound('lower', bounds.lower ?? Number.NEGATIVE_INFINITY, n);
  const upper = expectBound('upper', bounds.upper ?? Number.POSITIVE_INFINITY, n);
  for (let i = 0; i < n; i++) {
    if (lower[i] > upper[i]) {
      throw new RangeError(`lower[${i}]: expected at most upper[${i}], ${upper[i]}, found ${lower[i]}`);
    }
  }
  return { lower, upper };
}

/** x, or the bound that it exceeds. */
export function clamp(x: number, lower: number, upper: number): number {
  return Math.min(Math.max(x, lower), upper);
}
