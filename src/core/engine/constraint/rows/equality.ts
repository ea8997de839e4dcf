import { copy, copyInt } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { combineSparse } from '../../../math/linear/sparse.ts';
import { mulQuat, mulQuatAxis } from '../../../math/quat.ts';
import { copy3, normalize3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import { NEQDATA } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType, Disable, EqType, SleepState } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { unreachable } from '../../../model/unreachable.ts';
import { jacDifference, mergeChain } from '../../tree/chain.ts';
import { equalityAnchors, equalityBody, weldQuats } from '../../tree/equalityFrame.ts';
import { equalityState, someAsleep } from '../../tree/sleepState.ts';
import { addFlexEdges, addFlexStrain, addFlexVertices } from './flexEquality.ts';
import { addRows, setError } from './row.ts';

/** Rows of the active equalities, in the order of the model. */
export function addEqualities(m: Model, d: Data, sparse: boolean): void {
  const { neq, eq_type } = m;
  const { eq_active } = d;
  if ((m.opt.disableflags & Disable.EQUALITY) !== 0) return;
  const filter = someAsleep(m, d);
  for (let i = 0; i < neq; i++) {
    if (eq_active[i] === 0 || (filter && equalityState(m, d, i) === SleepState.ASLEEP)) continue;
    const type = eq_type[i] as EqType;
    switch (type) {
      case EqType.CONNECT:
        addConnect(m, d, sparse, i);
        break;
      case EqType.WELD:
        addWeld(m, d, sparse, i);
        break;
      case EqType.JOINT:
      case EqType.TENDON:
        addPolynomial(m, d, sparse, i);
        break;
      case EqType.DISTANCE:
        addDistance(m, d, sparse, i);
        break;
      case EqType.FLEX:
        addFlexEdges(m, d, sparse, i);
        break;
      case EqType.FLEXVERT:
        addFlexVertices(m, d, sparse, i);
        break;
      case EqType.FLEXSTRAIN:
        addFlexStrain(m, d, sparse, i);
        break;
      default:
        unreachable(type);
    }
  }
}

const points = new Float64Array(6);
// anchors in the order of `jacDifference`
const ends = new Float64Array(6);
const quats = new Float64Array(8);
const product = new Float64Array(4);
const axis = new Float64Array(3);

/** Two points coincide: p0 - p1 = 0. */
function addConnect(m: Model, d: Data, sparse: boolean, i: int): void {
  const { work_row } = d;
  const n = pointJac(m, d, i, false);
  sub3(work_row, 0, points, 0, points, 3);
  clearMargins(d);
  addRows(m, d, sparse, 3, ConstraintType.EQUALITY, i, n, 0);
}

/** Two frames coincide: p0 - p1 = 0 and the vector part of q1^-1 q0 relpose = 0, times torquescale. */
function addWeld(m: Model, d: Data, sparse: boolean, i: int): void {
  const { eq_data } = m;
  const { work_row, work_jac } = d;
  const torquescale = eq_data[NEQDATA * i + 10];
  const n = pointJac(m, d, i, true);
  sub3(work_row, 0, points, 0, points, 3);
  weldQuats(m, d, i, quats, 0);
  mulQuat(product, 0, quats, 4, quats, 0);
  scl3(work_row, 3, product, 1, torquescale);
  // d/dt (q1^-1 q0 relpose) = q1^-1 (0, w0 - w1) q0 relpose / 2, for each column
  for (let k = 0; k < n; k++) {
    set3(axis, 0, work_jac[3 * n + k], work_jac[4 * n + k], work_jac[5 * n + k]);
    mulQuatAxis(product, 0, quats, 4, axis, 0);
    mulQuat(product, 0, product, 0, quats, 0);
    work_jac[3 * n + k] = 0.5 * product[1] * torquescale;
    work_jac[4 * n + k] = 0.5 * product[2] * torquescale;
    work_jac[5 * n + k] = 0.5 * product[3] * torquescale;
  }
  clearMargins(d);
  addRows(m, d, sparse, 6, ConstraintType.EQUALITY, i, n, 0);
}

