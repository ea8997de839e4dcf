import type { Row } from '../row.ts';

/** Scratch of `engine/island`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const islandWork = {
  fixed: [
    // union-find over trees: a tree closer to the root of its set, -1 without constraints
    ['work_tree_parent', 'i32', 'ntree', 1],
    ['work_tree_count', 'i32', 'ntree', 1],
  ],
  arena: [
    // some tree that each constraint row involves
    ['work_efc_tree', 'i32', 'efc_cap', 1],
  ],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
