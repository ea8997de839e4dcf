/** Messages for features that the analytic derivatives do not support. */
import { modelCallbacks } from '../engine/runtime/callbacks.ts';
import { NPOLY } from '../model/constants.ts';
import type { Model } from '../model/model.ts';
import { UNSUPPORTED_STRIDE, Unsupported } from './analytic/findUnsupported.ts';

/** Callbacks that affect forces, which cannot be differentiated; undefined if there are none. */
export function foreignCallbacks(m: Model): string | undefined {
  const { control, passive, actDyn, actGain, actBias } = modelCallbacks(m);
  const some = control || passive || actDyn || actGain || actBias;
  return some ? 'callbacks, which cannot be differentiated' : undefined;
}

/** The same for parts of a Model: plugins and flexes. */
export function foreignParts(m: Model): string | undefined {
  if (m.nplugin > 0) return 'plugins, which cannot be differentiated';
  return m.nflex > 0 ? 'flexes' : undefined;
}

/** Message of each `Unsupported` code, and the kind of object that its index refers to. */
const words: Record<Exclude<keyof typeof Unsupported, 'NONE'>, readonly [string, string?]> = {
  NOSLIP: ['the noslip solver, whose forces do not minimize a cost'],
  ASLEEP: ['trees that are asleep'],
  USER_FORCE: ['a force of user type', 'actuator'],
  USER_ACTIVATION: ['activations of user type', 'actuator'],
  INTEGRATED_ORIENTATION: ['an integrated orientation', 'actuator'],
  MOTOR_WITH_RK4: ['a DC motor with states under RK4', 'actuator'],
  TWO_LIMITS: ['limits of both a tendon and its actuator', 'actuator'],
  DELAY: ['a delay', 'actuator'],
  LIMITED_GRAVCOMP: ['limited gravity compensation', 'joint'],
  TENDON_ARMATURE: ['armature of a spatial tendon', 'tendon'],
  FLEX_EQUALITY: ['an equality of a flex', 'equality'],
  TENDON_LIMIT: ['a limit on the actuator forces of a tendon with an implicit integrator', 'actuator'],
  MOVING_MOTOR: ['a DC motor at a configuration-dependent transmission with an implicit integrator', 'actuator'],
  ELLIPSOID: ['a fluid around an ellipsoid with implicitfast', 'geom'],
  DIAGEXACT: ['the flag diagexact'],
  SURFACE_SPEED: ['moving surfaces'],
  ADHESION: ['adhesion that depends on velocity', 'actuator'],
  SPRING_POLYNOMIAL: [`polynomial springs (${NPOLY} coefficients) with implicitspringdamper`],
  SHORT_TENDON: ['a tendon of zero length', 'tendon'],
  VARYING_DAMPERS: ['polynomial dampers or fluids with the integrator discrete'],
  FREE_BODY: ['an isolated free body with the integrator discrete', 'joint'],
  VARYING_GAIN: ['an actuator whose gain or resistance varies with the integrator discrete', 'actuator'],
  DISCRETE_ROWS: ['positions of constraint rows with the integrator discrete'],
  VARYING_METRIC: ['polynomial springs, spatial tendons and moments that vary with the integrator discrete'],
};

/** Unsupported features that affect only position derivatives; `hybrid` is the alternative. */
const positionOnly: readonly number[] = [
  Unsupported.DIAGEXACT,
  Unsupported.SURFACE_SPEED,
  Unsupported.ADHESION,
  Unsupported.SPRING_POLYNOMIAL,
  Unsupported.SHORT_TENDON,
  Unsupported.DISCRETE_ROWS,
  Unsupported.VARYING_METRIC,
];

/** Error for a result of `findUnsupported`. */
export function unsupportedError(code: number, method: string): Error {
  const reason = code % UNSUPPORTED_STRIDE;
  const name = Object.entries(Unsupported).find(([, value]) => value === reason)![0] as keyof typeof words;
  const [text, kind] = words[name];
  const where = kind ? ` (${kind} ${Math.trunc(code / UNSUPPORTED_STRIDE)})` : '';
  return noClosedFormError(`${text}${where}`, method, positionOnly.includes(reason));
}

/** Error for a method without a closed form for a feature. */
export function noClosedFormError(text: string, method: string, hybrid = false): Error {
  return new Error(`method ${method}: no closed form for ${text}. Use ${hybrid ? 'hybrid or fd' : 'fd'}`);
}
