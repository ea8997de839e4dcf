/** mujoco.sdf.bowl: a hollow sphere cut by a plane (https://iquilezles.org/articles/distfunctions, cut hollow
 *  sphere). */
import { shapePlugin } from './shape.ts';

export const bowl = shapePlugin(
  'mujoco.sdf.bowl',
  { height: 0.4, radius: 1, thickness: 0.02 },
  {
    check(config) {
      const [height, radius] = [config.number('height', 0.4), config.number('radius', 1)];
      return Math.abs(height) < radius ? undefined : `height: expected less than the radius ${radius}, found ${height}`;
    },
    distance(x, y, z, [height, radius, thickness]) {
      const width = Math.sqrt(radius * radius - height * height);
      const r = Math.sqrt(x * x + y * y);
      const rim = height * r < width * z;
      const [dr, dz] = [r - width, z - height];
      const dist = rim ? Math.sqrt(dr * dr + dz * dz) : Math.abs(Math.sqrt(r * r + z * z) - radius);
      return dist - thickness;
    },
    box([, radius, thickness]) {
      const half = radius + thickness;
      return [0, 0, 0, half, half, half];
    },
  },
);
