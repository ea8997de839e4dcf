/** Backwards over one step of a twin. */
import { engineData, engineModel } from '../../engine/runtime/run.ts';
import type { Data } from '../../model/data.ts';
import { Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Told, toldAt } from '../analytic/layout.ts';
import { solvedResidual } from '../transition.ts';
import { workspaces64 } from '../twin.ts';
import { NEXT, reverseSize } from './kernel/layout.ts';
import { kernelOf } from './kernelOf.ts';
import type { ParameterPull } from './parameters.ts';

const vectors = new WeakMap<Model, Float64Array[]>();

/** The vectors of the reverse pass. */
export function reverseVectors(m: Model): Float64Array {
  return workspaces64(m, reverseSize(m), 1, vectors)[0];
}

/** Back over the step of the twin `t` from the cotangents `next` of the next state: g gets those of state and controls, `pull` adds
 *  those of parameters. Returns the residual. */
export function pullBack(m: Model, t: Data, g: Float64Array, next: Float64Array, pull?: ParameterPull): number {
  if (m.opt.integrator === Integrator.RK4) {
    throw new Error('backwards: no closed form for the integrator RK4; use transition with fd');
  }
  const kernel = kernelOf(m);
  const [w, spare] = solvedResidual(m, t, 'analytic');
  const [em, et] = [engineModel(m), engineData(m, t)];
  g.set(next, NEXT);
  kernel.pullPositions(em, et, g);
  kernel.pullStep(em, et, w, g);
  kernel.pullAcceleration(em, et, w, g);
  pull?.addClosed(em, et, g);
  kernel.pullTurning(em, et, w, spare, g);
  const residual = w[toldAt(m) + Told.RESIDUAL];
  pull?.addDifferences(m, t, w, g);
  return residual;
}

/** out = so many numbers of g */
export function take(out: Float64Array, g: Float64Array, at: number): void {
  for (let k = 0; k < out.length; k++) out[k] = g[at + k];
}
