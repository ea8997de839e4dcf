import { clip, dot } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec } from '../../../math/linear/dense.ts';
import { MINVAL, NISLAND } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { SolverIntSlot } from '../../../model/solverSlots.ts';
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
  MAX_CHANGE,
  residual,
  rowResidual,
} from './dualRows.ts';
import { projectCone, solveFriction } from './qcqp.ts';
import { seedShuffle, shuffle } from './shuffle.ts';

/** Projected Gauss-Seidel on problem k: updates each constraint in turn to its best force, in random order, with
 *  Nesterov extrapolation between sweeps.
 *  reads  d: efc_AR* efc_b efc_R efc_frictionloss   writes d: efc_force efc_state solver_* */
export function pgs(m: Model, d: Data, k: int): void {
  const n = listRows(d, k);
  const ne = equalityRows(d, k);
  const nf = frictionRows(d, k);
  const { work_efc_list, efc_force, work_force_prev } = d;
  const { tolerance, iterations } = m.opt;
  const scale = 1 / (m.stat.meaninertia * Math.max(1, m.nv));
  for (let c = 0; c < n; c++) work_force_prev[c] = efc_force[work_efc_list[c]];
  invertDiagonal(m, d, n, false);
  dualState(d, ne, nf, n);
  const blocks = listConstraints(d, n);
  seedShuffle();
  let iter = 0;
  // sweeps since the last restart of the extrapolation
  let age = 0;
  let done = false;
  while (!done && iter < iterations) {
    extrapolate(d, ne, nf, n, iter > 0 ? (age - 1) / (age + 2) : 0);
    shuffle(d.work_block_start, blocks);
    const improvement = sweep(m, d, ne, nf, blocks) * scale;
    dualState(d, ne, nf, n);
    saveDualStatistics(d, k, iter, improvement);
    age = iter > 0 && opposes(d, n) ? 0 : age + 1;
    iter++;
    done = improvement < tolerance;
  }
  if (!done && iter > 0) d.work_sol_int[SolverIntSlot.UNCONVERGED]++;
  if (k >= NISLAND) return;
  d.solver_niter[k] += iter;
  d.solver_nnz[k] = matrixSize(m, d, n);
}

/** First row of each scalar constraint or elliptic contact, as indices into the list; returns their number. */
function listConstraints(d: Data, n: int): int {
  const { work_block_start, work_efc_list, efc_type, efc_id, contact_dim } = d;
  let blocks = 0;
  let c = 0;
  while (c < n) {
    const i = work_efc_list[c];
    work_block_start[blocks] = c;
    blocks++;
    c += efc_type[i] === ConstraintType.CONTACT_ELLIPTIC ? contact_dim[efc_id[i]] : 1;
  }
  return blocks;
}

/** f += beta (f - previous f), projected on bounds and cones */
function extrapolate(d: Data, ne: int, nf: int, n: int, beta: number): void {
  const { work_efc_list, work_force_prev, work_force_momentum } = d;
  const { efc_force, efc_frictionloss, efc_type, efc_id, contact_dim } = d;
  for (let c = 0; c < n; c++) {
    const i = work_efc_list[c];
    const f = efc_force[i];
    if (beta > 0) efc_force[i] += beta * (f - work_force_prev[c]);
    work_force_prev[c] = f;
  }
  if (beta > 0) {
    for (let c = ne; c < ne + nf; c++) {
      const i = work_efc_list[c];
      efc_force[i] = clip(efc_force[i], -efc_frictionloss[i], efc_frictionloss[i]);
    }
    for (let c = ne + nf; c < n; c++) {
      const i = work_efc_list[c];
      if (efc_type[i] === ConstraintType.CONTACT_ELLIPTIC) {
        projectCone(d, i, efc_id[i]);
        c += contact_dim[efc_id[i]] - 1;
      } else if (efc_force[i] < 0) {
        efc_force[i] = 0;
      }
    }
  }
  for (let c = 0; c < n; c++) work_force_momentum[c] = efc_force[work_efc_list[c]];
}

/** True if the last sweep opposed the extrapolation before it (O'Donoghue and Candes 2015). */
function opposes(d: Data, n: int): boolean {
  const { work_efc_list, work_force_prev, work_force_momentum, efc_force } = d;
  let product: number = 0;
  for (let c = 0; c < n; c++) {
    const there = work_force_momentum[c];
    product += (efc_force[work_efc_list[c]] - there) * (there - work_force_prev[c]);
  }
  return product < 0;
}

