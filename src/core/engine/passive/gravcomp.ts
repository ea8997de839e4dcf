import { scl3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { applyFT } from '../tree/applyFT.ts';

const force = new Float64Array(3);
const none = new Float64Array(3);

/** Gravity compensation: a force -gravcomp m g at the center of mass of each body with gravcomp. `ngravcomp` counts
 *  only positive values; as in MuJoCo, negative values have an effect only if there is a positive one.
 *  reads  m: ngravcomp body_gravcomp body_mass opt.gravity   d: xipos cdof
 *  adds to d: qfrc_gravcomp */
export function gravcomp(m: Model, d: Data): void {
  const { body_gravcomp, body_mass } = m;
  const { gravity, disableflags } = m.opt;
  const { nbody_awake, body_awake_ind, xipos, qfrc_gravcomp } = d;
  if (m.ngravcomp === 0 || (disableflags & Disable.GRAVITY) !== 0) return;
  if (gravity[0] === 0 && gravity[1] === 0 && gravity[2] === 0) return;
  for (let b = 1; b < nbody_awake; b++) {
    const i = body_awake_ind[b];
    if (body_gravcomp[i] === 0) continue;
    scl3(force, 0, gravity, 0, -(body_mass[i] * body_gravcomp[i]));
    applyFT(m, d, qfrc_gravcomp, 0, force, 0, none, 0, xipos, 3 * i, i);
  }
}
