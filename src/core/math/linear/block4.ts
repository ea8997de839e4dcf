import type { int } from '../int.ts';

/*  Kernels of the constraint solver on rows whose length is a multiple of four. Sums over columns run in four lanes,
 *  (0 + 2) + (1 + 3); sums over rows run in the order of the rows, element by element. */

/** res[k] = A_k . v for each of `rows` rows of n columns
 *  @simd */
export function mulRows4(
  res: Float64Array,
  r: int,
  A: Float64Array,
  a: int,
  n: int,
  v: Float64Array,
  i: int,
  rows: int,
): void {
  let row = a;
  for (let k = 0; k < rows; k++) {
    let s0: number = 0;
    let s1: number = 0;
    let s2: number = 0;
    let s3: number = 0;
    for (let c = 0; c < n; c += 4) {
      s0 += A[row + c] * v[i + c];
      s1 += A[row + c + 1] * v[i + c + 1];
      s2 += A[row + c + 2] * v[i + c + 2];
      s3 += A[row + c + 3] * v[i + c + 3];
    }
    res[r + k] = s0 + s2 + (s1 + s3);
    row += n;
  }
}

/** res += sum over rows of w_k A_k, rows of n columns; rows with w = 0 are skipped
 *  @simd */
export function addRowsT4(
  res: Float64Array,
  r: int,
  A: Float64Array,
  a: int,
  n: int,
  w: Float64Array,
  i: int,
  rows: int,
): void {
  for (let k = 0; k < rows; k++) {
    const s = w[i + k];
    if (s === 0) continue;
    const row = a + k * n;
    for (let c = 0; c < n; c += 4) {
      res[r + c] += s * A[row + c];
      res[r + c + 1] += s * A[row + c + 1];
      res[r + c + 2] += s * A[row + c + 2];
      res[r + c + 3] += s * A[row + c + 3];
    }
  }
}

/** res[k] = A_k . v for each of `rows` rows with two blocks of four values; `blocks` has their indices in v, two for
 *  each row from l on
 *  @simd */
export function mulPairs4(
  res: Float64Array,
  r: int,
  A: Float64Array,
  a: int,
  v: Float64Array,
  blocks: Int32Array,
  l: int,
  rows: int,
): void {
  for (let k = 0; k < rows; k++) {
    const row = a + 8 * k;
    const i = 4 * blocks[l + 2 * k];
    const j = 4 * blocks[l + 2 * k + 1];
    const s0 = A[row] * v[i] + A[row + 4] * v[j];
    const s1 = A[row + 1] * v[i + 1] + A[row + 5] * v[j + 1];
    const s2 = A[row + 2] * v[i + 2] + A[row + 6] * v[j + 2];
    const s3 = A[row + 3] * v[i + 3] + A[row + 7] * v[j + 3];
    res[r + k] = s0 + s2 + (s1 + s3);
  }
}

/** res += sum over such rows of w_k A_k; rows with w = 0 are skipped
 *  @simd */
export function addPairsT4(
  res: Float64Array,
  A: Float64Array,
  a: int,
  w: Float64Array,
  f: int,
  blocks: Int32Array,
  l: int,
  rows: int,
): void {
  for (let k = 0; k < rows; k++) {
    const s = w[f + k];
    if (s === 0) continue;
    const row = a + 8 * k;
    const i = 4 * blocks[l + 2 * k];
    const j = 4 * blocks[l + 2 * k + 1];
    for (let c = 0; c < 4; c++) res[i + c] += s * A[row + c];
    for (let c = 0; c < 4; c++) res[j + c] += s * A[row + 4 + c];
  }
}

/** res = sum over k of w[i + k] A_k, for rows of n values, a multiple of four
 *  @simd */
export function combineRows4(
  res: Float64Array,
  r: int,
  A: Float64Array,
  a: int,
  n: int,
  w: Float64Array,
  i: int,
  rows: int,
): void {
  for (let c = 0; c < n; c++) {
    let sum: number = 0;
    for (let k = 0; k < rows; k++) sum += A[a + k * n + c] * w[i + k];
    res[r + c] = sum;
  }
}

