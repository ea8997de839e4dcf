import type { int } from '../../../math/int.ts';
import { copy3, scl3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { rayPrimitive } from '../../collision/ray/primitive.ts';
import { contactForce } from '../../tree/contactForce.ts';
import { contactBody } from '../../tree/sleepState.ts';

const force = new Float64Array(6);
const ray = new Float64Array(6);
const normal = new Float64Array(3);

/** Sum of the normal forces of contacts of the site's body whose force passes through the site: the ray from the
 *  contact along its force on the body hits the site or starts inside it. */
export function touch(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_objid, site_bodyid, site_type, site_size } = m;
  const { ncon, contact_efc_address, contact_frame, contact_pos, site_xpos, site_xmat } = d;
  const site = sensor_objid[i];
  const body = site_bodyid[site];
  let sum: number = 0;
  for (let c = 0; c < ncon; c++) {
    if (contact_efc_address[c] < 0) continue;
    const second = contactBody(m, d, c, 1) === body;
    if (!second && contactBody(m, d, c, 0) !== body) continue;
    contactForce(m, d, c, force, 0);
    if (force[0] <= 0) continue;
    copy3(ray, 0, contact_pos, 3 * c);
    copy3(ray, 3, contact_frame, 9 * c);
    if (second) scl3(ray, 3, ray, 3, -1);
    const hit = rayPrimitive(site_type[site], site_xpos, site_xmat, site_size, site, ray, normal, 0);
    if (hit >= 0) sum += force[0];
  }
  out[o] = sum;
}
