import { SleepSlot } from '../../sleepSlot.ts';
import type { Row } from '../row.ts';

/** Scratch of `engine/island`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const islandWork = {
  fixed: [
    // union-find over trees: a tree closer to the root of its set, -1 without constraints; labels of trees, then counts per island
    ['work_tree_parent', 'i32', 'ntree', 1],
    ['work_tree_count', 'i32', 'ntree', 1],
    // row cache (`island/rowCache.ts`): type and objects of each equality, and whether each flex was stiff
    ['work_cached_eq', 'i32', 'neq', 4],
    ['work_cached_stiff', 'i32', 'nflex', 1],
    // index lists of awake objects, or of everything when nothing sleeps; their lengths are in work_sleep_int by SleepSlot
    ['work_sleep_int', 'i32', SleepSlot.SIZE, 1],
    ['work_tree_ind', 'i32', 'ntree', 1],
    ['work_jnt_ind', 'i32', 'njnt', 1],
    ['work_site_ind', 'i32', 'nsite', 1],
    ['work_branch_ind', 'i32', 'nbody', 1],
    ['work_root_ind', 'i32', 'nbody', 1],
    // runs of consecutive sleeping bodies: first body and end, first dof and end, first position and end
    ['work_run', 'i32', 'nbody', 6],
    // sleeping bodies that are attached to a mocap body; its pose when they fell asleep, by body
    ['work_hang_ind', 'i32', 'nbody', 1],
    ['work_hang_pose', 'f64', 'nbody', 7],
    // qpos of sleeping trees when they fell asleep; sums of mass times center of mass over sleeping trees: those attached to the
    // world, and all
    ['work_sleep_qpos', 'f64', 'nq', 1],
    ['work_sleep_com', 'f64', 2, 3],
  ],
  arena: [
    // one of the trees of each constraint row
    ['work_efc_tree', 'i32', 'efc_cap', 1],
    // row cache: type and id of each row, geoms of each contact
    ['work_cached_type', 'i32', 'efc_cap', 1],
    ['work_cached_id', 'i32', 'efc_cap', 1],
    ['work_cached_geom', 'i32', 'con_cap', 2],
    // row cache: nonzeros of each row and their dofs in a sparse Jacobian with flexes (-2 - dof for zeros of edges); in a dense
    // Jacobian, which elements are nonzero in rows without static dofs
    ['work_cached_nnz', 'i32', 'efc_cap', 1],
    ['work_cached_dof', 'i32', 'J_cap', 1],
  ],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
