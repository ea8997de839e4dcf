import type { Row } from '../row.ts';

/** Scratch of `engine/velocity`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const velocityWork = {
  fixed: [
    // accelerations and forces of bodies in rne, velocities of bodies in subtreeVel
    ['rne_cacc', 'f64', 'nbody', 6],
    ['rne_cfrc', 'f64', 'nbody', 6],
    ['body_vel', 'f64', 'nbody', 6],
    ['vel_row', 'f64', 'nv', 1],
  ],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
