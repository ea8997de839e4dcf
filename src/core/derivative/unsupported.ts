/** Messages for what the analytic derivatives do not support. */
import { modelCallbacks } from '../engine/runtime/callbacks.ts';
import { NPOLY } from '../model/constants.ts';
import type { Model } from '../model/model.ts';
import { UNSUPPORTED_STRIDE, Unsupported } from './analytic/findUnsupported.ts';

/** Callbacks that forces depend on, which no part of a step can be differentiated with; undefined if there are none. */
export function foreignCallbacks(m: Model): string | undefined {
  const { control, passive, actDyn, actGain, actBias } = modelCallbacks(m);
  const some = control || passive || actDyn || actGain || actBias;
  return some ? 'callbacks, which cannot be differentiated' : undefined;
}

/** The same of the parts of a Model: code of others, and flexes. */
export function foreignParts(m: Model): string | undefined {
  if (m.nplugin > 0) return 'plugins, which cannot be differentiated';
  return m.nflex > 0 ? 'flexes' : undefined;
}

/** For each Lack its words, and what its number counts. */
const words: Record<Exclude<keyof typeof Unsupported, 'NONE'>, readonly [string, string?]> = {
  NOSLIP: ['the noslip solver, whose forces are not those of a minimum'],
  ASLEEP: ['trees that are asleep'],
  USER_FORCE: ['a force of user type', 'actuator'],
  USER_ACTIVATION: ['activations of user type', 'actuator'],
  INTEGRATED_ORIENTATION: ['an integrated orientation', 'actuator'],
  MOTOR_WITH_RK4: ['a DC motor with states under RK4', 'actuator'],
  TWO_LIMITS: ['limits of both a tendon and its actuator', 'actuator'],
  DELAY: ['a delay', 'actuator'],
  LIMITED_GRAVCOMP: ['limited compensation of gravity', 'joint'],
  TENDON_ARMATURE: ['armature of a spatial tendon', 'tendon'],
  FLEX_EQUALITY: ['an equality of a flex', 'equality'],
  TENDON_LIMIT: ['a limit of actuator forces at a tendon with an implicit integrator', 'actuator'],
  MOVING_MOTOR: ['a DC motor at a moving transmission with an implicit integrator', 'actuator'],
  ELLIPSOID: ['a fluid around an ellipsoid with implicitfast', 'geom'],
  DIAGEXACT: ['the flag diagexact'],
  SURFACE_SPEED: ['surfaces that move'],
  ADHESION: ['adhesion that depends on velocity', 'actuator'],
  SPRING_POLYNOMIAL: [`polynomial springs (${NPOLY} coefficients) with implicitspringdamper`],
  SHORT_TENDON: ['a tendon of no length', 'tendon'],
};

/** Lacks of derivatives by position only, for which `hybrid` is a way out. */
const positionOnly: readonly number[] = [
  Unsupported.DIAGEXACT,
  Unsupported.SURFACE_SPEED,
  Unsupported.ADHESION,
  Unsupported.SPRING_POLYNOMIAL,
  Unsupported.SHORT_TENDON,
];

/** The error for what `findUnsupported` found. */
export function unsupportedError(code: number, method: string): Error {
  const reason = code % UNSUPPORTED_STRIDE;
  const name = Object.entries(Unsupported).find(([, value]) => value === reason)![0] as keyof typeof words;
  const [text, kind] = words[name];
  const where = kind ? ` (${kind} ${Math.trunc(code / UNSUPPORTED_STRIDE)})` : '';
  return noClosedFormError(`${text}${where}`, method, positionOnly.includes(reason));
}

/** The error for a method that has no closed form for something. */
export function noClosedFormError(text: string, method: string, hybrid = false): Error {
  return new Error(`method ${method}: no closed form for ${text}; use ${hybrid ? 'hybrid or fd' : 'fd'}`);
}
