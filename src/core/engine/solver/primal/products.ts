import { copy, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { addPairsT4, addRowsT4, mulPairs4, mulRows4 } from '../../../math/linear/block4.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Problem } from '../../../model/solverSlots.ts';
import { addStiffness } from '../../flex/metric/products.ts';
import { precondition } from '../../metric/solve.ts';
import { couplesFlexes, isDiscrete } from '../../tree/metricTerms.ts';
import { fromSlots, slotEnd, toSlots } from '../problem.ts';
import { mulCouplings } from './couplings.ts';

/*  Products of one problem with its Jacobian and its mass matrix. Vectors over slots and rows contain all problems; only the
 *  ranges of problem k are read and written. docs/derivations/solver.md explains groups and blocks. */

/** res = J v */
export function mulJ(d: Data, k: int, res: Float64Array, v: Float64Array): void {
  const { work_problem, work_group_row, work_group_num, work_group_nb, work_group_adr, work_J, work_seg } = d;
  const { work_group_list, work_group_block } = d;
  const p = Problem.SIZE * k;
  const end = work_problem[p + Problem.GROUP] + work_problem[p + Problem.NGROUP];
  let g = work_problem[p + Problem.GROUP];
  while (g < end) {
    const row = work_group_row[g];
    const adr = work_group_adr[g];
    const pairs = countPairs(d, g, end);
    if (pairs > 0) {
      mulPairs4(res, row, work_J, adr, v, work_group_block, work_group_list[g], pairs);
      g += pairs;
      continue;
    }
    const n = 4 * work_group_nb[g];
    const at = adjacentBlocks(d, g);
    if (at >= 0) {
      mulRows4(res, row, work_J, adr, n, v, at, work_group_num[g]);
    } else {
      gatherBlocks(d, g, v);
      mulRows4(res, row, work_J, adr, n, work_seg, 0, work_group_num[g]);
    }
    g++;
  }
}

/** res = J^T f */
export function mulJT(d: Data, k: int, res: Float64Array, f: Float64Array): void {
  const { work_problem, work_group_row, work_group_num, work_group_nb, work_group_adr, work_J, work_seg } = d;
  const { work_group_list, work_group_block } = d;
  const p = Problem.SIZE * k;
  const end = work_problem[p + Problem.GROUP] + work_problem[p + Problem.NGROUP];
  const slot = work_problem[p + Problem.SLOT];
  res.fill(0, slot, slot + work_problem[p + Problem.NSLOT]);
  let g = work_problem[p + Problem.GROUP];
  while (g < end) {
    const row = work_group_row[g];
    const adr = work_group_adr[g];
    const pairs = countPairs(d, g, end);
    if (pairs > 0) {
      addPairsT4(res, work_J, adr, f, row, work_group_block, work_group_list[g], pairs);
      g += pairs;
      continue;
    }
    if (anyForce(f, row, work_group_num[g])) {
      const n = 4 * work_group_nb[g];
      const at = adjacentBlocks(d, g);
      if (at >= 0) {
        addRowsT4(res, at, work_J, adr, n, f, row, work_group_num[g]);
      } else {
        gatherBlocks(d, g, res);
        addRowsT4(work_seg, 0, work_J, adr, n, f, row, work_group_num[g]);
        scatterBlocks(d, g, res);
      }
    }
    g++;
  }
}

/** Number of consecutive groups from g that are single rows with two blocks, such as edges of flexes. Their rows, values and lists
 *  are contiguous. */
function countPairs(d: Data, g: int, end: int): int {
  const { work_group_num, work_group_nb } = d;
  let k = g;
  while (k < end && work_group_num[k] === 1 && work_group_nb[k] === 2) k++;
  return k - g;
}

/** First slot of group g if its blocks are consecutive, else -1. */
function adjacentBlocks(d: Data, g: int): int {
  const { work_group_nb, work_group_list, work_group_block } = d;
  const list = work_group_list[g];
  const first = work_group_block[list];
  return work_group_block[list + work_group_nb[g] - 1] - first === work_group_nb[g] - 1 ? 4 * first : -1;
}

/** Whether any of n forces from `from` is nonzero. */
function anyForce(f: Float64Array, from: int, n: int): boolean {
  for (let e = from; e < from + n; e++) if (f[e] !== 0) return true;
  return false;
}

/** work_seg = the blocks of v that group g touches
 *  @inline */
function gatherBlocks(d: Data, g: int, v: Float64Array): void {
  const { work_group_nb, work_group_list, work_group_block, work_seg } = d;
  const list = work_group_list[g];
  const nb = work_group_nb[g];
  for (let c = 0; c < nb; c++) copy(work_seg, 4 * c, v, 4 * work_group_block[list + c], 4);
}

/** the blocks of v that group g touches = work_seg */
function scatterBlocks(d: Data, g: int, v: Float64Array): void {
  const { work_group_nb, work_group_list, work_group_block, work_seg } = d;
  const list = work_group_list[g];
  const nb = work_group_nb[g];
  for (let c = 0; c < nb; c++) copy(v, 4 * work_group_block[list + c], work_seg, 4 * c, 4);
}

/** res = M v, M the mass matrix or another one in its pattern */
function mulMass(d: Data, k: int, M: Float64Array, res: Float64Array, v: Float64Array): void {
  const { work_problem, work_M_col, work_M_slot, work_M_adr, work_M_num, work_M_diag } = d;
  const p = Problem.SIZE * k;
  const first = work_problem[p + Problem.MROW];
  const end = first + work_problem[p + Problem.NV];
  const slot = work_problem[p + Problem.SLOT];
  res.fill(0, slot, slot + work_problem[p + Problem.NSLOT]);
  if (work_problem[p + Problem.DIAGONAL] !== 0) {
    for (let r = first; r < end; r++) res[work_M_slot[r]] = 0 + M[work_M_diag[r]] * v[work_M_slot[r]];
    return;
  }
  for (let r = first; r < end; r++) {
    const i = work_M_slot[r];
    const col = work_M_adr[r];
    const diag = work_M_diag[r];
    const n = work_M_num[r];
    const vi = v[i];
    let sum = res[i] + M[diag] * vi;
    for (let c = 1; c < n; c++) {
      const j = work_M_col[col + c];
      const value = M[diag - c];
      sum += value * v[j];
      res[j] += value * vi;
    }
    res[i] = sum;
  }
}

/** res = metric v: M, with the integrator `discrete` the parts of the metric, and K, the stiffness of flexes in it. */
export function mulMetric(m: Model, d: Data, k: int, res: Float64Array, v: Float64Array): void {
  if (d.efm_active === 0) {
    mulMass(d, k, d.M, res, v);
    return;
  }
  if (isDiscrete(m)) {
    mulMass(d, k, d.work_metric, res, v);
    mulCouplings(d, k, res, v);
  } else {
    mulMass(d, k, d.M, res, v);
  }
  if (m.nflex > 0) mulStiffness(m, d, res, v);
}

/** res += K v. Stiffness couples islands: there is one problem. */
function mulStiffness(m: Model, d: Data, res: Float64Array, v: Float64Array): void {
  const { work_efm_in, work_efm_out, work_slot_dof } = d;
  fromSlots(d, work_efm_in, v);
  zero(work_efm_out, 0, m.nv);
  addStiffness(m, d, work_efm_out, work_efm_in);
  const end = slotEnd(d);
  for (let s = 0; s < end; s++) if (work_slot_dof[s] >= 0) res[s] += work_efm_out[work_slot_dof[s]];
}

/** Mgrad = M^-1 grad, or qH^-1 grad with the integrator `discrete`; with flex stiffness in the metric, an approximation
 *  of (metric)^-1 grad. */
export function massGradient(m: Model, d: Data, k: int): void {
  const { work_problem, work_grad, work_Mgrad, work_efm_in, work_efm_out } = d;
  const p = Problem.SIZE * k;
  if (couplesFlexes(m, d)) {
    fromSlots(d, work_efm_in, work_grad);
    precondition(m, d, work_efm_out, work_efm_in);
    toSlots(d, work_Mgrad, work_efm_out);
    return;
  }
  const slot = work_problem[p + Problem.SLOT];
  copy(work_Mgrad, slot, work_grad, slot, work_problem[p + Problem.NSLOT]);
  if (d.efm_active !== 0 && isDiscrete(m)) solveMass(d, k, d.qH, d.qHDiagInv, work_Mgrad);
  else solveMass(d, k, d.qLD, d.qLDiagInv, work_Mgrad);
}

/** x = M^-1 x by a factor M = L^T D L */
function solveMass(d: Data, k: int, qLD: Float64Array, qLDiagInv: Float64Array, x: Float64Array): void {
  const { work_problem, work_slot_dof, work_M_col, work_M_slot, work_M_adr, work_M_num, work_M_diag } = d;
  const p = Problem.SIZE * k;
  const first = work_problem[p + Problem.MROW];
  const end = first + work_problem[p + Problem.NV];
  if (work_problem[p + Problem.DIAGONAL] !== 0) {
    for (let r = first; r < end; r++) x[work_M_slot[r]] *= qLDiagInv[work_slot_dof[work_M_slot[r]]];
    return;
  }
  for (let r = first; r < end; r++) {
    const xi = x[work_M_slot[r]];
    if (xi === 0) continue;
    const col = work_M_adr[r];
    const diag = work_M_diag[r];
    const n = work_M_num[r];
    for (let c = 1; c < n; c++) x[work_M_col[col + c]] -= qLD[diag - c] * xi;
  }
  for (let r = end - 1; r >= first; r--) {
    const col = work_M_adr[r];
    const diag = work_M_diag[r];
    const n = work_M_num[r];
    let xi = x[work_M_slot[r]] * qLDiagInv[work_slot_dof[work_M_slot[r]]];
    for (let c = 1; c < n; c++) xi -= qLD[diag - c] * x[work_M_col[col + c]];
    x[work_M_slot[r]] = xi;
  }
}
