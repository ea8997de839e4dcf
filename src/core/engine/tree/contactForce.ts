import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { isPyramidal } from './settings.ts';

/** Force and torque of contact `id` in its frame: res[r..r+6) = normal, two tangents, torques about them. It acts from
 *  the first geom on the second one. Adhesion is subtracted, so the normal force can be negative.
 *  reads  d: efc_force contact_* */
export function contactForce(m: Model, d: Data, id: int, res: Float64Array, r: int): void {
  const { efc_force, contact_efc_address, contact_friction, contact_dim, contact_adhesion } = d;
  res.fill(0, r, r + 6);
  if (id < 0 || id >= d.ncon || contact_efc_address[id] < 0) return;
  const e = contact_efc_address[id];
  const dim = contact_dim[id];
  if (dim === 1 || !isPyramidal(m)) {
    for (let k = 0; k < dim; k++) res[r + k] = efc_force[e + k];
  } else {
    // edges of the pyramid: the normal force is their sum, each tangent the difference of a pair times its friction
    for (let k = 0; k < 2 * (dim - 1); k++) res[r] += efc_force[e + k];
    for (let k = 0; k < dim - 1; k++) {
      res[r + 1 + k] = (efc_force[e + 2 * k] - efc_force[e + 2 * k + 1]) * contact_friction[5 * id + k];
    }
  }
  res[r] -= contact_adhesion[id];
}
