/** Backwards over one step of a twin. */
import { engineData, engineModel } from '../../engine/runtime/run.ts';
import { addToScl } from '../../math/array.ts';
import type { Data } from '../../model/data.ts';
import { Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { addExact, type ExactContact } from '../exactContacts.ts';
import { expectFollowed, rungeKuttaPass, solvedResidual } from '../transition.ts';
import { memory64, workspaceOf } from '../workspace.ts';
import { controlsAt, NEXT, reverseSize, stateAt } from './kernel/layout.ts';
import { kernelOf } from './kernelOf.ts';
import type { ParameterPull } from './parameters.ts';

const vectors = new WeakMap<Model, Float64Array>();

/** The vectors of the reverse pass. */
export function reverseVectors(m: Model): Float64Array {
  let found = vectors.get(m);
  if (!found) {
    found = memory64(m.heap, reverseSize(m));
    vectors.set(m, found);
  }
  return found;
}

/** In the place of a step of a rollout. */
export const ALONE = -1;

/** Back over the step of the twin `t` from the cotangents `next` of the next state: g gets those of state and controls, `pull` adds
 *  those of parameters, and `exact` gets contacts whose derivative is that of the exact shapes, merged if `step` is the step of a rollout.
 *  Returns the residual. */
export function pullBack(
  m: Model,
  t: Data,
  g: Float64Array,
  next: Float64Array,
  pull: ParameterPull | undefined,
  exact: ExactContact[],
  step: number,
): number {
  if (m.opt.integrator === Integrator.RK4) return pullStages(m, t, g, next, pull, exact, step);
  const kernel = kernelOf(m);
  const work = workspaceOf(m);
  const { w } = work;
  solvedResidual(m, t, work, 'analytic', false);
  const em = engineModel(m);
  const et = engineData(m, t);
  g.set(next, NEXT);
  expectFollowed(kernel.pullPass(em, et, w, g));
  addExact(exact, m, t, step !== ALONE, Math.max(0, step));
  pull?.addClosed(em, et, g);
  kernel.pullTurning(em, et, w, work.spare(m.opt.integrator), g);
  const { residual } = work;
  pull?.addDifferences(m, t, w, g);
  return residual;
}

/** Back over the four stages of Runge-Kutta, by the whole A and B. */
function pullStages(
  m: Model,
  t: Data,
  g: Float64Array,
  next: Float64Array,
  pull: ParameterPull | undefined,
  exact: ExactContact[],
  step: number,
): number {
  if (pull) throw new Error('parameters: no closed form backwards over the integrator RK4');
  const work = workspaceOf(m);
  rungeKuttaPass(m, t, work, 'analytic', false, exact, Math.max(0, step));
  const nx = stateAt(m);
  g.fill(0, nx, nx + nx + m.nu);
  for (let r = 0; r < nx; r++) {
    addToScl(g, nx, work.A, r * nx, next[r], nx);
    addToScl(g, controlsAt(m), work.B, r * m.nu, next[r], m.nu);
  }
  return work.residual;
}

/** out = so many numbers of g */
export function take(out: Float64Array, g: Float64Array, at: number): void {
  for (let k = 0; k < out.length; k++) out[k] = g[at + k];
}
