import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { Problem, SolverIntSlot, SolverRealSlot } from '../../../model/solverSlots.ts';
import { Status } from '../../runtime/status.ts';
import { blockCount, blockOfSlot, firstBlock } from '../blocks.ts';
import { addCouplingBits, markCouplings, sortCouplings } from './couplings.ts';
import { addStiffnessBits, markStiffness } from './stiffness.ts';

/** Estimated cycles per block row and per block, of a factorization and of a rank-one update. */
const FACTOR_ROW = 200;
const FACTOR_BLOCK = 40;
const UPDATE_ROW = 200;
const UPDATE_BLOCK = 25;

/** Makes the pattern of the Hessian H = M + J^T D J of problem k and of its factor U (H = U^T U), by rows of 4x4 blocks: for
 *  block row b the list of columns c >= b, b itself first. It is the pattern of U, which contains that of H. Values start at block
 *  `before`: the blocks before it belong to other problems.
 *
 *  Columns of row b: those of M, those of groups whose first block is b, and those of every row whose first column after the
 *  diagonal is b (its children in the elimination tree). docs/derivations/solver.md, "Pattern of the Hessian".
 *  reads  d: work_group_* work_M*   writes d: work_H_num work_H_adr work_H_list work_H_col */
export function makePattern(d: Data, k: int, before: int): int {
  d.work_sol_int[SolverIntSlot.HADR] = 16 * before;
  return blockCount(d, k) <= MAX_BITS ? smallPattern(d, k, before) : largePattern(d, k, before);
}

/** Maximum number of blocks of a problem whose rows are bit sets. */
const MAX_BITS = 30;

/** Pattern of a small problem: each row is a bit set in work_block_head. */
function smallPattern(d: Data, k: int, before: int): int {
  const { work_problem, work_group_nb, work_group_list, work_group_block, work_block_head, work_block_mass } = d;
  const { work_sol, work_sol_int, work_H_num, work_H_adr, work_H_list, work_H_col } = d;
  const p = Problem.SIZE * k;
  const first = firstBlock(d, k);
  const blocks = blockCount(d, k);
  // lists of a full matrix
  const capacity = before + ((blocks * (blocks + 1)) >> 1);
  if (capacity > d.H_cap) {
    d.H_need = 16 * capacity;
    return Status.ARENA_FULL;
  }
  for (let b = 0; b < blocks; b++) work_block_head[first + b] = work_block_mass[first + b] | (1 << b);
  const groups = work_problem[p + Problem.GROUP] + work_problem[p + Problem.NGROUP];
  for (let g = work_problem[p + Problem.GROUP]; g < groups; g++) {
    const list = work_group_list[g];
    let bits = 0;
    for (let c = list; c < list + work_group_nb[g]; c++) {
      const block = work_group_block[c] - first;
      bits |= 1 << block;
    }
    if (bits !== 0) work_block_head[work_group_block[list]] |= bits;
  }
  if (d.efm_active !== 0) addCouplingBits(d, k);
  if (d.nefmK > 0) addStiffnessBits(d, first);
  let used = before;
  let factor: number = 0;
  let update: number = 0;
  for (let b = 0; b < blocks; b++) {
    // the parent has all columns of the row after the diagonal
    let bits = work_block_head[first + b] & ~(1 << b);
    if (bits !== 0) work_block_head[first + lowestBit(bits)] |= bits;
    let n = 1;
    work_H_col[used] = first + b;
    while (bits !== 0) {
      work_H_col[used + n] = first + lowestBit(bits);
      bits &= bits - 1;
      n++;
    }
    work_H_list[first + b] = used;
    work_H_adr[first + b] = 16 * used;
    work_H_num[first + b] = n;
    used += n;
    factor += FACTOR_ROW + FACTOR_BLOCK * ((n * (n + 1)) >> 1);
    update += UPDATE_ROW + UPDATE_BLOCK * n;
  }
  work_sol_int[SolverIntSlot.NH] = 16 * (used - before);
  work_sol[SolverRealSlot.FACTOR_COST] = factor;
  work_sol[SolverRealSlot.UPDATE_COST] = update;
  if (16 * used <= d.H_cap) return Status.OK;
  d.H_need = 16 * used;
  return Status.ARENA_FULL;
}

/** Index of the lowest bit that is set.
 *  @inline */
function lowestBit(bits: int): int {
  return 31 - Math.clz32(bits & -bits);
}

