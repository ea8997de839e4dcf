import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, addToScl3, copy3, dot3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON, CON_NORMAL, CON_POS, startContact } from '../precontact.ts';

const normal = new Float64Array(3);
const corner = new Float64Array(3);

/** Contacts of a plane and a box: the first four corners, in binary order, that are below the center and within the
 *  margin. */
export function planeBox(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const p = 3 * g2;
  set3(normal, 0, geom_xmat[9 * g1 + 2], geom_xmat[9 * g1 + 5], geom_xmat[9 * g1 + 8]);
  sub3(corner, 0, geom_xpos, p, geom_xpos, 3 * g1);
  const height = dot3(corner, 0, normal, 0);
  const x = geom_size[p];
  const y = geom_size[p + 1];
  const z = geom_size[p + 2];
  let n = 0;
  for (let k = 0; k < 8 && n < 4; k++) {
    set3(corner, 0, (k & 1) !== 0 ? x : -x, (k & 2) !== 0 ? y : -y, (k & 4) !== 0 ? z : -z);
    mulMatVec3(corner, 0, geom_xmat, 9 * g2, corner, 0);
    const down = dot3(normal, 0, corner, 0);
    if (height + down > margin || down > 0) continue;
    const c = n * CON;
    const dist = height + down;
    startContact(con, c, dist);
    copy3(con, c + CON_NORMAL, normal, 0);
    copy3(con, c + CON_POS, corner, 0);
    addTo3(con, c + CON_POS, geom_xpos, p);
    addToScl3(con, c + CON_POS, normal, 0, -dist / 2);
    n++;
  }
  return n;
}
