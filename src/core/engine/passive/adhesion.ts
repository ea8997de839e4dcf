import { scl3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { applyFT } from '../tree/applyFT.ts';

const force = new Float64Array(3);
const none = new Float64Array(3);

/** Adhesion: each adhesive contact attracts its two bodies along the contact normal with a constant force.
 *  reads  d: ncon contact_adhesion contact_exclude contact_frame contact_pos contact_geom
 *  adds to d: qfrc_adhesion */
export function adhesion(m: Model, d: Data): void {
  const { geom_bodyid } = m;
  const { ncon, contact_adhesion, contact_exclude, contact_frame, contact_pos, contact_geom, qfrc_adhesion } = d;
  if ((m.opt.disableflags & Disable.CONTACT) !== 0) return;
  for (let i = 0; i < ncon; i++) {
    if (contact_adhesion[i] === 0 || contact_exclude[i] > 1) continue;
    const g1 = contact_geom[2 * i];
    const g2 = contact_geom[2 * i + 1];
    // the normal points from the first geom to the second
    scl3(force, 0, contact_frame, 9 * i, contact_adhesion[i]);
    if (g1 >= 0) applyFT(m, d, qfrc_adhesion, 0, force, 0, none, 0, contact_pos, 3 * i, geom_bodyid[g1]);
    scl3(force, 0, force, 0, -1);
    if (g2 >= 0) applyFT(m, d, qfrc_adhesion, 0, force, 0, none, 0, contact_pos, 3 * i, geom_bodyid[g2]);
  }
}
