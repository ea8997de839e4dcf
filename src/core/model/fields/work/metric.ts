import type { Row } from '../row.ts';

/** Scratch of `engine/metric`. */
export const metricWork = {
  fixed: [
    // the part of the metric in the pattern of M
    ['work_metric', 'f64', 'nC', 1],
    // terms outside that pattern, scale * row^T row: scale, first element and number of elements of each, then dof and
    // value of all elements
    ['work_coupling_scale', 'f64', 'ncoupling', 1],
    ['work_coupling_adr', 'i32', 'ncoupling', 1],
    ['work_coupling_nnz', 'i32', 'ncoupling', 1],
    // first block of each in the Hessian of the current problem, -1 in other problems
    ['work_coupling_block', 'i32', 'ncoupling', 1],
    ['work_coupling_dof', 'i32', 'nJcoupling', 1],
    ['work_coupling_val', 'f64', 'nJcoupling', 1],
    // smooth force with the shifts of the metric
    ['work_efm_b', 'f64', 'nv', 1],
    // vectors of conjugate gradients; operand and result of the solver's products
    ['work_efm_r', 'f64', 'nv', 1],
    ['work_efm_z', 'f64', 'nv', 1],
    ['work_efm_p', 'f64', 'nv', 1],
    ['work_efm_Ap', 'f64', 'nv', 1],
    ['work_efm_in', 'f64', 'nv', 1],
    ['work_efm_out', 'f64', 'nv', 1],
  ],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
