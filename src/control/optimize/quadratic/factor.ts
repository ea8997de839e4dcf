/** Cholesky factorization that reports matrices that are not positive definite. */

/** Pivots below this part of their diagonal element are zero. */
const INDEPENDENT = 1e-14;

/** Factors the symmetric A (n x n, lower triangle read) in place: A = L L'. False if A is not positive definite. */
export function factorPositive(A: Float64Array, n: number): boolean {
  for (let c = 0; c < n; c++) {
    const given = A[c * n + c];
    let pivot = given;
    for (let k = 0; k < c; k++) pivot -= A[c * n + k] * A[c * n + k];
    if (!(pivot > INDEPENDENT * given)) return false;
    const root = Math.sqrt(pivot);
    A[c * n + c] = root;
    for (let r = c + 1; r < n; r++) {
      let sum = A[r * n + c];
      for (let k = 0; k < c; k++) sum -= A[r * n + k] * A[c * n + k];
      A[r * n + c] = sum / root;
    }
  }
  return true;
}
