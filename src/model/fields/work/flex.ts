import type { Row } from '../row.ts';

/** Scratch of `engine/flex`. */
export const flexWork = {
  fixed: [
    // nodes of interpolated flexes: positions, velocities, spring and damper forces
    ['work_flex_node', 'f64', 'nflexnode', 3],
    ['work_flex_vel', 'f64', 'nflexnode', 3],
    ['work_flex_spring', 'f64', 'nflexnode', 3],
    ['work_flex_damper', 'f64', 'nflexnode', 3],
    // forces on vertices
    ['work_flex_force', 'f64', 'nflexvert', 3],
  ],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
