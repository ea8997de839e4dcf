/*  Scratch of the stretching of one triangle or tetrahedron: `readElement` (`stretchValues.ts`) writes it, and `addTriangles` and the
 *  products of `products.ts` read it. */

/** Maximum number of edges of an element. */
export const MAX_EDGES = 6;

/** Quadratic form of the element in the changes of its n squared edge lengths, n x n. */
export const stretchForm = new Float64Array(MAX_EDGES * MAX_EDGES);

/** Edges of the element, from end to start. */
export const stretchEdges = new Float64Array(3 * MAX_EDGES);

/** Tensions of the edges, 0 for edges that push. */
export const stretchTensions = new Float64Array(MAX_EDGES);
