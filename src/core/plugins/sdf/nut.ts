/** mujoco.sdf.nut: the head of a bolt minus its thread. */
import { shapePlugin, without } from './shape.ts';
import { DIAGONAL, hexagonHead, thread } from './thread.ts';

export const nut = shapePlugin(
  'mujoco.sdf.nut',
  { radius: 0.26 },
  {
    distance(x, y, z, [radius]) {
      const beyond = Math.sqrt(x * x + y * y) - radius;
      const cone = (z - beyond) * DIAGONAL;
      const hole = without(thread(x, y, z, beyond), cone + 0.5 * DIAGONAL);
      return without(hexagonHead(x, y, z, beyond), Math.min(hole, -cone - 0.05 * DIAGONAL));
    },
    box: () => [0, 0, 0, 0.6, 0.6, 1],
  },
);
