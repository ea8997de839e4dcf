/** What the analytic derivatives do not know, in words. */
import { callbacksOf } from '../engine/runtime/callbacks.ts';
import { NFLUID, NPOLY } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { BiasType, DynType, Enable, EqType, GainType, Integrator, TrnType, WrapType } from '../model/enums.ts';
import type { Model } from '../model/model.ts';

/** Why the derivatives by velocity, control and activation have no closed form here; undefined if they have. */
export function unsupportedSpeeds(m: Model, d: Data): string | undefined {
  const { opt } = m;
  const { control, passive, actDyn, actGain, actBias } = callbacksOf(m);
  if (control || passive || actDyn || actGain || actBias) return 'callbacks, which cannot be differentiated';
  if (m.nplugin > 0) return 'plugins, which cannot be differentiated';
  if (m.nflex > 0) return 'flexes';
  if (opt.noslip_iterations > 0) return 'the noslip solver, whose forces are not those of a minimum';
  if (opt.enableflags & Enable.SLEEP && d.ntree_awake < m.ntree) return 'trees that are asleep';
  for (let i = 0; i < m.nactuator; i++) {
    const reason = unsupportedActuator(m, i);
    if (reason) return `${reason} (actuator ${i})`;
  }
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_actfrclimited[j] && m.jnt_actgravcomp[j]) return `limited compensation of gravity (joint ${j})`;
  }
  for (let t = 0; t < m.ntendon; t++) {
    if (isSpatial(m, t) && (m.tendon_armature[t] > 0 || (m.tendon_actuatorid[t] !== -1 && someArmature(m))))
      return `armature of a spatial tendon (tendon ${t})`;
  }
  for (let i = 0; i < m.neq; i++) {
    if (d.eq_active[i] && flexEqualities.includes(m.eq_type[i])) return `an equality of a flex (equality ${i})`;
  }
  return opt.integrator === Integrator.IMPLICIT || opt.integrator === Integrator.IMPLICITFAST
    ? unsupportedSlopes(m)
    : undefined;
}

const flexEqualities: readonly number[] = [EqType.FLEX, EqType.FLEXVERT, EqType.FLEXSTRAIN];

function unsupportedActuator(m: Model, i: number): string | undefined {
  const { actuator_gaintype, actuator_biastype, actuator_dyntype, actuator_trntype } = m;
  if (actuator_gaintype[i] === GainType.USER || actuator_biastype[i] === BiasType.USER) return 'a force of user type';
  if (actuator_dyntype[i] === DynType.USER) return 'activations of user type';
  if (actuator_gaintype[i] === GainType.SO3 && actuator_dyntype[i] !== DynType.NONE) return 'an integrated orientation';
  const motor = actuator_dyntype[i] === DynType.DCMOTOR;
  if (motor && m.opt.integrator === Integrator.RK4) return 'a DC motor with states under RK4';
  if (actuator_trntype[i] === TrnType.TENDON && m.actuator_forcelimited[i] && tendonLimited(m, i)) {
    return 'limits of both a tendon and its actuator';
  }
  return m.actuator_delay[i] !== 0 ? 'a delay' : undefined;
}

function tendonLimited(m: Model, i: number): boolean {
  return m.actuator_trntype[i] === TrnType.TENDON && m.tendon_actfrclimited[m.actuator_trnid[2 * i]] !== 0;
}

/** What the implicit integrators take for the slope of a force is not always its slope: of what is not, they would need a
 *  derivative of its own. */
function unsupportedSlopes(m: Model): string | undefined {
  const fast = m.opt.integrator === Integrator.IMPLICITFAST;
  const moved: readonly number[] = [TrnType.JOINT, TrnType.JOINTINPARENT];
  for (let i = 0; i < m.nactuator; i++) {
    if (tendonLimited(m, i))
      return `a limit of actuator forces at a tendon with an implicit integrator (actuator ${i})`;
    if (m.actuator_gaintype[i] === GainType.DCMOTOR && !moved.includes(m.actuator_trntype[i])) {
      return `a DC motor at a moving transmission with an implicit integrator (actuator ${i})`;
    }
  }
  const wet = m.opt.density > 0 || m.opt.viscosity > 0;
  for (let g = 0; wet && fast && g < m.ngeom; g++) {
    if (m.geom_fluid[NFLUID * g] > 0) return `a fluid around an ellipsoid with implicitfast (geom ${g})`;
  }
  return undefined;
}

function isSpatial(m: Model, t: number): boolean {
  return m.wrap_type[m.tendon_adr[t]] !== WrapType.JOINT;
}

function someArmature(m: Model): boolean {
  return isAnySet(m.actuator_armature);
}

/** Why the derivatives by position have no closed form here; undefined if they have. */
export function unsupportedPositions(m: Model, d: Data): string | undefined {
  if (m.opt.enableflags & Enable.DIAGEXACT) return 'the flag diagexact';
  if (isAnySet(m.geom_surfacevel)) return 'surfaces that move';
  for (let c = 0; c < d.ncon; c++) {
    if (d.contact_geom[2 * c] < 0 || d.contact_geom[2 * c + 1] < 0) return 'contacts of a flex';
  }
  for (let i = 0; i < m.nactuator; i++) {
    const plain = m.actuator_gaintype[i] === GainType.FIXED && m.actuator_biastype[i] === BiasType.NONE;
    if (m.actuator_trntype[i] === TrnType.BODY && !plain) return `adhesion that depends on velocity (actuator ${i})`;
  }
  if (m.opt.integrator === Integrator.IMPLICITSPRINGDAMPER && isAnySet(m.jnt_stiffnesspoly)) {
    return `polynomial springs (${NPOLY} coefficients) with implicitspringdamper`;
  }
  return undefined;
}

/** A plain loop: this is asked before every derivative, and those of small models take a few microseconds. */
function isAnySet(array: Float64Array): boolean {
  for (let k = 0; k < array.length; k++) if (array[k] !== 0) return true;
  return false;
}
