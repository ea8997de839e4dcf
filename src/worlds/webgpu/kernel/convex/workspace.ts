/* Shared scratch of the convex searches in shaders. Vertices and faces are in gjk/workspace.ts of the engine. */

/** Unit direction of the next support. Written by aim (search.ts), aimAcross and aimBeyond (expand.ts). */
export const supportDir = new Float64Array(3);

/** The nearest point found by search.ts, and its barycentric weights. */
export const searchNear = new Float64Array(3);
export const searchWeight = new Float64Array(3);
/** Number of vertices of the simplex, which come first in the list; 4 if they surround the origin. */
export const searchSize = new Int32Array(1);
/** Offsets of at most three vertices, written by the caller of project, and their weights, written by project. */
export const searchMember = new Int32Array(3);
export const searchPart = new Float64Array(3);

/** The direction of least overlap, and the vertices of its face. This and the rest below are written by expand.ts. */
export const expandNormal = new Float64Array(3);
export const expandCorner = new Int32Array(3);

/** The least overlap, and the magnitude of rounding errors. */
export const expandExtent = new Float64Array(2);
export const MIN_REACH = 0;
export const NOISE = 1;

/** Counts of the polytope. */
export const expandCount = new Int32Array(5);
export const NVERT = 0;
export const NFACE = 1;
/** The face beyond which the next support is searched for. */
export const BEYOND = 2;
/** Attempts to find a vertex of the first tetrahedron. */
export const TRIES = 3;
/** Edges of the rim. */
export const NRIM = 4;
