import { isZero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { applyFT } from './applyFT.ts';

/** qfrc += joint forces of the forces and torques that the user applies to bodies
 *  reads  d: xfrc_applied xipos body_awake_ind */
export function xfrcAccumulate(m: Model, d: Data, qfrc: Float64Array, q: int): void {
  const { nbody_awake, body_awake_ind, xfrc_applied, xipos } = d;
  for (let b = 1; b < nbody_awake; b++) {
    const i = body_awake_ind[b];
    if (isZero(xfrc_applied, 6 * i, 6)) continue;
    applyFT(m, d, qfrc, q, xfrc_applied, 6 * i, xfrc_applied, 6 * i + 3, xipos, 3 * i, i);
  }
}
