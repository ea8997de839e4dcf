import { dampingDerivative } from '../../../engine/tree/damping.ts';
import { polyForce, polyForceDerivative, polyIsZero } from '../../../engine/tree/poly.ts';
import type { int } from '../../../math/int.ts';
import { copy4, normalize4, subQuat } from '../../../math/quat.ts';
import { rightJacobianInverse } from '../../../math/rotationJacobian.ts';
import { dot3, norm3, sub3 } from '../../../math/vec3.ts';
import { MINVAL, NPOLY } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { Disable, JointType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { drDqOffset, drDvOffset, stateSize } from '../layout.ts';

/** Springs and dampers of joints. Those of tendons are in `tendon.ts`.
 *  adds to w: RQ RV */
export function jointPassive(m: Model, d: Data, w: Float64Array): void {
  const { nv, njnt, jnt_stiffness, jnt_stiffnesspoly } = m;
  const nx = stateSize(m);
  const { disableflags } = m.opt;
  const RV = drDvOffset(m);
  if ((disableflags & Disable.DAMPER) === 0) {
    for (let i = 0; i < nv; i++) w[RV + i * (nx + 1)] += dampingDerivative(m, d, i);
  }
  if ((disableflags & Disable.SPRING) !== 0) return;
  for (let j = 0; j < njnt; j++) {
    if (!polyIsZero(jnt_stiffness[j], jnt_stiffnesspoly, NPOLY * j)) jointSpring(m, d, w, j);
  }
}

const displacement = new Float64Array(3);
const quat = new Float64Array(4);
const jacobian = new Float64Array(9);
const column = new Float64Array(3);

function jointSpring(m: Model, d: Data, w: Float64Array, j: int): void {
  const { jnt_type, jnt_qposadr, jnt_dofadr, jnt_stiffness, jnt_stiffnesspoly, qpos_spring } = m;
  const { qpos } = d;
  const RQ = drDqOffset(m);
  const type = jnt_type[j];
  let q = jnt_qposadr[j];
  let v = jnt_dofadr[j];
  if (type === JointType.SLIDE || type === JointType.HINGE) {
    const x = qpos[q] - qpos_spring[q];
    w[RQ + v * (stateSize(m) + 1)] += polyForceDerivative(jnt_stiffness[j], jnt_stiffnesspoly, NPOLY * j, x);
    return;
  }
  if (type === JointType.FREE) {
    sub3(displacement, 0, qpos, q, qpos_spring, q);
    jacobian.fill(0, 0, 9);
    for (let k = 0; k < 3; k++) jacobian[4 * k] = 1;
    addStretch(m, w, j, v);
    q += 3;
    v += 3;
  }
  copy4(quat, 0, qpos, q);
  normalize4(quat, 0);
  subQuat(displacement, 0, quat, 0, qpos_spring, q);
  rightJacobianInverse(jacobian, 0, displacement, 0);
  addStretch(m, w, j, v);
}

/** A spring along the vector x = apart, whose derivative with respect to the three dofs from v is L = turn: force -k(|x|) x, so that RQ +=
 *  (k 1 + k' x x^T / |x|) L */
function addStretch(m: Model, w: Float64Array, j: int, v: int): void {
  const { jnt_stiffness, jnt_stiffnesspoly } = m;
  const nx = stateSize(m);
  const RQ = drDqOffset(m);
  const x = norm3(displacement, 0);
  const k = polyForce(jnt_stiffness[j], jnt_stiffnesspoly, NPOLY * j, x);
  // d(x k)/dx = k + x k'
  const derivative = polyForceDerivative(jnt_stiffness[j], jnt_stiffnesspoly, NPOLY * j, x);
  let along: number = 0;
  if (x > MINVAL) along = (derivative - k) / (x * x);
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) column[r] = jacobian[3 * r + c];
    const s = along * dot3(displacement, 0, column, 0);
    for (let r = 0; r < 3; r++) w[RQ + (v + r) * nx + v + c] += k * column[r] + s * displacement[r];
  }
}
