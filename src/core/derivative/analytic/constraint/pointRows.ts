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
import {
  ACCEL,
  bothSides,
  change,
  DIFFERENCE,
  here,
  POSITION,
  pointState,
  points,
  SPEED,
  STATE,
} from './pointMotion.ts';
import { weldChange, weldFrames, weldTorque, weldTorqueChange } from './weldRows.ts';
import { addWrench, FIRST, markSides, SECOND } from './wrench.ts';

/*  Equalities between a point or frame of one body and one of another: connect, weld and distance. Their rows ask for
 *    x = (acceleration of side 0 less that of side 1) + B (velocity, the same) + K imp (error)
 *  where the acceleration has dJ/dt v in it, unlike in other rows. They push with f = -D x along the rows: a force and a
 *  torque on side 0, the opposite ones on side 1. */

// torque and force on side 0
const wrench = new Float64Array(6);
const force = new Float64Array(6);
// changes of rows' errors, of their residuals and of their forces
const error = new Float64Array(6);
const residual = new Float64Array(6);
const response = new Float64Array(6);
const along = new Float64Array(6);
const part = new Float64Array(6);

/** RQ -= d(J^T f)/dq, and RV -= J^T df/dv for what of f comes from dJ/dt v, but for the turning of axes. Without `whole`, what rows push with
 *  is told, and no more: `vjpPoints` goes back over the rest.
 *  reads  d: efc_* cvel cdof, w: Dof.VEL_BEFORE VEL_AFTER MOTION_BEFORE BIAS_ACC_BEFORE, Body.MOTION BIAS_ACC   adds to w: RQ RV, Body.EXTERNAL   scratch w: Dof.JAC WRENCH_CHANGE COMPOSITE_MOMENTUM EXTERNAL_CHANGE COMPOSITE_FORCE */
export function pointRows(m: Model, d: Data, w: Float64Array, whole: boolean): void {
  const { ne, efc_id } = d;
  for (let e = 0; e < ne; e += equalitySize(m.eq_type[efc_id[e]])) {
    const i = efc_id[e];
    if (!hasPoints(m, i)) continue;
    const n = beginEquality(m, d, w, e, i);
    addWrench(m, d, w, equalityBody(m, i, 0), points, 0, wrench, 1);
    addWrench(m, d, w, equalityBody(m, i, 1), points, 3, wrench, -1);
    if (!whole) continue;
    wrenchColumns(m, d, w, e, i, n);
    addColumns(m, d, w, n);
  }
}

/** Whether equality i is one of points. */
export function hasPoints(m: Model, i: int): boolean {
  const type = m.eq_type[i];
  return type === EqType.CONNECT || type === EqType.WELD || type === EqType.DISTANCE;
}

/** The dofs of equality i, whose first row is e, the states of its points and its wrench; returns how many dofs.
 *  writes d: work_chain work_chain2 */
export function beginEquality(m: Model, d: Data, w: Float64Array, e: int, i: int): int {
  const b0 = equalityBody(m, i, 0);
  const b1 = equalityBody(m, i, 1);
  const n = mergeChain(m, d.work_chain, b0, b1, false);
  markSides(m, d, b0, b1, n);
  equalityAnchors(m, d, i, points, 0);
  pointState(m, d, w, b0, 0);
  pointState(m, d, w, b1, 1);
  for (let k = 0; k < STATE; k++) here[DIFFERENCE + k] = here[k] - here[STATE + k];
  equalityWrench(m, d, e, i);
  return n;
}

/** How the wrenches change with each of the n dofs: on both sides with its position, Dof.WRENCH_CHANGE and Dof.EXTERNAL_CHANGE, and with its velocity, Dof.COMPOSITE_FORCE; the axes of
 *  dofs at both points, Dof.JAC and Dof.COMPOSITE_MOMENTUM. */
export function wrenchColumns(m: Model, d: Data, w: Float64Array, e: int, i: int, n: int): void {
  for (let c = 0; c < n; c++) {
    byPosition(m, d, w, e, i, c);
    byVelocity(m, d, w, e, i, c);
  }
}

/** The wrench with which the rows push side 0. */
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
    direction();
    scl3(wrench, 3, along, 0, force[0]);
  }
}

/** along = the unit vector from side 1 to side 0; returns the distance */
function direction(): number {
  copy3(along, 0, here, DIFFERENCE + POSITION);
  return normalize3(along, 0);
}

