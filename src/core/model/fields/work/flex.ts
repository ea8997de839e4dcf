import type { Row } from '../row.ts';

/** Scratch of `engine/flex`. */
export const flexWork = {
  fixed: [
    // nodes of interpolated flexes: positions, velocities, spring and damper forces
    ['work_flex_node', 'f64', 'nflexnode', 3],
    ['work_flex_vel', 'f64', 'nflexnode', 3],
    ['work_flex_spring', 'f64', 'nflexnode', 3],
    ['work_flex_damper', 'f64', 'nflexnode', 3],
    // faces of shells (fewer than nodes): first node, strides along both axes; rotations
    ['work_flex_face', 'i32', 'nflexnode', 3],
    ['work_flex_turn', 'f64', 'nflexnode', 4],
    // forces on vertices, and their velocities
    ['work_flex_force', 'f64', 'nflexvert', 3],
    ['work_flex_rate', 'f64', 'nflexvert', 3],
    // changes of squared lengths of edges
    ['work_flex_stretch', 'f64', 'nflexedge', 1],
    // index of each dof in a row of a Jacobian
    ['work_flex_column', 'i32', 'nmetric', 1],
    // elements sorted by their start along an axis, with capacity for sorting, and those that contain the position of a
    // sweep
    ['work_flex_order', 'i32', 'nflexelem', 1],
    ['work_flex_order2', 'i32', 'nflexelem', 1],
    ['work_flex_open', 'i32', 'nflexelem', 1],
    // stack of pairs of nodes of bounding volume trees
    ['work_flex_stack', 'i32', 'nflexstack', 4],
    // cached pairs of nearby elements, and their gaps; per flex their number (NEAR_PAIRS per element, in
    // `collision/flex/nearPairs.ts`), and the vertices, reach and radius from which the list was built
    ['work_near_pair', 'i32', 'nflexelem', 32],
    ['work_near_gap', 'f64', 'nflexelem', 16],
    ['work_near_count', 'i32', 'nflex', 1],
    ['work_near_reach', 'f64', 'nflex', 1],
    ['work_near_radius', 'f64', 'nflex', 1],
    ['work_near_pos', 'f64', 'nflexvert', 3],
    // columns of the stiffness: first entry of each row's list; bending; inverses of blocks
    ['work_efm_first', 'i32', 'nmetric', 1],
    ['work_efm_0', 'f64', 'nefm0dof', 1],
    ['work_efm_inv', 'f64', 'nmetric', 3],
  ],
  arena: [
    // thinning of contacts of a pair with a flex: whether a position was chosen, distance to the chosen contacts
    ['work_thin_chosen', 'i32', 'con_cap', 1],
    ['work_thin_near', 'f64', 'con_cap', 1],
    // lists of columns: the next entry, and the first of the three columns of each
    ['work_efm_next', 'i32', 'K_cap', 1],
    ['work_efm_col', 'i32', 'K_cap', 1],
  ],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
