import type { int } from '../../../math/int.ts';
import type { Model } from '../../../model/model.ts';

/*  The vectors of the reverse pass, one Float64Array g. A cotangent of x is the derivative of a cost by x. */

/** Cotangent of the next state, (dq', v', act'): what is given. */
export const NEXT = 0;

/** Cotangent of the state, (dq, v, act). */
export function stateAt(m: Model): int {
  return 2 * m.nv + m.na;
}

/** Cotangent of the controls. */
export function controlsAt(m: Model): int {
  return 2 * stateAt(m);
}

/** Vectors over dofs: see Pull. */
export function pullAt(m: Model, k: int): int {
  return controlsAt(m) + m.nu + k * m.nv;
}

export const Pull = {
  /** cotangent of b, the acceleration that the step advances with: h v' */
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

/** Elements of g. */
export function reverseSize(m: Model): int {
  return pullAt(m, Pull.SIZE);
}
