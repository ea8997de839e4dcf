import { copy, scl, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { addOuter4, combineRows4 } from '../../../math/linear/block4.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintState } from '../../../model/enums.ts';
import { Problem, SolverIntSlot } from '../../../model/solverSlots.ts';
import { blockOfSlot, laneOfSlot } from '../blocks.ts';
import { addCouplingTerms } from './couplings.ts';
import { addStiffnessTerms } from './stiffness.ts';

/** H = M + sum of D_e J_e^T J_e over the quadratic rows of problem k, in the pattern of `makePattern`. Values of row b of blocks
 *  start at work_H_adr[b], four rows of 4 * work_H_num[b] values (docs/derivations/solver.md).
 *  reads  d: M work_metric work_coupling_* efm_K_* work_M* work_group_* work_J iefc_D iefc_state   writes d: work_H work_weight */
export function makeHessian(d: Data, k: int): void {
  const { work_problem, work_sol_int, work_H, work_weight, iefc_D, iefc_state } = d;
  const p = Problem.SIZE * k;
  const row = work_problem[p + Problem.ROW];
  const end = row + work_problem[p + Problem.NEFC];
  zero(work_H, work_sol_int[SolverIntSlot.HADR], work_sol_int[SolverIntSlot.NH]);
  if (d.efm_active === 0) {
    addMass(d, p, d.M);
  } else {
    addMass(d, p, d.work_metric);
    addCouplingTerms(d, k);
    if (d.nefmK > 0) addStiffnessTerms(d);
  }
  for (let e = row; e < end; e++) {
    work_weight[e] = iefc_state[e] === ConstraintState.QUADRATIC ? iefc_D[e] : 0;
  }
  addWeightedRows(d, k);
  work_sol_int[SolverIntSlot.PENDING] = 0;
}

/** Weights of changed rows: D if the state became quadratic, -D if it ceased to be. Returns the number of changed rows.
 *  reads  d: iefc_D iefc_state work_oldstate   writes d: work_weight */
export function weightsOfChangedRows(d: Data, k: int): int {
  const { work_problem, work_weight, work_oldstate, iefc_D, iefc_state } = d;
  const p = Problem.SIZE * k;
  const row = work_problem[p + Problem.ROW];
  const end = row + work_problem[p + Problem.NEFC];
  let changed = 0;
  for (let e = row; e < end; e++) {
    const was = work_oldstate[e] === ConstraintState.QUADRATIC;
    const is = iefc_state[e] === ConstraintState.QUADRATIC;
    work_weight[e] = was === is ? 0 : is ? iefc_D[e] : -iefc_D[e];
    if (was !== is) changed++;
  }
  return changed;
}

/** H += M, or another matrix in its pattern, and ones on the diagonal of padding. */
function addMass(d: Data, p: int, M: Float64Array): void {
  const { work_problem, work_slot_dof, work_M_slot, work_M_adr, work_M_num, work_M_col, work_M_diag } = d;
  const { work_H, work_H_adr, work_H_num, work_H_list, work_H_col, work_block_mark } = d;
  const slot = work_problem[p + Problem.SLOT];
  const last = slot + work_problem[p + Problem.NSLOT];
  for (let s = slot; s < last; s++) {
    const b = blockOfSlot(s);
    if (work_slot_dof[s] < 0) work_H[work_H_adr[b] + laneOfSlot(s) * (4 * work_H_num[b] + 1)] = 1;
  }
  const first = work_problem[p + Problem.MROW];
  const end = first + work_problem[p + Problem.NV];
  let before = -1;
  for (let r = first; r < end; r++) {
    const i = work_M_slot[r];
    const b = blockOfSlot(i);
    const n = work_H_num[b];
    if (b !== before) {
      // offset of a block in its row, minus its first slot
      const list = work_H_list[b];
      for (let c = 0; c < n; c++) work_block_mark[work_H_col[list + c]] = 4 * (c - work_H_col[list + c]);
      before = b;
    }
    const row = work_H_adr[b] + laneOfSlot(i) * 4 * n;
    const col = work_M_adr[r];
    const diag = work_M_diag[r];
    const num = work_M_num[r];
    for (let c = 0; c < num; c++) {
      const j = work_M_col[col + c];
      work_H[row + work_block_mark[blockOfSlot(j)] + j] += M[diag - c];
    }
  }
}

/** H += sum of work_weight[e] J_e^T J_e */
export function addWeightedRows(d: Data, k: int): void {
  const { work_problem, work_weight, work_group_row, work_group_num, work_group_nb, work_group_adr } = d;
  const { work_J, work_rows_A, work_rows_B, work_H } = d;
  const p = Problem.SIZE * k;
  const first = work_problem[p + Problem.GROUP];
  const end = first + work_problem[p + Problem.NGROUP];
  for (let g = first; g < end; g++) {
    const n = 4 * work_group_nb[g];
    const row = work_group_row[g];
    const num = work_group_num[g];
    const adr = work_group_adr[g];
    let rows = 0;
    for (let r = 0; r < num; r++) if (work_weight[row + r] !== 0) rows++;
    if (rows === 0) continue;
    // B: rows with nonzero weight, scaled; A: the same rows, not scaled and without gaps
    let to = 0;
    for (let r = 0; r < num; r++) {
      const w = work_weight[row + r];
      if (w === 0) continue;
      scl(work_rows_B, to, work_J, adr + n * r, w, n);
      if (rows < num) copy(work_rows_A, to, work_J, adr + n * r, n);
      to += n;
    }
    if (rows < num) addGroup(d, g, work_H, work_rows_A, 0, work_rows_B, rows);
    else addGroup(d, g, work_H, work_J, adr, work_rows_B, rows);
  }
}

/** U += J_c^T H_c J_c for the contacts of problem k on their cone. Returns their number of rows.
 *  reads  d: contact_H iefc_state work_J   writes d: work_U */
export function addCones(d: Data, k: int): int {
  const { work_problem, work_group_row, work_group_num, work_group_nb, work_group_adr, work_J } = d;
  const { iefc_state, iefc_id, contact_dim, contact_H, work_rows_B, work_U } = d;
  const p = Problem.SIZE * k;
  const first = work_problem[p + Problem.GROUP];
  const end = first + work_problem[p + Problem.NGROUP];
  let total = 0;
  for (let g = first; g < end; g++) {
    const n = 4 * work_group_nb[g];
    for (let r = 0; r < work_group_num[g]; r++) {
      const e = work_group_row[g] + r;
      if (iefc_state[e] !== ConstraintState.CONE) continue;
      const con = iefc_id[e];
      const dim = contact_dim[con];
      const from = work_group_adr[g] + n * r;
      // B = H_c J_c
      for (let i = 0; i < dim; i++) {
        combineRows4(work_rows_B, n * i, work_J, from, n, contact_H, 36 * con + i * dim, dim);
      }
      addGroup(d, g, work_U, work_J, from, work_rows_B, dim);
      total += dim;
      r += dim - 1;
    }
  }
  return total;
}

/** H += A^T B in the blocks of group g, on and above the diagonal. A (from a) and B have `rows` rows over these blocks. */
function addGroup(d: Data, g: int, H: Float64Array, A: Float64Array, a: int, B: Float64Array, rows: int): void {
  const { work_group_nb, work_group_list, work_group_block, work_H_adr, work_H_num, work_H_list, work_H_col } = d;
  const nb = work_group_nb[g];
  const list = work_group_list[g];
  const n = 4 * nb;
  for (let i = 0; i < nb; i++) {
    const b = work_group_block[list + i];
    const cols = work_H_list[b];
    const stride = 4 * work_H_num[b];
    let at = 0;
    for (let j = i; j < nb; j++) {
      const c = work_group_block[list + j];
      while (work_H_col[cols + at] < c) at++;
      addOuter4(H, work_H_adr[b] + 4 * at, stride, A, a + 4 * i, B, 4 * j, n, rows);
    }
  }
}

/** U = H */
export function copyHessian(d: Data): void {
  const { work_U, work_H, work_sol_int } = d;
  const adr = work_sol_int[SolverIntSlot.HADR];
  copy(work_U, adr, work_H, adr, work_sol_int[SolverIntSlot.NH]);
}
