/** The gradient of a cost along a trajectory. */
import { forwardSkip } from '../../engine/forward.ts';
import { withEngine } from '../../engine/runtime/withEngine.ts';
import { integrate, rungeKutta } from '../../engine/step.ts';
import type { Data } from '../../model/data.ts';
import { Integrator, Stage } from '../../model/enums.ts';
import { checkFits } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { beginExact, type ExactContact, endExact } from '../exactContacts.ts';
import { expectSane } from '../fd/transitionFD.ts';
import { expectOptions, expectVector, matrix, stateDim } from '../sizes.ts';
import { backwardStep, reverseVectors, take } from './backwardStep.ts';
import { type ConstantRates, constantRates, type Recompute } from './constants.ts';
import { controlsOffset, stateOffset } from './kernel/layout.ts';
import { expectParameters, type Parameter, ParameterVjp } from './parameters.ts';
import { addSensors } from './sensors.ts';
import { type Trajectory, trajectoryOf } from './trajectory.ts';

/** Derivatives of a cost at one time, which the cost function fills; they are zero before. */
export interface CostGradient {
  /** By the state (dq, qvel, act). */
  state: Float64Array;
  /** By the controls. */
  ctrl: Float64Array;
  /** By `sensordata`. */
  sensors: Float64Array;
}

/** The cost at time k of a rollout, with its derivatives. It is called at every state, the last one (k = steps) included, with
 *  everything in the Data that follows from the state and the controls; it may not change the Data. */
export type RolloutCost = (data: Data, k: number, gradient: CostGradient) => number;

/** What to roll out, and by what to differentiate. */
export interface RolloutOptions {
  /** Number of steps. */
  steps: number;
  /** Controls of every step, steps x nu; those of the Data throughout if none are given. */
  controls?: Float64Array;
  cost: RolloutCost;
  /** Numbers of the Model by which the cost is differentiated too. */
  parameters?: readonly Parameter[];
  /** `setConst`, if the constants that follow from the parameters are to follow; otherwise they are held fixed. */
  constants?: Recompute;
  /** Buffers to fill: a result of before, for instance. */
  into?: Partial<RolloutGradient>;
}

/** A cost along a rollout and its derivatives. */
export interface RolloutGradient {
  cost: number;
  /** By the state that the rollout starts from (dq, qvel, act). */
  state: Float64Array;
  /** By the controls of every step, steps x nu; their sum over steps is that by controls that stay. */
  controls: Float64Array;
  /** By the parameters that were asked for, in their order. */
  parameters: Float64Array;
  /** The largest of the residuals at the solutions that were differentiated. */
  residual: number;
  /** Contacts whose derivative by positions is that of the exact shapes, and how far the computed contact is from these: one entry for each
   *  pair of geoms, with the largest errors of all steps. */
  exactContacts: ExactContact[];
}

/** The sum of costs along a rollout from the state of the Data, which stays as it is, and its derivatives by that state, by all
 *  controls and by parameters of the Model. States are stored on the way, and steps computed again backwards: this costs a few steps
 *  for each step.
 *
 *  ```ts
 *  const model = await loadModel('humanoid.xml');
 *  const { cost, controls } = rolloutGradient(model, new Data(model), {
 *    steps: 20,
 *    // the last height of the torso
 *    cost(data, k, gradient) {
 *      if (k < 20) return 0;
 *      gradient.state[2] = 1;
 *      return data.qpos[2];
 *    },
 *  });
 *  ``` */
export function rolloutGradient(m: Model, d: Data, options: RolloutOptions): RolloutGradient {
  const b = checkFits('rolloutGradient', m, d);
  const { steps, controls, cost, parameters = [], constants, into = {} } = expectOptions(options);
  if (!(steps >= 1 && Number.isInteger(steps))) throw new RangeError(`steps: expected at least 1, found ${steps}`);
  if (typeof cost !== 'function') throw new TypeError(`cost: expected a function, found ${cost}`);
  if (controls) expectVector('controls', controls, steps * m.nu);
  const result = into as RolloutGradient;
  result.state = matrix('state', into.state, stateDim(m), 1);
  result.controls = matrix('controls', into.controls, steps, m.nu);
  result.parameters = matrix('parameters', into.parameters, expectParameters(m, parameters).length, 1).fill(0);
  const rates = constants ? constantRates(m, parameters, constants) : undefined;
  const path = trajectoryOf(m, steps);
  result.cost = forwardPass(m, b, path, steps, controls, cost);
  backwardPass(m, path, steps, result, parameters, rates);
  return result;
}

/** The rollout: states and derivatives of costs into `path`; returns the cost. */
function forwardPass(
  m: Model,
  d: Data,
  path: Trajectory,
  steps: number,
  controls: Float64Array | undefined,
  cost: RolloutCost,
): number {
  const advance = m.opt.integrator === Integrator.RK4 ? rungeKutta : integrate;
  let sum = 0;
  path.start(d);
  expectSane(m, path.data);
  for (let k = 0; k <= steps; k++) {
    // the last state is looked at with the controls of the last step
    if (controls && k < steps) path.data.ctrl.set(controls.subarray(k * m.nu, (k + 1) * m.nu));
    path.store(k);
    forwardSkip(m, path.data, Stage.NONE, m.nsensor === 0);
    const value = cost(path.handle, k, path.gradientAt(k));
    if (!Number.isFinite(value)) throw new RangeError(`cost at time ${k}: expected a finite number, found ${value}`);
    sum += value;
    if (k < steps) withEngine('rolloutGradient', m, path.data, advance);
  }
  return sum;
}

/** The adjoint of the rollout. */
function backwardPass(
  m: Model,
  path: Trajectory,
  steps: number,
  out: RolloutGradient,
  parameters: readonly Parameter[],
  rates: readonly ConstantRates[] | undefined,
): void {
  const { nu } = m;
  const g = reverseVectors(m);
  const parameterVjp = parameters.length > 0 ? new ParameterVjp(parameters, out.parameters, rates) : undefined;
  const here = path.here;
  out.residual = 0;
  out.exactContacts = beginExact(out.exactContacts);
  out.controls.fill(0);
  here.state.fill(0);
  for (let k = steps; k >= 0; k--) {
    here.ctrl.fill(0);
    if (k < steps) {
      const residual = backwardStep(m, path.scratchDataAt(k), g, here.state, parameterVjp, out.exactContacts, k);
      out.residual = Math.max(out.residual, residual);
      take(here.state, g, stateOffset(m));
      take(here.ctrl, g, controlsOffset(m));
    }
    path.addCost(k, here);
    if (path.usesSensors(k)) addSensors(m, path.restore(k), path.gradientAt(k).sensors, here, parameterVjp);
    const row = Math.min(k, steps - 1) * nu;
    for (let i = 0; i < nu; i++) out.controls[row + i] += here.ctrl[i];
  }
  out.state.set(here.state);
  endExact(out.exactContacts);
}
