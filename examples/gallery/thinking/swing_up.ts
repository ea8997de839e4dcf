// A cart swings two poles up and keeps them upright, with one motor. While they hang it plans: iterative LQR over two and a half seconds.
// Each round computes analytic derivatives of 250 steps (`transition`), in a few microseconds each; the sensors show how long that takes
// and the cost of the plan. Pull the poles down with Ctrl-drag, or start over.
import type { Data, Model, TransitionResult } from 'tenon';
import type { Control, Tenon } from 'tenon/viewer';

const [HORIZON, ROUNDS] = [250, 120];
/** Cost weights of cart, poles and their velocities for deviations from the upright rest state, during the motion and at the end. */
const RUNNING = [0.01, 0.01, 0.01, 0.001, 0.001, 0.001];
const LAST = [50, 100, 100, 10, 10, 10];
const EFFORT = 0.02;
const N = 6;

export function controller(model: Model, tenon: Tenon): Control {
  const planner = new Planner(model, tenon);
  const hold = upright(model, tenon);
  let began: number | undefined;
  // values of the two user sensors
  model.callbacks = {
    sensor: (_, { sensordata }) => sensordata.set([planner.cost, planner.milliseconds]),
  };
  return (data) => {
    const { ctrl } = data;
    if (!planner.done) {
      planner.improve();
      ctrl[0] = 0;
      return;
    }
    began ??= data.time;
    const k = Math.round((data.time - began) / model.opt.timestep);
    const push = k < HORIZON ? planner.control(k, packState(data)) : -dot(hold, packState(data));
    ctrl[0] = clamp(push);
  };
}

const clamp = (u: number) => Math.min(1, Math.max(-1, u));
const packState = ({ qpos, qvel }: Data) => [...qpos, ...qvel];

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < N; i++) sum += a[i] * b[i];
  return sum;
}

/** Gains that keep it upright: the linear-quadratic problem of one step, iterated to convergence. */
function upright(model: Model, tenon: Tenon): number[] {
  const step = tenon.transition(model, new tenon.Data(model));
  const value = new Value(LAST);
  for (let k = 0; k < 1000; k++) value.back(step, LAST, new Array(N).fill(0), 0, 0, true);
  return value.feedback.map((x) => -x);
}

/** Cost-to-go as a quadratic function of the state: its gradient and Hessian. */
class Value {
  slope = new Array<number>(N).fill(0);
  curve: number[][];
  push = 0;
  feedback: number[] = [];

  constructor(weights: number[]) {
    this.curve = weights.map((w, r) => weights.map((_, c) => (r === c ? w : 0)));
  }

  /** One step of the backward pass, over x' = A x + B u. Returns false if there is no optimal control. */
  back({ A, B }: TransitionResult, weights: number[], x: number[], u: number, extra: number, isFree: boolean): boolean {
    const columns = x.map((_, c) => Array.from({ length: N }, (_, r) => A[r * N + c]));
    const curveB = this.curve.map((row) => dot(row, B));
    const curveA = columns.map((column) => this.curve.map((row) => dot(row, column)));
    const Qu = EFFORT * u + dot(B, this.slope);
    const Quu = EFFORT + dot(B, curveB);
    const Qux = columns.map((column) => dot(column, curveB));
    if (!(Quu + extra > 0)) return false;
    this.push = isFree ? -Qu / (Quu + extra) : 0;
    this.feedback = Qux.map((q) => (isFree ? -q / (Quu + extra) : 0));
    const rest = Quu * this.push + Qu;
    this.slope = columns.map(
      (column, c) => weights[c] * x[c] + dot(column, this.slope) + this.feedback[c] * rest + Qux[c] * this.push,
    );
    const [K, q] = [this.feedback, Qux];
    this.curve = columns.map((column, r) =>
      x.map((_, c) => {
        const own = (r === c ? weights[r] : 0) + dot(column, curveA[c]);
        return own + K[r] * Quu * K[c] + K[r] * q[c] + q[r] * K[c];
      }),
    );
    return true;
  }
}

