/*  The patches of the two shapes between which nearest points are sought: first that of shape 0, along the normal n of the contact, then
 *  that of shape 1, along -n. Written by patch.ts, corners.ts and moves.ts, read by nearest.ts and by the derivatives of contacts. */

/** A Feature for each shape. */
export const kinds = new Int32Array(2);
/** The point around which a patch is round: a center, the nearest point of a segment, the center of a rim; on a flat patch, the point itself. */
export const cores = new Float64Array(6);
/** Direction of a line, normal of a face, axis of a rim. */
export const axes = new Float64Array(6);
/** The points of both surfaces. */
export const surfaces = new Float64Array(6);
/** Columns of G and of C: six numbers each for either shape. */
export const slides = new Float64Array(12);
export const tilts = new Float64Array(12);
/** Of capsules and boxes, for each axis of either shape: -1 or 1 at an end, 0 between the ends. */
export const ends = new Int32Array(6);
/** Length of a unit coordinate of a flat patch, so that pivots do not depend on the size of the shapes. */
export const unit = new Float64Array(1);

/** Corners of a polytope that its patch is between, up to three for either shape, and how many there are. */
export const corners = new Float64Array(18);
export const cornerCount = new Int32Array(2);
