import { expect, test } from 'vitest';
import { random } from '../../../../test/support/oracle/oracle.ts';
import {
  addScl,
  addTo,
  addToScl,
  copy,
  dot,
  gather,
  isZero,
  norm,
  normalize,
  normL1,
  scl,
  sub,
  sum,
  zero,
} from '../array.ts';
import { cholRows4, updateRows4 } from './block4.ts';
import { cholFactor, cholSolve, cholUpdate } from './cholesky.ts';
import {
  eye,
  mulMatMat,
  mulMatMatT,
  mulMatTMat,
  mulMatTVec,
  mulMatVec,
  mulVecMatVec,
  sqrMatTD,
  symmetrize,
  transpose,
} from './dense.ts';
import { factorLTDL, solveLTDL, solveLTDLAll, solveLTransposed } from './ltdl.ts';
import { luFactor, luFactorSparse, luSolve, luSolveSparse } from './lu.ts';
import {
  addToMatSparse,
  combineSparse,
  combineSparseInc,
  dotSparse,
  mulMatTVecSparse,
  mulMatVecSparse,
  mulSymVecSparse,
  sparse2Dense,
  sym2Dense,
  transposeSparse,
} from './sparse.ts';

const next = random(11);
const vec = (n: number) => Float64Array.from({ length: n }, next);

function near(got: ArrayLike<number>, expected: ArrayLike<number>, tol = 1e-12): void {
  expect(got.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(Math.abs(got[i] - expected[i])).toBeLessThan(tol);
}

/** A + A^T shifted to be positive definite. */
function spd(n: number): Float64Array {
  const A = new Float64Array(n * n);
  const B = vec(n * n);
  mulMatMatT(A, 0, B, 0, B, 0, n, n, n);
  for (let i = 0; i < n; i++) A[i * (n + 1)] += 0.5;
  return A;
}

test('inner products of every length match the plain sum', () => {
  for (let n = 0; n < 12; n++) {
    const a = vec(n + 2);
    const b = vec(n + 3);
    let expected = 0;
    for (let k = 0; k < n; k++) expected += a[2 + k] * b[3 + k];
    expect(dot(a, 2, b, 3, n)).toBeCloseTo(expected, 14);
  }
});

test('vector operations respect their offsets', () => {
  const res = new Float64Array(5);
  const a = Float64Array.of(9, 1, 2, 3);
  copy(res, 1, a, 1, 3);
  addTo(res, 1, a, 1, 3);
  addToScl(res, 1, a, 1, 2, 3);
  expect([...res]).toEqual([0, 4, 8, 12, 0]);
  scl(res, 1, res, 1, 0.25, 3);
  sub(res, 1, res, 1, a, 1, 3);
  expect(isZero(res, 0, 5)).toBe(true);
  addScl(res, 0, a, 1, a, 0, 10, 2);
  expect([...res]).toEqual([91, 12, 0, 0, 0]);
  zero(res, 1, 1);
  expect(sum(res, 0, 5)).toBe(91);
  expect(normL1(Float64Array.of(-1, 2), 0, 2)).toBe(3);
  const v = Float64Array.of(3, 4);
  expect(normalize(v, 0, 2)).toBe(5);
  expect(norm(v, 0, 2)).toBeCloseTo(1, 15);
  const ind = Int32Array.of(3, 1);
  gather(res, 0, a, 0, ind, 0, 2);
  expect([res[0], res[1]]).toEqual([3, 1]);
});

test('dense products agree with each other through transposes', () => {
  const A = vec(12);
  const At = new Float64Array(12);
  transpose(At, 0, A, 0, 3, 4);
  const B = vec(20);
  const AB = new Float64Array(15);
  const other = new Float64Array(15);
  mulMatMat(AB, 0, A, 0, B, 0, 3, 4, 5);
  mulMatTMat(other, 0, At, 0, B, 0, 4, 3, 5);
  near(other, AB);
  const Bt = new Float64Array(20);
  transpose(Bt, 0, B, 0, 4, 5);
  mulMatMatT(other, 0, A, 0, Bt, 0, 3, 4, 5);
  near(other, AB);
  const v = vec(4);
  const Av = new Float64Array(3);
  const Av2 = new Float64Array(3);
  mulMatVec(Av, 0, A, 0, v, 0, 3, 4);
  mulMatTVec(Av2, 0, At, 0, v, 0, 4, 3);
  near(Av2, Av);
  const S = spd(4);
  const Sv = new Float64Array(4);
  mulMatVec(Sv, 0, S, 0, v, 0, 4, 4);
  expect(mulVecMatVec(v, 0, S, 0, v, 0, 4)).toBeCloseTo(dot(v, 0, Sv, 0, 4), 13);
});

test('A^T D A is symmetric and agrees with the product', () => {
  const A = vec(12);
  const D = vec(4);
  const DA = Float64Array.from(A, (x, i) => x * D[Math.floor(i / 3)]);
  const expected = new Float64Array(9);
  mulMatTMat(expected, 0, A, 0, DA, 0, 4, 3, 3);
  const got = new Float64Array(9);
  sqrMatTD(got, 0, A, 0, D, 0, 4, 3, true);
  near(got, expected);
  symmetrize(expected, 0, expected, 0, 3);
  near(got, expected);
});

test('Cholesky solves, reports rank, and follows rank-one updates', () => {
  const n = 7;
  const A = spd(n);
  const L = A.slice();
  expect(cholFactor(L, 0, n, 1e-15)).toBe(n);
  const b = vec(n);
  const x = b.slice();
  cholSolve(x, 0, L, 0, x, 0, n);
  const Ax = new Float64Array(n);
  mulMatVec(Ax, 0, A, 0, x, 0, n, n);
  near(Ax, b);
  const v = vec(n);
  const up = A.slice();
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) up[i * n + j] += v[i] * v[j];
  expect(cholUpdate(L, 0, v.slice(), 0, n, true)).toBe(n);
  cholSolve(x, 0, L, 0, b, 0, n);
  mulMatVec(Ax, 0, up, 0, x, 0, n, n);
  near(Ax, b);
  expect(cholUpdate(L, 0, v.slice(), 0, n, false)).toBe(n);
  cholSolve(x, 0, L, 0, b, 0, n);
  mulMatVec(Ax, 0, A, 0, x, 0, n, n);
  near(Ax, b, 1e-10);
  expect(cholFactor(new Float64Array(9), 0, 3, 1e-15)).toBe(0);
});

