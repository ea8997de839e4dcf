/** Iterative LQR with control limits (Tassa, Mansard, Todorov: Control-limited differential dynamic programming, 2014).
 *  Derivatives of the steps come from `transition`, contacts included. Derivation: docs/derivations/ilqr.md. */
import { expectFunction, expectInteger, expectObject } from '../../../core/expect.ts';
import {
  Data,
  differentiatePos,
  getState,
  type Model,
  StateBit,
  setState,
  stateDim,
  stateSize,
  step,
  type TransitionResult,
  transition,
} from '../../../index.ts';
import { clamp, expectVector } from '../input.ts';
import { BackwardPass } from './backwardPass.ts';

/** Derivatives of a cost by the state x = (dq, qvel, act), of n elements, and by the controls u. Matrices are row-major.
 *  All are zero when the cost function is called. */
export interface CostDerivatives {
  lx: Float64Array;
  lu: Float64Array;
  /** n x n, symmetric; may be approximate. */
  lxx: Float64Array;
  /** nu x nu, symmetric. */
  luu: Float64Array;
  /** nu x n. */
  lux: Float64Array;
}

/** Returns the cost of a state and its controls at time k in [0, horizon]; the last time has no controls. With `out` it also adds
 *  the derivatives. `data` has qpos, qvel, act, ctrl and time; call `forward` for anything that follows from them. */
export type TrajectoryCost = (data: Data, k: number, out: CostDerivatives | undefined) => number;

export interface IlqrProblem {
  /** Number of steps. */
  horizon: number;
  cost: TrajectoryCost;
  /** Smallest relative decrease of the cost that counts; default: 1e-9. */
  tolerance?: number;
}

/** Step sizes of the line search along the solution of the linear-quadratic problem. */
const STEP_SIZES = [1, 0.6, 0.36, 0.2, 0.1, 0.04, 0.01];
const INITIAL_REGULARIZATION = 1e-6;
const MIN_REGULARIZATION = 1e-9;
const MAX_REGULARIZATION = 1e8;
/** Costs above this multiple of the last one end a rollout. */
const LOST = 10;

/** Plans controls; each `improve` lowers the cost of the trajectory.
 *
 *  ```ts
 *  const cost: TrajectoryCost = (data, k, out) => {
 *    const x = data.qpos[0] - 0.5;
 *    if (out) {
 *      out.lx[0] += x;
 *      out.lxx[0] += 1;
 *      out.luu[0] += 0.01;
 *      out.lu[0] += k < 20 ? 0.01 * data.ctrl[0] : 0;
 *    }
 *    return 0.5 * x * x + (k < 20 ? 0.005 * data.ctrl[0] ** 2 : 0);
 *  };
 *  const planner = new Ilqr(model, { horizon: 20, cost });
 *  planner.start(data);
 *  while (planner.improve());
 *  data.ctrl.set(planner.controls.subarray(0, model.nu)); // of the first step
 *  ``` */
export class Ilqr {
  readonly model: Model;
  readonly horizon: number;
  /** Planned controls, horizon x nu. */
  controls: Float64Array;
  /** Planned states (`StateBit.INTEGRATION`), horizon + 1. */
  states: Float64Array[];
  /** Cost of the planned trajectory. */
  cost = Number.POSITIVE_INFINITY;
  /** Feedback gains of each step, nu x n: u = controls + feedback (x - states). */
  readonly feedback: Float64Array[];
  /** Added to the diagonal of Quu; grows where a step fails. */
  regularization = INITIAL_REGULARIZATION;
  /** Milliseconds that the last `improve` took for derivatives, and in total. */
  times = { derivatives: 0, total: 0 };
  readonly #costFunction: TrajectoryCost;
  readonly #tolerance: number;
  readonly #data: Data;
  readonly #pass: BackwardPass;
  readonly #transitions: TransitionResult[];
  readonly #costs: CostDerivatives[];
  readonly #feedforward: Float64Array[];
  readonly #difference: Float64Array;
  readonly #position: Float64Array;
  readonly #speed: Float64Array;
  #tried: Float64Array[];
  #triedControls: Float64Array;

