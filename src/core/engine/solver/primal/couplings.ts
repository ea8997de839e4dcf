/** Couplings of the metric (`work_coupling_*`) in the solver: the terms scale row^T row of problem k over its slots. */
import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { Problem, SolverIntSlot } from '../../../model/solverSlots.ts';
import { blockCount, blockOfSlot, firstBlock, laneOfSlot } from '../blocks.ts';

/** True if coupling c belongs to problem k. All its dofs do: couplings join islands. */
function isCouplingOf(d: Data, k: int, c: int): boolean {
  const { work_problem, work_dof_slot, work_slot_dof, work_coupling_adr, work_coupling_dof } = d;
  const p = Problem.SIZE * k;
  const first = work_problem[p + Problem.SLOT];
  const dof = work_coupling_dof[work_coupling_adr[c]];
  const s = work_dof_slot[dof];
  // a dof in no island has the slot of an earlier layout
  return s >= first && s < first + work_problem[p + Problem.NSLOT] && work_slot_dof[s] === dof;
}

/** res += sum of scale row^T row v */
export function mulCouplings(d: Data, k: int, res: Float64Array, v: Float64Array): void {
  const { work_sol_int, work_dof_slot, work_coupling_scale, work_coupling_adr, work_coupling_nnz } = d;
  const { work_coupling_dof, work_coupling_val } = d;
  const n = work_sol_int[SolverIntSlot.NCOUPLING];
  for (let c = 0; c < n; c++) {
    if (!isCouplingOf(d, k, c)) continue;
    const from = work_coupling_adr[c];
    const end = from + work_coupling_nnz[c];
    let along: number = 0;
    for (let a = from; a < end; a++) along += work_coupling_val[a] * v[work_dof_slot[work_coupling_dof[a]]];
    along *= work_coupling_scale[c];
    for (let a = from; a < end; a++) res[work_dof_slot[work_coupling_dof[a]]] += along * work_coupling_val[a];
  }
}

/** H += sum of scale row^T row, on and above the diagonal blocks. */
export function addCouplingTerms(d: Data, k: int): void {
  const { work_sol_int, work_dof_slot, work_coupling_scale, work_coupling_adr, work_coupling_nnz } = d;
  const { work_coupling_dof, work_coupling_val, work_H } = d;
  const n = work_sol_int[SolverIntSlot.NCOUPLING];
  for (let c = 0; c < n; c++) {
    if (!isCouplingOf(d, k, c)) continue;
    const from = work_coupling_adr[c];
    const end = from + work_coupling_nnz[c];
    for (let a = from; a < end; a++) {
      const i = work_dof_slot[work_coupling_dof[a]];
      const scaled = work_coupling_scale[c] * work_coupling_val[a];
      for (let b = from; b < end; b++) {
        const j = work_dof_slot[work_coupling_dof[b]];
        if (blockOfSlot(j) >= blockOfSlot(i)) work_H[hessianAddress(d, i, j)] += scaled * work_coupling_val[b];
      }
    }
  }
}

/** Adds the blocks of each coupling to the bit set of the first one: rows of `smallPattern`. */
export function addCouplingBits(d: Data, k: int): void {
  const { work_sol_int, work_dof_slot, work_coupling_adr, work_coupling_nnz, work_coupling_dof, work_block_head } = d;
  const first = firstBlock(d, k);
  const n = work_sol_int[SolverIntSlot.NCOUPLING];
  for (let c = 0; c < n; c++) {
    if (!isCouplingOf(d, k, c)) continue;
    let bits = 0;
    let lowest = blockCount(d, k);
    for (let a = work_coupling_adr[c]; a < work_coupling_adr[c] + work_coupling_nnz[c]; a++) {
      const block = blockOfSlot(work_dof_slot[work_coupling_dof[a]]) - first;
      bits |= 1 << block;
      lowest = Math.min(lowest, block);
    }
    work_block_head[first + lowest] |= bits;
  }
}

/** First block of each coupling, for `markCouplings`. */
export function sortCouplings(d: Data, k: int): void {
  const { work_sol_int, work_dof_slot, work_coupling_adr, work_coupling_nnz, work_coupling_dof } = d;
  const { work_coupling_block } = d;
  const n = work_sol_int[SolverIntSlot.NCOUPLING];
  for (let c = 0; c < n; c++) {
    work_coupling_block[c] = -1;
    if (!isCouplingOf(d, k, c)) continue;
    let lowest = firstBlock(d, k) + blockCount(d, k);
    for (let a = work_coupling_adr[c]; a < work_coupling_adr[c] + work_coupling_nnz[c]; a++) {
      lowest = Math.min(lowest, blockOfSlot(work_dof_slot[work_coupling_dof[a]]));
    }
    work_coupling_block[c] = lowest;
  }
}

/** Marks the columns of block row b in the couplings that start there: rows of `largePattern`. */
export function markCouplings(d: Data, b: int): void {
  const { work_sol_int, work_dof_slot, work_coupling_adr, work_coupling_nnz, work_coupling_dof } = d;
  const { work_coupling_block, work_block_mark } = d;
  const n = work_sol_int[SolverIntSlot.NCOUPLING];
  for (let c = 0; c < n; c++) {
    if (work_coupling_block[c] !== b) continue;
    for (let a = work_coupling_adr[c]; a < work_coupling_adr[c] + work_coupling_nnz[c]; a++) {
      work_block_mark[blockOfSlot(work_dof_slot[work_coupling_dof[a]])] = b;
    }
  }
}

/** Address of the element of slots i and j in the Hessian. */
export function hessianAddress(d: Data, i: int, j: int): int {
  const { work_H_adr, work_H_num, work_H_list, work_H_col } = d;
  const b = blockOfSlot(i);
  const column = blockOfSlot(j);
  let at = work_H_list[b];
  while (work_H_col[at] < column) at++;
  return work_H_adr[b] + 4 * (laneOfSlot(i) * work_H_num[b] + at - work_H_list[b]) + laneOfSlot(j);
}
