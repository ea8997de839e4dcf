/** Small dense matrices, row-major, in new arrays. */
import { mulMatMat, mulMatMatT, mulMatTMat, transpose } from '../../../core/math/linear/dense.ts';
import { luFactor, luSolve } from '../../../core/math/linear/lu.ts';

/** A B for A of rows x inner and B of inner x columns. */
export function times(A: Float64Array, B: Float64Array, rows: number, inner: number, columns: number): Float64Array {
  const product = new Float64Array(rows * columns);
  mulMatMat(product, 0, A, 0, B, 0, rows, inner, columns);
  return product;
}

/** A' B for A of inner x rows and B of inner x columns. */
export function transposeTimes(
  A: Float64Array,
  B: Float64Array,
  inner: number,
  rows: number,
  columns: number,
): Float64Array {
  const product = new Float64Array(rows * columns);
  mulMatTMat(product, 0, A, 0, B, 0, inner, rows, columns);
  return product;
}

/** A B' for A of rows x inner and B of columns x inner. */
export function timesTranspose(
  A: Float64Array,
  B: Float64Array,
  rows: number,
  inner: number,
  columns: number,
): Float64Array {
  const product = new Float64Array(rows * columns);
  mulMatMatT(product, 0, A, 0, B, 0, rows, inner, columns);
  return product;
}

export function transposed(A: Float64Array, rows: number, columns: number): Float64Array {
  const res = new Float64Array(A.length);
  transpose(res, 0, A, 0, rows, columns);
  return res;
}

/** A + s B */
export function plus(A: Float64Array, B: Float64Array, s = 1): Float64Array {
  return A.map((a, k) => a + s * B[k]);
}

/** A + s I */
export function plusIdentity(A: Float64Array, n: number, s = 1): Float64Array {
  const res = A.slice();
  for (let i = 0; i < n; i++) res[i * (n + 1)] += s;
  return res;
}

/** (A + A') / 2 in place */
export function makeSymmetric(A: Float64Array, n: number): Float64Array {
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < r; c++) {
      const mean = 0.5 * (A[r * n + c] + A[c * n + r]);
      A[r * n + c] = mean;
      A[c * n + r] = mean;
    }
  }
  return A;
}

/** A^-1 B for A of n x n and B of n x columns; undefined if A is singular. */
export function solveMatrix(
  A: Float64Array,
  B: Float64Array,
  n: number,
  columns: number,
): Float64Array<ArrayBuffer> | undefined {
  const LU = A.slice();
  const pivot = new Int32Array(n);
  if (!luFactor(LU, 0, n, pivot, 0)) return undefined;
  const solution = new Float64Array(n * columns);
  const column = new Float64Array(n);
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < n; r++) column[r] = B[r * columns + c];
    luSolve(column, 0, LU, 0, column, 0, pivot, 0, n);
    for (let r = 0; r < n; r++) solution[r * columns + c] = column[r];
  }
  return solution;
}

/** Square root of the sum of squares. */
export function frobenius(A: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < A.length; k++) sum += A[k] * A[k];
  return Math.sqrt(sum);
}
