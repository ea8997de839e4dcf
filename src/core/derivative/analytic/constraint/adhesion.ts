import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { Disable, TrnType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { actuatorForceOffset, PassResult } from '../layout.ts';

/*  Normal forces of contacts that are not row forces: adhesion, and actuators that act on a body through its
 *  contacts. */

/** Distributes the force of body actuators over their contacts: share per contact at `actuatorForceOffset`, number of
 *  such actuators in PassResult.ADHESION_ACTUATORS. */
export function shareAdhesionForces(m: Model, d: Data, w: Float64Array): void {
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr } = m;
  const slot = PassResult.ADHESION_ACTUATORS;
  w[slot] = 0;
  for (let i = 0; i < nactuator; i++) {
    if (actuator_trntype[i] !== TrnType.BODY) continue;
    w[slot] += 1;
    let count = 0;
    for (let c = 0; c < d.ncon; c++) if (touches(m, d, c, actuator_trnid[2 * i])) count++;
    const o = actuator_outadr[i];
    w[actuatorForceOffset(m) + o] = count > 0 ? d.actuator_force[o] / count : 0.0;
  }
}

/** True if a contact that is active, or in its gap, touches a body. */
function touches(m: Model, d: Data, con: int, body: int): boolean {
  const { geom_bodyid } = m;
  const { contact_geom, contact_exclude } = d;
  if (contact_exclude[con] > 1) return false;
  return geom_bodyid[contact_geom[2 * con]] === body || geom_bodyid[contact_geom[2 * con + 1]] === body;
}

/** Attraction between the bodies of a contact, in addition to its rows. */
export function adhesionForce(m: Model, d: Data, w: Float64Array, con: int): number {
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr } = m;
  const passive = Disable.SPRING | Disable.DAMPER;
  let force: number = 0;
  if (d.contact_exclude[con] <= 1 && (m.opt.disableflags & passive) !== passive) force = d.contact_adhesion[con];
  if (w[PassResult.ADHESION_ACTUATORS] === 0) return force;
  for (let i = 0; i < nactuator; i++) {
    if (actuator_trntype[i] !== TrnType.BODY || !touches(m, d, con, actuator_trnid[2 * i])) continue;
    force += w[actuatorForceOffset(m) + actuator_outadr[i]];
  }
  return force;
}
