import { addSclScl, addToScl, scl, zero } from '../array.ts';
import type { int } from '../int.ts';

/*  Sparse vectors (values and increasing indices) and matrices in compressed rows: row i has rownnz[i] elements from
 *  rowadr[i] on, in the columns colind[rowadr[i] + k]. */

/** Dot product of a sparse vector (nnz values at a, indices at p) with a dense one, in four lanes like `dot`.
 *  @simd */
export function dotSparse(a: Float64Array, i: int, b: Float64Array, j: int, nnz: int, ind: Int32Array, p: int): number {
  let s0: number = 0;
  let s1: number = 0;
  let s2: number = 0;
  let s3: number = 0;
  let k = 0;
  for (; k + 3 < nnz; k += 4) {
    s0 += a[i + k] * b[j + ind[p + k]];
    s1 += a[i + k + 1] * b[j + ind[p + k + 1]];
    s2 += a[i + k + 2] * b[j + ind[p + k + 2]];
    s3 += a[i + k + 3] * b[j + ind[p + k + 3]];
  }
  let sum = s0 + s2 + (s1 + s3);
  for (; k < nnz; k++) sum += a[i + k] * b[j + ind[p + k]];
  return sum;
}

/** res[ind[k]] += a[k] s for the nnz elements of a sparse vector
 *  @simd */
export function addToSclSparse(
  res: Float64Array,
  r: int,
  a: Float64Array,
  i: int,
  s: number,
  nnz: int,
  ind: Int32Array,
  p: int,
): void {
  for (let k = 0; k < nnz; k++) res[r + ind[p + k]] += a[i + k] * s;
}

/** res = A v, A with nr rows
 *  @simd */
export function mulMatVecSparse(
  res: Float64Array,
  r: int,
  A: Float64Array,
  v: Float64Array,
  i: int,
  nr: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  for (let k = 0; k < nr; k++) {
    const adr = rowadr[k];
    res[r + k] = dotSparse(A, adr, v, i, rownnz[k], colind, adr);
  }
}

/** res = A^T v, A with nr rows and nc columns; rows with v = 0 are skipped
 *  @simd */
export function mulMatTVecSparse(
  res: Float64Array,
  r: int,
  A: Float64Array,
  v: Float64Array,
  i: int,
  nr: int,
  nc: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  zero(res, r, nc);
  for (let k = 0; k < nr; k++) {
    const s = v[i + k];
    if (s !== 0) addToSclSparse(res, r, A, rowadr[k], s, rownnz[k], colind, rowadr[k]);
  }
}

/** res = A v for a symmetric A of which only the lower triangle is stored, the diagonal last in each row */
export function mulSymVecSparse(
  res: Float64Array,
  r: int,
  A: Float64Array,
  v: Float64Array,
  i: int,
  n: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  for (let row = 0; row < n; row++) {
    const adr = rowadr[row];
    const diag = adr + rownnz[row] - 1;
    const s = v[i + row];
    let sum = A[diag] * s;
    for (let k = diag - 1; k >= adr; k--) {
      const col = colind[k];
      sum += A[k] * v[i + col];
      res[r + col] += A[k] * s;
    }
    res[r + row] = sum;
  }
}

/** Size of the union of two sparse patterns. */
export function combineSparseCount(na: int, nb: int, inda: Int32Array, p: int, indb: Int32Array, q: int): int {
  let ka = 0;
  let kb = 0;
  let n = 0;
  while (ka < na && kb < nb) {
    const ia = inda[p + ka];
    const ib = indb[q + kb];
    if (ia <= ib) ka++;
    if (ib <= ia) kb++;
    n++;
  }
  return n + (na - ka) + (nb - kb);
}

/** True if two lists of n indices are equal. */
export function sameIndices(inda: Int32Array, p: int, indb: Int32Array, q: int, n: int): boolean {
  for (let k = 0; k < n; k++) if (inda[p + k] !== indb[q + k]) return false;
  return true;
}

/** dst = s dst + t src, sparse vectors; the pattern of dst grows to the union, for which it must have capacity. Returns
 *  the new number of elements. */
