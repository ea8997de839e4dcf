import { tendonDistance } from '../../../engine/tree/tendonDistance.ts';
import { addToScl, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { copy4, normalize4, quat2Vel } from '../../../math/quat.ts';
import { rightJacobianInverse } from '../../../math/rotationJacobian.ts';
import { normalize3 } from '../../../math/vec3.ts';
import { MINVAL, NEQDATA } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintState, ConstraintType, EqType, JointType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { addTendonDerivative } from '../force/scalarForce.ts';
import { tendonJacobian } from '../force/tendonJacobian.ts';
import { Dof, dofOffset, drDqOffset, Mat, matOffset, stateSize } from '../layout.ts';
import { gatherRow } from './rows.ts';

/*  Constraints of one row: limits, friction loss, equalities of joints and tendons. Their error is s(q), their Jacobian J =
 *  ds/dq. With the residual x = J a + B J v + K imp (s - margin) and f = f(x, D):
 *    dr/dq -= (dJ/dq)^T f + J^T df,  df = -G dx + f dD / D,  dx = (dJ/dq) (a + B v) + k J */

/** RQ -= d(J^T f)/dq for the rows of limits, friction loss, and of equalities of joints and tendons
 *  adds to w: RQ   scratch w: Dof.JAC Dof.WRENCH_CHANGE Mat.TENDON */
export function scalarRows(m: Model, d: Data, w: Float64Array): void {
  const { eq_type } = m;
  const { nefc, efc_type, efc_id, efc_state } = d;
  for (let e = 0; e < nefc; e++) {
    if (efc_state[e] === ConstraintState.SATISFIED) continue;
    const id = efc_id[e];
    switch (efc_type[e]) {
      case ConstraintType.LIMIT_JOINT:
        stiffRow(m, d, w, e);
        if (m.jnt_type[id] === JointType.BALL) ballRowDerivative(m, d, w, e, id);
        break;
      case ConstraintType.FRICTION_TENDON:
        tendonRowDerivative(m, d, w, e, id, 1);
        break;
      case ConstraintType.LIMIT_TENDON:
        stiffRow(m, d, w, e);
        tendonRowDerivative(m, d, w, e, id, limitSign(m, d, e, id));
        break;
      case ConstraintType.EQUALITY:
        if (eq_type[id] !== EqType.JOINT && eq_type[id] !== EqType.TENDON) break;
        stiffRow(m, d, w, e);
        polynomialRowDerivative(m, d, w, e, id);
        break;
      default:
        break;
    }
  }
}

/** Part with constant J: RQ -= J^T (-G k + f dlogD/ds) J */
function stiffRow(m: Model, d: Data, w: Float64Array, e: int): void {
  const nx = stateSize(m);
  const { efc_KBIP, efc_pos, efc_margin, efc_D, efc_R, efc_force, efc_state, work_chain } = d;
  const a = 4 * e;
  const imp = efc_KBIP[a + 2];
  const stiff: number = efc_state[e] === ConstraintState.QUADRATIC ? efc_D[e] : 0;
  let forceDerivative = -stiff * efc_KBIP[a] * (imp + efc_KBIP[a + 3] * (efc_pos[e] - efc_margin[e]));
  if (efc_R[e] > MINVAL) forceDerivative += (efc_force[e] * efc_KBIP[a + 3]) / (imp * (1 - imp));
  const J = dofOffset(m, Dof.JAC);
  const RQ = drDqOffset(m);
  const n = gatherRow(m, d, w, e, J);
  for (let r = 0; r < n; r++) {
    const s = forceDerivative * w[J + r];
    for (let c = 0; c < n; c++) w[RQ + work_chain[r] * nx + work_chain[c]] -= s * w[J + c];
  }
}

/** RQ += G J^T x for column `col`, where x is the derivative of J (a + B v) with respect to it */
function addResponse(m: Model, d: Data, w: Float64Array, e: int, col: int, x: number): void {
  const nx = stateSize(m);
  const { efc_state, efc_D, work_chain } = d;
  if (efc_state[e] !== ConstraintState.QUADRATIC || x === 0) return;
  const J = dofOffset(m, Dof.JAC);
  const RQ = drDqOffset(m);
  const n = gatherRow(m, d, w, e, J);
  for (let r = 0; r < n; r++) w[RQ + work_chain[r] * nx + col] += efc_D[e] * x * w[J + r];
}

const quat = new Float64Array(4);
const vec = new Float64Array(3);
const inverse = new Float64Array(9);
const axisDerivative = new Float64Array(9);

/** A ball joint rotated by x about u has J = -u^T, and u changes by (1 - u u^T) L / x, L the inverse right Jacobian. */
function ballRowDerivative(m: Model, d: Data, w: Float64Array, e: int, joint: int): void {
  const { jnt_qposadr, jnt_dofadr } = m;
  const nx = stateSize(m);
  const { qpos, qacc, qvel, efc_force, efc_KBIP } = d;
  const RQ = drDqOffset(m);
  const v = jnt_dofadr[joint];
  copy4(quat, 0, qpos, jnt_qposadr[joint]);
  normalize4(quat, 0);
  quat2Vel(vec, 0, quat, 0, 1);
  rightJacobianInverse(inverse, 0, vec, 0);
  const x = Math.max(MINVAL, normalize3(vec, 0));
  for (let c = 0; c < 3; c++) {
    let along: number = 0;
    for (let r = 0; r < 3; r++) along += vec[r] * inverse[3 * r + c];
    for (let r = 0; r < 3; r++) axisDerivative[3 * r + c] = -(inverse[3 * r + c] - along * vec[r]) / x;
  }
  for (let c = 0; c < 3; c++) {
    let by: number = 0;
    for (let r = 0; r < 3; r++) {
      by += axisDerivative[3 * r + c] * (qacc[v + r] + efc_KBIP[4 * e + 1] * qvel[v + r]);
      w[RQ + (v + r) * nx + v + c] -= efc_force[e] * axisDerivative[3 * r + c];
    }
    addResponse(m, d, w, e, v + c, by);
  }
}

/** The row is `scale` times the Jacobian of tendon t, which depends on position: with T = dJ/dq, RQ -= T f, and RQ += G
 *  J^T (a + B v)^T T */
function tendonRowDerivative(m: Model, d: Data, w: Float64Array, e: int, t: int, scale: number): void {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { qacc, qvel, efc_force, efc_KBIP, efc_state, efc_D, work_chain } = d;
  if (!tendonJacobian(m, d, w, t)) return;
  addTendonDerivative(m, d, w, t, scale * efc_force[e], 0);
  if (efc_state[e] !== ConstraintState.QUADRATIC) return;
  const adr = ten_J_rowadr[t];
  const width = ten_J_rownnz[t];
  const nx = stateSize(m);
  const J = dofOffset(m, Dof.JAC);
  const by = dofOffset(m, Dof.WRENCH_CHANGE);
  zero(w, by, width);
  for (let r = 0; r < width; r++) {
    const i = ten_J_colind[adr + r];
    const speed = qacc[i] + efc_KBIP[4 * e + 1] * qvel[i];
    addToScl(w, by, w, matOffset(m, Mat.TENDON) + r * width, speed, width);
  }
  const n = gatherRow(m, d, w, e, J);
  for (let r = 0; r < n; r++) {
    const row = drDqOffset(m) + work_chain[r] * nx;
    const s = efc_D[e] * scale * w[J + r];
    for (let c = 0; c < width; c++) w[row + ten_J_colind[adr + c]] += s * w[by + c];
  }
}

/** 1 for the lower limit of a tendon, -1 for the upper one. */
function limitSign(m: Model, d: Data, e: int, t: int): number {
  return d.efc_pos[e] === tendonDistance(m, d, t, 0) ? 1 : -1;
}

/** x0 - p(y): J = dx0 - p'(y) dy, which changes by -p''(y) dy dy^T in addition to the changes of tendon Jacobians. */
function polynomialRowDerivative(m: Model, d: Data, w: Float64Array, e: int, id: int): void {
  const { eq_type, eq_obj1id, eq_obj2id, eq_data, qpos0, jnt_qposadr, tendon_length0 } = m;
  const { qpos, ten_length } = d;
  const joint = eq_type[id] === EqType.JOINT;
  const other = eq_obj2id[id];
  const c = NEQDATA * id;
  let derivative: number = 0;
  if (other >= 0) {
    const y = joint ? qpos[jnt_qposadr[other]] - qpos0[jnt_qposadr[other]] : ten_length[other] - tendon_length0[other];
    derivative = eq_data[c + 1] + 2 * eq_data[c + 2] * y + 3 * eq_data[c + 3] * y * y + 4 * eq_data[c + 4] * y * y * y;
    addCurve(m, d, w, e, joint, other, -(2 * eq_data[c + 2] + 6 * eq_data[c + 3] * y + 12 * eq_data[c + 4] * y * y));
  }
  if (joint) return;
  tendonRowDerivative(m, d, w, e, eq_obj1id[id], 1);
  if (other >= 0) tendonRowDerivative(m, d, w, e, other, -derivative);
}

/** The Jacobian of row e changes by curve g g^T, g the Jacobian of joint or tendon `other`: RQ -= f curve g g^T - G J^T
 *  curve (g w) g */
function addCurve(m: Model, d: Data, w: Float64Array, e: int, joint: boolean, other: int, curve: number): void {
  const { jnt_dofadr, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const nx = stateSize(m);
  const { ten_J, qacc, qvel, efc_KBIP, efc_force } = d;
  if (curve === 0) return;
  const RQ = drDqOffset(m);
  const B = efc_KBIP[4 * e + 1];
  if (joint) {
    const i = jnt_dofadr[other];
    w[RQ + i * (nx + 1)] -= efc_force[e] * curve;
    addResponse(m, d, w, e, i, curve * (qacc[i] + B * qvel[i]));
    return;
  }
  const first = ten_J_rowadr[other];
  const end = first + ten_J_rownnz[other];
  let along: number = 0;
  for (let k = first; k < end; k++) along += ten_J[k] * (qacc[ten_J_colind[k]] + B * qvel[ten_J_colind[k]]);
  for (let k = first; k < end; k++) {
    for (let l = first; l < end; l++) {
      w[RQ + ten_J_colind[k] * nx + ten_J_colind[l]] -= efc_force[e] * curve * ten_J[k] * ten_J[l];
    }
    addResponse(m, d, w, e, ten_J_colind[k], curve * along * ten_J[k]);
  }
}