class Planner {
  cost: number;
  done = false;
  /** Milliseconds for the derivatives of the last round. */
  milliseconds = 0;
  #states: number[][] = [];
  #controls = Array.from({ length: HORIZON }, (_, k) => 0.5 * Math.sin(0.12 * k));
  #pushes = new Array<number>(HORIZON).fill(0);
  #feedback = Array.from({ length: HORIZON }, () => new Array<number>(N).fill(0));
  #caution = 1e-6;
  #round = 0;
  readonly #steps = Array.from({ length: HORIZON }, () => ({}) as TransitionResult);
  readonly #model: Model;
  readonly #tenon: Tenon;
  readonly #data: Data;

  constructor(model: Model, tenon: Tenon) {
    this.#model = model;
    this.#tenon = tenon;
    this.#data = new tenon.Data(model);
    this.cost = this.#tryStep(0, Number.POSITIVE_INFINITY);
  }

  /** The control of step k in a state near the planned one. */
  control(k: number, state: number[]): number {
    return this.#controls[k] + dot(this.#feedback[k], minus(state, this.#states[k]));
  }

  /** One round: derivatives, the linear-quadratic problem around the plan, and a line search along its solution. */
  improve(): void {
    const from = performance.now();
    for (let k = 0; k < HORIZON; k++) {
      this.#set(this.#states[k], this.#controls[k]);
      this.#tenon.transition(this.#model, this.#data, { into: this.#steps[k] });
    }
    this.milliseconds = performance.now() - from;
    const before = this.cost;
    while (this.cost === before && this.#caution < 1e8) {
      const better = this.#solve() && this.#search();
      this.#caution = better ? Math.max(1e-9, this.#caution / 4) : this.#caution * 8;
    }
    this.done = ++this.#round === ROUNDS || this.cost === before;
  }

  #set(x: number[], u: number): void {
    this.#data.qpos.set(x.slice(0, 3));
    this.#data.qvel.set(x.slice(3));
    this.#data.ctrl[0] = u;
  }

  /** Backward pass: the change of the controls at each step, and the feedback gains. */
  #solve(): boolean {
    const value = new Value(LAST);
    value.slope = this.#states[HORIZON].map((x, i) => LAST[i] * x);
    for (let k = HORIZON - 1; k >= 0; k--) {
      const step = this.#steps[k];
      const u = this.#controls[k];
      const way = EFFORT * u + dot(step.B, value.slope);
      // at its limit, and the update would exceed it
      const isFree = Math.abs(u) < 1 || u * way > 0;
      if (!value.back(step, RUNNING, this.#states[k], u, this.#caution, isFree)) return false;
      this.#pushes[k] = value.push;
      this.#feedback[k] = value.feedback;
    }
    return true;
  }

  #search(): boolean {
    for (const size of [1, 0.6, 0.36, 0.2, 0.1, 0.04, 0.01]) {
      const cost = this.#tryStep(size, this.cost);
      if (!(cost < this.cost)) continue;
      this.cost = cost;
      return true;
    }
    return false;
  }

  /** Rolls out the plan with a fraction of the change; keeps it if its cost is below `limit`. */
  #tryStep(size: number, limit: number): number {
    const states = [[0, Math.PI, 0, 0, 0, 0]];
    const controls: number[] = [];
    let cost = 0;
    for (let k = 0; k < HORIZON; k++) {
      const x = states[k];
      const change = size === 0 ? 0 : size * this.#pushes[k] + dot(this.#feedback[k], minus(x, this.#states[k]));
      controls.push(clamp(this.#controls[k] + change));
      cost += 0.5 * (EFFORT * controls[k] ** 2 + weightedSquares(x, RUNNING));
      this.#set(x, controls[k]);
      this.#tenon.step(this.#model, this.#data);
      states.push(packState(this.#data));
    }
    cost += 0.5 * weightedSquares(states[HORIZON], LAST);
    if (cost < limit) {
      this.#states = states;
      this.#controls = controls;
    }
    return cost;
  }
}

const weightedSquares = (x: number[], weights: number[]) => x.reduce((sum, y, i) => sum + weights[i] * y * y, 0);
const minus = (a: number[], b: number[]) => a.map((x, i) => x - b[i]);
