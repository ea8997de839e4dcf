/** Derivatives of sensors. They depend on state, controls and acceleration, whose derivatives are known: sensors are
 *  differenced along these, without a solver or an integrator. */
import { fwdVelocity } from '../engine/forward.ts';
import { fwdActuation } from '../engine/fwdActuation.ts';
import { integratePos } from '../engine/integrate/integratePos.ts';
import { invPosition } from '../engine/inverse.ts';
import { stagesOf } from '../engine/runtime/engine.ts';
import { withEngine } from '../engine/runtime/withEngine.ts';
import { sensorAcc, sensorPos, sensorVel } from '../engine/sensing.ts';
import { copy } from '../math/array.ts';
import type { Data } from '../model/data.ts';
import { Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { drDqOffset, drDuOffset } from './analytic/layout.ts';
import { restoreInputs } from './scratchData.ts';
import { stateDim } from './sizes.ts';

const EPS = 1e-6;

/** Sensors of a Model at perturbed states. */
class SensorDifferences {
  readonly #m: Model;
  /** The acceleration, and its derivatives: rows by position, velocity and activation, then rows by control. */
  readonly #qacc: Float64Array;
  readonly #qaccDerivatives: Float64Array;
  readonly #nudge: Float64Array;
  readonly #plus: Float64Array;
  readonly #minus: Float64Array;

  constructor(m: Model) {
    const { nv, nu, na, nsensordata } = m;
    this.#m = m;
    this.#qacc = new Float64Array(nv);
    this.#qaccDerivatives = new Float64Array(nv * (2 * nv + nu + na));
    this.#nudge = new Float64Array(nv);
    this.#plus = new Float64Array(nsensordata);
    this.#minus = new Float64Array(nsensordata);
  }

  /** Copies the acceleration and its derivatives from a pass, before the integrator changes them. */
  take(t: Data, w: Float64Array): void {
    const { nv, nu, na } = this.#m;
    this.#qacc.set(t.qacc);
    const nx = 2 * nv + na;
    copy(this.#qaccDerivatives, 0, w, drDqOffset(this.#m), nv * nx);
    copy(this.#qaccDerivatives, nv * nx, w, drDuOffset(this.#m), nv * nu);
  }

  /** Fills C and D at the state of `d`, on the scratch `Data` t. Position derivatives are computed last, because they
   *  overwrite position-dependent fields. */
  fill(d: Data, t: Data, C: Float64Array, D: Float64Array): void {
    const { nv, nu, na } = this.#m;
    const nx = stateDim(this.#m);
    const byControl = nv * nx;
    restoreInputs(this.#m, t, d);
    this.#sense(t, Stage.NONE, this.#plus);
    for (let i = 0; i < nu; i++) {
      // stay within the range of the control
      const up = this.#room(d, i, EPS);
      const down = this.#room(d, i, -EPS);
      this.#difference(d, t, 'ctrl', i, up, down, byControl + i, nu, Stage.VEL);
      this.#writeColumn(D, i, nu, up - down);
    }
    for (let i = 0; i < na; i++) {
      this.#difference(d, t, 'act', i, EPS, -EPS, 2 * nv + i, nx, Stage.VEL);
      this.#writeColumn(C, 2 * nv + i, nx, 2 * EPS);
    }
    for (let i = 0; i < nv; i++) {
      this.#difference(d, t, 'qvel', i, EPS, -EPS, nv + i, nx, Stage.POS);
      this.#writeColumn(C, nv + i, nx, 2 * EPS);
    }
    for (let i = 0; i < nv; i++) {
      this.#difference(d, t, undefined, i, EPS, -EPS, i, nx, Stage.NONE);
      this.#writeColumn(C, i, nx, 2 * EPS);
    }
  }

  /** Nudge of control i within its range. */
  #room(d: Data, i: number, by: number): number {
    const { actuator_ctrllimited: limited, actuator_ctrlrange: range } = this.#m;
    const next = d.ctrl[i] + by;
    return limited[i] && (next < range[2 * i] || next > range[2 * i + 1]) ? 0 : by;
  }

  /** Sensors with element i of an input (undefined: of the position) nudged up and down, together with the
   *  acceleration. */
  #difference(
    d: Data,
    t: Data,
    input: 'ctrl' | 'act' | 'qvel' | undefined,
    i: number,
    up: number,
    down: number,
    derivativeStart: number,
    stride: number,
    skip: Stage,
  ): void {
    const { nv } = this.#m;
    for (const [by, out] of [[up, this.#plus] as const, [down, this.#minus] as const]) {
      restoreInputs(this.#m, t, d);
      // looked up each time, because user code that reads the array moves it
      if (input) t[input][i] += by;
      else {
        this.#nudge.fill(0);
        this.#nudge[i] = 1;
        integratePos(this.#m, t.qpos, 0, this.#nudge, 0, by);
      }
      for (let k = 0; k < nv; k++) t.qacc[k] = this.#qacc[k] + by * this.#qaccDerivatives[derivativeStart + k * stride];
      this.#sense(t, skip, out);
    }
  }

  #writeColumn(out: Float64Array, i: number, n: number, width: number): void {
    const [plus, minus] = [this.#plus, this.#minus];
    for (let k = 0; k < plus.length; k++) out[k * n + i] = width > 0 ? (plus[k] - minus[k]) / width : 0;
  }

  /** All sensors at the state and acceleration of t, after its first stages. */
  #sense(t: Data, skip: Stage, out: Float64Array): void {
    withEngine('transition', this.#m, t, (m, b) => {
      if (skip < Stage.POS) {
        invPosition(m, b);
        sensorPos(m, b);
      }
      if (skip < Stage.VEL) {
        fwdVelocity(m, b);
        sensorVel(m, b);
      }
      fwdActuation(m, b);
      stagesOf(m).invConstraint(m, b);
      sensorAcc(m, b);
    });
    out.set(t.sensordata);
  }
}

const differences = new WeakMap<Model, SensorDifferences>();

/** The sensor differences of a Model, with their scratch. */
export function sensorDifferences(m: Model): SensorDifferences {
  let found = differences.get(m);
  if (!found) {
    found = new SensorDifferences(m);
    differences.set(m, found);
  }
  return found;
}
