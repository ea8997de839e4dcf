import type { int } from '../../../math/int.ts';
import { combineSparseCount } from '../../../math/linear/sparse.ts';
import type { Data } from '../../../model/data.ts';
import { Disable, EqType, JointType, SleepState } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { SleepSlot } from '../../../model/sleepSlot.ts';
import { PASSIVE_CONTACT } from '../../flex/metric/contactStiffness.ts';
import { chainLength, lastDof } from '../../tree/chain.ts';
import { equalityBody } from '../../tree/equalityFrame.ts';
import { isPyramidal } from '../../tree/settings.ts';
import { contactBody, equalityState, someAsleep, tendonState } from '../../tree/sleepState.ts';
import { tendonDistance } from '../../tree/tendonDistance.ts';
import { hasEmptyRows } from './contact.ts';
import { isWeighted, weightedLength } from './flexContact.ts';
import { countFlexEquality } from './flexCount.ts';
import { ballDistance, jointDistance } from './limit.ts';

/*  Upper bounds on the rows and Jacobian elements of assembly, so that the arena can grow before it starts. Rows go to
 *  count[0], elements of a sparse Jacobian to count[1]. */

/** Everything: equalities, friction loss, limits, contacts. */
export function countRows(m: Model, d: Data, sparse: boolean, count: Int32Array): void {
  count[0] = 0;
  count[1] = 0;
  countEqualities(m, d, sparse, count);
  countFrictions(m, d, sparse, count);
  countLimits(m, d, sparse, count);
  countContacts(m, d, sparse, count);
}

function addCount(count: Int32Array, sparse: boolean, size: int, n: int): void {
  if (sparse && n === 0) return;
  count[0] += size;
  count[1] += size * n;
}

function countEqualities(m: Model, d: Data, sparse: boolean, count: Int32Array): void {
  const { neq, eq_type } = m;
  const { eq_active } = d;
  if ((m.opt.disableflags & Disable.EQUALITY) !== 0) return;
  const filter = someAsleep(m, d);
  for (let i = 0; i < neq; i++) {
    if (eq_active[i] === 0 || (filter && equalityState(m, d, i) === SleepState.ASLEEP)) continue;
    const type = eq_type[i];
    if (type === EqType.CONNECT || type === EqType.WELD || type === EqType.DISTANCE) {
      const n = chainLength(m, equalityBody(m, i, 0), equalityBody(m, i, 1), false);
      addCount(count, sparse, type === EqType.CONNECT ? 3 : type === EqType.WELD ? 6 : 1, n);
    } else if (type === EqType.JOINT || type === EqType.TENDON) {
      addCount(count, sparse, 1, polynomialLength(m, i));
    } else {
      countFlexEquality(m, i, count);
    }
  }
}

