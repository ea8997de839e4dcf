// Iterative LQR: improves a trajectory by repeatedly solving the linear-quadratic problem around it. The derivatives of the steps come from
// `transition`, so contacts are part of the plan. Neither a page nor a process is needed: a worker can run it with its own engine.
//
//   import * as tenon from 'tenon';
//   const planner = new Planner(tenon, model, { horizon: 200, cost });
//   planner.start(data, controls);
//   while (planner.improve());
//   planner.controls; // horizon x nu
import { choleskySolve, mulAdd, mulTransposedAdd } from './dense.mjs';

/** Costs of one state, with their derivatives with respect to the state (dq, qvel, act) and the controls. Hessians are diagonals and may be
 *  approximate. All are zero before the cost function is called.
 *  @typedef {{ state: Float64Array, ctrl: Float64Array, stateHessian: Float64Array, ctrlHessian: Float64Array }} CostModel */

/** The cost of a state and its controls at time k; at the last time, k = horizon, of the state only. Only qpos, qvel, act and ctrl of the
 *  Data are valid; nothing derived from them has been computed.
 *  @typedef {(data: import('tenon').Data, k: number, out: CostModel) => number} Cost */

const STEP_SIZES = [1, 0.6, 0.36, 0.2, 0.1, 0.04, 0.01];

export class Planner {
  /** Cost of the current trajectory. */
  cost = Number.POSITIVE_INFINITY;
  /** Milliseconds of the last round: derivatives, and total. */
  derivativeTime = 0;
  roundTime = 0;

  /** @param {typeof import('tenon')} tenon @param {import('tenon').Model} model @param {{ horizon: number, cost: Cost }} options */
  constructor(tenon, model, { horizon, cost }) {
    this.tenon = tenon;
    this.model = model;
    this.horizon = horizon;
    this.costFunction = cost;
    const [n, nu] = [tenon.stateDim(model), model.nu];
    const size = tenon.stateSize(model, tenon.StateBit.INTEGRATION);
    const numbers = (/** @type {number} */ length) =>
      Array.from({ length: horizon + 1 }, () => new Float64Array(length));
    this.data = new tenon.Data(model);
    this.states = numbers(size);
    this.tried = numbers(size);
    this.controls = new Float64Array(horizon * nu);
    this.triedControls = new Float64Array(horizon * nu);
    /** @type {import('tenon').TransitionResult[]} */
    this.transitions = Array.from({ length: horizon }, () => /** @type {import('tenon').TransitionResult} */ ({}));
    this.costs = Array.from({ length: horizon + 1 }, () => costModel(n, nu));
    this.feedforward = numbers(nu);
    this.feedback = numbers(nu * n);
    this.difference = new Float64Array(n);
    this.work = workspace(n, model);
    this.regularization = 1e-6;
  }

  /** Starts from the state of `data`, with the given controls (default: zero).
   *  @param {import('tenon').Data} data @param {Float64Array} [controls] */
  start(data, controls) {
    this.store(data, this.tried[0]);
    if (controls) this.controls.set(controls);
    this.triedControls.set(this.controls);
    this.cost = this.rollout(0);
    this.accept();
  }

  /** One round: derivatives, the linear-quadratic problem, and a line search along its solution. Returns false if the cost did not
   *  decrease. */
  improve() {
    const from = performance.now();
    this.differentiate();
    this.derivativeTime = performance.now() - from;
    let better = false;
    while (!better && this.regularization < 1e8) {
      better = this.backward() && this.search();
      this.regularization = better ? Math.max(1e-9, this.regularization / 4) : this.regularization * 8;
    }
    this.roundTime = performance.now() - from;
    return better;
  }

  /** Derivatives of steps and costs along the trajectory. */
  differentiate() {
    for (let k = 0; k <= this.horizon; k++) {
      const out = this.costs[k];
      for (const array of Object.values(out)) array.fill(0);
      this.costFunction(this.stateAt(k), k, out);
      if (k < this.horizon) this.tenon.transition(this.model, this.data, { into: this.transitions[k] });
    }
  }

  /** Line search along the solution; returns true if a step size decreases the cost. */
  search() {
    for (const size of STEP_SIZES) {
      const cost = this.rollout(size);
      if (!(cost < this.cost - 1e-9 * Math.abs(this.cost))) continue;
      this.cost = cost;
      this.accept();
      return true;
    }
    return false;
  }

  /** Rolls out u = u0 + size k + K (x - x0) within the control ranges; returns the cost.
   *  @param {number} size */
  rollout(size) {
    const { model, data, horizon, tried } = this;
    let sum = 0;
    this.tenon.setState(model, data, tried[0], this.tenon.StateBit.INTEGRATION);
    for (let k = 0; k < horizon; k++) {
      this.follow(k, size);
      this.store(data, tried[k]);
      sum += this.costFunction(data, k, this.work.ignored);
      // treated as infinite cost
      if (!(sum < 10 * this.cost)) return Number.POSITIVE_INFINITY;
      this.tenon.step(model, data);
    }
    this.store(data, tried[horizon]);
    return sum + this.costFunction(data, horizon, this.work.ignored);
  }

