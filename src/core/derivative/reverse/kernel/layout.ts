import type { int } from '../../../math/int.ts';
import type { Model } from '../../../model/model.ts';

/*  The vectors of the reverse pass, one Float64Array g. A cotangent of x is the derivative of a cost with respect to x. */

/** Cotangent of the next state, (dq', v', act'): the input. */
export const NEXT = 0;

/** Cotangent of the state, (dq, v, act). */
export function stateOffset(m: Model): int {
  return 2 * m.nv + m.na;
}

/** Cotangent of the controls. */
export function controlsOffset(m: Model): int {
  return 2 * stateOffset(m);
}

/** Vectors over dofs: see Cotangent. */
export function cotangentOffset(m: Model, k: int): int {
  return controlsOffset(m) + m.nu + k * m.nv;
}

export const Cotangent = {
  /** cotangent of b, the acceleration that advances the step: h v' */
  B: 0,
  /** (M - h D)^-T times it */
  MU: 1,
  /** cotangent of the acceleration a: M mu */
  A: 2,
  /** H^-1 times it */
  LAMBDA: 3,
  /** a - b */
  GAP: 4,
  SIZE: 5,
} as const;

/** Number of elements of g. */
export function reverseSize(m: Model): int {
  return cotangentOffset(m, Cotangent.SIZE);
}
