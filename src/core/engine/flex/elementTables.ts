import type { int } from '../../math/int.ts';

/*  Edges of the elements of a flex: their corners, and the storage of the quadratic form of stretching. */

/** Corners of the edges of a triangle, and of a tetrahedron: start and end of each edge. */
export const TRIANGLE = new Int32Array([1, 2, 2, 0, 0, 1]);
export const TETRAHEDRON = new Int32Array([0, 1, 1, 2, 2, 0, 2, 3, 0, 3, 1, 3]);

/** Index of the coefficient of edges a and b, at n a + b: the form is stored as its upper triangle. */
export const TRIANGLE_FORM = new Int32Array([0, 1, 2, 1, 3, 4, 2, 4, 5]);
export const TETRAHEDRON_FORM = new Int32Array([
  0, 1, 2, 3, 4, 5, 1, 6, 7, 8, 9, 10, 2, 7, 11, 12, 13, 14, 3, 8, 12, 15, 16, 17, 4, 9, 13, 16, 18, 19, 5, 10, 14, 17,
  19, 20,
]);

/** Corner at which edge k / 2 of an element starts (k even) or ends (k odd). */
export function corner(dim: int, k: int): int {
  return dim === 2 ? TRIANGLE[k] : TETRAHEDRON[k];
}
