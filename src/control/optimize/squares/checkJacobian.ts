/** Comparison of a Jacobian with differences. */

/** Errors below this part of the largest element of a column are those of the differences. */
const TOLERANCE = 1e-5;

/** @throws Error that names the element with the largest error */
export function checkAgainstDifferences(J: Float64Array, expected: Float64Array, rows: number): void {
  const n = J.length / rows;
  let [worst, row, column] = [TOLERANCE, -1, -1];
  for (let j = 0; j < n; j++) {
    let size = 1e-8;
    for (let i = 0; i < rows; i++) size = Math.max(size, Math.abs(expected[i * n + j]), Math.abs(J[i * n + j]));
    for (let i = 0; i < rows; i++) {
      const error = Math.abs(J[i * n + j] - expected[i * n + j]) / size;
      // NaN is an error too
      if (!(error <= worst)) [worst, row, column] = [error, i, j];
    }
  }
  if (row < 0) return;
  const k = row * n + column;
  throw new Error(
    `jacobian: residual ${row} by variable ${column}: expected ${expected[k]} as differences give, found ${J[k]}`,
  );
}
