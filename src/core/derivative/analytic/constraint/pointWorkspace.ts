/*  Workspace of equalities between two points (connect, weld, distance). Each array has a block of STATE values for side 0,
 *  for side 1 and, at DIFFERENCE, for side 0 less side 1. */

/** Slots of a block: angular and linear velocity, angular and linear acceleration, position. */
export const OMEGA = 0;
export const SPEED = 3;
export const ALPHA = 6;
export const ACCEL = 9;
export const POSITION = 12;
/** Rotation of the body; of changes only. */
export const ROTATION = 15;
export const STATE = 18;
export const DIFFERENCE = 2 * STATE;

/** The points of both sides. Written by `beginEquality`. */
export const pointPos = new Float64Array(6);
/** Their motion. Written by `beginEquality` through `pointMotion`. */
export const pointState = new Float64Array(3 * STATE);
/** Its derivative with respect to the position or velocity of one dof. Written by `pointDerivative`, once per dof of `wrenchColumns`. */
export const pointChange = new Float64Array(3 * STATE);
