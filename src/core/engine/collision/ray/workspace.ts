/*  Shared scratch of rays. Written by toLocal (local.ts), by the callers of rayTriangle and by rayPrimitive (primitive.ts). */

/** Start and direction of the ray in the frame of the geom. Written by toLocal. */
export const rayPoint = new Float64Array(3);
export const rayDir = new Float64Array(3);

/** Vertices of the triangle that rayTriangle tests, in the frame of the geom. Written by its caller. */
export const rayCorner = new Float64Array(9);

/** Distances to the faces of a box, in the order -x, +x, -y, +y, -z, +z; -1 for a miss. Written by rayBoxFaces. */
export const rayBoxHit = new Float64Array(6);
