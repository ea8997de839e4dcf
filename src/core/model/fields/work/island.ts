import { SleepSlot } from '../../sleepSlot.ts';
import type { Row } from '../row.ts';

/** Scratch of `engine/island`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const islandWork = {
  fixed: [
    // union-find over trees: a tree closer to the root of its set, -1 without constraints
    ['work_tree_parent', 'i32', 'ntree', 1],
    ['work_tree_count', 'i32', 'ntree', 1],
    // kind and objects of each equality when islands were last mapped
    ['work_kept_eq', 'i32', 'neq', 4],
    // whether each flex was stiff then
    ['work_kept_stiff', 'i32', 'nflex', 1],
    // index lists of what is awake, everything when nothing sleeps; their lengths are in work_sleep_int by SleepSlot
    ['work_sleep_int', 'i32', SleepSlot.SIZE, 1],
    ['work_tree_ind', 'i32', 'ntree', 1],
    ['work_jnt_ind', 'i32', 'njnt', 1],
    ['work_site_ind', 'i32', 'nsite', 1],
    ['work_branch_ind', 'i32', 'nbody', 1],
    ['work_root_ind', 'i32', 'nbody', 1],
    // runs of consecutive sleeping bodies: first body and end, first dof and end, first position and end
    ['work_run', 'i32', 'nbody', 6],
    // sleeping bodies that hang on a mocap body; the pose of that when they fell asleep, by body
    ['work_hang_ind', 'i32', 'nbody', 1],
    ['work_hang_pose', 'f64', 'nbody', 7],
    // positions of sleepers when they fell asleep; sums of mass times centre of mass over sleeping trees: those on the
    // world, and all
    ['work_sleep_qpos', 'f64', 'nq', 1],
    ['work_sleep_com', 'f64', 2, 3],
  ],
  arena: [
    // some tree that each constraint row involves
    ['work_efc_tree', 'i32', 'efc_cap', 1],
    // rows and contacts when islands were last mapped
    ['work_kept_type', 'i32', 'efc_cap', 1],
    ['work_kept_id', 'i32', 'efc_cap', 1],
    ['work_kept_geom', 'i32', 'con_cap', 2],
    // with flexes the sparse Jacobian, too: elements of each row, and their dofs, of zeros of edges those below -1 instead; of rows of a
    // dense one that do not tell their dofs, which elements are not zero
    ['work_kept_nnz', 'i32', 'efc_cap', 1],
    ['work_kept_dof', 'i32', 'J_cap', 1],
  ],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