function polynomialLength(m: Model, i: int): int {
  const { eq_type, eq_obj1id, eq_obj2id, jnt_dofadr, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const a = eq_obj1id[i];
  const b = eq_obj2id[i];
  if (eq_type[i] === EqType.JOINT) return b < 0 || jnt_dofadr[a] === jnt_dofadr[b] ? 1 : 2;
  if (b < 0) return ten_J_rownnz[a];
  const p = ten_J_rowadr[a];
  return combineSparseCount(ten_J_rownnz[a], ten_J_rownnz[b], ten_J_colind, p, ten_J_colind, ten_J_rowadr[b]);
}

function countFrictions(m: Model, d: Data, sparse: boolean, count: Int32Array): void {
  const { ntendon, dof_frictionloss, tendon_frictionloss, ten_J_rownnz } = m;
  const { nv_awake, dof_awake_ind } = d;
  if ((m.opt.disableflags & Disable.FRICTIONLOSS) !== 0) return;
  const filter = someAsleep(m, d);
  for (let k = 0; k < nv_awake; k++) if (dof_frictionloss[dof_awake_ind[k]] !== 0) addCount(count, sparse, 1, 1);
  for (let i = 0; i < ntendon; i++) {
    if (!(tendon_frictionloss[i] > 0) || (filter && tendonState(m, d, i) === SleepState.ASLEEP)) continue;
    addCount(count, sparse, 1, ten_J_rownnz[i]);
  }
}

const axis = new Float64Array(3);

function countLimits(m: Model, d: Data, sparse: boolean, count: Int32Array): void {
  const { ntendon, jnt_limited, jnt_type, jnt_margin } = m;
  const { tendon_limited, tendon_margin, ten_J_rownnz } = m;
  const { work_jnt_ind, work_sleep_int } = d;
  if ((m.opt.disableflags & Disable.LIMIT) !== 0) return;
  const filter = someAsleep(m, d);
  const joints = work_sleep_int[SleepSlot.JNT];
  for (let k = 0; k < joints; k++) {
    const j = work_jnt_ind[k];
    if (jnt_limited[j] === 0) continue;
    if (jnt_type[j] === JointType.BALL) {
      if (ballDistance(m, d, j, axis, 0) < jnt_margin[j]) addCount(count, sparse, 1, 3);
    } else if (jnt_type[j] !== JointType.FREE) {
      for (let side = 0; side < 2; side++) {
        if (jointDistance(m, d, j, side) < jnt_margin[j]) addCount(count, sparse, 1, 1);
      }
    }
  }
  for (let t = 0; t < ntendon; t++) {
    if (tendon_limited[t] === 0 || (filter && tendonState(m, d, t) === SleepState.ASLEEP)) continue;
    for (let side = 0; side < 2; side++) {
      if (tendonDistance(m, d, t, side) < tendon_margin[t]) addCount(count, sparse, 1, ten_J_rownnz[t]);
    }
  }
}

/** True if no dof can affect contact i, because both bodies depend on the same dof, or on none. */
function countContacts(m: Model, d: Data, sparse: boolean, count: Int32Array): void {
  const { contact_exclude, contact_dim } = d;
  const { ncon } = d;
  if ((m.opt.disableflags & Disable.CONTACT) !== 0 || m.nv === 0) return;
  const pyramidal = isPyramidal(m);
  for (let i = 0; i < ncon; i++) {
    if (m.nflex > 0 && actsAsSpring(m, d, i)) contact_exclude[i] = PASSIVE_CONTACT;
    if (contact_exclude[i] !== 0) continue;
    const dim = contact_dim[i];
    const size = dim === 1 ? 1 : pyramidal ? 2 * (dim - 1) : dim;
    if (isWeighted(m, d, i)) {
      count[0] += size;
      count[1] += size * weightedLength(m, d, i);
      continue;
    }
    const last1 = lastDof(m, contactBody(m, d, i, 0));
    const last2 = lastDof(m, contactBody(m, d, i, 1));
    if (last1 === last2 && !hasEmptyRows(m, d, sparse, i)) continue;
    count[0] += size;
    count[1] += size * (chainBound(m, last1) + chainBound(m, last2));
  }
}

/** True if contact i is a spring: a flex requests it, and the other side is a flex too, or fixed to the world. */
function actsAsSpring(m: Model, d: Data, i: int): boolean {
  const { flex_passive, body_weldid, geom_bodyid } = m;
  const { contact_flex, contact_geom } = d;
  const f1 = contact_flex[2 * i];
  const f2 = contact_flex[2 * i + 1];
  const asks = (f1 >= 0 && flex_passive[f1] !== 0) || (f2 >= 0 && flex_passive[f2] !== 0);
  if (!asks || (f1 >= 0 && f2 >= 0)) return asks;
  const g = contact_geom[f1 < 0 ? 2 * i : 2 * i + 1];
  return g >= 0 && body_weldid[geom_bodyid[g]] === 0;
}

/** Upper bound on the number of dofs from a dof to its root: the length of its row of the mass matrix, unless the body
 *  is simple. */
function chainBound(m: Model, dof: int): int {
  return dof < 0 ? 0 : Math.max(6, m.M_rownnz[dof]);
}
