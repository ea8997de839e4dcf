import type { int } from '../../../math/int.ts';
import { addScl3, copy3, dot3 } from '../../../math/vec3.ts';
import { MAXVAL } from '../../../model/constants.ts';
import type { Model } from '../../../model/model.ts';
import { fieldDistance, fieldGradient } from './combined.ts';

/** Line search: required fraction of the expected decrease, and factor that shortens the step. */
const ARMIJO = 0.1;
const SHORTER = 0.5;
const SHORTEST = 1e-4;
const LONGEST = 2;

const grad = new Float64Array(3);
const from = new Float64Array(3);

/** Gradient descent on a field (combined.ts) from x, which it moves: `steps` iterations with a backtracking line
 *  search. Returns the value of the field at x. */
export function descend(
  m: Model,
  kind: int,
  first: int,
  second: int,
  pose: Float64Array,
  x: Float64Array,
  i: int,
  steps: int,
): number {
  let value: number = MAXVAL;
  for (let step = 0; step < steps; step++) {
    fieldGradient(m, grad, 0, kind, first, second, pose, x, i);
    for (let k = 0; k < 3; k++) if (!(Math.abs(grad[k]) <= MAXVAL)) return MAXVAL;
    copy3(from, 0, x, i);
    const before = fieldDistance(m, kind, first, second, pose, from, 0);
    let length: number = LONGEST;
    let wanted = -ARMIJO * LONGEST * dot3(grad, 0, grad, 0);
    do {
      length *= SHORTER;
      wanted *= SHORTER;
      addScl3(x, i, from, 0, grad, 0, -length);
      value = fieldDistance(m, kind, first, second, pose, x, i);
    } while (length > SHORTEST && value - before > wanted);
    if (before < value) return value;
  }
  return value;
}