/** True if one of `rows` rows of four, `stride` apart, has a nonzero element
 *  @simd */
export function anyInRows4(A: Float64Array, a: int, stride: int, rows: int): boolean {
  for (let k = 0; k < rows; k++) {
    const row = a + k * stride;
    if (A[row] !== 0 || A[row + 1] !== 0 || A[row + 2] !== 0 || A[row + 3] !== 0) return true;
  }
  return false;
}

/** res = four elements of a in reverse order; res must not overlap a
 *  @simd */
export function reverse4(res: Float64Array, r: int, a: Float64Array, i: int): void {
  for (let k = 0; k < 4; k++) res[r + k] = a[i + 3 - k];
}

/** C += A^T B for a 4x4 block C (rows cs apart), A and B of `rows` x 4 (rows of both n apart)
 *  @simd */
export function addOuter4(
  C: Float64Array,
  c: int,
  cs: int,
  A: Float64Array,
  a: int,
  B: Float64Array,
  b: int,
  n: int,
  rows: int,
): void {
  // two rows of C at a time
  for (let i = 0; i < 4; i += 2) {
    const to = c + i * cs;
    const on = to + cs;
    let s0 = C[to];
    let s1 = C[to + 1];
    let s2 = C[to + 2];
    let s3 = C[to + 3];
    let t0 = C[on];
    let t1 = C[on + 1];
    let t2 = C[on + 2];
    let t3 = C[on + 3];
    let p = a + i;
    let q = b;
    for (let k = 0; k < rows; k++) {
      const x = A[p];
      const y = A[p + 1];
      const b0 = B[q];
      const b1 = B[q + 1];
      const b2 = B[q + 2];
      const b3 = B[q + 3];
      s0 += x * b0;
      s1 += x * b1;
      s2 += x * b2;
      s3 += x * b3;
      t0 += y * b0;
      t1 += y * b1;
      t2 += y * b2;
      t3 += y * b3;
      p += n;
      q += n;
    }
    C[to] = s0;
    C[to + 1] = s1;
    C[to + 2] = s2;
    C[to + 3] = s3;
    C[on] = t0;
    C[on + 1] = t1;
    C[on + 2] = t2;
    C[on + 3] = t3;
  }
}

/** C -= A^T B for 4x4 blocks whose rows are cs, as and bs apart
 *  @simd */
export function subOuter4(
  C: Float64Array,
  c: int,
  cs: int,
  A: Float64Array,
  a: int,
  as: int,
  B: Float64Array,
  b: int,
  bs: int,
): void {
  // two columns at a time: their eight elements of B stay in registers
  for (let j = 0; j < 4; j += 2) {
    const p0 = B[b + j];
    const q0 = B[b + j + 1];
    const p1 = B[b + bs + j];
    const q1 = B[b + bs + j + 1];
    const p2 = B[b + 2 * bs + j];
    const q2 = B[b + 2 * bs + j + 1];
    const p3 = B[b + 3 * bs + j];
    const q3 = B[b + 3 * bs + j + 1];
    for (let i = 0; i < 4; i++) {
      const to = c + i * cs + j;
      const a0 = A[a + i];
      const a1 = A[a + as + i];
      const a2 = A[a + 2 * as + i];
      const a3 = A[a + 3 * as + i];
      C[to] = C[to] - a0 * p0 - a1 * p1 - a2 * p2 - a3 * p3;
      C[to + 1] = C[to + 1] - a0 * q0 - a1 * q1 - a2 * q2 - a3 * q3;
    }
  }
}

/** Factors four rows of a positive definite matrix, H = U^T U: the block C of 4 x n, whose first four columns are the
 *  diagonal block (reads the upper triangle, clears the lower). Pivots below mindiag are raised to it and their rows
 *  cleared; returns their number.
 *  @simd */
