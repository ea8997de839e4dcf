import type { Model } from '../../model/model.ts';
import { isPassive, usesMetric } from '../flex/metric/conditions.ts';

/** Contacts of flexes as springs are too stiff for anything but the metric of the CG solver. */
export function requireMetric(m: Model): void {
  for (let f = 0; f < m.nflex; f++) {
    if (!isPassive(m, f) || usesMetric(m)) continue;
    throw new Error(
      `passive contacts of flex ${f} need solver="CG", integrator="implicit" or "implicitfast", pyramidal cones, and no sleeping`,
    );
  }
}
