import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { isSparse } from '../constraint/settings.ts';
import { Status } from '../status.ts';
import { problemCount } from './problem.ts';
import { Problem, SolInt } from './slots.ts';

/*  The Jacobian of the primal solvers: consecutive rows that touch the same blocks of four slots form a group. A group
 *  has a list of its blocks, increasing, and its rows hold the values of these blocks only, one row after the other. */

/** Rows of a group at most; a contact is never split. */
const GROUP_ROWS = 16;

/** Makes the groups of all problems.
 *  reads  d: efc_J* efc_type efc_id map_* work_*slot*   writes d: work_group_* work_J */
export function makeGroups(m: Model, d: Data): int {
  const { work_problem, work_sol_int, work_block_mark } = d;
  const sparse = isSparse(m);
  const n = problemCount(d);
  work_sol_int[SolInt.NJ] = 0;
  work_sol_int[SolInt.NLIST] = 0;
  work_sol_int[SolInt.NGROUP] = 0;
  work_block_mark.fill(-1, 0, m.nv);
  for (let k = 0; k < n; k++) {
    const p = Problem.SIZE * k;
    work_problem[p + Problem.GROUP] = work_sol_int[SolInt.NGROUP];
    groupRows(m, d, sparse, p);
    work_problem[p + Problem.NGROUP] = work_sol_int[SolInt.NGROUP] - work_problem[p + Problem.GROUP];
  }
  if (work_sol_int[SolInt.NJ] > d.H_cap) {
    d.H_need = work_sol_int[SolInt.NJ];
    return Status.ARENA_FULL;
  }
  fillGroups(m, d, sparse);
  return Status.OK;
}

/** Groups of the rows of one problem: one constraint after the other joins the last group or starts a new one. */
function groupRows(m: Model, d: Data, sparse: boolean, p: int): void {
  const { work_problem, iefc_type, iefc_id } = d;
  const end = work_problem[p + Problem.ROW] + work_problem[p + Problem.NEFC];
  let e = work_problem[p + Problem.ROW];
  let open = false;
  while (e < end) {
    let next = e + 1;
    while (next < end && iefc_type[next] === iefc_type[e] && iefc_id[next] === iefc_id[e]) next++;
    open = addToGroup(m, d, sparse, p, e, next, open);
    e = next;
  }
}

/** Rows e..next of one constraint; `open`: there is a group to join. Returns true, or false when lists are full. */
function addToGroup(m: Model, d: Data, sparse: boolean, p: int, e: int, next: int, open: boolean): boolean {
  const { work_sol_int, work_group_row, work_group_num, work_group_nb, work_group_list, work_group_adr } = d;
  const list = work_sol_int[SolInt.NLIST];
  const nb = listBlocks(m, d, sparse, p, e, next, list);
  const rows = next - e;
  const g = work_sol_int[SolInt.NGROUP];
  work_sol_int[SolInt.NJ] += 4 * nb * rows;
  // with no room left only the sizes are counted
  if (work_sol_int[SolInt.NJ] > d.H_cap) return false;
  if (open && work_group_num[g - 1] + rows <= GROUP_ROWS && sameList(d, g - 1, list, nb)) {
    work_group_num[g - 1] += rows;
    return true;
  }
  work_group_row[g] = e;
  work_group_num[g] = rows;
  work_group_nb[g] = nb;
  work_group_list[g] = list;
  work_group_adr[g] = work_sol_int[SolInt.NJ] - 4 * nb * rows;
  work_sol_int[SolInt.NLIST] = list + nb;
  work_sol_int[SolInt.NGROUP] = g + 1;
  return true;
}

function sameList(d: Data, g: int, list: int, nb: int): boolean {
  const { work_group_nb, work_group_list, work_group_block } = d;
  if (work_group_nb[g] !== nb) return false;
  const other = work_group_list[g];
  for (let k = 0; k < nb; k++) if (work_group_block[list + k] !== work_group_block[other + k]) return false;
  return true;
}

/** Blocks that rows e..next touch, increasing, into work_group_block[list..]; returns how many. Nothing is written
 *  beyond the room there is. */
