/** Check of options that decide the metric of the solver. */
import { Disable, Enable, Integrator, Solver } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { canAssembleCells, hasMetricTerms, isPassive, usesMetric } from '../tree/flexTerms.ts';

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
  if (hasMetricTerms(m)) checkFlexes(m);
}

function checkFlexes(m: Model): void {
  const { solver, noslip_iterations, enableflags } = m.opt;
  const refuse = (what: string, fix: string): Error =>
    new Error(`integrator="discrete": ${what} does not support the elasticity and passive contacts of flexes. ${fix}`);
  if (solver === Solver.PGS) throw refuse('the PGS solver', 'Use solver="CG" or "Newton"');
  if (noslip_iterations > 0) throw refuse('noslip', 'Set noslip_iterations="0"');
  if ((enableflags & Enable.SLEEP) !== 0) throw refuse('sleeping', 'Disable the flag sleep');
  if (solver === Solver.NEWTON && !canAssembleCells(m)) {
    throw refuse('the Newton solver with nodes on bodies that do more than slide', 'Use solver="CG"');
  }
}
