/** Differences of one step, one input at a time. */
import { differentiatePos, integratePos } from '../../engine/integrate/integratePos.ts';
import type { Data } from '../../model/data.ts';
import { Integrator, Stage } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { restoreInputs } from '../scratchData.ts';
import { stepSkip } from './stepSkip.ts';

/** Results of a step. */
class Outcome {
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  readonly act: Float64Array;
  readonly sensordata: Float64Array;

  constructor(m: Model) {
    this.qpos = new Float64Array(m.nq);
    this.qvel = new Float64Array(m.nv);
    this.act = new Float64Array(m.na);
    this.sensordata = new Float64Array(m.nsensordata);
  }

  take(d: Data): void {
    this.qpos.set(d.qpos);
    this.qvel.set(d.qvel);
    this.act.set(d.act);
    this.sensordata.set(d.sensordata);
  }
}

/** Steps of a Model with and without a nudge of an input, and the difference quotients between them. `from`, `to` and
 *  `width` describe the last nudge. */
class StepDifferences {
  readonly #m: Model;
  readonly #here: Outcome;
  readonly #plus: Outcome;
  readonly #minus: Outcome;
  readonly #nudge: Float64Array;
  readonly #positionRate: Float64Array;
  #d!: Data;
  #t!: Data;
  #eps = 0;
  #centered = false;
  #nosensor = false;
  #from: Outcome;
  #to: Outcome;
  #width = 1;

  constructor(m: Model) {
    this.#m = m;
    this.#here = new Outcome(m);
    this.#plus = new Outcome(m);
    this.#minus = new Outcome(m);
    this.#nudge = new Float64Array(m.nv);
    this.#positionRate = new Float64Array(m.nv);
    this.#from = this.#here;
    this.#to = this.#here;
  }

  /** Step the scratch `Data` `t` of `d` without a nudge. */
  begin(d: Data, t: Data, eps: number, centered: boolean, sensors: boolean): void {
    this.#d = d;
    this.#t = t;
    this.#eps = eps;
    this.#centered = centered;
    this.#nosensor = !sensors;
    stepSkip(this.#m, t, Stage.NONE, this.#nosensor);
    this.#here.take(t);
  }

  /** Nudge control i within its range: forward; also backward if differences are centered, or if forward is
   *  impossible. */
  nudgeControl(i: number): void {
    const { ctrl } = this.#d;
    const eps = this.#eps;
    const inside = this.#inRange(i, ctrl[i]);
    const up = inside && this.#inRange(i, ctrl[i] + eps);
    const down = inside && (this.#centered || !up) && this.#inRange(i, ctrl[i] - eps);
    if (up) this.#stepControl(i, eps, this.#plus);
    if (down) this.#stepControl(i, -eps, this.#minus);
    // a control that cannot be nudged has a column of zeros
    this.#from = down ? this.#minus : this.#here;
    this.#to = up ? this.#plus : this.#here;
    this.#width = up && down ? 2 * eps : eps;
  }

  /** Nudge element i of the state: a position, a velocity or an activation. */
  nudgeState(i: number): void {
    this.#stepState(i, this.#eps, this.#plus);
    if (this.#centered) this.#stepState(i, -this.#eps, this.#minus);
    this.#from = this.#centered ? this.#minus : this.#here;
    this.#to = this.#plus;
    this.#width = this.#centered ? 2 * this.#eps : this.#eps;
  }

  /** Column i of `out`, whose rows have n elements: derivative of the next state. */
  stateColumn(out: Float64Array, i: number, n: number): void {
    const { nv } = this.#m;
    differentiatePos(this.#m, this.#positionRate, 0, this.#width, this.#from.qpos, 0, this.#to.qpos, 0);
    for (let k = 0; k < nv; k++) out[k * n + i] = this.#positionRate[k];
    this.#rates(out, nv * n + i, n, this.#from.qvel, this.#to.qvel);
    this.#rates(out, 2 * nv * n + i, n, this.#from.act, this.#to.act);
  }

  /** Column i of `out`: derivative of the sensors. */
  sensorColumn(out: Float64Array, i: number, n: number): void {
    this.#rates(out, i, n, this.#from.sensordata, this.#to.sensordata);
  }

  #rates(out: Float64Array, at: number, n: number, from: Float64Array, to: Float64Array): void {
    for (let k = 0; k < from.length; k++) out[at + k * n] = (to[k] - from[k]) / this.#width;
  }

  #inRange(i: number, value: number): boolean {
    const { actuator_ctrllimited, actuator_ctrlrange } = this.#m;
    return !actuator_ctrllimited[i] || (value >= actuator_ctrlrange[2 * i] && value <= actuator_ctrlrange[2 * i + 1]);
  }

  #stepControl(i: number, by: number, outcome: Outcome): void {
    restoreInputs(this.#m, this.#t, this.#d);
    this.#t.ctrl[i] += by;
    this.#step(Stage.VEL, outcome);
  }

  #stepState(i: number, by: number, outcome: Outcome): void {
    const { nv } = this.#m;
    const t = this.#t;
    restoreInputs(this.#m, t, this.#d);
    if (i >= 2 * nv) {
      t.act[i - 2 * nv] += by;
      this.#step(Stage.VEL, outcome);
    } else if (i >= nv) {
      t.qvel[i - nv] += by;
      this.#step(Stage.POS, outcome);
    } else {
      this.#nudge.fill(0);
      this.#nudge[i] = 1;
      integratePos(this.#m, t.qpos, 0, this.#nudge, 0, by);
      this.#step(Stage.NONE, outcome);
    }
  }

  #step(skip: Stage, outcome: Outcome): void {
    // the later stages of Runge-Kutta left other positions and velocities behind
    const skipstage = this.#m.opt.integrator === Integrator.RK4 ? Stage.NONE : skip;
    stepSkip(this.#m, this.#t, skipstage, this.#nosensor);
    outcome.take(this.#t);
  }
}

const differences = new WeakMap<Model, StepDifferences>();

/** The differences of a Model, with their scratch. */
export function differencesOf(m: Model): StepDifferences {
  let found = differences.get(m);
  if (!found) {
    found = new StepDifferences(m);
    differences.set(m, found);
  }
  return found;
}