/** Dof.WRENCH_CHANGE and Dof.EXTERNAL_CHANGE of column c: how the wrenches on both sides change with its position */
function byPosition(m: Model, d: Data, w: Float64Array, e: int, i: int, c: int): void {
  bothSides(m, d, w, c, true);
  rowChanges(m, d, e, i, true);
  rowForces(m, d, e, i);
  const dw = dofOffset(m, Dof.WRENCH_CHANGE) + 6 * c;
  wrenchChange(m, i, w, dw);
  copy6(w, dofOffset(m, Dof.EXTERNAL_CHANGE) + 6 * c, w, dw);
  cross3(part, 0, change, POSITION, wrench, 3);
  addTo3(w, dw, part, 0);
  cross3(part, 0, change, STATE + POSITION, wrench, 3);
  addTo3(w, dofOffset(m, Dof.EXTERNAL_CHANGE) + 6 * c, part, 0);
}

/** Dof.COMPOSITE_FORCE of column c: how the wrench changes with its velocity, by dJ/dt v alone */
function byVelocity(m: Model, d: Data, w: Float64Array, e: int, i: int, c: int): void {
  bothSides(m, d, w, c, false);
  rowChanges(m, d, e, i, false);
  const rows = equalitySize(m.eq_type[i]);
  response.fill(0, 0, 6);
  for (let k = 0; k < rows; k++) response[k] = -d.efc_D[e + k] * residual[k];
  wrenchChange(m, i, w, dofOffset(m, Dof.COMPOSITE_FORCE) + 6 * c);
}

/** error and residual: how the errors of the rows change and, without the spring, their residuals; by velocity without B too */
function rowChanges(m: Model, d: Data, e: int, i: int, position: boolean): void {
  const type = m.eq_type[i];
  const B: number = position ? d.efc_KBIP[4 * e + 1] : 0;
  const x = DIFFERENCE;
  if (type === EqType.DISTANCE) {
    distanceChange(B);
    return;
  }
  for (let k = 0; k < 3; k++) {
    error[k] = change[x + POSITION + k];
    residual[k] = change[x + ACCEL + k] + B * change[x + SPEED + k];
  }
  if (type === EqType.WELD) weldChange(error, residual, B);
}

/** |p| with p the difference of places: n . a + (v . v - (n . v)^2) / |p| + B n . v, n = p / |p| */
function distanceChange(B: number): void {
  const x = DIFFERENCE;
  const length = direction();
  error[0] = dot3(along, 0, change, x + POSITION);
  const inverse = length > MINVAL ? 1 / length : 0.0;
  // how n turns, in along[3..6)
  for (let k = 0; k < 3; k++) along[3 + k] = (change[x + POSITION + k] - along[k] * error[0]) * inverse;
  const speed = dot3(along, 0, here, x + SPEED);
  const dspeed = dot3(along, 3, here, x + SPEED) + dot3(along, 0, change, x + SPEED);
  const across = dot3(here, x + SPEED, here, x + SPEED) - speed * speed;
  const dacross = 2 * (dot3(here, x + SPEED, change, x + SPEED) - speed * dspeed);
  residual[0] =
    dot3(along, 3, here, x + ACCEL) +
    dot3(along, 0, change, x + ACCEL) +
    (dacross - across * error[0] * inverse) * inverse +
    B * dspeed;
}

/** response = df of each row: -D (residual + d(K imp error)) + f dD / D, the impedance being one of the length of the error */
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

/** w[o..] = how the wrench on side 0 changes, by `response` and as its directions turn */
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

/** The columns into RQ and RV. */
function addColumns(m: Model, d: Data, w: Float64Array, n: int): void {
  const nx = stateSize(m);
  const { work_chain, work_chain2 } = d;
  const RQ = drDqOffset(m);
  const RV = drDvOffset(m);
  const dw = dofOffset(m, Dof.WRENCH_CHANGE);
  const dx = dofOffset(m, Dof.EXTERNAL_CHANGE);
  const dv = dofOffset(m, Dof.COMPOSITE_FORCE);
  for (let r = 0; r < n; r++) {
    const first = dofOffset(m, Dof.JAC) + 6 * r;
    const second = dofOffset(m, Dof.COMPOSITE_MOMENTUM) + 6 * r;
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
