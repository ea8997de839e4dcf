/** Derivatives of inverse dynamics by finite differences. */
import { fwdActuation } from '../../engine/fwdActuation.ts';
import { integratePos } from '../../engine/integrate/integratePos.ts';
import { inverseSkip } from '../../engine/inverse.ts';
import type { Data } from '../../model/data.ts';
import { Integrator, Stage } from '../../model/enums.ts';
import { checkFits } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { scratchDataLike } from '../scratchData.ts';
import { checkEps, expectOptions, matrix } from '../sizes.ts';

/** Derivatives of the inverse dynamics `force = inverse(qpos, qvel, qacc)`, row-major: of the force with respect to position, velocity and
 *  acceleration (nv x nv), of the sensors with respect to the same (nsensordata x nv), and of the elements of the mass matrix `M` with
 *  respect to position (nC x nv). */
export interface InverseDerivatives {
  DfDq: Float64Array;
  DfDv: Float64Array;
  DfDa: Float64Array;
  DsDq: Float64Array;
  DsDv: Float64Array;
  DsDa: Float64Array;
  DmDq: Float64Array;
}

/** Options of `inverseFD`. */
export interface InverseOptions {
  /** Size of a nudge. default: 1e-6 */
  eps?: number;
  /** Subtract the actuator forces from the force. */
  actuation?: boolean;
  /** Output buffers. Missing ones are not computed. If none is given, computes all except those of the sensors. */
  into?: Partial<InverseDerivatives>;
}

/** Derivatives of inverse dynamics at the state and acceleration of the `Data`, which is not changed.
 *
 *  ```ts
 *  const { DfDq, DfDv, DfDa } = inverseFD(model, data);
 *  ``` */
export function inverseFD(m: Model, d: Data, options: InverseOptions = {}): Partial<InverseDerivatives> {
  const b = checkFits('inverseFD', m, d);
  const { eps = 1e-6, actuation = false } = expectOptions(options);
  if (m.opt.integrator === Integrator.RK4) {
    throw new Error('inverseFD: inverse dynamics is not defined for RK4. Choose another integrator');
  }
  if (m.opt.noslip_iterations > 0)
    throw new Error('inverseFD: inverse dynamics is not defined with the noslip solver. Set noslip_iterations to 0');
  const out = options.into ?? {};
  if (Object.keys(out).length === 0) {
    for (const name of ['DfDq', 'DfDv', 'DfDa'] as const) out[name] = new Float64Array(m.nv * m.nv);
  }
  checkShapes(m, out);
  const t = scratchDataLike(m, b);
  const steps = inversesOf(m);
  steps.begin(t, checkEps(eps), actuation, out);
  steps.byAcceleration();
  steps.byVelocity();
  steps.byPosition(b);
  return out;
}

function checkShapes(m: Model, out: Partial<InverseDerivatives>): void {
  const rows = { f: m.nv, s: m.nsensordata, m: m.nC };
  for (const name of Object.keys(out) as (keyof InverseDerivatives)[]) {
    if (out[name]) matrix(name, out[name], rows[name[1] as 'f'], m.nv);
  }
}

/** Inverse dynamics of a Model with and without a nudge of an input. */
class InverseDifferences {
  readonly #m: Model;
  readonly #force: Float64Array;
  readonly #sensors: Float64Array;
  readonly #mass: Float64Array;
  readonly #now: Float64Array;
  readonly #nudge: Float64Array;
  #t!: Data;
  #out: Partial<InverseDerivatives> = {};
  #eps = 1;
  #actuation = false;
  #nosensor = true;

  constructor(m: Model) {
    this.#m = m;
    this.#force = new Float64Array(m.nv);
    this.#sensors = new Float64Array(m.nsensordata);
    this.#mass = new Float64Array(m.nC);
    this.#now = new Float64Array(m.nv);
    this.#nudge = new Float64Array(m.nv);
  }

  /** Runs inverse dynamics of the scratch `Data` without a nudge. */
  begin(t: Data, eps: number, actuation: boolean, out: Partial<InverseDerivatives>): void {
    this.#t = t;
    this.#eps = eps;
    this.#actuation = actuation;
    this.#out = out;
    this.#nosensor = !(out.DsDq || out.DsDv || out.DsDa);
    this.#run(Stage.NONE);
    this.#force.set(this.#now);
    this.#sensors.set(t.sensordata);
    this.#mass.set(t.M);
  }

  byAcceleration(): void {
    const { DfDa, DsDa } = this.#out;
    if (DfDa || DsDa) this.#byElements('qacc', Stage.VEL, DfDa, DsDa);
  }

  byVelocity(): void {
    const { DfDv, DsDv } = this.#out;
    if (DfDv || DsDv) this.#byElements('qvel', Stage.POS, DfDv, DsDv);
  }

  byPosition(d: Data): void {
    const { DfDq, DsDq, DmDq } = this.#out;
    if (!DfDq && !DsDq && !DmDq) return;
    const nudge = this.#nudge;
    nudge.fill(0);
    for (let i = 0; i < this.#m.nv; i++) {
      nudge[i] = 1;
      integratePos(this.#m, this.#t.qpos, 0, nudge, 0, this.#eps);
      this.#run(Stage.NONE);
      this.#t.qpos.set(d.qpos);
      nudge[i] = 0;
      this.#columns(i, DfDq, DsDq);
      if (DmDq) this.#column(DmDq, i, this.#mass, this.#t.M);
    }
  }

  #byElements(name: 'qvel' | 'qacc', skip: Stage, Df?: Float64Array, Ds?: Float64Array): void {
    const t = this.#t;
    for (let i = 0; i < t[name].length; i++) {
      // user code that reads the array moves it
      const saved = t[name][i];
      t[name][i] += this.#eps;
      this.#run(skip);
      t[name][i] = saved;
      this.#columns(i, Df, Ds);
    }
  }

  #run(skip: Stage): void {
    inverseSkip(this.#m, this.#t, skip, this.#nosensor);
    this.#now.set(this.#t.qfrc_inverse);
    if (!this.#actuation) return;
    fwdActuation(this.#m, this.#t);
    for (let k = 0; k < this.#now.length; k++) this.#now[k] -= this.#t.qfrc_actuator[k];
  }

  #columns(i: number, Df?: Float64Array, Ds?: Float64Array): void {
    if (Df) this.#column(Df, i, this.#force, this.#now);
    if (Ds) this.#column(Ds, i, this.#sensors, this.#t.sensordata);
  }

  #column(out: Float64Array, i: number, from: Float64Array, to: Float64Array): void {
    const { nv } = this.#m;
    for (let k = 0; k < from.length; k++) out[k * nv + i] = (to[k] - from[k]) / this.#eps;
  }
}

const inverses = new WeakMap<Model, InverseDifferences>();

function inversesOf(m: Model): InverseDifferences {
  let found = inverses.get(m);
  if (!found) {
    found = new InverseDifferences(m);
    inverses.set(m, found);
  }
  return found;
}