/** Two points maintain a distance: |p1 - p0| - distance = 0. */
function addDistance(m: Model, d: Data, sparse: boolean, i: int): void {
  const { eq_data } = m;
  const { work_jac } = d;
  const n = pointJac(m, d, i, false);
  sub3(axis, 0, points, 0, points, 3);
  const length = normalize3(axis, 0);
  for (let k = 0; k < n; k++) {
    work_jac[k] = axis[0] * work_jac[k] + axis[1] * work_jac[n + k] + axis[2] * work_jac[2 * n + k];
  }
  setError(d, length - eq_data[NEQDATA * i], 0);
  addRows(m, d, sparse, 1, ConstraintType.EQUALITY, i, n, 0);
}

/** Jacobian of p0 - p1 (and of the difference of angular velocities) over the dofs of both bodies. Returns their number. */
function pointJac(m: Model, d: Data, i: int, rotation: boolean): int {
  const { work_jac, work_chain } = d;
  const b0 = equalityBody(m, i, 0);
  const b1 = equalityBody(m, i, 1);
  equalityAnchors(m, d, i, points, 0);
  const n = mergeChain(m, work_chain, b0, b1, false);
  copy3(ends, 0, points, 3);
  copy3(ends, 3, points, 0);
  jacDifference(m, d, work_jac, work_chain, n, b1, b0, ends, rotation);
  return n;
}

/** Two joints or two tendons: x0 - ref0 = c0 + c1 y + c2 y^2 + c3 y^3 + c4 y^4, y = x1 - ref1; or one: x0 - ref0 = c0. */
function addPolynomial(m: Model, d: Data, sparse: boolean, i: int): void {
  const { eq_type, eq_obj1id, eq_obj2id, eq_data } = m;
  const { work_jac, work_chain, work_jac2, work_chain2 } = d;
  const joint = eq_type[i] === EqType.JOINT;
  const id0 = eq_obj1id[i];
  const id1 = eq_obj2id[i];
  const c = NEQDATA * i;
  let n = scalarJac(m, d, joint, id0, i, work_jac, work_chain);
  let pos = offset(m, d, joint, id0) - eq_data[c];
  if (id1 >= 0) {
    const y = offset(m, d, joint, id1);
    pos -= eq_data[c + 1] * y + eq_data[c + 2] * y * y + eq_data[c + 3] * y * y * y + eq_data[c + 4] * y * y * y * y;
    const derivative =
      eq_data[c + 1] + 2 * eq_data[c + 2] * y + 3 * eq_data[c + 3] * y * y + 4 * eq_data[c + 4] * y * y * y;
    const n1 = scalarJac(m, d, joint, id1, i, work_jac2, work_chain2);
    n = combineSparse(work_jac, 0, 1, n, work_chain, 0, work_jac2, 0, -derivative, n1, work_chain2, 0);
  }
  setError(d, pos, 0);
  addRows(m, d, sparse, 1, ConstraintType.EQUALITY, i, n, 0);
}

/** Position of a joint or length of a tendon, from its reference. */
function offset(m: Model, d: Data, joint: boolean, id: int): number {
  const { jnt_qposadr, qpos0, tendon_length0 } = m;
  const { qpos, ten_length } = d;
  if (!joint) return ten_length[id] - tendon_length0[id];
  return qpos[jnt_qposadr[id]] - qpos0[jnt_qposadr[id]];
}

/** Jacobian of that position; records the equality in `tendon_efcadr` as in MuJoCo. Returns the number of dofs. */
function scalarJac(m: Model, d: Data, joint: boolean, id: int, eq: int, jac: Float64Array, chain: Int32Array): int {
  const { jnt_dofadr, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { ten_J, tendon_efcadr } = d;
  if (joint) {
    chain[0] = jnt_dofadr[id];
    jac[0] = 1;
    return 1;
  }
  if (tendon_efcadr[id] === -1) tendon_efcadr[id] = eq;
  const n = ten_J_rownnz[id];
  copyInt(chain, 0, ten_J_colind, ten_J_rowadr[id], n);
  copy(jac, 0, ten_J, ten_J_rowadr[id], n);
  return n;
}

function clearMargins(d: Data): void {
  d.work_row.fill(0, 6, 12);
}