/** Pattern of a large problem: marks per block, and linked lists of groups and children. */
function largePattern(d: Data, k: int, before: int): int {
  const { work_problem, work_sol, work_sol_int, work_block_mark, work_block_head, work_block_child, work_H_num } = d;
  const { work_H_adr, work_H_list } = d;
  const p = Problem.SIZE * k;
  const first = firstBlock(d, k);
  const end = first + blockCount(d, k);
  work_block_mark.fill(-1, first, end);
  work_block_head.fill(-1, first, end);
  work_block_child.fill(-1, first, end);
  sortGroups(d, p);
  if (d.efm_active !== 0) sortCouplings(d, k);
  let used = before;
  let factor: number = 0;
  let update: number = 0;
  let mrow = work_problem[p + Problem.MROW];
  for (let b = first; b < end; b++) {
    markRow(d, b);
    if (d.efm_active !== 0) markCouplings(d, b);
    if (d.nefmK > 0) markStiffness(d, b);
    mrow = markMass(d, p, b, mrow);
    // the list may not fit: request twice the size so far, at most a full matrix
    if (used + (end - b) > d.H_cap) {
      d.H_need = Math.min(16 * before + 8 * (end - first) * (end - first + 1), 32 * (used + end - b));
      return Status.ARENA_FULL;
    }
    work_H_list[b] = used;
    work_H_adr[b] = 16 * used;
    work_H_num[b] = listRow(d, b, end, used);
    const n = work_H_num[b];
    used += n;
    factor += FACTOR_ROW + FACTOR_BLOCK * ((n * (n + 1)) >> 1);
    update += UPDATE_ROW + UPDATE_BLOCK * n;
  }
  work_sol_int[SolverIntSlot.NH] = 16 * (used - before);
  work_sol[SolverRealSlot.FACTOR_COST] = factor;
  work_sol[SolverRealSlot.UPDATE_COST] = update;
  if (16 * used > d.H_cap) {
    d.H_need = 16 * used;
    return Status.ARENA_FULL;
  }
  return Status.OK;
}

/** Links the groups that start at each block row: work_block_head, then work_group_next. */
function sortGroups(d: Data, p: int): void {
  const { work_problem, work_group_nb, work_group_list, work_group_block, work_group_next, work_block_head } = d;
  const first = work_problem[p + Problem.GROUP];
  const end = first + work_problem[p + Problem.NGROUP];
  for (let g = first; g < end; g++) {
    if (work_group_nb[g] === 0) continue;
    const b = work_group_block[work_group_list[g]];
    work_group_next[g] = work_block_head[b];
    work_block_head[b] = g;
  }
}

/** Marks the columns of row b: those of its groups and of its children. */
function markRow(d: Data, b: int): void {
  const { work_group_nb, work_group_list, work_group_block, work_group_next, work_block_head } = d;
  const { work_block_mark, work_block_child, work_block_next, work_H_num, work_H_list, work_H_col } = d;
  work_block_mark[b] = b;
  for (let g = work_block_head[b]; g >= 0; g = work_group_next[g]) {
    const list = work_group_list[g];
    for (let c = list; c < list + work_group_nb[g]; c++) work_block_mark[work_group_block[c]] = b;
  }
  for (let child = work_block_child[b]; child >= 0; child = work_block_next[child]) {
    const list = work_H_list[child];
    for (let c = list + 1; c < list + work_H_num[child]; c++) work_block_mark[work_H_col[c]] = b;
  }
}

/** Marks the columns of row b in the mass matrix. Returns the first row of M after this block. */
function markMass(d: Data, p: int, b: int, mrow: int): int {
  const { work_problem, work_M_slot, work_M_adr, work_M_num, work_M_col, work_block_mark } = d;
  const end = work_problem[p + Problem.MROW] + work_problem[p + Problem.NV];
  let r = mrow;
  while (r < end && blockOfSlot(work_M_slot[r]) === b) {
    const adr = work_M_adr[r];
    for (let c = adr + 1; c < adr + work_M_num[r]; c++) work_block_mark[blockOfSlot(work_M_col[c])] = b;
    r++;
  }
  return r;
}

/** Writes the marked columns of row b, increasing, and links b to its parent, the second one. Returns their number. */
function listRow(d: Data, b: int, end: int, list: int): int {
  const { work_block_mark, work_block_child, work_block_next, work_H_col } = d;
  let n = 0;
  for (let c = b; c < end; c++) {
    if (work_block_mark[c] !== b) continue;
    work_H_col[list + n] = c;
    n++;
  }
  if (n > 1) {
    const parent = work_H_col[list + 1];
    work_block_next[b] = work_block_child[parent];
    work_block_child[parent] = b;
  }
  return n;
}