export function combineSparse(
  dst: Float64Array,
  i: int,
  s: number,
  ndst: int,
  inddst: Int32Array,
  p: int,
  src: Float64Array,
  j: int,
  t: number,
  nsrc: int,
  indsrc: Int32Array,
  q: int,
): int {
  if (ndst === nsrc && sameIndices(inddst, p, indsrc, q, ndst)) {
    addSclScl(dst, i, dst, i, s, src, j, t, ndst);
    return ndst;
  }
  const n = combineSparseCount(ndst, nsrc, inddst, p, indsrc, q);
  // merged from the end, so that elements of dst only move to the right
  let kd = ndst - 1;
  let ks = nsrc - 1;
  for (let w = n - 1; w >= 0; w--) {
    const id = kd >= 0 ? inddst[p + kd] : -1;
    const is = ks >= 0 ? indsrc[q + ks] : -1;
    let x: number = 0;
    if (id >= is) {
      x = s * dst[i + kd];
      kd--;
    }
    if (is >= id) {
      x += t * src[j + ks];
      ks--;
    }
    dst[i + w] = x;
    inddst[p + w] = Math.max(id, is);
  }
  return n;
}

/** dst = s dst + t src at the indices of dst; skips other elements of src */
export function combineSparseInc(
  dst: Float64Array,
  i: int,
  s: number,
  ndst: int,
  inddst: Int32Array,
  p: int,
  src: Float64Array,
  j: int,
  t: number,
  nsrc: int,
  indsrc: Int32Array,
  q: int,
): void {
  if (s !== 1) scl(dst, i, dst, i, s, ndst);
  let ks = 0;
  for (let kd = 0; kd < ndst; kd++) {
    const id = inddst[p + kd];
    while (ks < nsrc && indsrc[q + ks] < id) ks++;
    if (ks === nsrc) return;
    if (indsrc[q + ks] === id) dst[i + kd] += t * src[j + ks];
  }
}

/** res (dense, nr x nc) = A */
export function sparse2Dense(
  res: Float64Array,
  r: int,
  A: Float64Array,
  nr: int,
  nc: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  zero(res, r, nr * nc);
  for (let i = 0; i < nr; i++) {
    const end = rowadr[i] + rownnz[i];
    for (let k = rowadr[i]; k < end; k++) res[r + i * nc + colind[k]] = A[k];
  }
}

/** res (dense, n x n) = the symmetric matrix whose lower triangle is A; elements of A above the diagonal are ignored */
export function sym2Dense(
  res: Float64Array,
  r: int,
  A: Float64Array,
  n: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  zero(res, r, n * n);
  for (let i = 0; i < n; i++) {
    const end = rowadr[i] + rownnz[i];
    for (let k = rowadr[i]; k < end; k++) {
      const j = colind[k];
      if (j > i) continue;
      res[r + i * n + j] = A[k];
      res[r + j * n + i] = A[k];
    }
  }
}

/** Transpose of a sparse matrix of nr x nc: res with its own rownnz, rowadr, colind */
export function transposeSparse(
  res: Float64Array,
  res_rownnz: Int32Array,
  res_rowadr: Int32Array,
  res_colind: Int32Array,
  A: Float64Array,
  nr: int,
  nc: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  res_rownnz.fill(0, 0, nc);
  for (let i = 0; i < nr; i++) {
    const end = rowadr[i] + rownnz[i];
    for (let k = rowadr[i]; k < end; k++) res_rownnz[colind[k]]++;
  }
  let adr = 0;
  for (let j = 0; j < nc; j++) {
    res_rowadr[j] = adr;
    adr += res_rownnz[j];
    res_rownnz[j] = 0;
  }
  for (let i = 0; i < nr; i++) {
    const end = rowadr[i] + rownnz[i];
    for (let k = rowadr[i]; k < end; k++) {
      const j = colind[k];
      const to = res_rowadr[j] + res_rownnz[j];
      res[to] = A[k];
      res_colind[to] = i;
      res_rownnz[j]++;
    }
  }
}

/** dst (rows with dst_... pattern) += s src, row by row at the indices of dst */
export function addToMatSparse(
  dst: Float64Array,
  dst_rownnz: Int32Array,
  dst_rowadr: Int32Array,
  dst_colind: Int32Array,
  src: Float64Array,
  s: number,
  nr: int,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  for (let i = 0; i < nr; i++) {
    const d = dst_rowadr[i];
    const a = rowadr[i];
    const n = rownnz[i];
    if (dst_rownnz[i] === n && sameIndices(dst_colind, d, colind, a, n)) addToScl(dst, d, src, a, s, n);
    else combineSparseInc(dst, d, 1, dst_rownnz[i], dst_colind, d, src, a, s, n, colind, a);
  }
}
