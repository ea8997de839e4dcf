/*  Shared scratch of multicontact: the clipped features. Written by multicontact.ts, read by the derivatives of contacts and by
 *  the WebGPU kernels. */

/** Corners of the polygon of each shape (2 for an edge). While faces are searched: number of face normals. */
export const clipSizes = new Int32Array(2);
/** Outward normal of the clipping face. */
export const clipNormal = new Float64Array(3);
/** Unit direction from the clipped polygon to the clipping face. */
export const clipDir = new Float64Array(3);
