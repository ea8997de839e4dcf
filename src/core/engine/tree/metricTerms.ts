/** Which elements of a model the metric of the integrator `discrete` can contain. */
import type { int } from '../../math/int.ts';
import { NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { BiasType, Disable, GainType, Integrator, Solver } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { usesMetric } from './flexTerms.ts';
import { polyIsZero } from './poly.ts';

/** True if the solver works in the metric M + h D + h^2 K, so that its acceleration is that of the whole step.
 *  @inline */
export function isDiscrete(m: Model): boolean {
  return m.opt.integrator === Integrator.DISCRETE;
}

/** True if the metric of this step contains the stiffness of flexes, which couples islands. */
export function couplesFlexes(m: Model, d: Data): boolean {
  return d.efm_active !== 0 && m.nflex > 0 && usesMetric(m);
}

/** True if tendons and actuators are in the metric. PGS needs a factor of the metric, which their couplings would fill:
 *  their forces stay explicit. */
export function hasCouplings(m: Model): boolean {
  return isDiscrete(m) && m.opt.solver !== Solver.PGS;
}

/** True if a spring or a damper of tendon i can be in the metric. */
export function tendonCouples(m: Model, i: int): boolean {
  const { tendon_stiffness, tendon_stiffnesspoly, tendon_damping, tendon_dampingpoly, tendon_actuatorid } = m;
  const { disableflags } = m.opt;
  const spring =
    (disableflags & Disable.SPRING) === 0 && !polyIsZero(tendon_stiffness[i], tendon_stiffnesspoly, NPOLY * i);
  if (spring) return true;
  if ((disableflags & Disable.DAMPER) !== 0) return false;
  return tendon_actuatorid[i] !== -1 || !polyIsZero(tendon_damping[i], tendon_dampingpoly, NPOLY * i);
}

/** True if the force of actuator i can depend on its length or velocity. */
export function actuatorCouples(m: Model, i: int): boolean {
  const { actuator_biastype, actuator_gaintype } = m;
  if ((m.opt.disableflags & Disable.ACTUATION) !== 0) return false;
  const bias = actuator_biastype[i];
  const gain = actuator_gaintype[i];
  return (
    bias === BiasType.AFFINE ||
    bias === BiasType.SO3 ||
    bias === BiasType.DCMOTOR ||
    bias === BiasType.MUSCLE ||
    gain === GainType.AFFINE ||
    gain === GainType.SO3 ||
    gain === GainType.DCMOTOR ||
    gain === GainType.MUSCLE
  );
}
