import type { int } from '../../math/int.ts';
import { addToSclSparse } from '../../math/linear/sparse.ts';
import { copy4, normalize4, subQuat } from '../../math/quat.ts';
import { addToScl3, norm3, sub3 } from '../../math/vec3.ts';
import { NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { JointType, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { polyForce, polyIsZero } from '../tree/poly.ts';
import { tendonState } from '../tree/sleepState.ts';

const apart = new Float64Array(3);
const quat = new Float64Array(4);

/** Springs of joints and tendons.
 *  reads  m: jnt_stiffness jnt_stiffnesspoly qpos_spring tendon_stiffness tendon_stiffnesspoly tendon_lengthspring
 *         d: qpos ten_length ten_J
 *  adds to d: qfrc_spring */
export function spring(m: Model, d: Data): void {
  const { ntendon, body_jntadr, body_jntnum, jnt_stiffness, jnt_stiffnesspoly } = m;
  const { nbody_awake, body_awake_ind } = d;
  for (let b = 0; b < nbody_awake; b++) {
    const i = body_awake_ind[b];
    const end = body_jntadr[i] + body_jntnum[i];
    for (let j = body_jntadr[i]; j < end; j++) {
      if (!polyIsZero(jnt_stiffness[j], jnt_stiffnesspoly, NPOLY * j)) jointSpring(m, d, j);
    }
  }
  for (let i = 0; i < ntendon; i++) {
    if (tendonState(m, d, i) === SleepState.AWAKE) tendonSpring(m, d, i);
  }
}

/** Spring of joint j: separate springs in position and rotation vector, -x (c + p0 |x| + p1 |x|^2). */
function jointSpring(m: Model, d: Data, j: int): void {
  const { jnt_type, jnt_qposadr, jnt_dofadr, jnt_stiffness, jnt_stiffnesspoly, qpos_spring } = m;
  const { qpos, qfrc_spring } = d;
  const stiffness = jnt_stiffness[j];
  const poly = NPOLY * j;
  const type = jnt_type[j];
  let q = jnt_qposadr[j];
  let v = jnt_dofadr[j];
  if (type === JointType.SLIDE || type === JointType.HINGE) {
    const x = qpos[q] - qpos_spring[q];
    qfrc_spring[v] = -x * polyForce(stiffness, jnt_stiffnesspoly, poly, x);
    return;
  }
  if (type === JointType.FREE) {
    sub3(apart, 0, qpos, q, qpos_spring, q);
    addToScl3(qfrc_spring, v, apart, 0, -polyForce(stiffness, jnt_stiffnesspoly, poly, norm3(apart, 0)));
    q += 3;
    v += 3;
  }
  copy4(quat, 0, qpos, q);
  normalize4(quat, 0);
  subQuat(apart, 0, quat, 0, qpos_spring, q);
  addToScl3(qfrc_spring, v, apart, 0, -polyForce(stiffness, jnt_stiffnesspoly, poly, norm3(apart, 0)));
}

/** Spring of tendon i, outside its slack interval. */
function tendonSpring(m: Model, d: Data, i: int): void {
  const { tendon_stiffness, tendon_stiffnesspoly, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { ten_J, qfrc_spring } = d;
  const x = tendonStretch(m, d, i);
  const force = -x * polyForce(tendon_stiffness[i], tendon_stiffnesspoly, NPOLY * i, x);
  if (force === 0) return;
  const adr = ten_J_rowadr[i];
  addToSclSparse(qfrc_spring, 0, ten_J, adr, force, ten_J_rownnz[i], ten_J_colind, adr);
}

/** Signed distance of the length of tendon i from its slack interval; negative if it is too short. */
export function tendonStretch(m: Model, d: Data, i: int): number {
  const { tendon_lengthspring } = m;
  const length = d.ten_length[i];
  const lower = tendon_lengthspring[2 * i];
  const upper = tendon_lengthspring[2 * i + 1];
  if (length > upper) return length - upper;
  if (length < lower) return length - lower;
  return 0;
}