const res = new Float64Array(6);
const old = new Float64Array(6);
const block = new Float64Array(36);

/** Updates each constraint once; returns the improvement of the cost. A scalar constraint gets the best force within
 *  its bounds, unless that increases the cost. */
function sweep(m: Model, d: Data, ne: int, nf: int, blocks: int): number {
  const { work_block_start, work_efc_list, work_ARinv, efc_force, efc_frictionloss, efc_type } = d;
  const sparse = isSparse(m);
  let improvement: number = 0;
  for (let s = 0; s < blocks; s++) {
    const c = work_block_start[s];
    const i = work_efc_list[c];
    const inverse = work_ARinv[c];
    if (efc_type[i] === ConstraintType.CONTACT_ELLIPTIC) {
      improvement -= updateContact(d, sparse, i, inverse);
      continue;
    }
    const residue = rowResidual(d, sparse, i);
    const before = efc_force[i];
    let f = before - residue * inverse;
    if (c >= ne + nf) f = Math.max(0, f);
    else if (c >= ne) f = clip(f, -efc_frictionloss[i], efc_frictionloss[i]);
    const step = f - before;
    const change = (0.5 * step * step) / inverse + step * residue;
    if (change > MAX_CHANGE) continue;
    efc_force[i] = f;
    improvement -= change;
  }
  return improvement;
}

/** The same for an elliptic contact, whose rows start at i. Returns the change of the cost. */
function updateContact(d: Data, sparse: boolean, i: int, inverse: number): number {
  const { efc_force, efc_id, contact_dim } = d;
  const dim = contact_dim[efc_id[i]];
  residual(d, sparse, res, i, dim, false);
  for (let j = 0; j < dim; j++) old[j] = efc_force[i + j];
  extractBlock(d, sparse, block, i, dim, false);
  updateElliptic(d, i, efc_id[i], inverse);
  return costChange(d, block, i, old, res, dim);
}

const ray = new Float64Array(6);
const image = new Float64Array(6);
const tangent = new Float64Array(25);
const right = new Float64Array(5);

/** Updates the force of an elliptic contact: first along the ray of the present force (or the normal alone), then its
 *  tangents for that normal. Uses `res`, `old` and `block`. */
function updateElliptic(d: Data, i: int, con: int, inverse: number): void {
  const { efc_force, contact_dim } = d;
  const dim = contact_dim[con];
  if (efc_force[i] < MINVAL) {
    const f = efc_force[i] - res[0] * inverse;
    efc_force[i] = Math.max(0, f);
    efc_force.fill(0, i + 1, i + dim);
  } else {
    for (let j = 0; j < dim; j++) ray[j] = efc_force[i + j];
    mulMatVec(image, 0, block, 0, ray, 0, dim, dim);
    const denominator = dot(ray, 0, image, 0, dim);
    if (denominator >= MINVAL) {
      let step = -dot(ray, 0, res, 0, dim) / denominator;
      // the normal force remains nonnegative
      if (efc_force[i] + step * ray[0] < 0) step = -ray[0] / efc_force[i];
      for (let j = 0; j < dim; j++) efc_force[i + j] += step * ray[j];
    }
  }
  // b of the tangents for the new normal force, without their own forces
  const n = dim - 1;
  for (let j = 0; j < n; j++) {
    for (let c = 0; c < n; c++) tangent[j * n + c] = block[(j + 1) * dim + 1 + c];
    right[j] = res[j + 1] - dot(tangent, j * n, old, 1, n);
    right[j] += block[(j + 1) * dim] * (efc_force[i] - old[0]);
  }
  if (efc_force[i] < MINVAL) efc_force.fill(0, i + 1, i + dim);
  else solveFriction(d, i, con, tangent, right);
}

/** Number of elements of AR in the n listed rows. */
function matrixSize(m: Model, d: Data, n: int): int {
  if (!isSparse(m)) return n * n;
  const { efc_AR_rownnz, work_efc_list } = d;
  let size = 0;
  for (let c = 0; c < n; c++) size += efc_AR_rownnz[work_efc_list[c]];
  return size;
}