  constructor(model: Model, problem: IlqrProblem) {
    const { horizon, cost, tolerance = 1e-9 } = expectObject('Ilqr: problem', problem);
    expectInteger('horizon', horizon, 1);
    if (model.nu === 0) throw new RangeError('Ilqr: the model has no actuators. Expected at least one control to plan');
    const [n, { nu }] = [stateDim(model), model];
    const size = stateSize(model, StateBit.INTEGRATION);
    const arrays = (count: number, length: number) => Array.from({ length: count }, () => new Float64Array(length));
    this.model = model;
    this.horizon = horizon;
    this.#costFunction = expectFunction('cost', cost);
    this.#tolerance = tolerance;
    this.#data = new Data(model);
    this.#pass = new BackwardPass(n, nu);
    this.states = arrays(horizon + 1, size);
    this.#tried = arrays(horizon + 1, size);
    this.controls = new Float64Array(horizon * nu);
    this.#triedControls = new Float64Array(horizon * nu);
    this.#transitions = Array.from({ length: horizon }, () => ({}) as TransitionResult);
    this.#costs = Array.from({ length: horizon + 1 }, () => ({
      lx: new Float64Array(n),
      lu: new Float64Array(nu),
      lxx: new Float64Array(n * n),
      luu: new Float64Array(nu * nu),
      lux: new Float64Array(nu * n),
    }));
    this.#feedforward = arrays(horizon, nu);
    this.feedback = arrays(horizon, nu * n);
    this.#difference = new Float64Array(n);
    this.#position = new Float64Array(model.nq);
    this.#speed = new Float64Array(model.nv);
  }

  /** Begin at the state of `data` with these controls (horizon x nu); default: zero, or the controls nearest to it.
   *  @throws RangeError if the cost of the first trajectory is not finite */
  start(data: Data, controls?: ArrayLike<number>): void {
    const initial = controls ? expectVector('controls', controls, this.controls.length) : this.controls.fill(0);
    getState(this.model, data, StateBit.INTEGRATION, this.#tried[0]);
    this.controls.set(initial);
    this.cost = Number.POSITIVE_INFINITY;
    this.regularization = INITIAL_REGULARIZATION;
    const cost = this.#rollout(0);
    if (!Number.isFinite(cost)) {
      throw new RangeError(
        `Ilqr: the first trajectory has a cost of ${cost}. Expected controls for which the simulation does not diverge, ` +
          'and a finite cost',
      );
    }
    this.cost = cost;
    this.#accept();
  }

  /** Drop the first steps of the plan and repeat the last controls, to plan on from the state of `data`. */
  shift(data: Data, steps: number): void {
    const { nu } = this.model;
    expectInteger('steps', steps, 0, this.horizon);
    const moved = this.controls.slice(steps * nu);
    this.controls.set(moved);
    const last = this.controls.slice(moved.length - nu, moved.length);
    if (moved.length > 0) for (let k = this.horizon - steps; k < this.horizon; k++) this.controls.set(last, k * nu);
    this.start(data, this.controls.slice());
  }

  /** One iteration: derivatives, the linear-quadratic problem, and a line search. False if the cost did not decrease. */
  improve(): boolean {
    const from = performance.now();
    this.#differentiate();
    this.times.derivatives = performance.now() - from;
    let better = false;
    while (!better && this.regularization < MAX_REGULARIZATION) {
      better = this.#backward() && this.#search();
      this.regularization = better ? Math.max(MIN_REGULARIZATION, this.regularization / 4) : this.regularization * 8;
    }
    if (!better) {
      // the gains of the last trajectory, without the regularization that grew
      this.regularization = INITIAL_REGULARIZATION;
      this.#backward();
    }
    this.times.total = performance.now() - from;
    return better;
  }

  /** out = controls of step k with feedback for the state of `data`, within their ranges */
  controlsAt(k: number, data: Data, out: Float64Array): void {
    const { model, controls } = this;
    const { nu } = model;
    this.#stateDifference(this.#difference, this.states[k], data);
    for (let i = 0; i < nu; i++) {
      out[i] = this.#inRange(i, controls[k * nu + i] + rowDot(this.feedback[k], i, this.#difference));
    }
  }

  #differentiate(): void {
    const { model, horizon } = this;
    for (let k = 0; k <= horizon; k++) {
      const out = this.#costs[k];
      for (const array of [out.lx, out.lu, out.lxx, out.luu, out.lux]) array.fill(0);
      this.#load(k);
      this.#costFunction(this.#data, k, out);
      if (k < horizon) transition(model, this.#data, { into: this.#transitions[k] });
    }
  }

  /** The planner's own Data with the state and the controls of time k. */
  #load(k: number): void {
    const { model, horizon, controls } = this;
    setState(model, this.#data, this.states[k], StateBit.INTEGRATION);
    if (k < horizon) this.#data.ctrl.set(controls.subarray(k * model.nu, (k + 1) * model.nu));
  }

  /** Gains of all steps, backward in time; false if Quu is not positive definite somewhere. */
  #backward(): boolean {
    const { model, horizon, controls } = this;
    const { nu, actuator_ctrllimited, actuator_ctrlrange } = model;
    const pass = this.#pass;
    pass.begin(this.#costs[horizon]);
    for (let k = horizon - 1; k >= 0; k--) {
      for (let i = 0; i < nu; i++) {
        const u = controls[k * nu + i];
        const limited = actuator_ctrllimited[i];
        pass.lower[i] = limited ? actuator_ctrlrange[2 * i] - u : Number.NEGATIVE_INFINITY;
        pass.upper[i] = limited ? actuator_ctrlrange[2 * i + 1] - u : Number.POSITIVE_INFINITY;
      }
      const { A, B } = this.#transitions[k];
      if (!pass.step(A, B, this.#costs[k], this.regularization, this.#feedforward[k], this.feedback[k])) return false;
    }
    return true;
  }

  #search(): boolean {
    for (const size of STEP_SIZES) {
      const cost = this.#rollout(size);
      if (!(cost < this.cost - this.#tolerance * Math.abs(this.cost))) continue;
      this.cost = cost;
      this.#accept();
      return true;
    }
    return false;
  }

  /** Cost of u = controls + size feedforward + feedback (x - states); infinite if the simulation diverges. */
  #rollout(size: number): number {
    const { model, horizon, cost } = this;
    const data = this.#data;
    let sum = 0;
    setState(model, data, this.#tried[0], StateBit.INTEGRATION);
    for (let k = 0; k < horizon; k++) {
      this.#follow(k, size);
      getState(model, data, StateBit.INTEGRATION, this.#tried[k]);
      sum += this.#costFunction(data, k, undefined);
      if (!(sum < LOST * Math.abs(cost) + 1)) return Number.POSITIVE_INFINITY;
      const { time } = data;
      step(model, data);
      // a state that diverged was reset
      if (!(data.time > time)) return Number.POSITIVE_INFINITY;
    }
    getState(model, data, StateBit.INTEGRATION, this.#tried[horizon]);
    return sum + this.#costFunction(data, horizon, undefined);
  }

  #follow(k: number, size: number): void {
    const { controls, model } = this;
    const { nu } = model;
    if (size > 0) this.#stateDifference(this.#difference, this.states[k], this.#data);
    for (let i = 0; i < nu; i++) {
      let u = controls[k * nu + i];
      if (size > 0) u += size * this.#feedforward[k][i] + rowDot(this.feedback[k], i, this.#difference);
      u = this.#inRange(i, u);
      this.#data.ctrl[i] = u;
      this.#triedControls[k * nu + i] = u;
    }
  }

  #accept(): void {
    [this.states, this.#tried] = [this.#tried, this.states];
    [this.controls, this.#triedControls] = [this.#triedControls, this.controls];
    this.#tried[0].set(this.states[0]);
  }

  /** out = state of `data` minus the stored state; stored are time, qpos, qvel, act */
  #stateDifference(out: Float64Array, stored: Float64Array, data: Data): void {
    const { nq, nv, na } = this.model;
    for (let i = 0; i < nq; i++) this.#position[i] = stored[1 + i];
    differentiatePos(this.model, this.#speed, 1, this.#position, data.qpos);
    for (let i = 0; i < nv; i++) out[i] = this.#speed[i];
    for (let i = 0; i < nv; i++) out[nv + i] = data.qvel[i] - stored[1 + nq + i];
    for (let i = 0; i < na; i++) out[2 * nv + i] = data.act[i] - stored[1 + nq + nv + i];
  }

  #inRange(i: number, u: number): number {
    const { actuator_ctrllimited, actuator_ctrlrange } = this.model;
    return actuator_ctrllimited[i] ? clamp(u, actuator_ctrlrange[2 * i], actuator_ctrlrange[2 * i + 1]) : u;
  }
}

/** Row i of a matrix times x. */
function rowDot(matrix: Float64Array, i: number, x: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < x.length; c++) sum += matrix[i * x.length + c] * x[c];
  return sum;
}

/** Options of `ilqr`. */
export interface IlqrOptions extends IlqrProblem {
  /** Initial controls, horizon x nu; default: zero. */
  controls?: ArrayLike<number>;
  /** default: 100 */
  maxIterations?: number;
  /** Called after each iteration; return false to stop. */
  onIteration?: (planner: Ilqr, iteration: number) => unknown;
  signal?: AbortSignal;
}

/** Find controls that minimize the cost of a trajectory from the state of `data`, which is not changed.
 *
 *  ```ts
 *  const cost: TrajectoryCost = (data, k, out) => {
 *    const x = data.qpos[0] - 0.5;
 *    if (out) {
 *      out.lx[0] += x;
 *      out.lxx[0] += 1;
 *      out.luu[0] += 0.01;
 *      out.lu[0] += k < 20 ? 0.01 * data.ctrl[0] : 0;
 *    }
 *    return 0.5 * x * x + (k < 20 ? 0.005 * data.ctrl[0] ** 2 : 0);
 *  };
 *  const plan = ilqr(model, data, { horizon: 20, cost });
 *  for (let k = 0; k < plan.horizon; k++) {
 *    plan.controlsAt(k, data, data.ctrl);
 *    step(model, data);
 *  }
 *  ``` */
export function ilqr(model: Model, data: Data, options: IlqrOptions): Ilqr {
  const { controls, maxIterations = 100, onIteration, signal } = expectObject('ilqr: options', options);
  expectInteger('maxIterations', maxIterations, 1);
  const planner = new Ilqr(model, options);
  planner.start(data, controls);
  for (let k = 1; k <= maxIterations; k++) {
    signal?.throwIfAborted();
    if (!planner.improve() || onIteration?.(planner, k) === false) break;
  }
  return planner;
}
