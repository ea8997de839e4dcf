import type { Row } from '../row.ts';

/** Scratch of `engine/constraint`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const constraintWork = {
  fixed: [
    // dofs that a constraint involves, and up to six Jacobian rows over them
    ['work_chain', 'i32', 'nv', 1],
    ['work_chain2', 'i32', 'nv', 1],
    ['work_jac', 'f64', 'nv', 6],
    ['work_jac2', 'f64', 'nv', 6],
    // position errors of up to six rows, then their margins
    ['work_row', 'f64', 12, 1],
    // 1 / sqrt of the diagonal of the factored mass matrix; marks per dof
    ['work_sqrtInvD', 'f64', 'nv', 1],
    ['work_dof_mark', 'i32', 'nv', 1],
    // transpose of efc_Y, by rows
    ['work_YT_rownnz', 'i32', 'nv', 1],
    ['work_YT_rowadr', 'i32', 'nv', 1],
  ],
  arena: [
    ['work_jar', 'f64', 'efc_cap', 1],
    ['work_efc', 'f64', 'efc_cap', 1],
    ['work_efc_mark', 'i32', 'efc_cap', 1],
    ['work_YT', 'f64', 'Y_cap', 1],
    ['work_YT_colind', 'i32', 'Y_cap', 1],
  ],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
