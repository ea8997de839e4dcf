import type { Row } from '../row.ts';

/** Scratch of `engine/solver`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`).
 *  The primal solvers work in an order of their own: dofs of one island after the other, in each from the last to the
 *  first, padded to multiples of four ("slots", at most four for each dof); rows as in the island arrays. */
export const solverWork = {
  fixed: [
    // problems (islands, or one for everything), as `solver/problem.ts` lays them out
    ['work_problem', 'i32', 'ntree*13', 1],
    // slot of each dof, and dof of each slot (-1 padding)
    ['work_dof_slot', 'i32', 'nv', 1],
    ['work_slot_dof', 'i32', 'nv*4', 1],
    // dofs of a block that follow each other, the last one in its first slot: the first of them and how many, 0 for other
    // blocks; blocks of the problem that its rows of the mass matrix reach, as bits
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
    // pieces of such vectors that belong to some blocks of four
    ['work_seg', 'f64', 'nv*4', 1],
    // mass matrix and its factor by slots: rows from the leaves to the root, diagonal first. Columns of a row have slots; its
    // values stand in M and qLD, backwards from the diagonal
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
    // order of elimination (`solver/order.ts`): the part that each dof belongs to (-1: trunk), parts in their order, parts by
    // degree, elements of each part, parts of each eliminated one
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
    // parts of a problem before they were ordered, and in their order
    ['work_kept_part', 'i32', 'nbody', 1],
    ['work_kept_order', 'i32', 'nbody', 1],
    // numbers of the problem at hand: see `solver/slots.ts`
    ['work_sol', 'f64', 42, 1],
    ['work_sol_int', 'i32', 25, 1],
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
    // groups: consecutive rows that touch the same blocks of dofs
    ['work_group_row', 'i32', 'efc_cap', 1],
    ['work_group_num', 'i32', 'efc_cap', 1],
    ['work_group_nb', 'i32', 'efc_cap', 1],
    ['work_group_list', 'i32', 'efc_cap', 1],
    ['work_group_adr', 'i32', 'efc_cap', 1],
    ['work_group_next', 'i32', 'efc_cap', 1],
    // constraints as sets of parts
    ['work_element_adr', 'i32', 'efc_cap', 1],
    ['work_element_num', 'i32', 'efc_cap', 1],
    ['work_element_left', 'i32', 'efc_cap', 1],
    // those by which these parts were ordered: how many parts each has, and which
    ['work_kept_element_num', 'i32', 'efc_cap', 1],
    ['work_kept_element', 'i32', 'J_cap', 1],
    ['work_group_block', 'i32', 'H_cap', 1],
    ['work_J', 'f64', 'H_cap', 1],
    // active rows of a group, and the same times their weights
    ['work_rows_A', 'f64', 'H_cap', 1],
    ['work_rows_B', 'f64', 'H_cap', 1],
    ['work_H', 'f64', 'H_cap', 1],
    ['work_U', 'f64', 'H_cap', 1],
    ['work_H_col', 'i32', 'H_cap', 1],
    // dual solvers
    ['work_ARinv', 'f64', 'efc_cap', 1],
    ['work_force_prev', 'f64', 'efc_cap', 1],
    ['work_force_momentum', 'f64', 'efc_cap', 1],
    ['work_block_start', 'i32', 'efc_cap', 1],
    ['work_efc_list', 'i32', 'efc_cap', 1],
  ],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
