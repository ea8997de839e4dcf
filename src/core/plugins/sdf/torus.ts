/** mujoco.sdf.torus: a ring about the z axis. */
import { MINVAL } from '../../model/constants.ts';
import { shapePlugin } from './shape.ts';

export const torus = shapePlugin(
  'mujoco.sdf.torus',
  { radius1: 0.35, radius2: 0.15 },
  {
    distance(x, y, z, [major, minor]) {
      const q = Math.sqrt(x * x + y * y) - major;
      return Math.sqrt(q * q + z * z) - minor;
    },
    gradient(out, x, y, z, [major]) {
      const radius = Math.sqrt(x * x + y * y);
      const q = radius - major;
      const length = Math.max(Math.sqrt(q * q + z * z), MINVAL);
      out[0] = (q * (x / radius)) / length;
      out[1] = (q * (y / radius)) / length;
      out[2] = z / length;
    },
    box: ([major, minor]) => [0, 0, 0, major + minor, major + minor, minor],
  },
);
