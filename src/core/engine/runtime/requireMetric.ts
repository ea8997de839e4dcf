/** Check of models with passive flex contacts. */
import type { Model } from '../../model/model.ts';
import { isPassive, usesMetric } from '../flex/metric/conditions.ts';

/** Passive flex contacts are stiff springs: only the metric of the CG solver is stable with them.
 *  @throws Error that lists the required options */
export function requireMetric(m: Model): void {
  for (let f = 0; f < m.nflex; f++) {
    if (!isPassive(m, f) || usesMetric(m)) continue;
    throw new Error(
      `passive contacts of flex ${f} need solver="CG", integrator="implicit" or "implicitfast", pyramidal cones, and no sleeping`,
    );
  }
}
