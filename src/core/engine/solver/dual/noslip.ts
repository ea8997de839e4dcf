import { clip, dot } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { MINVAL, NISLAND } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { isSparse } from '../../tree/settings.ts';
import { saveDualStatistics } from '../statistics.ts';
import {
  costChange,
  dualState,
  equalityRows,
  extractBlock,
  frictionRows,
  invertDiagonal,
  listRows,
  residual,
} from './dualRows.ts';
import { solveFriction } from './qcqp.ts';

/** Gauss-Seidel on the friction forces of problem k without regularization, to remove slip within the friction limits.
 *  Normal forces do not change.
 *  reads  d: efc_AR* efc_b efc_R   writes d: efc_force efc_state solver_* */
export function noslip(m: Model, d: Data, k: int): void {
  const n = listRows(d, k);
  const ne = equalityRows(d, k);
  const nf = frictionRows(d, k);
  const { noslip_tolerance, noslip_iterations } = m.opt;
  const scale = 1 / (m.stat.meaninertia * Math.max(1, m.nv));
  const before = k < NISLAND ? d.solver_niter[k] : 0;
  invertDiagonal(m, d, n, true);
  dualState(d, ne, nf, n);
  let iter = 0;
  while (iter < noslip_iterations) {
    // the cost without R starts from the cost with R
    let improvement = iter === 0 ? regularization(d, n) : 0;
    improvement += sweepFrictionLoss(m, d, ne, nf);
    improvement += sweepContacts(m, d, ne + nf, n);
    improvement *= scale;
    dualState(d, ne, nf, n);
    saveDualStatistics(d, k, before + iter, improvement);
    iter++;
    if (improvement < noslip_tolerance) break;
  }
  if (k < NISLAND) d.solver_niter[k] += iter;
}

/** f^T R f / 2 */
function regularization(d: Data, n: int): number {
  const { work_efc_list, efc_force, efc_R } = d;
  let sum: number = 0;
  for (let c = 0; c < n; c++) {
    const i = work_efc_list[c];
    sum += 0.5 * efc_force[i] * efc_force[i] * efc_R[i];
  }
  return sum;
}

const res = new Float64Array(6);
const old = new Float64Array(6);
const block = new Float64Array(36);
const right = new Float64Array(6);

function sweepFrictionLoss(m: Model, d: Data, ne: int, nf: int): number {
  const { work_efc_list, work_ARinv, efc_force, efc_frictionloss } = d;
  let improvement: number = 0;
  for (let c = ne; c < ne + nf; c++) {
    const i = work_efc_list[c];
    residual(d, isSparse(m), res, i, 1, true);
    const f = efc_force[i];
    efc_force[i] = clip(f - res[0] * work_ARinv[c], -efc_frictionloss[i], efc_frictionloss[i]);
    const delta = efc_force[i] - f;
    improvement -= (0.5 * delta * delta) / work_ARinv[c] + delta * res[0];
  }
  return improvement;
}

function sweepContacts(m: Model, d: Data, from: int, n: int): number {
  const { work_efc_list, efc_type, efc_id, contact_dim } = d;
  const sparse = isSparse(m);
  let improvement: number = 0;
  for (let c = from; c < n; c++) {
    const i = work_efc_list[c];
    const con = efc_id[i];
    if (efc_type[i] === ConstraintType.CONTACT_PYRAMIDAL) {
      const edges = 2 * (contact_dim[con] - 1);
      for (let j = i; j < i + edges; j += 2) improvement -= updatePair(d, sparse, j);
      c += edges - 1;
    } else if (efc_type[i] === ConstraintType.CONTACT_ELLIPTIC) {
      improvement -= updateTangents(d, sparse, i, con);
      c += contact_dim[con] - 1;
    }
  }
  return improvement;
}

/** Two opposite edges of a pyramid at row j: their sum is the constant normal force; their difference may change.
 *  Returns the change of the cost. */
function updatePair(d: Data, sparse: boolean, j: int): number {
  const { efc_force } = d;
  residual(d, sparse, res, j, 2, true);
  extractBlock(d, sparse, block, j, 2, true);
  for (let k = 0; k < 2; k++) old[k] = efc_force[j + k];
  for (let k = 0; k < 2; k++) right[k] = res[k] - dot(block, 2 * k, old, 0, 2);
  // f0 = mid + y, f1 = mid - y: K1 y + K0 = 0 within [-mid, mid]
  const mid = 0.5 * (old[0] + old[1]);
  const K1 = block[0] + block[3] - block[1] - block[2];
  const K0 = mid * (block[0] - block[3]) + right[0] - right[1];
  const y = K1 < MINVAL ? 0 : clip(-K0 / K1, -mid, mid);
  efc_force[j] = mid + y;
  efc_force[j + 1] = mid - y;
  return costChange(d, block, j, old, res, 2);
}

/** Tangents of the elliptic contact at row i. Returns the change of the cost. */
function updateTangents(d: Data, sparse: boolean, i: int, con: int): number {
  const { efc_force, contact_dim } = d;
  const n = contact_dim[con] - 1;
  residual(d, sparse, res, i + 1, n, true);
  extractBlock(d, sparse, block, i + 1, n, true);
  for (let j = 0; j < n; j++) old[j] = efc_force[i + 1 + j];
  for (let j = 0; j < n; j++) right[j] = res[j] - dot(block, j * n, old, 0, n);
  if (efc_force[i] < MINVAL) efc_force.fill(0, i + 1, i + 1 + n);
  else solveFriction(d, i, con, block, right);
  return costChange(d, block, i + 1, old, res, n);
}
