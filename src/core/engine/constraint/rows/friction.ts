import { copy, copyInt } from '../../../math/array.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType, Disable, SleepState } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { someAsleep, tendonState } from '../../tree/sleepState.ts';
import { addRows, setError } from './row.ts';

/** Rows of friction loss: dofs, then tendons. */
export function addFrictions(m: Model, d: Data, sparse: boolean): void {
  const { ntendon, dof_frictionloss, tendon_frictionloss } = m;
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { nv_awake, dof_awake_ind, work_jac, work_chain, ten_J, tendon_efcadr } = d;
  if ((m.opt.disableflags & Disable.FRICTIONLOSS) !== 0) return;
  const filter = someAsleep(m, d);
  setError(d, 0, 0);
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    if (dof_frictionloss[i] === 0) continue;
    work_chain[0] = i;
    work_jac[0] = 1;
    addRows(m, d, sparse, 1, ConstraintType.FRICTION_DOF, i, 1, dof_frictionloss[i]);
  }
  for (let i = 0; i < ntendon; i++) {
    if (!(tendon_frictionloss[i] > 0) || (filter && tendonState(m, d, i) === SleepState.ASLEEP)) continue;
    const n = ten_J_rownnz[i];
    const e = d.nefc;
    copyInt(work_chain, 0, ten_J_colind, ten_J_rowadr[i], n);
    copy(work_jac, 0, ten_J, ten_J_rowadr[i], n);
    addRows(m, d, sparse, 1, ConstraintType.FRICTION_TENDON, i, n, tendon_frictionloss[i]);
    if (tendon_efcadr[i] === -1) tendon_efcadr[i] = e;
  }
}
