import type { int } from '../../../math/int.ts';
import { set3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON, CON_TANGENT } from '../precontact.ts';
import { PLANE, planeBall, setPlane } from './planeSphere.ts';

const plane = new Float64Array(PLANE);
const end = new Float64Array(3);

/** Contacts of a plane and a capsule: one per end, upper end first; tangents are along the axis of the capsule. Returns the number
 *  of contacts. */
export function planeCapsule(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const x = geom_xmat[9 * g2 + 2];
  const y = geom_xmat[9 * g2 + 5];
  const z = geom_xmat[9 * g2 + 8];
  const radius = geom_size[3 * g2];
  const half = geom_size[3 * g2 + 1];
  setPlane(plane, d, g1);
  let n = 0;
  for (let side: number = 1; side >= -1; side -= 2) {
    const s = side * half;
    set3(end, 0, geom_xpos[3 * g2] + s * x, geom_xpos[3 * g2 + 1] + s * y, geom_xpos[3 * g2 + 2] + s * z);
    if (planeBall(con, n * CON, margin, plane, end, 0, radius) !== 0) {
      set3(con, n * CON + CON_TANGENT, x, y, z);
      n++;
    }
  }
  return n;
}
