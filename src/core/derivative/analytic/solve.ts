import { addToScl, dot, scl } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Model } from '../../model/model.ts';
import {
  Dof,
  dofOffset,
  Factored,
  factorLocation,
  firstPart,
  intAt,
  Mat,
  matOffset,
  nextPart,
  Part,
  partColumns,
  partOffset,
  partSpan,
  partStride,
  Span,
} from './layout.ts';
import { clearOutside, spanEnd, spanFrom } from './tree/spans.ts';

/*  Matrices over dofs, positive definite except for a small nonsymmetric part, so that they are factored without
 *  pivoting. Elimination from the leaves to the root preserves zeros between branches of a tree. Rows have spans. */

/** A = L^T D L in place of the lower triangle, L with ones on the diagonal; A is symmetric, at `a` of w scratch w:
 *  Dof.COMPOSITE_FORCE */
export function factorSymmetric(m: Model, w: Float64Array, a: int): void {
  const n = m.nv;
  const runs = dofOffset(m, Dof.COMPOSITE_FORCE);
  for (let k = n - 1; k > 0; k--) {
    const row = a + k * n;
    const inverse = 1 / w[row + k];
    // downward, because a row still needs the old value of the element that becomes one of L
    for (let r = listRuns(w, row, k, runs) - 1; r >= 0; r--) {
      const start = intAt(w, runs + 2 * r);
      for (let i = intAt(w, runs + 2 * r + 1) - 1; i >= start; i--) {
        if (w[row + i] === 0) continue;
        const l = w[row + i] * inverse;
        for (let q = 0; q < r; q++) {
          const from = intAt(w, runs + 2 * q);
          addToScl(w, a + i * n + from, w, row + from, -l, intAt(w, runs + 2 * q + 1) - from);
        }
        addToScl(w, a + i * n + start, w, row + start, -l, i - start + 1);
        w[row + i] = l;
      }
    }
  }
}

/** Longest run of zeros that is treated as nonzero. */
const GAP = 8;

/** Ranges of nonzero elements left of the diagonal in the row of dof k at `row`, first to end, written to `runs` of w;
 *  returns their number. */
function listRuns(w: Float64Array, row: int, k: int, runs: int): int {
  let n = 0;
  let end = -1;
  for (let i = spanFrom(w, k, Span.DOF); i < k; i++) {
    if (w[row + i] === 0) continue;
    if (end < 0 || i - end >= GAP) {
      w[runs + 2 * n] = i;
      n++;
    }
    end = i + 1;
    w[runs + 2 * n - 1] = end;
  }
  return n;
}

/** First nonzero element left of the diagonal in the row of dof k at `row`. */
function firstNonzero(w: Float64Array, row: int, k: int): int {
  let first = spanFrom(w, k, Span.DOF);
  while (first < k && w[row + first] === 0) first++;
  return first;
}

/** X = s A^-1 X for these factors of A at `a`; X is a part of the right-hand sides */
function solveSymmetric(m: Model, w: Float64Array, a: int, part: int, s: number): void {
  const n = m.nv;
  const x = partOffset(m, part);
  const columns = partStride(m, part);
  const kind = partSpan(part);
  for (let i = n - 1; i > 0; i--) {
    const from = spanFrom(w, i, kind);
    const width = spanEnd(w, i, kind) - from;
    if (width === 0) continue;
    for (let k = spanFrom(w, i, Span.DOF); k < i; k++) {
      const l = w[a + i * n + k];
      if (l !== 0) addToScl(w, x + k * columns + from, w, x + i * columns + from, -l, width);
    }
  }
  for (let i = 0; i < n; i++) {
    const from = spanFrom(w, i, kind);
    const width = spanEnd(w, i, kind) - from;
    const at = x + i * columns + from;
    scl(w, at, w, at, s / w[a + i * (n + 1)], width);
    if (width === 0) continue;
    for (let k = spanFrom(w, i, Span.DOF); k < i; k++) {
      const l = w[a + i * n + k];
      if (l !== 0) addToScl(w, at, w, x + k * columns + from, -l, width);
    }
  }
}

/** x = A^-1 x for the vector at `x` of w */
export function solveVector(m: Model, w: Float64Array, a: int, x: int): void {
  const n = m.nv;
  for (let i = n - 1; i > 0; i--) {
    const from = firstNonzero(w, a + i * n, i);
    addToScl(w, x + from, w, a + i * n + from, -w[x + i], i - from);
  }
  for (let i = 0; i < n; i++) {
    const from = firstNonzero(w, a + i * n, i);
    w[x + i] = w[x + i] / w[a + i * (n + 1)] - dot(w, a + i * n + from, w, x + from, i - from);
  }
}

