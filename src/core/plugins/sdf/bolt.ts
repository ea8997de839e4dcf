/** mujoco.sdf.bolt: a screw with a head. */
import { shapePlugin, without } from './shape.ts';
import { DIAGONAL, hexagonHead, thread } from './thread.ts';

export const bolt = shapePlugin(
  'mujoco.sdf.bolt',
  { radius: 0.26 },
  {
    distance(x, y, z, [radius]) {
      const beyond = Math.sqrt(x * x + y * y) - radius;
      const cone = (z - beyond) * DIAGONAL;
      // cut at the ends, and obliquely at the tip
      const screw = without(thread(x, y, z, beyond), 0.5 - Math.abs(z + 0.5));
      return Math.min(without(screw, cone + DIAGONAL), hexagonHead(x, y, z, beyond));
    },
    box: () => [0, 0, 0, 0.6, 0.6, 1],
  },
);
