import type { int } from '../../../math/int.ts';
import { addTo6, copy6, crossMotion, shiftMotion } from '../../../math/spatial.ts';
import { addTo3, copy3, cross3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Body, bodyOffset, Dof, dofOffset } from '../layout.ts';
import { FIRST, SECOND } from './wrench.ts';

/*  How two points, each fixed to a body, move, and how that changes with the position and the velocity of a dof. */

/** What is known of a point that is fixed to a body, and how it changes with a dof: rotation rate and velocity, angular and
 *  linear acceleration, place, orientation. */
export const OMEGA = 0;
export const SPEED = 3;
export const ALPHA = 6;
export const ACCEL = 9;
export const POSITION = 12;
/** Only of changes: by how much the body turns. */
export const ROTATION = 15;
export const STATE = 18;

export const points = new Float64Array(6);
// side 0, side 1, their difference; the same of changes
export const here = new Float64Array(3 * STATE);
export const change = new Float64Array(3 * STATE);
export const DIFFERENCE = 2 * STATE;
const part = new Float64Array(6);

/** here[side] = what is known of the point of that side */
export function pointState(m: Model, d: Data, w: Float64Array, body: int, side: int): void {
  const { cvel, subtree_com } = d;
  const root = 3 * m.body_rootid[body];
  const s = STATE * side;
  shiftMotion(here, s + OMEGA, cvel, 6 * body, points, 3 * side, subtree_com, root);
  copy6(part, 0, w, bodyOffset(m, Body.MOTION) + 6 * body);
  addTo6(part, 0, w, bodyOffset(m, Body.BIAS_ACC) + 6 * body);
  shiftMotion(here, s + ALPHA, part, 0, points, 3 * side, subtree_com, root);
  cross3(part, 0, here, s + OMEGA, here, s + SPEED);
  addTo3(here, s + ACCEL, part, 0);
  copy3(here, s + POSITION, points, 3 * side);
}

const axis = new Float64Array(6);
const before = new Float64Array(6);
const delta = new Float64Array(6);
const centripetal = new Float64Array(3);

/** The axis of dof c of work_chain at the point of a side, in `axis` and at `o` of w; its velocity before the group of the dof,
 *  in `before`. */
function axisAt(m: Model, d: Data, w: Float64Array, c: int, side: int, o: int): void {
  const j = d.work_chain[c];
  const root = 3 * m.body_rootid[m.dof_bodyid[j]];
  shiftMotion(axis, 0, d.cdof, 6 * j, points, 3 * side, d.subtree_com, root);
  shiftMotion(before, 0, w, dofOffset(m, Dof.VEL_BEFORE) + 6 * j, points, 3 * side, d.subtree_com, root);
  copy6(w, o + 6 * c, axis, 0);
}

/** change[side] = how the point of that side changes with the position of dof c: dV = S x (V - v0),
 *  dA = S x (A - a0) + delta x (V - v0) with delta = v0 x S */
function pointByPosition(m: Model, d: Data, w: Float64Array, c: int, side: int): void {
  const j = d.work_chain[c];
  const s = STATE * side;
  const root = 3 * m.body_rootid[m.dof_bodyid[j]];
  axisAt(m, d, w, c, side, dofOffset(m, side === 0 ? Dof.JAC : Dof.COMPOSITE_MOMENTUM));
  crossMotion(delta, 0, before, 0, axis, 0);
  for (let k = 0; k < 6; k++) before[k] = here[s + OMEGA + k] - before[k];
  crossMotion(change, s + OMEGA, axis, 0, before, 0);
  crossMotion(change, s + ALPHA, delta, 0, before, 0);
  copy6(part, 0, w, dofOffset(m, Dof.MOTION_BEFORE) + 6 * j);
  addTo6(part, 0, w, dofOffset(m, Dof.BIAS_ACC_BEFORE) + 6 * j);
  shiftMotion(before, 0, part, 0, points, 3 * side, d.subtree_com, root);
  spatialAcceleration(s);
  for (let k = 0; k < 6; k++) before[k] = part[k] - before[k];
  crossMotion(part, 0, axis, 0, before, 0);
  addTo6(change, s + ALPHA, part, 0);
  // the point moves on, where velocity and acceleration are others
  copy3(change, s + POSITION, axis, 3);
  copy3(change, s + ROTATION, axis, 0);
  cross3(part, 0, here, s + OMEGA, axis, 3);
  addTo3(change, s + SPEED, part, 0);
  cross3(part, 0, here, s + ALPHA, axis, 3);
  addTo3(change, s + ACCEL, part, 0);
  addCentripetal(s);
}

/** part = the spatial acceleration at the point of the side at s: that of the point less omega x velocity */
function spatialAcceleration(s: int): void {
  copy6(part, 0, here, s + ALPHA);
  cross3(centripetal, 0, here, s + OMEGA, here, s + SPEED);
  for (let k = 0; k < 3; k++) part[3 + k] -= centripetal[k];
}

/** The acceleration of a point has omega x velocity besides the spatial one. */
function addCentripetal(s: int): void {
  cross3(part, 0, change, s + OMEGA, here, s + SPEED);
  addTo3(change, s + ACCEL, part, 0);
  cross3(part, 0, here, s + OMEGA, change, s + SPEED);
  addTo3(change, s + ACCEL, part, 0);
}

/** The same with the velocity of dof c: dV = S, dA = (v0 + v1) x S + S x V */
function pointByVelocity(m: Model, d: Data, w: Float64Array, c: int, side: int): void {
  const j = d.work_chain[c];
  const s = STATE * side;
  const root = 3 * m.body_rootid[m.dof_bodyid[j]];
  axisAt(m, d, w, c, side, dofOffset(m, side === 0 ? Dof.JAC : Dof.COMPOSITE_MOMENTUM));
  shiftMotion(delta, 0, w, dofOffset(m, Dof.VEL_AFTER) + 6 * j, points, 3 * side, d.subtree_com, root);
  addTo6(delta, 0, before, 0);
  copy6(change, s + OMEGA, axis, 0);
  crossMotion(change, s + ALPHA, delta, 0, axis, 0);
  crossMotion(part, 0, axis, 0, here, s + OMEGA);
  addTo6(change, s + ALPHA, part, 0);
  addCentripetal(s);
}

/** Changes of both sides, and their difference. */
export function bothSides(m: Model, d: Data, w: Float64Array, c: int, position: boolean): void {
  const side = d.work_chain2[c];
  change.fill(0, 0, 3 * STATE);
  for (let s = 0; s < 2; s++) {
    if ((side & (s === 0 ? FIRST : SECOND)) === 0) continue;
    if (position) pointByPosition(m, d, w, c, s);
    else pointByVelocity(m, d, w, c, s);
  }
  for (let k = 0; k < STATE; k++) change[DIFFERENCE + k] = change[k] - change[STATE + k];
}
