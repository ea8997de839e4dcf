import type { int } from '../../math/int.ts';
import type { Model } from '../../model/model.ts';

/*  Stretching of triangles and tetrahedra: a quadratic form in the changes of their squared edge lengths. */

/** Most edges of an element. */
export const MAX_EDGES = 6;

/** The form of the element at hand, n x n. */
export const metric = new Float64Array(MAX_EDGES * MAX_EDGES);

/** Corners of the edges of a triangle, and of a tetrahedron. */
export const TRIANGLE = new Int32Array([1, 2, 2, 0, 0, 1]);
export const TETRAHEDRON = new Int32Array([0, 1, 1, 2, 2, 0, 2, 3, 0, 3, 1, 3]);

/** Where the form of an element has the coefficient of edges a and b, at n a + b: its upper triangle is stored. */
export const TRIANGLE_FORM = new Int32Array([0, 1, 2, 1, 3, 4, 2, 4, 5]);
export const TETRAHEDRON_FORM = new Int32Array([
  0, 1, 2, 3, 4, 5, 1, 6, 7, 8, 9, 10, 2, 7, 11, 12, 13, 14, 3, 8, 12, 15, 16, 17, 4, 9, 13, 16, 18, 19, 5, 10, 14, 17,
  19, 20,
]);

/** Corner at which edge k / 2 of an element begins (k even) or ends. */
export function corner(dim: int, k: int): int {
  return dim === 2 ? TRIANGLE[k] : TETRAHEDRON[k];
}

/** Sets `metric` to the form of element e of flex f, which is stored as its upper triangle; returns the number of edges. */
export function edgeMetric(m: Model, f: int, e: int): int {
  const { flex_dim, flex_stiffness, flex_stiffnessadr } = m;
  const n = flex_dim[f] === 2 ? 3 : 6;
  let at = flex_stiffnessadr[f] + 21 * e;
  for (let a = 0; a < n; a++) {
    for (let b = a; b < n; b++) {
      metric[n * a + b] = flex_stiffness[at];
      metric[n * b + a] = flex_stiffness[at];
      at++;
    }
  }
  return n;
}