test('LU with pivoting solves, and detects a singular matrix', () => {
  const n = 6;
  const A = vec(n * n);
  A[0] = 0;
  const LU = A.slice();
  const pivot = new Int32Array(n);
  expect(luFactor(LU, 0, n, pivot, 0)).toBe(true);
  const b = vec(n);
  const x = new Float64Array(n);
  luSolve(x, 0, LU, 0, b, 0, pivot, 0, n);
  const Ax = new Float64Array(n);
  mulMatVec(Ax, 0, A, 0, x, 0, n, n);
  near(Ax, b);
  expect(luFactor(new Float64Array(4), 0, 2, pivot, 0)).toBe(false);
});

// a tree of five dofs: 0 - 1 - 2, 1 - 3, and 4 alone
const parent = [-1, 0, 1, 1, -1];
const ancestors = parent.map((_, i) => {
  const path: number[] = [];
  for (let k = i; k >= 0; k = parent[k]) path.unshift(k);
  return path;
});

/** Compressed rows with the given columns and random values, with large diagonal elements. */
function csr(columns: number[][]) {
  const rownnz = Int32Array.from(columns, (c) => c.length);
  const rowadr = new Int32Array(columns.length);
  for (let i = 1; i < columns.length; i++) rowadr[i] = rowadr[i - 1] + rownnz[i - 1];
  const colind = Int32Array.from(columns.flat());
  const values = vec(colind.length);
  columns.forEach((c, i) => {
    const at = c.indexOf(i);
    if (at >= 0) values[rowadr[i] + at] += 5;
  });
  return { rownnz, rowadr, colind, values };
}