function listBlocks(m: Model, d: Data, sparse: boolean, p: int, e: int, next: int, list: int): int {
  const { work_problem, work_block_mark, work_group_block } = d;
  const first = work_problem[p + Problem.SLOT] >> 2;
  const last = first + (work_problem[p + Problem.NSLOT] >> 2);
  // marks are never reset: each constraint has its own
  let n = 0;
  for (let row = e; row < next; row++) n += sparse ? markSparse(d, row, e) : markDense(m, d, p, row, e);
  const room = list + n <= d.H_cap;
  let at = list;
  for (let b = first; b < last && at < list + n; b++) {
    if (work_block_mark[b] !== e) continue;
    if (room) work_group_block[at] = b;
    at++;
  }
  return n;
}

/** Marks the blocks of a row of the sparse Jacobian; returns how many are new. */
function markSparse(d: Data, row: int, mark: int): int {
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind, map_iefc2efc, work_dof_slot, work_block_mark } = d;
  const e = map_iefc2efc[row];
  // rows of one constraint have one pattern
  if (row > mark) return 0;
  let n = 0;
  for (let c = efc_J_rowadr[e]; c < efc_J_rowadr[e] + efc_J_rownnz[e]; c++) {
    const b = work_dof_slot[efc_J_colind[c]] >> 2;
    if (work_block_mark[b] === mark) continue;
    work_block_mark[b] = mark;
    n++;
  }
  return n;
}

/** The same for a dense Jacobian: blocks with an element that is not zero. */
function markDense(m: Model, d: Data, p: int, row: int, mark: int): int {
  const { efc_J, map_iefc2efc, work_problem, work_slot_dof, work_block_mark } = d;
  const from = map_iefc2efc[row] * m.nv;
  const end = work_problem[p + Problem.SLOT] + work_problem[p + Problem.NSLOT];
  let n = 0;
  for (let s = work_problem[p + Problem.SLOT]; s < end; s++) {
    const dof = work_slot_dof[s];
    if (dof < 0 || efc_J[from + dof] === 0) continue;
    if (work_block_mark[s >> 2] !== mark) {
      work_block_mark[s >> 2] = mark;
      n++;
    }
    s |= 3;
  }
  return n;
}

/** Values of all rows. */
function fillGroups(m: Model, d: Data, sparse: boolean): void {
  const { work_sol_int, work_group_row, work_group_num, work_group_nb, work_group_list, work_group_adr } = d;
  const { work_group_block, work_block_mark, work_J, map_iefc2efc } = d;
  const groups = work_sol_int[SolInt.NGROUP];
  for (let g = 0; g < groups; g++) {
    const nb = work_group_nb[g];
    const list = work_group_list[g];
    // marks now say where a block stands in the list
    for (let k = 0; k < nb; k++) work_block_mark[work_group_block[list + k]] = 4 * k;
    for (let r = 0; r < work_group_num[g]; r++) {
      const at = work_group_adr[g] + 4 * nb * r;
      const e = map_iefc2efc[work_group_row[g] + r];
      work_J.fill(0, at, at + 4 * nb);
      if (sparse) fillSparse(d, e, at);
      else fillDense(m, d, e, list, nb, at);
    }
  }
}

function fillSparse(d: Data, e: int, at: int): void {
  const { efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, work_dof_slot, work_block_mark, work_J } = d;
  for (let c = efc_J_rowadr[e]; c < efc_J_rowadr[e] + efc_J_rownnz[e]; c++) {
    const s = work_dof_slot[efc_J_colind[c]];
    work_J[at + work_block_mark[s >> 2] + (s & 3)] = efc_J[c];
  }
}

function fillDense(m: Model, d: Data, e: int, list: int, nb: int, at: int): void {
  const { efc_J, work_group_block, work_slot_dof, work_J } = d;
  const from = e * m.nv;
  for (let k = 0; k < nb; k++) {
    const s = 4 * work_group_block[list + k];
    for (let j = 0; j < 4; j++) {
      const dof = work_slot_dof[s + j];
      if (dof >= 0) work_J[at + 4 * k + j] = efc_J[from + dof];
    }
  }
}
