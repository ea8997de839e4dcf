import type { Row } from '../row.ts';

/** Scratch of `engine/position`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const positionWork = {
  fixed: [
    // dofs that move a pair of bodies, a Jacobian over them, and one row made from it
    ['pos_chain', 'i32', 'nv', 1],
    ['pos_jac', 'f64', 'nv', 6],
    ['pos_row', 'f64', 'nv', 1],
    ['pos_moment', 'f64', 'nv', 1],
  ],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
