/** Control noise, as in MuJoCo's `simulate`: an Ornstein-Uhlenbeck process for each control. */
import type { Data, Model } from '../../../index.ts';

export class ControlNoise {
  /** Standard deviation relative to half the range of a control; 0: none. */
  scale = 0;
  /** Correlation time in seconds. */
  rate = 0.1;
  readonly #m: Model;
  readonly #noise: Float64Array;
  readonly #before: Float64Array;
  #seed = 1;

  constructor(m: Model) {
    this.#m = m;
    this.#noise = new Float64Array(m.nu);
    this.#before = new Float64Array(m.nu);
  }

  /** Add the noise for one step; `remove` subtracts it, so that sliders show the set values. */
  add(d: Data): void {
    if (this.scale === 0) return;
    const { timestep } = this.#m.opt;
    // x <- r x + s sqrt(1 - r²) n, r = exp(-dt / rate)
    const decay = this.rate > 0 ? Math.exp(-timestep / this.rate) : 0;
    const add = this.scale * Math.sqrt(1 - decay * decay);
    for (let u = 0; u < this.#m.nu; u++) {
      this.#noise[u] = decay * this.#noise[u]! + add * this.#normal();
      this.#before[u] = d.ctrl[u]!;
      d.ctrl[u]! += this.#halfRange(u) * this.#noise[u]!;
    }
  }

  remove(d: Data): void {
    if (this.scale !== 0) d.ctrl.set(this.#before);
  }

  #halfRange(u: number): number {
    const { actuator_ctrllimited, actuator_ctrlrange } = this.#m;
    return actuator_ctrllimited[u] ? (actuator_ctrlrange[2 * u + 1]! - actuator_ctrlrange[2 * u]!) / 2 : 1;
  }

  /** Box-Muller transform of pseudorandom values that are the same in every run. */
  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#uniform())) * Math.cos(2 * Math.PI * this.#uniform());
  }

  #uniform(): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
    return this.#seed / 2 ** 32;
  }
}