test('the tree factorization solves with the symmetric matrix it factored', () => {
  const n = 5;
  const { rownnz, rowadr, colind, values } = csr(ancestors);
  const all = Int32Array.of(0, 1, 2, 3, 4);
  const dense = new Float64Array(n * n);
  sym2Dense(dense, 0, values, n, rownnz, rowadr, colind);
  const x = vec(2 * n);
  const b = new Float64Array(2 * n);
  const check = new Float64Array(n);
  for (const k of [0, 1]) {
    mulMatVec(b, k * n, dense, 0, x, k * n, n, n);
    mulSymVecSparse(check, 0, values, x, k * n, n, rownnz, rowadr, colind);
    near(check, b.subarray(k * n, k * n + n));
  }
  const L = values.slice();
  const inv = new Float64Array(n);
  factorLTDL(L, inv, n, rownnz, rowadr, colind, all);
  const half = b.slice();
  const whole = b.slice();
  solveLTDLAll(whole, 0, 2, n, L, inv, rownnz, rowadr, colind);
  near(whole, x);
  solveLTDL(b, 0, 2, n, L, inv, n, rownnz, rowadr, colind, all);
  near(b, x);
  // x^T M x = |D^-1/2 L^-T M x|^2
  solveLTransposed(half, 0, 2, n, L, rownnz, rowadr, colind);
  let energy = 0;
  for (let i = 0; i < n; i++) energy += half[i] * half[i] * inv[i];
  expect(energy).toBeCloseTo(mulVecMatVec(x, 0, dense, 0, x, 0, n), 11);
});

test('the factorization of a subset of whole trees does not change the others', () => {
  const { rownnz, rowadr, colind, values } = csr(ancestors);
  const L = values.slice();
  factorLTDL(L, new Float64Array(5), 4, rownnz, rowadr, colind, Int32Array.of(0, 1, 2, 3));
  expect(L[rowadr[4]]).toBe(values[rowadr[4]]);
});

test('sparse LU solves with an unsymmetric matrix of tree pattern, and reports a tiny pivot', () => {
  const n = 5;
  const columns = parent.map((_, i) =>
    parent.map((_, j) => j).filter((j) => ancestors[i].includes(j) || ancestors[j].includes(i)),
  );
  const { rownnz, rowadr, colind, values } = csr(columns);
  const diag = Int32Array.from(columns, (c, i) => c.indexOf(i));
  const all = Int32Array.of(0, 1, 2, 3, 4);
  const dense = new Float64Array(n * n);
  sparse2Dense(dense, 0, values, n, n, rownnz, rowadr, colind);
  const x = vec(n);
  const b = new Float64Array(n);
  mulMatVec(b, 0, dense, 0, x, 0, n, n);
  const LU = values.slice();
  expect(luFactorSparse(LU, n, new Int32Array(n), rownnz, rowadr, colind, all)).toBe(true);
  luSolveSparse(b, 0, LU, b, 0, n, rownnz, rowadr, diag, colind, all);
  near(b, x);
  expect(luFactorSparse(new Float64Array(LU.length), n, new Int32Array(n), rownnz, rowadr, colind, all)).toBe(false);
});

test('sparse LU of some trees equals that of all, and a row without a back reference is reported', () => {
  // dofs 0, 1 and 3 are a chain, 2 is a separate tree
  const { rownnz, rowadr, colind, values } = csr([[0, 1, 3], [0, 1, 3], [2], [0, 1, 3]]);
  const whole = values.slice();
  const left = new Int32Array(4);
  expect(luFactorSparse(whole, 4, left, rownnz, rowadr, colind, Int32Array.of(0, 1, 2, 3))).toBe(true);
  const some = values.slice();
  expect(luFactorSparse(some, 3, left.fill(7), rownnz, rowadr, colind, Int32Array.of(0, 1, 3))).toBe(true);
  expect(some).toEqual(whole);
  const open = csr([
    [0, 1],
    [0, 1, 2],
    [0, 1, 2],
  ]);
  const all = Int32Array.of(0, 1, 2);
  expect(luFactorSparse(open.values, 3, left, open.rownnz, open.rowadr, open.colind, all)).toBe(false);
});