  /** The controls at time k, for the current state.
   *  @param {number} k @param {number} size */
  follow(k, size) {
    const { model, data, difference, feedforward, feedback } = this;
    const { nu } = model;
    if (size > 0) this.stateDifference(difference, this.states[k], data);
    for (let i = 0; i < nu; i++) {
      let u = this.controls[k * nu + i];
      if (size > 0) u += size * feedforward[k][i] + dotRow(feedback[k], i, difference);
      data.ctrl[i] = clamp(model, i, u);
      this.triedControls[k * nu + i] = data.ctrl[i];
    }
  }

  /** out = the controls at time k for the state of `data`, if it is near the planned one
   *  @param {number} k @param {import('tenon').Data} data @param {Float64Array} out */
  controlsAt(k, data, out) {
    const { model, difference } = this;
    this.stateDifference(difference, this.states[k], data);
    for (let i = 0; i < model.nu; i++) {
      out[i] = clamp(model, i, this.controls[k * model.nu + i] + dotRow(this.feedback[k], i, difference));
    }
  }

  /** @param {import('tenon').Data} data @param {Float64Array} to */
  store(data, to) {
    this.tenon.getState(this.model, data, this.tenon.StateBit.INTEGRATION, to);
  }

  /** Accepts the candidate as the trajectory. */
  accept() {
    [this.states, this.tried] = [this.tried, this.states];
    [this.controls, this.triedControls] = [this.triedControls, this.controls];
    this.tried[0].set(this.states[0]);
  }

  /** out = state of `to` minus the state `from`, time before qpos, qvel, act as they are stored
   *  @param {Float64Array} out @param {Float64Array} from @param {import('tenon').Data} to */
  stateDifference(out, from, to) {
    const { nq, nv, na } = this.model;
    const { position, speed } = this.work;
    for (let i = 0; i < nq; i++) position[i] = from[1 + i];
    this.tenon.differentiatePos(this.model, speed, 1, position, to.qpos);
    for (let i = 0; i < nv; i++) out[i] = speed[i];
    for (let i = 0; i < nv; i++) out[nv + i] = to.qvel[i] - from[1 + nq + i];
    for (let i = 0; i < na; i++) out[2 * nv + i] = to.act[i] - from[1 + nq + nv + i];
  }

  /** Backward pass: gains of every step. Returns false if the problem has no minimum. */
  backward() {
    const { horizon, costs, work } = this;
    work.Vx.set(costs[horizon].state);
    setDiagonal(work.Vxx, costs[horizon].stateHessian);
    for (let k = horizon - 1; k >= 0; k--) if (!this.backwardStep(k)) return false;
    return true;
  }

  /** Q = cost + V(A dx + B du), then its minimum over du within the control ranges.
   *  @param {number} k */
  backwardStep(k) {
    const { A, B } = this.transitions[k];
    const { state, ctrl, stateHessian, ctrlHessian } = this.costs[k];
    const { Vx, Vxx, VA, VB, Qx, Qu, Qxx, Qux, Quu } = this.work;
    const [n, nu] = [Vx.length, ctrl.length];
    Qx.set(state);
    mulTransposedAdd(Qx, A, Vx, n, n, 1);
    Qu.set(ctrl);
    mulTransposedAdd(Qu, B, Vx, n, nu, 1);
    mulAdd(VA.fill(0), Vxx, A, n, n, n);
    mulAdd(VB.fill(0), Vxx, B, n, n, nu);
    setDiagonal(Qxx, stateHessian);
    mulTransposedAdd(Qxx, A, VA, n, n, n);
    mulTransposedAdd(Qux.fill(0), B, VA, n, nu, n);
    setDiagonal(Quu, ctrlHessian);
    mulTransposedAdd(Quu, B, VB, n, nu, nu);
    if (!this.gains(k)) return false;
    this.value(k);
    return true;
  }

