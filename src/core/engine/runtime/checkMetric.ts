/** Check of options that decide the metric of the solver. */
import { Disable, Enable, Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { hasMetricTerms, isPassive, usesMetric } from '../tree/flexTerms.ts';

/** Checks the integrator `discrete` and passive flex contacts, which are stiff springs that only the metric of the CG
 *  solver keeps stable.
 *  @throws Error that lists the required options */
export function checkMetric(m: Model): void {
  if (m.opt.integrator === Integrator.DISCRETE) {
    checkDiscreteOptions(m);
    return;
  }
  for (let f = 0; f < m.nflex; f++) {
    if (!isPassive(m, f) || usesMetric(m)) continue;
    throw new Error(
      `passive contacts of flex ${f} need solver="CG", integrator="implicit" or "implicitfast", pyramidal cones, and no sleeping`,
    );
  }
}

function checkDiscreteOptions(m: Model): void {
  const { enableflags, disableflags } = m.opt;
  if ((enableflags & Enable.SLEEP) !== 0 && (disableflags & Disable.ISLAND) !== 0) {
    throw new Error('integrator="discrete": sleep needs islands. Enable the flag island, or disable the flag sleep');
  }
  if (hasMetricTerms(m)) {
    throw new Error(
      'integrator="discrete": the elasticity and passive contacts of flexes are not supported yet. Use integrator="implicitfast" with solver="CG"',
    );
  }
}