test('sparse products agree with the dense matrix and with the transpose', () => {
  const { rownnz, rowadr, colind, values } = csr([[0, 2], [1], [], [0, 1, 2, 3, 4]]);
  const dense = new Float64Array(20);
  sparse2Dense(dense, 0, values, 4, 5, rownnz, rowadr, colind);
  const v = vec(5);
  const w = vec(4);
  const got = new Float64Array(4);
  const expected = new Float64Array(4);
  mulMatVecSparse(got, 0, values, v, 0, 4, rownnz, rowadr, colind);
  mulMatVec(expected, 0, dense, 0, v, 0, 4, 5);
  near(got, expected);
  const got5 = new Float64Array(5);
  const expected5 = new Float64Array(5);
  mulMatTVecSparse(got5, 0, values, w, 0, 4, 5, rownnz, rowadr, colind);
  mulMatTVec(expected5, 0, dense, 0, w, 0, 4, 5);
  near(got5, expected5);
  const T = new Float64Array(8);
  const Tnnz = new Int32Array(5);
  const Tadr = new Int32Array(5);
  const Tind = new Int32Array(8);
  transposeSparse(T, Tnnz, Tadr, Tind, values, 4, 5, rownnz, rowadr, colind);
  mulMatVecSparse(got5, 0, T, w, 0, 5, Tnnz, Tadr, Tind);
  near(got5, expected5);
  expect(dotSparse(values, rowadr[3], v, 0, 5, colind, rowadr[3])).toBeCloseTo(expected[3], 14);
});

test('sparse vectors combine by union, by the pattern of the first, and in inner products', () => {
  const dst = Float64Array.of(1, 2, 3, 0, 0);
  const ind = Int32Array.of(0, 2, 5, 0, 0);
  const src = Float64Array.of(10, 20, 30);
  const srcInd = Int32Array.of(1, 2, 7);
  const inc = dst.slice();
  combineSparseInc(inc, 0, 2, 3, ind, 0, src, 0, 1, 3, srcInd, 0);
  expect([...inc]).toEqual([2, 24, 6, 0, 0]);
  expect(combineSparse(dst, 0, 2, 3, ind, 0, src, 0, 1, 3, srcInd, 0)).toBe(5);
  expect([...dst]).toEqual([2, 10, 24, 6, 30]);
  expect([...ind]).toEqual([0, 1, 2, 5, 7]);
});

test('adding a sparse matrix keeps the pattern of the target', () => {
  const target = csr([
    [0, 1],
    [0, 1],
  ]);
  const source = csr([[1], [0, 1]]);
  const before = new Float64Array(4);
  const added = new Float64Array(4);
  sparse2Dense(before, 0, target.values, 2, 2, target.rownnz, target.rowadr, target.colind);
  sparse2Dense(added, 0, source.values, 2, 2, source.rownnz, source.rowadr, source.colind);
  addToMatSparse(
    target.values,
    target.rownnz,
    target.rowadr,
    target.colind,
    source.values,
    2,
    2,
    source.rownnz,
    source.rowadr,
    source.colind,
  );
  const after = new Float64Array(4);
  sparse2Dense(after, 0, target.values, 2, 2, target.rownnz, target.rowadr, target.colind);
  near(
    after,
    Float64Array.from(before, (x, i) => x + 2 * added[i]),
  );
  eye(after, 0, 2);
  expect([...after]).toEqual([1, 0, 0, 1]);
});

test('a factor update that loses rank reports it; otherwise it gives the factor of the sum', () => {
  // U of H = diag(4, 9, 1, 1) + x x^T, four rows of four
  const x = [1, -2, 0.5, 0];
  const H = new Float64Array(16);
  for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) H[4 * i + j] = x[i] * x[j] + (i === j ? [4, 9, 1, 1][i] : 0);
  expect(cholRows4(H, 0, 4, 1e-15)).toBe(0);
  const back = H.slice();
  expect(updateRows4(back, 0, 4, new Float64Array(x), 0, -1, 1e-15)).toBe(0);
  [2, 3, 1, 1].forEach((root, i) => {
    expect(back[5 * i]).toBeCloseTo(root, 12);
  });
  // the same without a remainder: a pivot must be raised
  const thin = Float64Array.from({ length: 16 }, (_, k) => (k % 5 === 0 ? 1 : 0));
  expect(updateRows4(thin, 0, 4, new Float64Array([1, 0, 0, 0]), 0, -1, 1e-15)).toBe(1);
  expect(thin[0] ** 2).toBeCloseTo(1e-15, 20);
});
