/** A step, backwards: from the derivatives of a cost by what the step leads to, to those by what it starts from. */
import type { Data } from '../../model/data.ts';
import { Integrator } from '../../model/enums.ts';
import { fitting } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { Told, toldAt } from '../analytic/layout.ts';
import { expectSane } from '../fd/transitionFD.ts';
import { expectOptions, expectVector, matrix, stateDim } from '../sizes.ts';
import { solvedResidual } from '../transition.ts';
import { twinLike, workspaces64 } from '../twin.ts';
import * as jsKernel from './kernel/index.ts';
import { controlsAt, NEXT, reverseSize, stateAt } from './kernel/layout.ts';

/** Derivatives of a cost by what a step leads to. */
export interface StepCotangents {
  /** By the next state (dq, qvel, act): nx = 2 nv + na numbers. */
  state: Float64Array;
}

/** Derivatives of a cost by what a step starts from. */
export interface StepGradient {
  /** By the state (dq, qvel, act): nx numbers. */
  state: Float64Array;
  /** By the controls: nu numbers. */
  ctrl: Float64Array;
  /** What was missing at the solution that was differentiated, relative to the largest force. */
  residual: number;
}

/** How to go back over a step. */
export interface VjpOptions {
  /** Buffers to fill: a result of before, for instance. Nothing is allocated then. */
  into?: Partial<StepGradient>;
}

type Kernel = typeof jsKernel;

/** The kernel in the engine that runs the Model. */
function kernelOf(m: Model): Kernel {
  const stages = m.stages as Partial<Kernel> | undefined;
  return stages?.pullStep ? (stages as Kernel) : jsKernel;
}

/** The transposed derivatives of a step times a vector: `state` = A^T y and `ctrl` = B^T y for the cotangents y of the next
 *  state, without A and B. Costs a few steps, whatever the number of dofs. The Data stays as it is. What has no closed form is
 *  refused by name, as by `transition`.
 *
 *  @example
 *  const model = await loadModel('humanoid.xml');
 *  const data = new Data(model);
 *  const y = new Float64Array(stateDim(model)).fill(1); // the cost is the sum of the next state
 *  const { state, ctrl } = stepVjp(model, data, { state: y }); */
export function stepVjp(m: Model, d: Data, cotangents: StepCotangents, options: VjpOptions = {}): StepGradient {
  const b = fitting('stepVjp', m, d);
  const { into = {} } = expectOptions(options);
  const nx = stateDim(m);
  const result = into as StepGradient;
  const next = expectVector('cotangents.state', cotangents?.state, nx);
  result.state = matrix('state', into.state, nx, 1);
  result.ctrl = matrix('ctrl', into.ctrl, m.nu, 1);
  const t = twinLike(m, b);
  expectSane(m, t);
  const g = reverseVectors(m);
  g.set(next, NEXT);
  result.residual = pullBack(m, t, g);
  take(result.state, g, stateAt(m));
  take(result.ctrl, g, controlsAt(m));
  return result;
}

const vectors = new WeakMap<Model, Float64Array[]>();

/** The vectors of the reverse pass. */
function reverseVectors(m: Model): Float64Array {
  return workspaces64(m, reverseSize(m), 1, vectors)[0];
}

/** Back over the step of the twin `t`, with cotangents in g; returns the residual. */
function pullBack(m: Model, t: Data, g: Float64Array): number {
  if (m.opt.integrator === Integrator.RK4) {
    throw new Error('stepVjp: no closed form for the integrator RK4; use transition with fd');
  }
  const kernel = kernelOf(m);
  const [w, spare] = solvedResidual(m, t, 'analytic');
  kernel.pullPositions(m, t, g);
  kernel.pullStep(m, t, w, g);
  kernel.pullAcceleration(m, t, w, g);
  kernel.pullTurning(m, t, w, spare, g);
  return w[toldAt(m) + Told.RESIDUAL];
}

/** out = so many numbers of g */
function take(out: Float64Array, g: Float64Array, at: number): void {
  for (let k = 0; k < out.length; k++) out[k] = g[at + k];
}
