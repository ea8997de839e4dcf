import { isZero } from '../../math/array.ts';
import { MINVAL } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { NFLUID, NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { BiasType, DynType, Enable, EqType, GainType, Integrator, TrnType, WrapType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { dampersVary, loneFreeBody, metricVariesByPosition, varyingGain } from './integrate/metric.ts';

/** Features without a closed form; `unsupported.ts` has the messages. */
export const Unsupported = {
  NONE: 0,
  NOSLIP: 1,
  ASLEEP: 2,
  USER_FORCE: 3,
  USER_ACTIVATION: 4,
  INTEGRATED_ORIENTATION: 5,
  MOTOR_WITH_RK4: 6,
  TWO_LIMITS: 7,
  DELAY: 8,
  LIMITED_GRAVCOMP: 9,
  TENDON_ARMATURE: 10,
  FLEX_EQUALITY: 11,
  TENDON_LIMIT: 12,
  MOVING_MOTOR: 13,
  ELLIPSOID: 14,
  DIAGEXACT: 15,
  SURFACE_SPEED: 16,
  ADHESION: 17,
  SPRING_POLYNOMIAL: 18,
  SHORT_TENDON: 19,
  VARYING_DAMPERS: 20,
  FREE_BODY: 21,
  VARYING_GAIN: 22,
  DISCRETE_ROWS: 23,
  VARYING_METRIC: 24,
} as const;

/** Factor of the index of the actuator, joint, ... in a result; the remainder is the `Unsupported` code. */
export const UNSUPPORTED_STRIDE = 32;

/** Reason why the derivatives have no closed form, as an `Unsupported` code and an index. With `hybrid`, derivatives by
 *  position need none. */
export function findUnsupported(m: Model, d: Data, hybrid: boolean): int {
  const speeds = unsupportedByVelocity(m, d);
  if (speeds !== Unsupported.NONE || hybrid) return speeds;
  return unsupportedByPosition(m, d);
}

/** Unsupported features for derivatives with respect to velocity, control and activation. */
function unsupportedByVelocity(m: Model, d: Data): int {
  const { nactuator, njnt, ntendon, neq, jnt_actfrclimited, jnt_actgravcomp } = m;
  if (m.opt.noslip_iterations > 0) return Unsupported.NOSLIP;
  if ((m.opt.enableflags & Enable.SLEEP) !== 0 && d.ntree_awake < m.ntree) return Unsupported.ASLEEP;
  for (let i = 0; i < nactuator; i++) {
    const reason = unsupportedActuator(m, i);
    if (reason !== Unsupported.NONE) return reason + UNSUPPORTED_STRIDE * i;
  }
  for (let j = 0; j < njnt; j++) {
    if (jnt_actfrclimited[j] !== 0 && jnt_actgravcomp[j] !== 0)
      return Unsupported.LIMITED_GRAVCOMP + UNSUPPORTED_STRIDE * j;
  }
  for (let t = 0; t < ntendon; t++) if (isHeavy(m, t)) return Unsupported.TENDON_ARMATURE + UNSUPPORTED_STRIDE * t;
  for (let i = 0; i < neq; i++) {
    if (d.eq_active[i] !== 0 && isOfFlex(m.eq_type[i])) return Unsupported.FLEX_EQUALITY + UNSUPPORTED_STRIDE * i;
  }
  const { integrator } = m.opt;
  if (integrator === Integrator.DISCRETE) return unsupportedWhenDiscrete(m, d);
  if (integrator !== Integrator.IMPLICIT && integrator !== Integrator.IMPLICITFAST) return Unsupported.NONE;
  return unsupportedWhenImplicit(m);
}

function isOfFlex(type: int): boolean {
  return type === EqType.FLEX || type === EqType.FLEXVERT || type === EqType.FLEXSTRAIN;
}

/** True if tendon t is spatial and has an armature, its own or that of an actuator. */
function isHeavy(m: Model, t: int): boolean {
  const { wrap_type, tendon_adr, tendon_armature, tendon_actuatorid, actuator_armature, nactuator } = m;
  if (wrap_type[tendon_adr[t]] === WrapType.JOINT) return false;
  return tendon_armature[t] > 0 || (tendon_actuatorid[t] !== -1 && !isZero(actuator_armature, 0, nactuator));
}

function unsupportedActuator(m: Model, i: int): int {
  const { actuator_gaintype, actuator_biastype, actuator_dyntype, actuator_trntype, actuator_forcelimited } = m;
  const gain = actuator_gaintype[i];
  const dyn = actuator_dyntype[i];
  if (gain === GainType.USER || actuator_biastype[i] === BiasType.USER) return Unsupported.USER_FORCE;
  if (dyn === DynType.USER) return Unsupported.USER_ACTIVATION;
  if (gain === GainType.SO3 && dyn !== DynType.NONE) return Unsupported.INTEGRATED_ORIENTATION;
  if (dyn === DynType.DCMOTOR && m.opt.integrator === Integrator.RK4) return Unsupported.MOTOR_WITH_RK4;
  if (actuator_trntype[i] === TrnType.TENDON && actuator_forcelimited[i] !== 0 && isTendonLimited(m, i)) {
    return Unsupported.TWO_LIMITS;
  }
  return m.actuator_delay[i] !== 0 ? Unsupported.DELAY : Unsupported.NONE;
}

/** True if actuator i acts on a tendon that limits the forces of its actuators. */
function isTendonLimited(m: Model, i: int): boolean {
  const { actuator_trntype, actuator_trnid, tendon_actfrclimited } = m;
  return actuator_trntype[i] === TrnType.TENDON && tendon_actfrclimited[actuator_trnid[2 * i]] !== 0;
}

/** Implicit integrators use approximate derivatives of some forces. For those forces the closed form would need the
 *  derivative of the approximation. */
function unsupportedWhenImplicit(m: Model): int {
  const { nactuator, ngeom, actuator_gaintype, actuator_trntype, geom_fluid } = m;
  for (let i = 0; i < nactuator; i++) {
    if (isTendonLimited(m, i)) return Unsupported.TENDON_LIMIT + UNSUPPORTED_STRIDE * i;
    const fixed = actuator_trntype[i] === TrnType.JOINT || actuator_trntype[i] === TrnType.JOINTINPARENT;
    if (actuator_gaintype[i] === GainType.DCMOTOR && !fixed) return Unsupported.MOVING_MOTOR + UNSUPPORTED_STRIDE * i;
  }
  if (m.opt.integrator !== Integrator.IMPLICITFAST) return Unsupported.NONE;
  if (!(m.opt.density > 0 || m.opt.viscosity > 0)) return Unsupported.NONE;
  for (let g = 0; g < ngeom; g++) if (geom_fluid[NFLUID * g] > 0) return Unsupported.ELLIPSOID + UNSUPPORTED_STRIDE * g;
  return Unsupported.NONE;
}

/** The metric of the integrator `discrete` must be constant. */
function unsupportedWhenDiscrete(m: Model, d: Data): int {
  if (dampersVary(m)) return Unsupported.VARYING_DAMPERS;
  const joint = loneFreeBody(m);
  if (joint >= 0) return Unsupported.FREE_BODY + UNSUPPORTED_STRIDE * joint;
  const actuator = varyingGain(m, d);
  return actuator >= 0 ? Unsupported.VARYING_GAIN + UNSUPPORTED_STRIDE * actuator : Unsupported.NONE;
}

/** Unsupported features for derivatives with respect to position. */
function unsupportedByPosition(m: Model, d: Data): int {
  const {
    nactuator,
    njnt,
    ngeom,
    ntendon,
    wrap_type,
    tendon_adr,
    actuator_gaintype,
    actuator_biastype,
    actuator_trntype,
  } = m;
  if (m.opt.integrator === Integrator.DISCRETE) {
    // diagA depends on the masses and Jacobians of the rows
    if (d.nefc > 0) return Unsupported.DISCRETE_ROWS;
    if (metricVariesByPosition(m, d)) return Unsupported.VARYING_METRIC;
  }
  if ((m.opt.enableflags & Enable.DIAGEXACT) !== 0) return Unsupported.DIAGEXACT;
  if (d.ncon > 0 && !isZero(m.geom_surfacevel, 0, 6 * ngeom)) return Unsupported.SURFACE_SPEED;
  // its ends coincide, so its direction is undefined
  for (let t = 0; t < ntendon; t++) {
    if (wrap_type[tendon_adr[t]] !== WrapType.JOINT && d.ten_length[t] < MINVAL)
      return Unsupported.SHORT_TENDON + UNSUPPORTED_STRIDE * t;
  }
  for (let i = 0; i < nactuator; i++) {
    const plain = actuator_gaintype[i] === GainType.FIXED && actuator_biastype[i] === BiasType.NONE;
    if (actuator_trntype[i] === TrnType.BODY && !plain) return Unsupported.ADHESION + UNSUPPORTED_STRIDE * i;
  }
  if (m.opt.integrator === Integrator.IMPLICITSPRINGDAMPER && !isZero(m.jnt_stiffnesspoly, 0, NPOLY * njnt)) {
    return Unsupported.SPRING_POLYNOMIAL;
  }
  return Unsupported.NONE;
}
