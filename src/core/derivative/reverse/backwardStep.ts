/** Reverse pass over one step of a scratch `Data`. */
import { engineData, engineModel } from '../../engine/runtime/withEngine.ts';
import { addToScl } from '../../math/array.ts';
import type { Data } from '../../model/data.ts';
import { Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { analyticOf } from '../analyticOf.ts';
import { addExact, type ExactContact } from '../exactContacts.ts';
import { expectFollowed, rungeKuttaPass, solvedResidual } from '../transition.ts';
import { memory64, type Workspace, workspaceOf } from '../workspace.ts';
import { controlsOffset, NEXT, reverseSize, stateOffset } from './kernel/layout.ts';
import { kernelOf } from './kernelOf.ts';
import type { ParameterVjp } from './parameters.ts';

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

/** Index of a step in a rollout. */
export const ALONE = -1;

/** Reverse pass over the step of the scratch `Data` `t` from the cotangents `next` of the next state: g gets those of
 *  state and controls, `pull` adds those of parameters, and `exact` gets contacts whose derivative is that of the exact
 *  shapes, merged if `step` is a step of a rollout. Returns the residual. */
export function backwardStep(
  m: Model,
  t: Data,
  g: Float64Array,
  next: Float64Array,
  parameterVjp: ParameterVjp | undefined,
  exact: ExactContact[],
  step: number,
): number {
  if (m.opt.integrator === Integrator.RK4) return backwardRungeKutta(m, t, g, next, parameterVjp, exact, step);
  if (m.opt.integrator === Integrator.DISCRETE) return backwardDiscrete(m, t, g, next, parameterVjp);
  const kernel = kernelOf(m);
  const work = workspaceOf(m);
  const { w } = work;
  solvedResidual(m, t, work, 'analytic', false);
  const em = engineModel(m);
  const et = engineData(m, t);
  g.set(next, NEXT);
  expectFollowed(kernel.vjpPass(em, et, w, g));
  addExact(exact, m, t, step !== ALONE, Math.max(0, step));
  parameterVjp?.addClosedForms(em, et, g);
  kernel.vjpStepMatrix(em, et, w, work.spare(m.opt.integrator), g);
  const { residual } = work;
  parameterVjp?.addDifferences(m, t, w, g);
  return residual;
}

/** Reverse pass over the four stages of Runge-Kutta, by the whole A and B. */
function backwardRungeKutta(
  m: Model,
  t: Data,
  g: Float64Array,
  next: Float64Array,
  parameterVjp: ParameterVjp | undefined,
  exact: ExactContact[],
  step: number,
): number {
  if (parameterVjp)
    throw new Error(
      'parameters: the reverse pass has no closed form for the integrator RK4. Choose another integrator',
    );
  const work = workspaceOf(m);
  rungeKuttaPass(m, t, work, 'analytic', false, exact, Math.max(0, step));
  multiplyTransposed(m, work, g, next);
  return work.residual;
}

/** Reverse pass with the integrator `discrete`, by the whole A and B. */
function backwardDiscrete(
  m: Model,
  t: Data,
  g: Float64Array,
  next: Float64Array,
  parameterVjp: ParameterVjp | undefined,
): number {
  if (parameterVjp)
    throw new Error(
      'parameters: the reverse pass has no closed form for the integrator discrete. Choose another integrator',
    );
  const work = workspaceOf(m);
  solvedResidual(m, t, work, 'analytic');
  const analytic = analyticOf(m);
  const em = engineModel(m);
  analytic.accelerationDerivatives(em, work.w);
  analytic.advancePass(em, engineData(m, t), work.w, work.spare(m.opt.integrator));
  multiplyTransposed(m, work, g, next);
  return work.residual;
}

/** Cotangents of state and controls: A^T next and B^T next. */
function multiplyTransposed(m: Model, work: Workspace, g: Float64Array, next: Float64Array): void {
  const nx = stateOffset(m);
  g.fill(0, nx, nx + nx + m.nu);
  for (let r = 0; r < nx; r++) {
    addToScl(g, nx, work.A, r * nx, next[r], nx);
    addToScl(g, controlsOffset(m), work.B, r * m.nu, next[r], m.nu);
  }
}

/** out = g[at, at + out.length) */
export function take(out: Float64Array, g: Float64Array, at: number): void {
  for (let k = 0; k < out.length; k++) out[k] = g[at + k];
}
