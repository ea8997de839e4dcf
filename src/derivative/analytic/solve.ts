import { addToScl, dot, scl } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Model } from '../../model/model.ts';
import { activationAt, controlAt, Mat, matAt, Span } from './layout.ts';
import { clearOutside, columnsOf, spanEnd, spanFrom } from './tree/spans.ts';

/*  Matrices over dofs, positive definite but for a small part that is not symmetric, so that they are factored without pivots. Dofs are
 *  eliminated from the leaves to the root, which leaves zeros between branches of a tree as they are. Rows have spans. */

/** A = L^T D L in the place of the lower triangle, L with ones on the diagonal; A is symmetric, at `a` of w */
export function factorSymmetric(m: Model, w: Float64Array, a: int): void {
  const n = m.nv;
  for (let k = n - 1; k > 0; k--) {
    const row = a + k * n;
    const first = firstOf(w, row, k);
    const inverse = 1 / w[row + k];
    // down, because a row still needs what is left of the element that becomes one of L
    for (let i = k - 1; i >= first; i--) {
      if (w[row + i] === 0) continue;
      const l = w[row + i] * inverse;
      addToScl(w, a + i * n + first, w, row + first, -l, i - first + 1);
      w[row + i] = l;
    }
  }
}

/** The first element left of the diagonal, in the row of dof k at `row`, that is not zero. */
function firstOf(w: Float64Array, row: int, k: int): int {
  let first = spanFrom(w, k, Span.DOF);
  while (first < k && w[row + first] === 0) first++;
  return first;
}

/** X = s A^-1 X for these factors of A at `a`; X has rows with spans of a kind at `x` */
export function solveSymmetric(m: Model, w: Float64Array, a: int, x: int, kind: int, s: number): void {
  const n = m.nv;
  const columns = columnsOf(m, kind);
  if (columns === 0) return;
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
    const from = spanFrom(w, i, Span.DOF);
    addToScl(w, x + from, w, a + i * n + from, -w[x + i], i - from);
  }
  for (let i = 0; i < n; i++) {
    const from = spanFrom(w, i, Span.DOF);
    w[x + i] = w[x + i] / w[a + i * (n + 1)] - dot(w, a + i * n + from, w, x + from, i - from);
  }
}

/** A = U L in its place, U with ones on the diagonal; A at `a` of w */
export function factor(m: Model, w: Float64Array, a: int): void {
  const n = m.nv;
  for (let k = n - 1; k > 0; k--) {
    const row = a + k * n;
    const inverse = 1 / w[row + k];
    const first = firstOf(w, row, k);
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

/** X = A^-1 X for these factors of A at `a`; X has rows with spans of a kind at `x` */
export function solve(m: Model, w: Float64Array, a: int, x: int, kind: int): void {
  const n = m.nv;
  const columns = columnsOf(m, kind);
  if (columns === 0) return;
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
      if (l !== 0) addToScl(w, at, w, x + k * columns + from, -l, width);
    }
    scl(w, at, w, at, 1 / w[a + i * (n + 1)], width);
  }
}

/** From the derivatives of the residual to those of the acceleration: da = -H^-1 dr, in rows with spans. */
export function solveAcceleration(m: Model, w: Float64Array): void {
  const H = matAt(m, Mat.H);
  factorSymmetric(m, w, H);
  solveSymmetric(m, w, H, matAt(m, Mat.RQ), Span.DOF, -1);
  solveSymmetric(m, w, H, matAt(m, Mat.RV), Span.DOF, -1);
  solveSymmetric(m, w, H, controlAt(m), Span.CONTROL, -1);
  solveSymmetric(m, w, H, activationAt(m), Span.ACTIVATION, -1);
}

/** The same in whole rows. */
export function accelerationDerivatives(m: Model, w: Float64Array): void {
  solveAcceleration(m, w);
  clearOutside(m, w, matAt(m, Mat.RQ), Span.DOF);
  clearOutside(m, w, matAt(m, Mat.RV), Span.DOF);
  clearOutside(m, w, controlAt(m), Span.CONTROL);
  clearOutside(m, w, activationAt(m), Span.ACTIVATION);
}
