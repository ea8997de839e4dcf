/*  Workspace of `addRelativeLength`: a length L(x0, x1) of one or two points in the frame of a body, in world axes. The
 *  caller fills it first: `addCurved` of tendonJacobian.ts with `wrapShape`, or `crankDerivatives` of transmission.ts. */

/** The points x0 x1. Written by the caller. */
export const lengthPoints = new Float64Array(6);
/** Gradient of L by x0 and x1. Written by `wrapShape` or `crankDerivatives`. */
export const lengthGradient = new Float64Array(6);
/** Hessian of L, 6 x 6. Written by `wrapShape` for a wrap inside, or by `crankDerivatives`; otherwise unused. */
export const lengthHessian = new Float64Array(36);
/** The bodies of the points, then that of the frame. Written by the caller. */
export const lengthBodies = new Int32Array(3);