/** A = U L in place, U with ones on the diagonal; A at `a` of w */
export function factor(m: Model, w: Float64Array, a: int): void {
  const n = m.nv;
  for (let k = n - 1; k > 0; k--) {
    const row = a + k * n;
    const inverse = 1 / w[row + k];
    const first = firstNonzero(w, row, k);
    for (let i = spanFrom(w, k, Span.DOF); i < k; i++) {
      const at = a + i * n;
      // column k is not in the rows of other trees
      if (w[at + k] === 0 || spanEnd(w, i, Span.DOF) <= k) continue;
      const u = w[at + k] * inverse;
      w[at + k] = u;
      addToScl(w, at + first, w, row + first, -u, k - first);
    }
  }
}

/** The right-hand sides = s A^-1 of themselves for these factors of A at `a` */
export function solve(m: Model, w: Float64Array, a: int, s: number): void {
  for (let p = firstPart(w); p < Part.SIZE; p = nextPart(p)) if (partColumns(m, p) > 0) solvePart(m, w, a, p, s);
}

function solvePart(m: Model, w: Float64Array, a: int, part: int, s: number): void {
  const n = m.nv;
  const x = partOffset(m, part);
  const columns = partStride(m, part);
  const kind = partSpan(part);
  for (let i = n - 2; i >= 0; i--) {
    const from = spanFrom(w, i, kind);
    const width = spanEnd(w, i, kind) - from;
    const end = spanEnd(w, i, Span.DOF);
    for (let k = i + 1; k < end; k++) {
      const u = w[a + i * n + k];
      if (u !== 0) addToScl(w, x + i * columns + from, w, x + k * columns + from, -u, width);
    }
  }
  for (let i = 0; i < n; i++) {
    const from = spanFrom(w, i, kind);
    const width = spanEnd(w, i, kind) - from;
    const at = x + i * columns + from;
    for (let k = spanFrom(w, i, Span.DOF); k < i; k++) {
      const l = w[a + i * n + k];
      // rows above are already scaled by s
      if (l !== 0) addToScl(w, at, w, x + k * columns + from, -l / s, width);
    }
    scl(w, at, w, at, s / w[a + i * (n + 1)], width);
  }
}

/** The right-hand sides = s A^-1 of themselves for the factors A = L^T D L of a matrix with the pattern of M. */
export function solveTree(m: Model, w: Float64Array, L: Float64Array, inverse: Float64Array, s: number): void {
  for (let p = firstPart(w); p < Part.SIZE; p = nextPart(p)) {
    if (partColumns(m, p) > 0) solveTreePart(m, w, L, inverse, p, s);
  }
}

function solveTreePart(m: Model, w: Float64Array, L: Float64Array, inverse: Float64Array, part: int, s: number): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const x = partOffset(m, part);
  const columns = partStride(m, part);
  const kind = partSpan(part);
  for (let i = nv - 1; i > 0; i--) {
    const from = spanFrom(w, i, kind);
    const width = spanEnd(w, i, kind) - from;
    const end = M_rowadr[i] + M_rownnz[i] - 1;
    for (let k = M_rowadr[i]; k < end; k++) {
      addToScl(w, x + M_colind[k] * columns + from, w, x + i * columns + from, -L[k], width);
    }
  }
  for (let i = 0; i < nv; i++) {
    const from = spanFrom(w, i, kind);
    const width = spanEnd(w, i, kind) - from;
    const at = x + i * columns + from;
    scl(w, at, w, at, s * inverse[i], width);
    const end = M_rowadr[i] + M_rownnz[i] - 1;
    for (let k = M_rowadr[i]; k < end; k++) addToScl(w, at, w, x + M_colind[k] * columns + from, -L[k], width);
  }
}

/** Converts derivatives of the residual to those of the acceleration: da = -H^-1 dr, in rows with spans. */
export function solveAcceleration(m: Model, w: Float64Array): void {
  const H = matOffset(m, Mat.H);
  if (factorLocation(w) === Factored.NONE) factorSymmetric(m, w, H);
  for (let p = firstPart(w); p < Part.SIZE; p = nextPart(p)) {
    if (partColumns(m, p) > 0) solveSymmetric(m, w, H, p, -1);
  }
}

/** The same in whole rows. */
export function accelerationDerivatives(m: Model, w: Float64Array): void {
  solveAcceleration(m, w);
  clearOutside(m, w);
}
