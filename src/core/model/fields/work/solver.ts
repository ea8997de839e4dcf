import { Problem, SolverIntSlot, SolverRealSlot } from '../../solverSlots.ts';
import type { Row } from '../row.ts';

/** Scratch of `engine/solver`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`).
 *  The primal solvers have their own order of dofs: one problem after the other, in each from the last dof to the first,
 *  padded to multiples of four ("slots", at most four per dof). Rows are in the order of the island arrays.
 *  docs/derivations/solver.md explains slot, block, group, part and problem. */
export const solverWork = {
  fixed: [
    // problems (islands, or one for everything), by the slots of Problem; written by `layOutProblems`
    ['work_problem', 'i32', `ntree*${Problem.SIZE}`, 1],
    // slot of each dof, and dof of each slot (-1 padding)
    ['work_dof_slot', 'i32', 'nv', 1],
    ['work_slot_dof', 'i32', 'nv*4', 1],
    // blocks of consecutive dofs, the last one in the first slot: first dof and number of dofs, 0 for other blocks. Bit set
    // of the blocks of the problem that the rows of M of this block reach
    ['work_block_dof', 'i32', 'nv', 1],
    ['work_block_dofs', 'i32', 'nv', 1],
    ['work_block_mass', 'i32', 'nv', 1],
    // vectors over slots
    ['work_acc', 'f64', 'nv*4', 1],
    ['work_acc_smooth', 'f64', 'nv*4', 1],
    ['work_frc_smooth', 'f64', 'nv*4', 1],
    ['work_frc', 'f64', 'nv*4', 1],
    ['work_Ma', 'f64', 'nv*4', 1],
    ['work_Mv', 'f64', 'nv*4', 1],
    ['work_grad', 'f64', 'nv*4', 1],
    ['work_Mgrad', 'f64', 'nv*4', 1],
    ['work_search', 'f64', 'nv*4', 1],
    ['work_grad_old', 'f64', 'nv*4', 1],
    ['work_Mgrad_old', 'f64', 'nv*4', 1],
    // the blocks of such a vector that a group touches, gathered
    ['work_seg', 'f64', 'nv*4', 1],
    // mass matrix and its factor by slots: rows from the leaves to the root, diagonal first. Columns of a row are slots; its
    // values are in M and qLD, backward from the diagonal
    ['work_M_col', 'i32', 'nC', 1],
    ['work_M_slot', 'i32', 'nv', 1],
    ['work_M_adr', 'i32', 'nv', 1],
    ['work_M_num', 'i32', 'nv', 1],
    ['work_M_diag', 'i32', 'nv', 1],
    // Hessian by rows of 4x4 blocks: number of blocks, address of the first value, address of the first column
    ['work_H_num', 'i32', 'nv', 1],
    ['work_H_adr', 'i32', 'nv', 1],
    ['work_H_list', 'i32', 'nv', 1],
    ['work_block_mark', 'i32', 'nv', 1],
    ['work_block_head', 'i32', 'nv', 1],
    ['work_block_child', 'i32', 'nv', 1],
    ['work_block_next', 'i32', 'nv', 1],
    // fill-reducing ordering (`solver/order.ts`): part of each dof (-1: trunk), parts in elimination order, parts by degree,
    // elements of each part, parts of each eliminated part
    ['work_dof_part', 'i32', 'nv', 1],
    ['work_part_order', 'i32', 'nbody', 1],
    ['work_order_head', 'i32', 'nbody', 1],
    ['work_order_next', 'i32', 'nbody', 1],
    ['work_order_prev', 'i32', 'nbody', 1],
    ['work_order_degree', 'i32', 'nbody', 1],
    ['work_order_mark', 'i32', 'nbody', 1],
    ['work_order_list', 'i32', 'nbody', 1],
    ['work_order_count', 'i32', 'nbody', 1],
    ['work_order_adr', 'i32', 'nbody', 1],
    ['work_order_num', 'i32', 'nbody', 1],
    ['work_order_left', 'i32', 'nbody', 1],
    // cached order (`solver/orderCache.ts`): parts before ordering, and in elimination order
    ['work_cached_part', 'i32', 'nbody', 1],
    ['work_cached_order', 'i32', 'nbody', 1],
    // scalars of the current problem, by SolverRealSlot and SolverIntSlot
    ['work_sol', 'f64', SolverRealSlot.SIZE, 1],
    ['work_sol_int', 'i32', SolverIntSlot.SIZE, 1],
    ['work_vec', 'f64', 'nv', 1],
  ],
  arena: [
    ['work_Jaref', 'f64', 'efc_cap', 1],
    ['work_Jv', 'f64', 'efc_cap', 1],
    ['work_ib', 'f64', 'efc_cap', 1],
    ['work_quad0', 'f64', 'efc_cap', 1],
    ['work_quad1', 'f64', 'efc_cap', 1],
    ['work_quad2', 'f64', 'efc_cap', 1],
    ['work_weight', 'f64', 'efc_cap', 1],
    ['work_oldstate', 'i32', 'efc_cap', 1],
    // groups: consecutive rows that touch the same blocks of slots
    ['work_group_row', 'i32', 'efc_cap', 1],
    ['work_group_num', 'i32', 'efc_cap', 1],
    ['work_group_nb', 'i32', 'efc_cap', 1],
    ['work_group_list', 'i32', 'efc_cap', 1],
    ['work_group_adr', 'i32', 'efc_cap', 1],
    ['work_group_next', 'i32', 'efc_cap', 1],
    // elements of the ordering: constraints as sets of parts
    ['work_element_adr', 'i32', 'efc_cap', 1],
    ['work_element_num', 'i32', 'efc_cap', 1],
    ['work_element_left', 'i32', 'efc_cap', 1],
    // elements of the cached order: number of parts of each, and the parts
    ['work_cached_element_num', 'i32', 'efc_cap', 1],
    ['work_cached_element', 'i32', 'J_cap', 1],
    ['work_group_block', 'i32', 'H_cap', 1],
    ['work_J', 'f64', 'H_cap', 1],
    // active rows of a group, and the same times their weights
    ['work_rows_A', 'f64', 'H_cap', 1],
    ['work_rows_B', 'f64', 'H_cap', 1],
    ['work_H', 'f64', 'H_cap', 1],
    ['work_U', 'f64', 'H_cap', 1],
    // columns of the Hessian by rows of blocks. Before `makePattern` writes them, `order.ts` uses this memory for its lists
    ['work_H_col', 'i32', 'H_cap', 1],
    // dual solvers
    ['work_ARinv', 'f64', 'efc_cap', 1],
    ['work_force_prev', 'f64', 'efc_cap', 1],
    ['work_force_momentum', 'f64', 'efc_cap', 1],
    ['work_block_start', 'i32', 'efc_cap', 1],
    ['work_efc_list', 'i32', 'efc_cap', 1],
  ],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
