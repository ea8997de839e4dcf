/** States along a rollout, and the derivatives of costs there. The arrays are cached per Model and grow with the
 *  longest rollout. */
import { blockOf, Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { restoreInputs, scratchDataLike } from '../scratchData.ts';
import { stateDim } from '../sizes.ts';
import type { CostGradient } from './rolloutGradient.ts';

const storedFields = ['qpos', 'qvel', 'act', 'qacc_warmstart', 'ctrl'] as const;

export class Trajectory {
  /** The `Data` of the rollout, for users and for the engine. */
  readonly handle: Data;
  readonly data: Data;
  /** Cotangents at the current time. */
  readonly here: { state: Float64Array; ctrl: Float64Array };
  readonly #m: Model;
  readonly #size: number;
  #states = new Float64Array(0);
  #times = new Float64Array(0);
  #gradients: CostGradient[] = [];

  constructor(m: Model) {
    this.#m = m;
    this.handle = new Data(m);
    this.data = blockOf(this.handle);
    this.here = { state: new Float64Array(stateDim(m)), ctrl: new Float64Array(m.nu) };
    this.#size = storedFields.reduce((sum, name) => sum + this.data[name].length, 0);
  }

  /** Capacity in steps. */
  reserve(steps: number): this {
    const { nu, nsensordata } = this.#m;
    if (this.#times.length > steps) return this;
    this.#states = new Float64Array((steps + 1) * this.#size);
    this.#times = new Float64Array(steps + 1);
    while (this.#gradients.length <= steps) {
      this.#gradients.push({
        state: new Float64Array(stateDim(this.#m)),
        ctrl: new Float64Array(nu),
        sensors: new Float64Array(nsensordata),
      });
    }
    return this;
  }

  /** Start at the state of `d`. */
  start(d: Data): void {
    restoreInputs(this.#m, this.data, d);
  }

  /** Store the state as that of time k, and clear its derivatives of costs. */
  store(k: number): void {
    let at = k * this.#size;
    for (const name of storedFields) {
      this.#states.set(this.data[name], at);
      at += this.data[name].length;
    }
    this.#times[k] = this.data.time;
    const { state, ctrl, sensors } = this.#gradients[k];
    state.fill(0);
    ctrl.fill(0);
    sensors.fill(0);
  }

  /** The `Data` with the state of time k; computed fields may be stale. */
  restore(k: number): Data {
    let at = k * this.#size;
    for (const name of storedFields) {
      const array = this.data[name];
      for (let i = 0; i < array.length; i++) array[i] = this.#states[at + i];
      at += array.length;
    }
    this.data.time = this.#times[k];
    return this.data;
  }

  /** A scratch `Data` with the state of time k. */
  scratchDataAt(k: number): Data {
    return scratchDataLike(this.#m, this.restore(k));
  }

  /** The derivatives of the cost at time k. */
  gradientAt(k: number): CostGradient {
    return this.#gradients[k];
  }

  /** True if the cost at time k depends on sensors. */
  usesSensors(k: number): boolean {
    return this.#gradients[k].sensors.some((x) => x !== 0);
  }

  /** Cotangents += the derivatives of the cost at time k */
  addCost(k: number, to: { state: Float64Array; ctrl: Float64Array }): void {
    const { state, ctrl } = this.#gradients[k];
    for (let i = 0; i < state.length; i++) to.state[i] += state[i];
    for (let i = 0; i < ctrl.length; i++) to.ctrl[i] += ctrl[i];
  }
}

const trajectories = new WeakMap<Model, Trajectory>();

/** The trajectory of a Model, with the given capacity in steps. */
export function trajectoryOf(m: Model, steps: number): Trajectory {
  let found = trajectories.get(m);
  if (!found) {
    found = new Trajectory(m);
    trajectories.set(m, found);
  }
  return found.reserve(steps);
}
