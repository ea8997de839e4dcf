import { copyInt, zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { anyInRows4, reverse4 } from '../../math/linear/block4.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, EqType, JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Problem, SolverIntSlot } from '../../model/solverSlots.ts';
import { equalityHasStaticDofs, hasOneTree, isEdge } from '../island/rowCache.ts';
import { Status } from '../runtime/status.ts';
import { mergeChain } from '../tree/chain.ts';
import { equalityBody } from '../tree/equalityFrame.ts';
import { isSparse } from '../tree/settings.ts';
import { blockOfSlot, laneOfSlot } from './blocks.ts';
import { constraintEnd, problemCount, slotEnd } from './problem.ts';

/*  The Jacobian of the primal solvers: consecutive rows that touch the same blocks form a group. A group has a sorted list of its
 *  blocks, and four values per block for each of its rows (work_J), one row after the other. docs/derivations/solver.md,
 *  "Groups", has a drawing. The cache of groups is in `arrange` (`fwdConstraint.ts`). */

/** Maximum number of rows of a group; a contact is never split. */
const MAX_GROUP_ROWS = 16;

/** Makes the groups of all problems.
 *  reads  d: efc_J* efc_type efc_id map_* work_*slot*   writes d: work_group_* work_J */
export function makeGroups(m: Model, d: Data): int {
  const { work_problem, work_sol_int } = d;
  const sparse = isSparse(m);
  const n = problemCount(d);
  // lists have at most a quarter as many entries as the Jacobian has values; the candidate list is after them
  const capacity = slotEnd(d) >> 1;
  if (capacity > d.H_cap) {
    d.H_need = capacity;
    return Status.ARENA_FULL;
  }
  work_sol_int[SolverIntSlot.NJ] = 0;
  work_sol_int[SolverIntSlot.NLIST] = 0;
  work_sol_int[SolverIntSlot.NGROUP] = 0;
  for (let k = 0; k < n; k++) {
    const p = Problem.SIZE * k;
    work_problem[p + Problem.GROUP] = work_sol_int[SolverIntSlot.NGROUP];
    groupRows(m, d, sparse, p);
    work_problem[p + Problem.NGROUP] = work_sol_int[SolverIntSlot.NGROUP] - work_problem[p + Problem.GROUP];
  }
  if (work_sol_int[SolverIntSlot.NJ] > d.H_cap) {
    d.H_need = work_sol_int[SolverIntSlot.NJ];
    return Status.ARENA_FULL;
  }
  fillGroups(m, d, sparse);
  return Status.OK;
}

/** Makes the groups of one problem: each constraint joins the last group or starts a new one. */
function groupRows(m: Model, d: Data, sparse: boolean, p: int): void {
  const { work_problem } = d;
  const end = work_problem[p + Problem.ROW] + work_problem[p + Problem.NEFC];
  let e = work_problem[p + Problem.ROW];
  let open = false;
  while (e < end) {
    const next = constraintEnd(m, d, e, end);
    open = addToGroup(m, d, sparse, p, e, next, open);
    e = next;
  }
}

/** Adds the rows [e, next) of one constraint; `open`: there is a group to join. Returns false if the arena is full. */
function addToGroup(m: Model, d: Data, sparse: boolean, p: int, e: int, next: int, open: boolean): boolean {
  const { work_sol_int, work_group_row, work_group_num, work_group_nb, work_group_list, work_group_adr } = d;
  const list = work_sol_int[SolverIntSlot.NLIST];
  const nb = listBlocks(m, d, sparse, p, e, next, list);
  const rows = next - e;
  const g = work_sol_int[SolverIntSlot.NGROUP];
  work_sol_int[SolverIntSlot.NJ] += 4 * nb * rows;
  // a full arena: only count the size
  if (work_sol_int[SolverIntSlot.NJ] > d.H_cap) return false;
  if (open && work_group_num[g - 1] + rows <= MAX_GROUP_ROWS && sameList(d, g - 1, list, nb)) {
    work_group_num[g - 1] += rows;
    return true;
  }
  work_group_row[g] = e;
  work_group_num[g] = rows;
  work_group_nb[g] = nb;
  work_group_list[g] = list;
  work_group_adr[g] = work_sol_int[SolverIntSlot.NJ] - 4 * nb * rows;
  work_sol_int[SolverIntSlot.NLIST] = list + nb;
  work_sol_int[SolverIntSlot.NGROUP] = g + 1;
  return true;
}

/** Whether group g has the nb blocks at `list`. */
function sameList(d: Data, g: int, list: int, nb: int): boolean {
  const { work_group_nb, work_group_list, work_group_block } = d;
  if (work_group_nb[g] !== nb) return false;
  const other = work_group_list[g];
  for (let k = 0; k < nb; k++) if (work_group_block[list + k] !== work_group_block[other + k]) return false;
  return true;
}

/** Writes the blocks that rows [e, next) touch to work_group_block[list...], increasing. Returns their number. */
function listBlocks(m: Model, d: Data, sparse: boolean, p: int, e: int, next: int, list: int): int {
  const { work_problem } = d;
  const slot = work_problem[p + Problem.SLOT];
  const end = slot + work_problem[p + Problem.NSLOT];
  return sparse ? listSparse(m, d, e, list) : listDense(m, d, slot, end, e, next, list);
}

/** Blocks of a sparse row; all rows of one constraint have its pattern. Dofs increase, so slots decrease, except when parts are
 *  ordered. Zeros of edges, from dofs that move both ends, are left out. */
function listSparse(m: Model, d: Data, row: int, list: int): int {
  const { efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, map_iefc2efc, work_dof_slot } = d;
  const e = map_iefc2efc[row];
  const adr = efc_J_rowadr[e];
  const edge = isEdge(m, d, e);
  let n = 0;
  let last = -1;
  for (let c = adr + efc_J_rownnz[e] - 1; c >= adr; c--) {
    const block = blockOfSlot(work_dof_slot[efc_J_colind[c]]);
    if (block === last || (edge && efc_J[c] === 0)) continue;
    n = insertBlock(d, block, list, n);
    last = block;
  }
  return n;
}

/** Inserts a block into a sorted list of n, nearly always at its end. Returns the new length. */
function insertBlock(d: Data, block: int, list: int, n: int): int {
  const { work_group_block } = d;
  let at = list + n;
  while (at > list && work_group_block[at - 1] > block) at--;
  if (at > list && work_group_block[at - 1] === block) return n;
  for (let k = list + n; k > at; k--) work_group_block[k] = work_group_block[k - 1];
  work_group_block[at] = block;
  return n + 1;
}

/** Blocks of the rows [e, next) of a dense Jacobian: those of the static dofs of the constraint, else those with a nonzero
 *  element. */
function listDense(m: Model, d: Data, slot: int, end: int, e: int, next: int, list: int): int {
  const { work_group_block, work_dof_slot, work_chain } = d;
  const dofs = listDofs(m, d, e);
  let n = 0;
  if (dofs > 0) {
    let last = -1;
    for (let c = dofs - 1; c >= 0; c--) {
      const block = blockOfSlot(work_dof_slot[work_chain[c]]);
      if (block !== last) n = insertBlock(d, block, list, n);
      last = block;
    }
    return n;
  }
  for (let s = slot; s < end; s += 4) {
    if (!touchesBlock(m, d, s, e, next)) continue;
    work_group_block[list + n] = blockOfSlot(s);
    n++;
  }
  return n;
}

/** Writes the static dofs of a constraint to `work_chain`, nearly always increasing. Returns their number, 0 if it has none. */
function listDofs(m: Model, d: Data, row: int): int {
  const { jnt_dofadr, jnt_type, geom_bodyid, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { iefc_type, iefc_id, contact_geom, work_chain } = d;
  const type = iefc_type[row];
  const id = iefc_id[row];
  if (type === ConstraintType.FRICTION_DOF) {
    work_chain[0] = id;
    return 1;
  }
  if (type === ConstraintType.LIMIT_JOINT) {
    const n = jnt_type[id] === JointType.BALL ? 3 : 1;
    for (let k = 0; k < n; k++) work_chain[k] = jnt_dofadr[id] + k;
    return n;
  }
  if (type === ConstraintType.EQUALITY) return equalityHasStaticDofs(m, id) ? listEqualityDofs(m, d, id) : 0;
  if (type === ConstraintType.LIMIT_TENDON || type === ConstraintType.FRICTION_TENDON) {
    if (!hasOneTree(m, id)) return 0;
    copyInt(work_chain, 0, ten_J_colind, ten_J_rowadr[id], ten_J_rownnz[id]);
    return ten_J_rownnz[id];
  }
  const contact =
    type === ConstraintType.CONTACT_FRICTIONLESS ||
    type === ConstraintType.CONTACT_PYRAMIDAL ||
    type === ConstraintType.CONTACT_ELLIPTIC;
  if (!contact || contact_geom[2 * id] < 0 || contact_geom[2 * id + 1] < 0) return 0;
  return mergeChain(m, work_chain, geom_bodyid[contact_geom[2 * id]], geom_bodyid[contact_geom[2 * id + 1]], true);
}

/** The dofs of a connect or weld, or of one or two joints. */
function listEqualityDofs(m: Model, d: Data, i: int): int {
  const { eq_type, eq_obj1id, eq_obj2id, jnt_dofadr } = m;
  const { work_chain } = d;
  if (eq_type[i] !== EqType.JOINT)
    return mergeChain(m, work_chain, equalityBody(m, i, 0), equalityBody(m, i, 1), false);
  work_chain[0] = jnt_dofadr[eq_obj1id[i]];
  if (eq_obj2id[i] < 0) return 1;
  work_chain[1] = jnt_dofadr[eq_obj2id[i]];
  return 2;
}

/** Whether a row of [e, next) has a nonzero in the block of slot s.
 *  @inline */
function touchesBlock(m: Model, d: Data, s: int, e: int, next: int): boolean {
  const { efc_J, map_iefc2efc, work_slot_dof, work_block_dof, work_block_dofs } = d;
  const { nv } = m;
  const block = blockOfSlot(s);
  const n = work_block_dofs[block];
  if (n > 0) {
    // rows of a constraint are consecutive
    const from = map_iefc2efc[e] * nv + work_block_dof[block];
    if (n === 4) return anyInRows4(efc_J, from, nv, next - e);
    const end = from + (next - e) * nv;
    for (let at = from; at < end; at += nv) for (let j = at; j < at + n; j++) if (efc_J[j] !== 0) return true;
    return false;
  }
  for (let j = s; j < s + 4; j++) {
    const dof = work_slot_dof[j];
    if (dof < 0) continue;
    for (let row = e; row < next; row++) if (efc_J[map_iefc2efc[row] * nv + dof] !== 0) return true;
  }
  return false;
}

/** Writes the values of all groups. */
export function fillGroups(m: Model, d: Data, sparse: boolean): void {
  const { work_sol_int, work_group_row, work_group_num, work_group_nb, work_group_list, work_group_adr } = d;
  const { work_group_block, work_block_mark, map_iefc2efc } = d;
  const groups = work_sol_int[SolverIntSlot.NGROUP];
  for (let g = 0; g < groups; g++) {
    const nb = work_group_nb[g];
    const list = work_group_list[g];
    const row = work_group_row[g];
    if (sparse) {
      // marks: offset of each block in a row of the group
      for (let k = 0; k < nb; k++) work_block_mark[work_group_block[list + k]] = 4 * k;
      if (isEdge(m, d, map_iefc2efc[row])) fillEdges(d, row, work_group_num[g], nb, work_group_adr[g]);
      else fillSparse(d, row, work_group_num[g], nb, work_group_adr[g]);
    } else {
      for (let r = 0; r < work_group_num[g]; r++) fillDense(m, d, row + r, list, nb, work_group_adr[g] + 4 * nb * r);
    }
  }
}

/** Rows of a group from the sparse Jacobian. `work_chain` caches the targets of the elements for rows with the same pattern. */
function fillSparse(d: Data, row: int, rows: int, nb: int, adr: int): void {
  const { efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_rowsuper, efc_J_colind, map_iefc2efc } = d;
  const { work_dof_slot, work_block_mark, work_J, work_chain } = d;
  zero(work_J, adr, 4 * nb * rows);
  let before = -1;
  for (let r = 0; r < rows; r++) {
    const e = map_iefc2efc[row + r];
    const from = efc_J_rowadr[e];
    const n = efc_J_rownnz[e];
    const at = adr + 4 * nb * r;
    const same = before >= 0 && e === before + 1 && efc_J_rowsuper[before] > 0;
    if (!same) {
      for (let c = 0; c < n; c++) {
        const s = work_dof_slot[efc_J_colind[from + c]];
        work_chain[c] = work_block_mark[blockOfSlot(s)] + laneOfSlot(s);
      }
    }
    if (r + 3 < rows && efc_J_rowsuper[e] > 2 && map_iefc2efc[row + r + 3] === e + 3) {
      // four consecutive rows in one pass
      const width = 4 * nb;
      for (let c = 0; c < n; c++) {
        const to = at + work_chain[c];
        work_J[to] = efc_J[from + c];
        work_J[to + width] = efc_J[from + n + c];
        work_J[to + 2 * width] = efc_J[from + 2 * n + c];
        work_J[to + 3 * width] = efc_J[from + 3 * n + c];
      }
      r += 3;
      before = e + 3;
      continue;
    }
    for (let c = 0; c < n; c++) work_J[at + work_chain[c]] = efc_J[from + c];
    before = e;
  }
}

/** The same for rows of edges: zeros have no target. */
function fillEdges(d: Data, row: int, rows: int, nb: int, adr: int): void {
  const { efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, map_iefc2efc, work_dof_slot, work_block_mark, work_J } = d;
  zero(work_J, adr, 4 * nb * rows);
  for (let r = 0; r < rows; r++) {
    const e = map_iefc2efc[row + r];
    const from = efc_J_rowadr[e];
    for (let c = from; c < from + efc_J_rownnz[e]; c++) {
      if (efc_J[c] === 0) continue;
      const s = work_dof_slot[efc_J_colind[c]];
      work_J[adr + 4 * nb * r + work_block_mark[blockOfSlot(s)] + laneOfSlot(s)] = efc_J[c];
    }
  }
}

/** One row from the dense Jacobian. */
function fillDense(m: Model, d: Data, row: int, list: int, nb: int, at: int): void {
  const { efc_J, map_iefc2efc, work_group_block, work_slot_dof, work_block_dof, work_block_dofs, work_J } = d;
  const from = map_iefc2efc[row] * m.nv;
  for (let k = 0; k < nb; k++) {
    const block = work_group_block[list + k];
    const n = work_block_dofs[block];
    const first = from + work_block_dof[block];
    if (n === 4) {
      reverse4(work_J, at + 4 * k, efc_J, first);
      continue;
    }
    if (n > 0) {
      for (let j = 0; j < 4; j++) work_J[at + 4 * k + j] = j < n ? efc_J[first + n - 1 - j] : 0;
      continue;
    }
    for (let j = 0; j < 4; j++) {
      const dof = work_slot_dof[4 * block + j];
      work_J[at + 4 * k + j] = dof < 0 ? 0 : efc_J[from + dof];
    }
  }
}
