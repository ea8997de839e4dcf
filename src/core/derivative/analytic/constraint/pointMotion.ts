import type { int } from '../../../math/int.ts';
import { addTo6, copy6, crossMotion, shiftMotion } from '../../../math/spatial.ts';
import { addTo3, copy3, cross3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Body, bodyOffset, Dof, dofOffset } from '../layout.ts';
import {
  ACCEL,
  ALPHA,
  DIFFERENCE,
  OMEGA,
  POSITION,
  pointChange,
  pointPos,
  pointState,
  ROTATION,
  SPEED,
  STATE,
} from './pointWorkspace.ts';
import { FIRST, SECOND } from './wrench.ts';

/*  Motion of two points, each fixed to a body, and its derivative with respect to the position and velocity of a dof. Results are in
 *  pointWorkspace.ts. */

// scratch, per dof: its axis at the point of each side
export const AXIS_0 = Dof.JAC;
export const AXIS_1 = Dof.COMPOSITE_MOMENTUM;

const part = new Float64Array(6);

/** pointState[side] = motion of the point of that side, fixed to `body` */
export function pointMotion(m: Model, d: Data, w: Float64Array, body: int, side: int): void {
  const { cvel, subtree_com } = d;
  const root = 3 * m.body_rootid[body];
  const s = STATE * side;
  shiftMotion(pointState, s + OMEGA, cvel, 6 * body, pointPos, 3 * side, subtree_com, root);
  copy6(part, 0, w, bodyOffset(m, Body.MOTION) + 6 * body);
  addTo6(part, 0, w, bodyOffset(m, Body.BIAS_ACC) + 6 * body);
  shiftMotion(pointState, s + ALPHA, part, 0, pointPos, 3 * side, subtree_com, root);
  cross3(part, 0, pointState, s + OMEGA, pointState, s + SPEED);
  addTo3(pointState, s + ACCEL, part, 0);
  copy3(pointState, s + POSITION, pointPos, 3 * side);
}

const axis = new Float64Array(6);
const before = new Float64Array(6);
const delta = new Float64Array(6);
const centripetal = new Float64Array(3);

/** axis, before = axis of dof c of work_chain and velocity before its group, at the point of a side; w[o + 6 c..] = axis */
function axisAt(m: Model, d: Data, w: Float64Array, c: int, side: int, o: int): void {
  const j = d.work_chain[c];
  const root = 3 * m.body_rootid[m.dof_bodyid[j]];
  shiftMotion(axis, 0, d.cdof, 6 * j, pointPos, 3 * side, d.subtree_com, root);
  shiftMotion(before, 0, w, dofOffset(m, Dof.VEL_BEFORE) + 6 * j, pointPos, 3 * side, d.subtree_com, root);
  copy6(w, o + 6 * c, axis, 0);
}

/** pointChange[side] = derivative of the point of that side with respect to the position of dof c: dV = S x (V - v0), dA = S x (A - a0) +
 *  delta x (V - v0) with delta = v0 x S */
function pointByPosition(m: Model, d: Data, w: Float64Array, c: int, side: int): void {
  const j = d.work_chain[c];
  const s = STATE * side;
  const root = 3 * m.body_rootid[m.dof_bodyid[j]];
  axisAt(m, d, w, c, side, dofOffset(m, side === 0 ? AXIS_0 : AXIS_1));
  crossMotion(delta, 0, before, 0, axis, 0);
  for (let k = 0; k < 6; k++) before[k] = pointState[s + OMEGA + k] - before[k];
  crossMotion(pointChange, s + OMEGA, axis, 0, before, 0);
  crossMotion(pointChange, s + ALPHA, delta, 0, before, 0);
  copy6(part, 0, w, dofOffset(m, Dof.MOTION_BEFORE) + 6 * j);
  addTo6(part, 0, w, dofOffset(m, Dof.BIAS_ACC_BEFORE) + 6 * j);
  shiftMotion(before, 0, part, 0, pointPos, 3 * side, d.subtree_com, root);
  spatialAcceleration(part, s);
  for (let k = 0; k < 6; k++) before[k] = part[k] - before[k];
  crossMotion(part, 0, axis, 0, before, 0);
  addTo6(pointChange, s + ALPHA, part, 0);
  // the point moves with the body
  copy3(pointChange, s + POSITION, axis, 3);
  copy3(pointChange, s + ROTATION, axis, 0);
  cross3(part, 0, pointState, s + OMEGA, axis, 3);
  addTo3(pointChange, s + SPEED, part, 0);
  cross3(part, 0, pointState, s + ALPHA, axis, 3);
  addTo3(pointChange, s + ACCEL, part, 0);
  addCentripetal(s);
}

/** res = spatial acceleration at the point of the side at s: that of the point less omega x velocity */
function spatialAcceleration(res: Float64Array, s: int): void {
  copy6(res, 0, pointState, s + ALPHA);
  cross3(centripetal, 0, pointState, s + OMEGA, pointState, s + SPEED);
  for (let k = 0; k < 3; k++) res[3 + k] -= centripetal[k];
}

/** pointChange += d(omega x velocity), which the acceleration of a point has besides the spatial one */
function addCentripetal(s: int): void {
  cross3(part, 0, pointChange, s + OMEGA, pointState, s + SPEED);
  addTo3(pointChange, s + ACCEL, part, 0);
  cross3(part, 0, pointState, s + OMEGA, pointChange, s + SPEED);
  addTo3(pointChange, s + ACCEL, part, 0);
}

/** pointChange[side] = derivative with respect to the velocity of dof c: dV = S, dA = (v0 + v1) x S + S x V */
function pointByVelocity(m: Model, d: Data, w: Float64Array, c: int, side: int): void {
  const j = d.work_chain[c];
  const s = STATE * side;
  const root = 3 * m.body_rootid[m.dof_bodyid[j]];
  axisAt(m, d, w, c, side, dofOffset(m, side === 0 ? AXIS_0 : AXIS_1));
  shiftMotion(delta, 0, w, dofOffset(m, Dof.VEL_AFTER) + 6 * j, pointPos, 3 * side, d.subtree_com, root);
  addTo6(delta, 0, before, 0);
  copy6(pointChange, s + OMEGA, axis, 0);
  crossMotion(pointChange, s + ALPHA, delta, 0, axis, 0);
  crossMotion(part, 0, axis, 0, pointState, s + OMEGA);
  addTo6(pointChange, s + ALPHA, part, 0);
  addCentripetal(s);
}

/** pointChange = derivatives of both sides and of their difference, with respect to the position or the velocity of dof c of work_chain
 *  writes w: AXIS_0 AXIS_1 of the dof */
export function pointDerivative(m: Model, d: Data, w: Float64Array, c: int, position: boolean): void {
  const side = d.work_chain2[c];
  pointChange.fill(0, 0, 3 * STATE);
  for (let s = 0; s < 2; s++) {
    if ((side & (s === 0 ? FIRST : SECOND)) === 0) continue;
    if (position) pointByPosition(m, d, w, c, s);
    else pointByVelocity(m, d, w, c, s);
  }
  for (let k = 0; k < STATE; k++) pointChange[DIFFERENCE + k] = pointChange[k] - pointChange[STATE + k];
}
