/*  Shared scratch of exact nearest points. Each array has a part for shape 0, along the contact normal n, followed by
 *  one for shape 1, along -n. Derivatives of contacts read all of it. */

/** Feature of each shape. Written by patch.ts, corners.ts and moves.ts, like the next seven arrays. */
export const patchKind = new Int32Array(2);
/** Core: center of a ball, nearest point of a segment, center of a rim. On a flat patch, the point itself. */
export const patchCore = new Float64Array(6);
/** Direction of a line, normal of a face, axis of a rim. */
export const patchAxis = new Float64Array(6);
/** Points on both surfaces. */
export const patchSurface = new Float64Array(6);
/** Columns of G and of C (nearest.ts): six reals per shape. */
export const patchSlide = new Float64Array(12);
export const patchTilt = new Float64Array(12);
/** For each axis of a capsule or box: -1 or 1 at an end, 0 between the ends. */
export const patchEnd = new Int32Array(6);

/** Vertices of a polytope that span its patch, at most three per shape, and their number. */
export const patchCorner = new Float64Array(18);
export const patchCornerCount = new Int32Array(2);

/** Length of a unit coordinate of a flat patch: makes pivots independent of the sizes of the shapes. Written by
 *  nearestPoints, as are the next three arrays. */
export const patchUnit = new Float64Array(1);

/** Normal and tangents at the nearest points. */
export const nearestFrame = new Float64Array(9);
/** Right sides of the equations, and the step in the coordinates of both patches that mulInverse computes from them. */
export const nearestSides = new Float64Array(4);
export const nearestStep = new Float64Array(4);
