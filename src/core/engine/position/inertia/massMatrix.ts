import { copy } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { combineSparseInc } from '../../../math/linear/sparse.ts';
import { addToInert, copyInert, inertiaRow } from '../../../math/spatial.ts';
import type { Data } from '../../../model/data.ts';
import { SleepState } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { SleepSlot } from '../../../model/sleepSlot.ts';
import { tendonState } from '../../tree/sleepState.ts';
import { jointArmature, tendonArmature } from './armature.ts';

/** Joint-space inertia matrix, including armature of tendons.
 *  reads  m: M_* dof_* body_* tendon_* ten_J_*   d: cinert cdof ten_J
 *  writes d: crb M */
export function makeM(m: Model, d: Data): void {
  crb(m, d);
  addTendonArmature(m, d);
}

/** Composite rigid bodies (Featherstone 2008, 6.2): crb = inertia of the subtree, M_ij = cdof_j . crb_i cdof_i for the
 *  ancestors j of dof i. Rows contain the ancestors, the diagonal last.
 *  reads  m: M_* dof_* body_parentid   d: cinert cdof body_awake_ind work_branch_ind dof_awake_ind
 *  writes d: crb M */
function crb(m: Model, d: Data): void {
  const { nbody, body_parentid, dof_bodyid, dof_jntid, dof_simplenum, dof_M0, dof_armature } = m;
  const { M_rownnz, M_rowadr, M_colind } = m;
  const { nbody_awake, nv_awake, body_awake_ind, dof_awake_ind, work_branch_ind, work_sleep_int } = d;
  const { crb, cinert, cdof, M } = d;
  if (nbody_awake === nbody) {
    copy(crb, 0, cinert, 0, 10 * nbody);
  } else {
    for (let k = 0; k < nbody_awake; k++) {
      const i = 10 * body_awake_ind[k];
      copyInert(crb, i, cinert, i);
    }
  }
  for (let k = work_sleep_int[SleepSlot.BRANCH] - 1; k >= 0; k--) {
    const i = work_branch_ind[k];
    addToInert(crb, 10 * body_parentid[i], crb, 10 * i);
  }
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    const simple = dof_simplenum[i];
    // a simple dof has only a constant diagonal element, and so do the following ones; their number is in dof_simplenum
    if (simple !== 0) {
      const n = k + simple <= nv_awake && dof_awake_ind[k + simple - 1] === i + simple - 1 ? simple : 1;
      copy(M, M_rowadr[i], dof_M0, i, n);
      k += n - 1;
      continue;
    }
    const adr = M_rowadr[i] + M_rownnz[i] - 1;
    inertiaRow(M, M_rowadr[i], crb, 10 * dof_bodyid[i], cdof, M_colind, M_rowadr[i], M_rownnz[i]);
    M[adr] = dof_armature[i] + jointArmature(m, dof_jntid[i]) + M[adr];
  }
}

/** M += armature J^T J for each tendon with armature.
 *  reads  m: M_* ten_J_* tendon_*   d: ten_J
 *  writes d: M */
function addTendonArmature(m: Model, d: Data): void {
  const { ntendon } = m;
  for (let i = 0; i < ntendon; i++) {
    const armature = tendonArmature(m, i);
    if (armature === 0 || tendonState(m, d, i) === SleepState.ASLEEP) continue;
    addOuterProduct(m, d, i, armature);
  }
}

/** M += s J^T J for tendon i, in the lower triangle */
function addOuterProduct(m: Model, d: Data, i: int, s: number): void {
  const { ten_J_rowadr, ten_J_rownnz, ten_J_colind, M_rownnz, M_rowadr, M_colind } = m;
  const { ten_J, M } = d;
  const adr = ten_J_rowadr[i];
  const nnz = ten_J_rownnz[i];
  for (let k = adr; k < adr + nnz; k++) {
    if (ten_J[k] === 0) continue;
    const row = ten_J_colind[k];
    const to = M_rowadr[row];
    combineSparseInc(M, to, 1, M_rownnz[row], M_colind, to, ten_J, adr, s * ten_J[k], nnz, ten_J_colind, adr);
  }
}
