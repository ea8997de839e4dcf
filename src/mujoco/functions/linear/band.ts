/** Symmetric matrices with a band in the first rows and `ndense` dense rows at the end: the lower triangle, stored as
 * rows of `nband` elements that end at the diagonal, followed by rows of `ntotal`. The factor L L^T has the same
 * format. */

/** Offset of row i, as if it began at column 0, and its first column. */
function bandRow(i: number, ntotal: number, nband: number, ndense: number): { at: number; first: number } {
  const sparse = ntotal - ndense;
  if (i >= sparse) return { at: sparse * nband + (i - sparse) * ntotal, first: 0 };
  return { at: i * nband + nband - 1 - i, first: Math.max(0, i - nband + 1) };
}

/** Offset of the diagonal element of row i. */
export function bandDiag(i: number, ntotal: number, nband: number, ndense: number): number {
  return bandRow(i, ntotal, nband, ndense).at + i;
}

/** Expand the lower triangle to a dense matrix; with `sym` also the upper triangle. */
export function band2Dense(
  res: Float64Array,
  mat: Float64Array,
  ntotal: number,
  nband: number,
  ndense: number,
  sym: boolean,
): void {
  res.fill(0);
  for (let i = 0; i < ntotal; i++) {
    const { at, first } = bandRow(i, ntotal, nband, ndense);
    for (let j = first; j <= i; j++) {
      res[i * ntotal + j] = mat[at + j];
      if (sym) res[j * ntotal + i] = mat[at + j];
    }
  }
}

export function dense2Band(res: Float64Array, mat: Float64Array, ntotal: number, nband: number, ndense: number): void {
  res.fill(0);
  for (let i = 0; i < ntotal; i++) {
    const { at, first } = bandRow(i, ntotal, nband, ndense);
    for (let j = first; j <= i; j++) res[at + j] = mat[i * ntotal + j];
  }
}

/** res = A vec for `nvec` vectors; without `sym` only the lower triangle is used. */
export function bandMulMatVec(
  res: Float64Array,
  mat: Float64Array,
  vec: Float64Array,
  ntotal: number,
  nband: number,
  ndense: number,
  nvec: number,
  sym: boolean,
): void {
  const from = vec === res ? vec.slice() : vec;
  res.fill(0);
  for (let v = 0; v < nvec * ntotal; v += ntotal) {
    for (let i = 0; i < ntotal; i++) {
      const { at, first } = bandRow(i, ntotal, nband, ndense);
      for (let j = first; j <= i; j++) {
        res[v + i] += mat[at + j] * from[v + j];
        if (sym && j < i) res[v + j] += mat[at + j] * from[v + i];
      }
    }
  }
}

/** A = L L^T in place, after adding diagadd + diagmul a_ii to the diagonal.
 *  @returns the smallest pivot before its square root, 0 if one is not positive */
export function cholFactorBand(
  mat: Float64Array,
  ntotal: number,
  nband: number,
  ndense: number,
  diagadd: number,
  diagmul: number,
): number {
  let minDiagonal = -1;
  for (let i = 0; i < ntotal; i++) {
    const { at, first } = bandRow(i, ntotal, nband, ndense);
    mat[at + i] += diagadd + diagmul * mat[at + i];
    for (let j = first; j <= i; j++) {
      const other = bandRow(j, ntotal, nband, ndense);
      let sum = mat[at + j];
      for (let k = Math.max(first, other.first); k < j; k++) sum -= mat[at + k] * mat[other.at + k];
      if (j < i) {
        mat[at + j] = sum / mat[other.at + j];
        continue;
      }
      if (!(sum > 0)) return 0;
      minDiagonal = minDiagonal < 0 ? sum : Math.min(minDiagonal, sum);
      mat[at + i] = Math.sqrt(sum);
    }
  }
  return minDiagonal;
}

/** res = (L L^T)^-1 vec */
export function cholSolveBand(
  res: Float64Array,
  mat: Float64Array,
  vec: Float64Array,
  ntotal: number,
  nband: number,
  ndense: number,
): void {
  res.set(vec);
  for (let i = 0; i < ntotal; i++) {
    const { at, first } = bandRow(i, ntotal, nband, ndense);
    for (let j = first; j < i; j++) res[i] -= mat[at + j] * res[j];
    res[i] /= mat[at + i];
  }
  for (let i = ntotal - 1; i >= 0; i--) {
    const { at, first } = bandRow(i, ntotal, nband, ndense);
    res[i] /= mat[at + i];
    for (let j = first; j < i; j++) res[j] -= mat[at + j] * res[i];
  }
}