  /** k = -Quu^-1 Qu, K = -Quu^-1 Qux over the free controls: a control at its limit is fixed if the update would exceed it.
   *  @param {number} k */
  gains(k) {
    const { model, regularization } = this;
    const { Qu, Qux, Quu, free, reduced, right } = this.work;
    const [nu, n] = [Qu.length, this.difference.length];
    let count = 0;
    for (let i = 0; i < nu; i++) if (!pushedOut(model, i, this.controls[k * nu + i], -Qu[i])) free[count++] = i;
    const width = n + 1;
    for (let r = 0; r < count; r++) {
      for (let c = 0; c < count; c++)
        reduced[r * count + c] = Quu[free[r] * nu + free[c]] + (r === c ? regularization : 0);
      for (let c = 0; c < n; c++) right[r * width + c] = -Qux[free[r] * n + c];
      right[r * width + n] = -Qu[free[r]];
    }
    if (!choleskySolve(reduced, right, count, width)) return false;
    this.feedforward[k].fill(0);
    this.feedback[k].fill(0);
    for (let r = 0; r < count; r++) {
      this.feedforward[k][free[r]] = right[r * width + n];
      for (let c = 0; c < n; c++) this.feedback[k][free[r] * n + c] = right[r * width + c];
    }
    return true;
  }

  /** V at time k: Vx = Qx + K^T (Quu k + Qu) + Qux^T k, Vxx = Qxx + K^T Quu K + K^T Qux + Qux^T K
   *  @param {number} k */
  value(k) {
    const { Vx, Vxx, Qx, Qu, Qxx, Qux, Quu, slope, product } = this.work;
    const [n, nu] = [Vx.length, Qu.length];
    const [gain, K] = [this.feedforward[k], this.feedback[k]];
    slope.set(Qu);
    mulAdd(slope, Quu, gain, nu, nu, 1);
    Vx.set(Qx);
    mulTransposedAdd(Vx, K, slope, nu, n, 1);
    mulTransposedAdd(Vx, Qux, gain, nu, n, 1);
    product.set(Qux);
    mulAdd(product, Quu, K, nu, nu, n);
    Vxx.set(Qxx);
    mulTransposedAdd(Vxx, K, product, nu, n, n);
    mulTransposedAdd(Vxx, Qux, K, nu, n, n);
    for (let r = 0; r < n; r++) {
      for (let c = 0; c < r; c++) {
        const mean = 0.5 * (Vxx[r * n + c] + Vxx[c * n + r]);
        Vxx[r * n + c] = mean;
        Vxx[c * n + r] = mean;
      }
    }
  }

  /** Sets the planner's own Data to the state and the controls at time k.
   *  @param {number} k */
  stateAt(k) {
    this.tenon.setState(this.model, this.data, this.states[k], this.tenon.StateBit.INTEGRATION);
    return this.data;
  }
}

/** @param {number} n @param {number} nu @returns {CostModel} */
function costModel(n, nu) {
  const numbers = (/** @type {number} */ length) => new Float64Array(length);
  return { state: numbers(n), ctrl: numbers(nu), stateHessian: numbers(n), ctrlHessian: numbers(nu) };
}

/** @param {number} n @param {import('tenon').Model} model */
function workspace(n, { nq, nv, nu }) {
  const numbers = (/** @type {number} */ length) => new Float64Array(length);
  return {
    ignored: costModel(n, nu),
    ...{ position: numbers(nq), speed: numbers(nv) },
    ...{ Vx: numbers(n), Vxx: numbers(n * n), VA: numbers(n * n), VB: numbers(n * nu) },
    ...{ Qx: numbers(n), Qu: numbers(nu), Qxx: numbers(n * n), Qux: numbers(nu * n), Quu: numbers(nu * nu) },
    ...{ slope: numbers(nu), product: numbers(nu * n), free: new Int32Array(nu) },
    ...{ reduced: numbers(nu * nu), right: numbers(nu * (n + 1)) },
  };
}

/** @param {Float64Array} matrix @param {Float64Array} diagonal */
function setDiagonal(matrix, diagonal) {
  matrix.fill(0);
  for (let i = 0; i < diagonal.length; i++) matrix[i * (diagonal.length + 1)] = diagonal[i];
}

/** Row i of a matrix times x. @param {Float64Array} matrix @param {number} i @param {Float64Array} x */
function dotRow(matrix, i, x) {
  let sum = 0;
  for (let c = 0; c < x.length; c++) sum += matrix[i * x.length + c] * x[c];
  return sum;
}

/** @param {import('tenon').Model} model @param {number} i @param {number} u */
function clamp({ actuator_ctrllimited, actuator_ctrlrange }, i, u) {
  if (!actuator_ctrllimited[i]) return u;
  return Math.min(actuator_ctrlrange[2 * i + 1], Math.max(actuator_ctrlrange[2 * i], u));
}

/** Whether control i is at its limit and would move beyond it.
 *  @param {import('tenon').Model} model @param {number} i @param {number} u @param {number} direction */
function pushedOut({ actuator_ctrllimited, actuator_ctrlrange }, i, u, direction) {
  if (!actuator_ctrllimited[i]) return false;
  return (u <= actuator_ctrlrange[2 * i] && direction < 0) || (u >= actuator_ctrlrange[2 * i + 1] && direction > 0);
}
