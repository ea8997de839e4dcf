import { clip } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, dot3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { ballBall } from './sphereSphere.ts';

const axis = new Float64Array(3);
const nearest = new Float64Array(3);

/** Contact of a sphere and a capsule: of the sphere and a ball about the nearest point of the capsule's segment. */
export function sphereCapsule(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const p = 3 * g1;
  const A = 9 * g1;
  const B = 9 * g2;
  const half = geom_size[3 * g2 + 1];
  set3(axis, 0, geom_xmat[B + 2], geom_xmat[B + 5], geom_xmat[B + 8]);
  sub3(nearest, 0, geom_xpos, p, geom_xpos, 3 * g2);
  scl3(nearest, 0, axis, 0, clip(dot3(axis, 0, nearest, 0), -half, half));
  addTo3(nearest, 0, geom_xpos, 3 * g2);
  const r = geom_size[p];
  const s = geom_size[3 * g2];
  return ballBall(con, 0, margin, geom_xpos, p, geom_xmat, A, r, nearest, 0, geom_xmat, B, s);
}
