/** What the analytic derivatives do not know, in words. */
import { callbacksOf } from '../engine/runtime/callbacks.ts';
import { NPOLY } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import {
  BiasType,
  DynType,
  Enable,
  EqType,
  GainType,
  Integrator,
  JointType,
  TrnType,
  WrapType,
} from '../model/enums.ts';
import type { Model } from '../model/model.ts';

const gains: readonly number[] = [GainType.FIXED, GainType.AFFINE, GainType.MUSCLE];
const biases: readonly number[] = [BiasType.NONE, BiasType.AFFINE, BiasType.MUSCLE];
const dynamics: readonly number[] = [
  DynType.NONE,
  DynType.INTEGRATOR,
  DynType.FILTER,
  DynType.FILTEREXACT,
  DynType.MUSCLE,
];

/** Why the derivatives by velocity, control and activation have no closed form here; undefined if they have. */
export function unsupportedSpeeds(m: Model, d: Data): string | undefined {
  const { opt } = m;
  const { control, passive, actDyn, actGain, actBias } = callbacksOf(m);
  if (control || passive || actDyn || actGain || actBias) return 'callbacks, which cannot be differentiated';
  if (m.nflex > 0) return 'flexes';
  if (opt.integrator === Integrator.RK4) return 'the integrator RK4';
  if (opt.noslip_iterations > 0) return 'the noslip solver, whose forces are not those of a minimum';
  if (opt.enableflags & Enable.SLEEP && d.ntree_awake < m.ntree) return 'trees that are asleep';
  if (opt.density > 0 || opt.viscosity > 0) return 'forces of a fluid';
  for (let i = 0; i < m.nactuator; i++) {
    const reason = unsupportedActuator(m, i);
    if (reason) return `${reason} (actuator ${i})`;
  }
  for (let j = 0; j < m.njnt; j++) if (m.jnt_actfrclimited[j]) return `a limit of actuator forces (joint ${j})`;
  for (let t = 0; t < m.ntendon; t++) {
    if (m.tendon_actfrclimited[t]) return `a limit of actuator forces (tendon ${t})`;
    if (isSpatial(m, t) && (m.tendon_armature[t] > 0 || (m.tendon_actuatorid[t] !== -1 && someArmature(m))))
      return `armature of a spatial tendon (tendon ${t})`;
  }
  for (let i = 0; i < m.neq; i++) {
    const type = m.eq_type[i];
    if (d.eq_active[i] && type !== EqType.JOINT && type !== EqType.TENDON) {
      return `an equality connect, weld or distance (equality ${i})`;
    }
  }
  return undefined;
}

function unsupportedActuator(m: Model, i: number): string | undefined {
  if (!gains.includes(m.actuator_gaintype[i])) return 'this type of gain';
  if (!biases.includes(m.actuator_biastype[i])) return 'this type of bias';
  if (!dynamics.includes(m.actuator_dyntype[i])) return 'this type of dynamics';
  if (m.actuator_actnum[i] > 1 || m.actuator_ctrlnum[i] !== 1) return 'several controls or activations';
  return m.actuator_delay[i] !== 0 ? 'a delay' : undefined;
}

function isSpatial(m: Model, t: number): boolean {
  return m.wrap_type[m.tendon_adr[t]] !== WrapType.JOINT;
}

function someArmature(m: Model): boolean {
  return m.actuator_armature.some((x) => x !== 0);
}

/** Why the derivatives by position have no closed form here; undefined if they have. */
export function unsupportedPositions(m: Model, d: Data): string | undefined {
  if (m.opt.enableflags & Enable.DIAGEXACT) return 'the flag diagexact';
  if (m.geom_surfacevel.some((x) => x !== 0)) return 'surfaces that move';
  for (let c = 0; c < d.ncon; c++) if (d.contact_adhesion[c] !== 0) return 'adhesive contacts';
  for (let i = 0; i < m.nactuator; i++) {
    const type = m.actuator_trntype[i];
    const quaternion = m.jnt_type[m.actuator_trnid[2 * i]] <= JointType.BALL;
    if (type === TrnType.JOINT || type === TrnType.TENDON) continue;
    if (type === TrnType.JOINTINPARENT && !quaternion) continue;
    if (type === TrnType.SITE && m.actuator_trnid[2 * i + 1] < 0) continue;
    return `this type of transmission (actuator ${i})`;
  }
  for (let k = 0; k < m.nwrap; k++) {
    const type = m.wrap_type[k];
    if (type === WrapType.SPHERE || type === WrapType.CYLINDER) return 'tendons that wrap around geoms';
  }
  if (m.opt.integrator === Integrator.IMPLICITSPRINGDAMPER && m.jnt_stiffnesspoly.some((x) => x !== 0)) {
    return `polynomial springs (${NPOLY} coefficients) with implicitspringdamper`;
  }
  return undefined;
}
