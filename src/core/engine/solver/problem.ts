import { copy, copyInt } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, Solver } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Problem, SolverIntSlot } from '../../model/solverSlots.ts';
import { hasMetricTerms } from '../tree/flexTerms.ts';
import { isDiscrete } from '../tree/metricTerms.ts';
import { isSparse } from '../tree/settings.ts';
import { isFlexEquality } from '../tree/sleepState.ts';
import { blockOfSlot, laneOfSlot } from './blocks.ts';

/*  Layout of the primal solvers: problems, slots of dofs, and the mass matrix by slots. docs/derivations/solver.md, "Slots and
 *  blocks", has a drawing. */

/** Number of problems: the islands, or one with everything. */
export function problemCount(d: Data): int {
  return d.nisland > 0 ? d.nisland : 1;
}

/** A problem with fewer parts keeps the model order. */
const MIN_PARTS = 16;

/** Whether parts are ordered to reduce fill (`order.ts`): only Newton's method has a factor. The order ignores the
 *  stiffness of flexes in the metric: they keep the model order, in which grids are bands. */
export function isOrdered(m: Model): boolean {
  if (m.nflex > 0 && isDiscrete(m) && hasMetricTerms(m)) return false;
  return m.opt.solver === Solver.NEWTON && isSparse(m);
}

/** Whether a problem has enough parts to be ordered. */
export function hasManyParts(parts: int): boolean {
  return parts >= MIN_PARTS;
}

/** Lays out the problems of the primal solvers: rows, slots of dofs, and the mass matrix by slots. Without islands the only
 *  problem has all dofs and rows. `ordered`: parts of large problems are in the order of work_part_order.
 *
 *  Slots are cached. Key: number of islands, and whether parts are ordered (LAYOUT). Hit: the key is equal and no problem was ordered anew.
 *  Invalidated by: a tree that changes its island (`island` sets LAYOUT to 0), a new order.
 *  reads  d: nisland island_* map_* efc_*   writes d: work_problem work_*slot* work_block_* work_M* work_sol_int iefc_* */
export function layOutProblems(m: Model, d: Data, ordered: boolean): void {
  const { work_problem, work_sol_int, island_nefc, island_iefcadr, island_ne, island_nf } = d;
  const { nisland } = d;
  let parts = 0;
  const n = problemCount(d);
  for (let k = 0; k < n; k++) {
    const p = Problem.SIZE * k;
    work_problem[p + Problem.ROW] = nisland > 0 ? island_iefcadr[k] : 0;
    work_problem[p + Problem.NEFC] = nisland > 0 ? island_nefc[k] : d.nefc;
    work_problem[p + Problem.NE] = nisland > 0 ? island_ne[k] : d.ne;
    work_problem[p + Problem.NF] = nisland > 0 ? island_nf[k] : d.nf;
    if (ordered) parts += work_problem[p + Problem.NPART];
  }
  const layout = parts === 0 ? nisland + 1 : -nisland - 1;
  const moved = parts > 0 && work_sol_int[SolverIntSlot.NEW_ORDERS] > 0;
  if (!moved && work_sol_int[SolverIntSlot.LAYOUT] === layout) return;
  placeProblems(m, d, ordered);
  work_sol_int[SolverIntSlot.LAYOUT] = layout;
}

/** Assigns slots to the dofs of all problems, and writes the mass matrix by slots. */
function placeProblems(m: Model, d: Data, ordered: boolean): void {
  const { work_problem, island_nv, island_idofadr } = d;
  const { nisland } = d;
  let slot = 0;
  let mrow = 0;
  let value = 0;
  const n = problemCount(d);
  for (let k = 0; k < n; k++) {
    const p = Problem.SIZE * k;
    const nv = nisland > 0 ? island_nv[k] : m.nv;
    work_problem[p + Problem.SLOT] = slot;
    work_problem[p + Problem.MROW] = mrow;
    work_problem[p + Problem.NV] = nv;
    const end =
      ordered && work_problem[p + Problem.NPART] > 0
        ? placeParts(m, d, p, slot)
        : placeDofs(m, d, nisland > 0 ? island_idofadr[k] : 0, nv, slot);
    work_problem[p + Problem.NSLOT] = end - slot;
    markBlocks(d, slot, end);
    const values = placeMass(m, d, slot, end, mrow, value);
    work_problem[p + Problem.DIAGONAL] = values - value === nv ? 1 : 0;
    value = values;
    slot = end;
    mrow += nv;
  }
}

/** End of the rows from e that belong to one constraint and touch the same dofs. Each row of a flex equality is alone. */
export function constraintEnd(m: Model, d: Data, e: int, end: int): int {
  const { iefc_type, iefc_id } = d;
  if (iefc_type[e] === ConstraintType.EQUALITY && isFlexEquality(m.eq_type[iefc_id[e]])) return e + 1;
  let next = e + 1;
  while (next < end && iefc_type[next] === iefc_type[e] && iefc_id[next] === iefc_id[e]) next++;
  return next;
}

/** Assigns slots to the parts of a problem, in the order of work_part_order, dofs from last to first. A part that does not fit into the
 *  current block starts a new one. Returns the end, a multiple of four. */
function placeParts(m: Model, d: Data, p: int, slot: int): int {
  const { tree_bodyadr, tree_dofadr, tree_dofnum, body_treeid, body_dofadr, body_dofnum } = m;
  const { work_problem, work_part_order, work_dof_part, work_dof_slot, work_slot_dof } = d;
  const first = work_problem[p + Problem.PART];
  let at = slot;
  for (let k = first; k < first + work_problem[p + Problem.NPART]; k++) {
    const body = work_part_order[k];
    const t = body_treeid[body];
    // a tree or a trunk has the dofs of the tree that are in no limb
    const whole = body === tree_bodyadr[t];
    const start = whole ? tree_dofadr[t] : body_dofadr[body];
    const n = whole ? tree_dofnum[t] : body_dofnum[body];
    if (laneOfSlot(at) + n > 4) at = pad(d, at);
    for (let dof = start + n - 1; dof >= start; dof--) {
      if (work_dof_part[dof] !== body && work_dof_part[dof] !== -1) continue;
      work_dof_slot[dof] = at;
      work_slot_dof[at] = dof;
      at++;
    }
  }
  return pad(d, at);
}

