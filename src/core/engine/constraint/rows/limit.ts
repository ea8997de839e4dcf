import { copyInt, scl } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { copy4, normalize4, quat2Vel } from '../../../math/quat.ts';
import { normalize3, scl3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType, Disable, JointType, SleepState } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { SleepSlot } from '../../../model/sleepSlot.ts';
import { someAsleep, tendonState } from '../../tree/sleepState.ts';
import { tendonDistance } from '../../tree/tendonDistance.ts';
import { addRows, setError } from './row.ts';

/** Rows of joint limits, then of tendon limits, closer than their margin. */
export function addLimits(m: Model, d: Data, sparse: boolean): void {
  const { ntendon, jnt_limited, jnt_type, tendon_limited } = m;
  const { work_jnt_ind, work_sleep_int } = d;
  if ((m.opt.disableflags & Disable.LIMIT) !== 0) return;
  const filter = someAsleep(m, d);
  const joints = work_sleep_int[SleepSlot.JNT];
  for (let k = 0; k < joints; k++) {
    const j = work_jnt_ind[k];
    if (jnt_limited[j] === 0) continue;
    if (jnt_type[j] === JointType.BALL) addBallLimit(m, d, sparse, j);
    else if (jnt_type[j] !== JointType.FREE) addJointLimit(m, d, sparse, j);
  }
  for (let t = 0; t < ntendon; t++) {
    if (tendon_limited[t] === 0 || (filter && tendonState(m, d, t) === SleepState.ASLEEP)) continue;
    addTendonLimit(m, d, sparse, t);
  }
}

/** Distance of joint j to its lower (side 0) or upper (side 1) limit, negative beyond it. */
export function jointDistance(m: Model, d: Data, j: int, side: int): number {
  const value = d.qpos[m.jnt_qposadr[j]];
  return side === 0 ? value - m.jnt_range[2 * j] : m.jnt_range[2 * j + 1] - value;
}

const quat = new Float64Array(4);

/** Distance of ball joint j to its cone, and the axis of its rotation in res. */
export function ballDistance(m: Model, d: Data, j: int, res: Float64Array, r: int): number {
  const { jnt_qposadr, jnt_range } = m;
  copy4(quat, 0, d.qpos, jnt_qposadr[j]);
  normalize4(quat, 0);
  quat2Vel(res, r, quat, 0, 1);
  return Math.max(jnt_range[2 * j], jnt_range[2 * j + 1]) - normalize3(res, r);
}

function addJointLimit(m: Model, d: Data, sparse: boolean, j: int): void {
  const { jnt_dofadr, jnt_margin } = m;
  const { work_jac, work_chain } = d;
  for (let side = 0; side < 2; side++) {
    const dist = jointDistance(m, d, j, side);
    if (!(dist < jnt_margin[j])) continue;
    work_chain[0] = jnt_dofadr[j];
    work_jac[0] = side === 0 ? 1 : -1;
    setError(d, dist, jnt_margin[j]);
    addRows(m, d, sparse, 1, ConstraintType.LIMIT_JOINT, j, 1, 0);
  }
}

const axis = new Float64Array(3);

function addBallLimit(m: Model, d: Data, sparse: boolean, j: int): void {
  const { jnt_dofadr, jnt_margin } = m;
  const { work_jac, work_chain } = d;
  const dist = ballDistance(m, d, j, axis, 0);
  if (!(dist < jnt_margin[j])) return;
  for (let k = 0; k < 3; k++) work_chain[k] = jnt_dofadr[j] + k;
  scl3(work_jac, 0, axis, 0, -1);
  setError(d, dist, jnt_margin[j]);
  addRows(m, d, sparse, 1, ConstraintType.LIMIT_JOINT, j, 3, 0);
}

function addTendonLimit(m: Model, d: Data, sparse: boolean, t: int): void {
  const { tendon_margin, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { work_jac, work_chain, ten_J, tendon_efcadr } = d;
  const n = ten_J_rownnz[t];
  for (let side = 0; side < 2; side++) {
    const dist = tendonDistance(m, d, t, side);
    if (!(dist < tendon_margin[t])) continue;
    const e = d.nefc;
    copyInt(work_chain, 0, ten_J_colind, ten_J_rowadr[t], n);
    scl(work_jac, 0, ten_J, ten_J_rowadr[t], side === 0 ? 1 : -1, n);
    setError(d, dist, tendon_margin[t]);
    addRows(m, d, sparse, 1, ConstraintType.LIMIT_TENDON, t, n, 0);
    if (tendon_efcadr[t] === -1) tendon_efcadr[t] = e;
  }
}