export function cholRows4(C: Float64Array, c: int, n: int, mindiag: number): int {
  let raised = 0;
  for (let i = 0; i < 4; i++) {
    const row = c + i * n;
    // row_i -= U_ki row_k for the previous rows
    for (let k = 0; k < i; k++) {
      const s = C[c + k * n + i];
      C[row + k] = 0;
      if (s !== 0) subRow(C, row, C, c + k * n, s, i, n);
    }
    const pivot = C[row + i];
    if (pivot < mindiag) {
      raised++;
      for (let j = i + 1; j < n; j++) C[row + j] = 0;
      C[row + i] = Math.sqrt(mindiag);
      continue;
    }
    const root = Math.sqrt(pivot);
    const inverse = 1 / root;
    C[row + i] = root;
    for (let j = i + 1; j < n; j++) C[row + j] *= inverse;
  }
  return raised;
}

/** y -= s x in columns [from, n) */
function subRow(y: Float64Array, i: int, x: Float64Array, j: int, s: number, from: int, n: int): void {
  for (let k = from; k < n; k++) y[i + k] -= s * x[j + k];
}

/** Forward substitution of U^T y = x with four rows C (4 x n) of U: x[0..4) becomes y, and its contribution is
 *  subtracted from x[4..n)
 *  @simd */
export function solveRowsT4(x: Float64Array, i: int, C: Float64Array, c: int, n: int): void {
  for (let k = 0; k < 4; k++) {
    const row = c + k * n;
    const s = x[i + k] / C[row + k];
    x[i + k] = s;
    if (s !== 0) subRow(x, i, C, row, s, k + 1, n);
  }
}

/** Back substitution of U x = y with four rows C (4 x n) of U: x[4..n) is known, x[0..4) becomes the solution
 *  @simd */
export function solveRows4(x: Float64Array, i: int, C: Float64Array, c: int, n: int): void {
  for (let k = 3; k >= 0; k--) {
    const row = c + k * n;
    let s0: number = 0;
    let s1: number = 0;
    let s2: number = 0;
    let s3: number = 0;
    for (let j = 4; j < n; j += 4) {
      s0 += C[row + j] * x[i + j];
      s1 += C[row + j + 1] * x[i + j + 1];
      s2 += C[row + j + 2] * x[i + j + 2];
      s3 += C[row + j + 3] * x[i + j + 3];
    }
    let sum = s0 + s2 + (s1 + s3);
    for (let j = k + 1; j < 4; j++) sum += C[row + j] * x[i + j];
    x[i + k] = (x[i + k] - sum) / C[row + k];
  }
}

/** Four rows C (4 x n) of the factor of H + x x^T (sign 1) or H - x x^T (sign -1) from those of H; the updated x[0..n)
 *  is for the following rows. Returns the number of pivots that fell below mindiag and were raised to it.
 *  @simd */
export function updateRows4(
  C: Float64Array,
  c: int,
  n: int,
  x: Float64Array,
  i: int,
  sign: number,
  mindiag: number,
): int {
  let raised = 0;
  for (let k = 0; k < 4; k++) {
    const row = c + k * n;
    const xk = x[i + k];
    if (xk === 0) continue;
    const diag = C[row + k];
    let square = diag * diag + sign * (xk * xk);
    if (square < mindiag) {
      square = mindiag;
      raised++;
    }
    // r = sqrt(U_kk^2 +- x_k^2): U_kj = (U_kj +- s x_j) / g, x_j = g x_j - s U_kj, g = r / U_kk, s = x_k / U_kk
    const root = Math.sqrt(square);
    const g = root / diag;
    const inverse = 1 / g;
    const s = xk / diag;
    const t = sign * s;
    C[row + k] = root;
    for (let j = k + 1; j < n; j++) {
      const u = (C[row + j] + t * x[i + j]) * inverse;
      C[row + j] = u;
      x[i + j] = g * x[i + j] - s * u;
    }
  }
  return raised;
}
