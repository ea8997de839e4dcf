// Small dense matrices, row-major.

/** out += X Y for X (rows x inner) and Y (inner x columns)
 *  @param {Float64Array} out @param {Float64Array} X @param {Float64Array} Y @param {number} rows @param {number} inner
 *  @param {number} columns */
export function mulAdd(out, X, Y, rows, inner, columns) {
  for (let r = 0; r < rows; r++) {
    for (let k = 0; k < inner; k++) {
      const x = X[r * inner + k];
      if (x === 0) continue;
      for (let c = 0; c < columns; c++) out[r * columns + c] += x * Y[k * columns + c];
    }
  }
}

/** out += X^T Y for X (inner x rows) and Y (inner x columns)
 *  @param {Float64Array} out @param {Float64Array} X @param {Float64Array} Y @param {number} inner @param {number} rows
 *  @param {number} columns */
export function mulTransposedAdd(out, X, Y, inner, rows, columns) {
  for (let k = 0; k < inner; k++) {
    for (let r = 0; r < rows; r++) {
      const x = X[k * rows + r];
      if (x === 0) continue;
      for (let c = 0; c < columns; c++) out[r * columns + c] += x * Y[k * columns + c];
    }
  }
}

/** Y = X^-1 Y for a positive definite X (n x n, overwritten) and Y (n x columns). Returns false if X is not positive definite.
 *  @param {Float64Array} X @param {Float64Array} Y @param {number} n @param {number} columns */
export function choleskySolve(X, Y, n, columns) {
  for (let c = 0; c < n; c++) {
    for (let r = c; r < n; r++) {
      let sum = X[r * n + c];
      for (let k = 0; k < c; k++) sum -= X[r * n + k] * X[c * n + k];
      if (r > c) X[r * n + c] = sum / X[c * n + c];
      else if (sum > 0) X[c * n + c] = Math.sqrt(sum);
      else return false;
    }
  }
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < n; r++) {
      for (let k = 0; k < r; k++) Y[r * columns + c] -= X[r * n + k] * Y[k * columns + c];
      Y[r * columns + c] /= X[r * n + r];
    }
    for (let r = n - 1; r >= 0; r--) {
      for (let k = r + 1; k < n; k++) Y[r * columns + c] -= X[k * n + r] * Y[k * columns + c];
      Y[r * columns + c] /= X[r * n + r];
    }
  }
  return true;
}