/** Island rows in the order of the rows: identity maps and copies, efc_* to iefc_*. */
export function copyRows(d: Data): void {
  const { nefc } = d;
  const { efc_type, efc_id, efc_frictionloss, efc_D, efc_R, map_efc2iefc, map_iefc2efc } = d;
  const { iefc_type, iefc_id, iefc_frictionloss, iefc_D, iefc_R } = d;
  for (let e = 0; e < nefc; e++) {
    map_efc2iefc[e] = e;
    map_iefc2efc[e] = e;
  }
  copyInt(iefc_type, 0, efc_type, 0, nefc);
  copyInt(iefc_id, 0, efc_id, 0, nefc);
  copy(iefc_frictionloss, 0, efc_frictionloss, 0, nefc);
  copy(iefc_D, 0, efc_D, 0, nefc);
  copy(iefc_R, 0, efc_R, 0, nefc);
}

/** Assigns slots to the nv dofs of a problem, from the last dof to the first: eliminating in slot order keeps the sparsity of
 *  trees. A tree of at most four dofs does not straddle two blocks: it would couple its neighbors in both. Returns the end, a
 *  multiple of four. */
function placeDofs(m: Model, d: Data, first: int, nv: int, slot: int): int {
  const { dof_treeid, tree_dofnum } = m;
  const { map_idof2dof, work_dof_slot, work_slot_dof } = d;
  const { nisland } = d;
  let at = slot;
  let tree = -1;
  for (let i = nv - 1; i >= 0; i--) {
    const dof = nisland > 0 ? map_idof2dof[first + i] : i;
    if (dof_treeid[dof] !== tree) {
      tree = dof_treeid[dof];
      const n = tree_dofnum[tree];
      if (n <= 4 && laneOfSlot(at) + n > 4) at = pad(d, at);
    }
    work_dof_slot[dof] = at;
    work_slot_dof[at] = dof;
    at++;
  }
  return pad(d, at);
}

/** Pads to the next multiple of four. Returns it. */
function pad(d: Data, at: int): int {
  const { work_slot_dof } = d;
  let end = at;
  while (laneOfSlot(end) !== 0) {
    work_slot_dof[end] = -1;
    end++;
  }
  return end;
}

/** Marks the blocks in slots [slot, end) that contain consecutive dofs, the last one first, then padding. */
function markBlocks(d: Data, slot: int, end: int): void {
  const { work_slot_dof, work_block_dof, work_block_dofs } = d;
  for (let s = slot; s < end; s += 4) {
    const last = work_slot_dof[s];
    let n = 1;
    while (n < 4 && work_slot_dof[s + n] === last - n && last >= n) n++;
    let consecutive = true;
    for (let j = n; j < 4; j++) consecutive = consecutive && work_slot_dof[s + j] < 0;
    work_block_dof[blockOfSlot(s)] = last - n + 1;
    work_block_dofs[blockOfSlot(s)] = consecutive ? n : 0;
  }
}

/** Writes the rows of M of slots [slot, end), diagonal first. Returns the end of their columns. */
function placeMass(m: Model, d: Data, slot: int, end: int, mrow: int, value: int): int {
  const { M_rownnz, M_rowadr, M_colind } = m;
  const { work_slot_dof, work_dof_slot, work_M_col, work_M_slot, work_M_adr, work_M_num, work_M_diag } = d;
  const { work_block_mass } = d;
  let to = value;
  let row = mrow;
  for (let s = slot; s < end; s++) {
    const dof = work_slot_dof[s];
    if (dof < 0) continue;
    const n = M_rownnz[dof];
    const from = M_rowadr[dof];
    work_M_slot[row] = s;
    work_M_adr[row] = to;
    work_M_num[row] = n;
    work_M_diag[row] = from + n - 1;
    if (s === slot || laneOfSlot(s) === 0) work_block_mass[blockOfSlot(s)] = 0;
    for (let c = from + n - 1; c >= from; c--) {
      const column = work_dof_slot[M_colind[c]];
      const block = blockOfSlot(column - slot);
      work_M_col[to] = column;
      work_block_mass[blockOfSlot(s)] |= 1 << block;
      to++;
    }
    row++;
  }
  return to;
}

/** Gathers a vector over dofs into slots; padding gets 0. */
export function toSlots(d: Data, res: Float64Array, v: Float64Array): void {
  const { work_slot_dof } = d;
  const end = slotEnd(d);
  for (let s = 0; s < end; s++) {
    const dof = work_slot_dof[s];
    res[s] = dof < 0 ? 0 : v[dof];
  }
}

/** Scatters a vector over slots to dofs; dofs without a slot keep their values. */
export function fromSlots(d: Data, res: Float64Array, v: Float64Array): void {
  const { work_slot_dof } = d;
  const end = slotEnd(d);
  for (let s = 0; s < end; s++) {
    const dof = work_slot_dof[s];
    if (dof >= 0) res[dof] = v[s];
  }
}

/** Number of slots of all problems. */
export function slotEnd(d: Data): int {
  const { work_problem } = d;
  const last = Problem.SIZE * (problemCount(d) - 1);
  return work_problem[last + Problem.SLOT] + work_problem[last + Problem.NSLOT];
}
