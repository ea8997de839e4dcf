import { equalitySize } from '../../../engine/constraint/diagonal.ts';
import { mergeChain } from '../../../engine/tree/chain.ts';
import { equalityAnchors, equalityBody } from '../../../engine/tree/equalityFrame.ts';
import { norm } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { copy6, dot6 } from '../../../math/spatial.ts';
import { addTo3, addToScl3, copy3, cross3, dot3, normalize3, scl3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { EqType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { Dof, dofOffset, drDqOffset, drDvOffset, stateSize } from '../layout.ts';
import { AXIS_0, AXIS_1, pointDerivative, pointMotion } from './pointMotion.ts';
import { ACCEL, DIFFERENCE, POSITION, pointChange, pointPos, pointState, SPEED, STATE } from './pointWorkspace.ts';
import { rowScale } from './rowDamping.ts';
import { weldChange, weldFrames, weldTorque, weldTorqueChange } from './weldRows.ts';
import { addWrench, FIRST, markSides, SECOND } from './wrench.ts';

/*  Equalities between a point or frame of one body and one of another: connect, weld and distance. Their residual is
 *    x = (acceleration of side 0 minus that of side 1) + B (velocity, likewise) + K imp (error)
 *  where the acceleration includes dJ/dt v, unlike in other rows. The force f = -D x acts along the rows: a wrench on
 *  side 0, its opposite on side 1.
 *
 *    beginEquality    dofs, motion of both points (pointWorkspace.ts), wrench
 *    wrenchColumns    per dof: derivatives of the wrenches on both sides
 *    addColumns       RQ, RV -= J^T times these
 *
 *  The VJP (reverse/kernel/points.ts) shares the first two. */

// scratch, per dof: derivatives of the wrenches of both sides with respect to position, and of both with respect to velocity
export const WRENCH_0_BY_POS = Dof.WRENCH_CHANGE;
export const WRENCH_1_BY_POS = Dof.EXTERNAL_CHANGE;
export const WRENCH_BY_VEL = Dof.COMPOSITE_FORCE;

// torque and force on side 0
const wrench = new Float64Array(6);
const force = new Float64Array(6);
// changes of row errors, residuals and forces
const error = new Float64Array(6);
const residual = new Float64Array(6);
const response = new Float64Array(6);
// of a distance: unit vector from side 1 to side 0, and its change
const along = new Float64Array(6);
const part = new Float64Array(6);

/** RQ -= d(J^T f)/dq except the rotation of axes; RV -= J^T df/dv for the part of f from dJ/dt v. Without `whole`, only the
 *  wrenches are added to Body.EXTERNAL: `vjpPoints` handles the rest.
 *  reads  d: efc_* cvel cdof, w: Dof.VEL_BEFORE VEL_AFTER MOTION_BEFORE BIAS_ACC_BEFORE,
 *         Body.MOTION BIAS_ACC
 *  adds to w: RQ RV, Body.EXTERNAL
 *  scratch w: Dof.JAC WRENCH_CHANGE COMPOSITE_MOMENTUM EXTERNAL_CHANGE COMPOSITE_FORCE */
export function pointRows(m: Model, d: Data, w: Float64Array, whole: boolean): void {
  const { ne, efc_id } = d;
  for (let e = 0; e < ne; e += equalitySize(m.eq_type[efc_id[e]])) {
    const i = efc_id[e];
    if (!hasPoints(m, i)) continue;
    const n = beginEquality(m, d, w, e, i);
    addWrench(m, d, w, equalityBody(m, i, 0), pointPos, 0, wrench, 1);
    addWrench(m, d, w, equalityBody(m, i, 1), pointPos, 3, wrench, -1);
    if (!whole) continue;
    wrenchColumns(m, d, w, e, i, n);
    addColumns(m, d, w, n);
  }
}

/** Whether equality i is a connect, weld or distance. */
export function hasPoints(m: Model, i: int): boolean {
  const type = m.eq_type[i];
  return type === EqType.CONNECT || type === EqType.WELD || type === EqType.DISTANCE;
}

/** Set the dofs of equality i, whose first row is e, the motion of its points and its wrench. Returns the number of dofs.
 *  writes d: work_chain work_chain2 */
export function beginEquality(m: Model, d: Data, w: Float64Array, e: int, i: int): int {
  const b0 = equalityBody(m, i, 0);
  const b1 = equalityBody(m, i, 1);
  const n = mergeChain(m, d.work_chain, b0, b1, false);
  markSides(m, d, b0, b1, n);
  equalityAnchors(m, d, i, pointPos, 0);
  pointMotion(m, d, w, b0, 0);
  pointMotion(m, d, w, b1, 1);
  for (let k = 0; k < STATE; k++) pointState[DIFFERENCE + k] = pointState[k] - pointState[STATE + k];
  equalityWrench(m, d, e, i);
  return n;
}

/** Derivatives of the wrenches with respect to each of the n dofs: WRENCH_0_BY_POS, WRENCH_1_BY_POS, WRENCH_BY_VEL; and the axes of dofs at
 *  both points, AXIS_0 and AXIS_1. */
export function wrenchColumns(m: Model, d: Data, w: Float64Array, e: int, i: int, n: int): void {
  for (let c = 0; c < n; c++) {
    byPosition(m, d, w, e, i, c);
    byVelocity(m, d, w, e, i, c);
  }
}

/** wrench = the wrench of the rows on side 0 */
function equalityWrench(m: Model, d: Data, e: int, i: int): void {
  const { efc_force } = d;
  const type = m.eq_type[i];
  const rows = equalitySize(type);
  force.fill(0, 0, 6);
  wrench.fill(0, 0, 6);
  for (let k = 0; k < rows; k++) force[k] = efc_force[e + k];
  copy3(wrench, 3, force, 0);
  if (type === EqType.WELD) {
    weldFrames(m, d, i);
    weldTorque(wrench, force);
  } else if (type === EqType.DISTANCE) {
    direction(along);
    scl3(wrench, 3, along, 0, force[0]);
  }
}

/** res = unit vector from side 1 to side 0; returns the distance */
function direction(res: Float64Array): number {
  copy3(res, 0, pointState, DIFFERENCE + POSITION);
  return normalize3(res, 0);
}

/** WRENCH_0_BY_POS and WRENCH_1_BY_POS of column c */
function byPosition(m: Model, d: Data, w: Float64Array, e: int, i: int, c: int): void {
  pointDerivative(m, d, w, c, true);
  rowChanges(m, d, e, i, true);
  rowForces(m, d, e, i);
  const dw = dofOffset(m, WRENCH_0_BY_POS) + 6 * c;
  wrenchChange(m, i, w, dw);
  copy6(w, dofOffset(m, WRENCH_1_BY_POS) + 6 * c, w, dw);
  cross3(part, 0, pointChange, POSITION, wrench, 3);
  addTo3(w, dw, part, 0);
  cross3(part, 0, pointChange, STATE + POSITION, wrench, 3);
  addTo3(w, dofOffset(m, WRENCH_1_BY_POS) + 6 * c, part, 0);
}

/** WRENCH_BY_VEL of column c, from dJ/dt v alone */
function byVelocity(m: Model, d: Data, w: Float64Array, e: int, i: int, c: int): void {
  pointDerivative(m, d, w, c, false);
  rowChanges(m, d, e, i, false);
  const rows = equalitySize(m.eq_type[i]);
  response.fill(0, 0, 6);
  for (let k = 0; k < rows; k++) response[k] = (-d.efc_D[e + k] * residual[k]) / rowScale(m, d, e + k);
  wrenchChange(m, i, w, dofOffset(m, WRENCH_BY_VEL) + 6 * c);
}

/** error, residual = changes of the row errors and, without the spring, of the row residuals; by velocity also without B */
function rowChanges(m: Model, d: Data, e: int, i: int, position: boolean): void {
  const type = m.eq_type[i];
  const B: number = position ? d.efc_KBIP[4 * e + 1] : 0;
  const x = DIFFERENCE;
  if (type === EqType.DISTANCE) {
    distanceChange(B);
    return;
  }
  for (let k = 0; k < 3; k++) {
    error[k] = pointChange[x + POSITION + k];
    residual[k] = pointChange[x + ACCEL + k] + B * pointChange[x + SPEED + k];
  }
  if (type === EqType.WELD) weldChange(error, residual, B);
}

/** error, residual of |p|, p the difference of positions: n . a + (v . v - (n . v)^2) / |p| + B n . v, n = p / |p| */
function distanceChange(B: number): void {
  const x = DIFFERENCE;
  const length = direction(along);
  error[0] = dot3(along, 0, pointChange, x + POSITION);
  const inverse = length > MINVAL ? 1 / length : 0.0;
  // change of n, in along[3..6)
  for (let k = 0; k < 3; k++) along[3 + k] = (pointChange[x + POSITION + k] - along[k] * error[0]) * inverse;
  const speed = dot3(along, 0, pointState, x + SPEED);
  const dspeed = dot3(along, 3, pointState, x + SPEED) + dot3(along, 0, pointChange, x + SPEED);
  const across = dot3(pointState, x + SPEED, pointState, x + SPEED) - speed * speed;
  const dacross = 2 * (dot3(pointState, x + SPEED, pointChange, x + SPEED) - speed * dspeed);
  residual[0] =
    dot3(along, 3, pointState, x + ACCEL) +
    dot3(along, 0, pointChange, x + ACCEL) +
    (dacross - across * error[0] * inverse) * inverse +
    B * dspeed;
}

/** response = df of each row: -D (residual + d(K imp error)) + f dD / D; the impedance depends on the norm of the error */
function rowForces(m: Model, d: Data, e: int, i: int): void {
  const { efc_KBIP, efc_pos, efc_D, efc_R, efc_force } = d;
  const rows = equalitySize(m.eq_type[i]);
  const imp = efc_KBIP[4 * e + 2];
  const size = rows > 1 ? norm(efc_pos, e, rows) : 1.0;
  let far: number = 0;
  if (rows === 1) far = error[0];
  else if (size > MINVAL) for (let k = 0; k < rows; k++) far += (efc_pos[e + k] * error[k]) / size;
  const dimp = efc_KBIP[4 * e + 3] * far;
  response.fill(0, 0, 6);
  for (let k = 0; k < rows; k++) {
    const K = efc_KBIP[4 * (e + k)];
    const spring = K * (imp * error[k] + dimp * efc_pos[e + k]);
    response[k] = -efc_D[e + k] * (residual[k] + spring);
    if (efc_R[e + k] > MINVAL) response[k] += (efc_force[e + k] * dimp) / (imp * (1 - imp));
  }
}

/** w[o..] = change of the wrench on side 0, by `response` and as its directions rotate */
function wrenchChange(m: Model, i: int, w: Float64Array, o: int): void {
  w.fill(0, o, o + 6);
  const type = m.eq_type[i];
  if (type === EqType.DISTANCE) {
    addToScl3(w, o + 3, along, 0, response[0]);
    addToScl3(w, o + 3, along, 3, force[0]);
    return;
  }
  copy3(w, o + 3, response, 0);
  if (type === EqType.WELD) weldTorqueChange(w, o, force, response);
}

/** RQ, RV -= J^T times the columns */
function addColumns(m: Model, d: Data, w: Float64Array, n: int): void {
  const nx = stateSize(m);
  const { work_chain, work_chain2 } = d;
  const RQ = drDqOffset(m);
  const RV = drDvOffset(m);
  const dw = dofOffset(m, WRENCH_0_BY_POS);
  const dx = dofOffset(m, WRENCH_1_BY_POS);
  const dv = dofOffset(m, WRENCH_BY_VEL);
  for (let r = 0; r < n; r++) {
    const first = dofOffset(m, AXIS_0) + 6 * r;
    const second = dofOffset(m, AXIS_1) + 6 * r;
    const row = work_chain[r] * nx;
    const side = work_chain2[r];
    for (let c = 0; c < n; c++) {
      let q: number = 0;
      let v: number = 0;
      if ((side & FIRST) !== 0) {
        q += dot6(w, first, w, dw + 6 * c);
        v += dot6(w, first, w, dv + 6 * c);
      }
      if ((side & SECOND) !== 0) {
        q -= dot6(w, second, w, dx + 6 * c);
        v -= dot6(w, second, w, dv + 6 * c);
      }
      w[RQ + row + work_chain[c]] -= q;
      w[RV + row + work_chain[c]] -= v;
    }
  }
}
