/** Gradient of a cost along a trajectory. */
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

/** Derivatives of a cost at one time, to be set by the cost function; initially zero. */
export interface CostGradient {
  /** By the state (dq, qvel, act). */
  state: Float64Array;
  /** By the controls. */
  ctrl: Float64Array;
  /** By `sensordata`. */
  sensors: Float64Array;
}

/** Cost at time k of a rollout, with its derivatives. Called at every state, including the last one (k = steps), with
 *  all results in the `Data` that follow from the state and the controls. It must not change the `Data`. */
export type RolloutCost = (data: Data, k: number, gradient: CostGradient) => number;

/** Options of `rolloutGradient`. */
export interface RolloutOptions {
  /** Number of steps. */
  steps: number;
  /** Controls of every step, steps x nu. default: those of the `Data`, held constant */
  controls?: Float64Array;
  cost: RolloutCost;
  /** Model values by which to differentiate the cost too. */
  parameters?: readonly Parameter[];
  /** `setConst`, to include constants that depend on the parameters. default: constants are held fixed */
  constants?: Recompute;
  /** Output buffers, for example a previous result. */
  into?: Partial<RolloutGradient>;
}

/** A cost along a rollout and its derivatives. */
export interface RolloutGradient {
  cost: number;
  /** By the initial state (dq, qvel, act). */
  state: Float64Array;
  /** By the controls of every step, steps x nu; for constant controls, sum over the steps. */
  controls: Float64Array;
  /** By the requested parameters, in their order. */
  parameters: Float64Array;
  /** Largest residual of the differentiated solutions. */
  residual: number;
  /** Contacts whose derivative with respect to positions is that of the exact shapes, and the errors of the computed contacts: one entry
   *  per pair of geoms, with the largest errors of all steps. */
  exactContacts: ExactContact[];
}

/** Sum of costs along a rollout from the state of the `Data`, which is not changed, and its derivatives with respect to that state, all
 *  controls and parameters of the Model. Stores the states on the way and recomputes the steps in reverse, at the cost of a few steps per
 *  step.
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

/** Runs the rollout: writes states and derivatives of costs to `path`; returns the cost. */
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
    // the last state uses the controls of the last step
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

/** Reverse pass over the rollout. */
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
