/*  A length L(x0, x1) of one or two points in the frame of a body, as `relativeLength.ts` takes it. */

/** Place of the points, and slopes of the length: x0 x1, g0 g1. */
export const spot = new Float64Array(6);
export const gradient = new Float64Array(6);
/** Curvature H, 6 x 6. */
export const curvature = new Float64Array(36);
/** The bodies of the points, then that of the frame. */
export const bodies = new Int32Array(3);
