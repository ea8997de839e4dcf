import { addToScl, scl } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Model } from '../../model/model.ts';
import { activationAt, controlAt, Mat, matAt } from './layout.ts';

/*  Matrices here are positive definite but for a small part that is not symmetric, so they are factored without pivots. Dofs are
 *  eliminated from the leaves to the root, which leaves zeros between branches of a tree as they are. */

/** A = U L in its place, U with ones on the diagonal; n x n at `a` of w */
export function factor(w: Float64Array, a: int, n: int): void {
  for (let k = n - 1; k > 0; k--) {
    const row = a + k * n;
    const inverse = 1 / w[row + k];
    let first = 0;
    while (first < k && w[row + first] === 0) first++;
    for (let i = 0; i < k; i++) {
      const at = a + i * n;
      if (w[at + k] === 0) continue;
      const u = w[at + k] * inverse;
      w[at + k] = u;
      addToScl(w, at + first, w, row + first, -u, k - first);
    }
  }
}

/** X = s A^-1 X for the factors of A at `a`; X has n rows of `columns` at `x` */
export function solve(w: Float64Array, a: int, n: int, x: int, columns: int, s: number): void {
  if (columns === 0) return;
  for (let i = n - 2; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) {
      const u = w[a + i * n + k];
      if (u !== 0) addToScl(w, x + i * columns, w, x + k * columns, -u, columns);
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      const l = w[a + i * n + k];
      if (l !== 0) addToScl(w, x + i * columns, w, x + k * columns, -l, columns);
    }
    scl(w, x + i * columns, w, x + i * columns, 1 / w[a + i * (n + 1)], columns);
  }
  if (s !== 1) scl(w, x, w, x, s, n * columns);
}

/** From the derivatives of the residual to those of the acceleration: da = -H^-1 dr. */
export function accelerationDerivatives(m: Model, w: Float64Array): void {
  const { nv, nu, na } = m;
  const H = matAt(m, Mat.H);
  factor(w, H, nv);
  solve(w, H, nv, matAt(m, Mat.RQ), nv, -1);
  solve(w, H, nv, matAt(m, Mat.RV), nv, -1);
  solve(w, H, nv, controlAt(m), nu, -1);
  solve(w, H, nv, activationAt(m), na, -1);
}
