/** Validation of derivatives. */
import { differentiatePos, integratePos } from '../engine/integrate/integratePos.ts';
import { step } from '../engine/step.ts';
import { cloneData, copyData } from '../model/copy.ts';
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import type { ExactContact } from './exactContacts.ts';
import { type Transition, transitionFD } from './fd/transitionFD.ts';
import { matrix, stateDim } from './sizes.ts';
import { distanceToSwitch, type SwitchDistance } from './switching.ts';
import { type TransitionOptions, transition } from './transition.ts';

/** Largest difference of two matrices, relative to the largest element of the second; infinite if an element is NaN.
 *
 *  @example
 *  console.log(maxRelativeError(Float64Array.of(1, 2.5), Float64Array.of(1, 2))); // -> 0.25 */
export function maxRelativeError(actual: Float64Array, expected: Float64Array): number {
  if (!(actual?.length === expected?.length && expected?.length >= 0)) {
    throw new RangeError(`expected ${expected?.length} elements, found ${actual?.length}`);
  }
  let worst = 0;
  let scale = 0;
  for (let k = 0; k < expected.length; k++) {
    const apart = Math.abs(actual[k] - expected[k]);
    if (Number.isNaN(apart)) return Number.POSITIVE_INFINITY;
    worst = Math.max(worst, apart);
    scale = Math.max(scale, Math.abs(expected[k]));
  }
  return worst === 0 ? 0 : worst / scale;
}

/** Result of `validateTransition`. */
export interface ValidationReport {
  /** Largest errors of A and B, relative to their largest elements, over the comparable columns; infinite if an element
   *  is NaN. */
  A: number;
  B: number;
  /** Number of compared columns. */
  columns: number;
  /** Columns in which a contact, limit or friction switches within every tried nudge: the step has no derivative there
   *  that differences could find. */
  switching: number;
  /** Columns in which differences do not converge as nudges shrink, or the step is not between those with nudges: a
   *  contact approximated by facets jumps between them. */
  diverging: number;
  /** Contacts that the step approximates and the method takes from the exact shapes. If there are any, both sides of
   *  the comparison used `opt.ccd_exact`, and this is the error of the step without it. */
  exactContacts: readonly ExactContact[];
  /** Distance to the next switch. */
  distance: SwitchDistance;
}

/** Options of `validateTransition`. */
export interface ValidationOptions extends TransitionOptions {
  /** Matrices to validate in place of those of `method`, against differences of the step with the options of the
   *  Model. */
  matrices?: Pick<Transition, 'A' | 'B'>;
}

const NUDGES = [1e-4, 2e-5, 4e-6, 1e-6, 2e-7, 5e-8];

/** Difference of two nudges below which smaller ones bring no gain; a stricter value would accept two nudges that cross
 *  the same kink. */
const CONVERGENCE_TOLERANCE = 1e-9;

/** Difference of two nudges above which the step is not smooth. */
const DIVERGENCE_THRESHOLD = 1e-2;

/** Maximum difference of forward from centered differences, relative to the size of a column. */
const MAX_ASYMMETRY = 1e-2;

/** Compare the derivatives of a method with Richardson extrapolation of centered differences of whole steps, whose
 *  nudges shrink until no constraint switches. A smaller solver tolerance makes the comparison sharper. Where a method
 *  follows the exact shapes (`exactContacts`), the differenced steps do so, too.
 *
 *  @example
 *  const { A, B, switching } = validateTransition(m, d, { method: 'fd', centered: true }); */
export function validateTransition(m: Model, d: Data, options: ValidationOptions = {}): ValidationReport {
  if (options.matrices) return compare(m, d, expectMatrices(m, options.matrices), []);
  const result = transition(m, d, options);
  if (result.exactContacts.length === 0) return compare(m, d, result, []);
  const { ccd_exact } = m.opt;
  m.opt.ccd_exact = 1;
  try {
    return compare(m, d, transition(m, d, { ...options, into: {} }), result.exactContacts);
  } finally {
    m.opt.ccd_exact = ccd_exact;
  }
}

function expectMatrices(m: Model, { A, B }: Pick<Transition, 'A' | 'B'>): Pick<Transition, 'A' | 'B'> {
  const nx = stateDim(m);
  return { A: matrix('matrices.A', A, nx, nx), B: matrix('matrices.B', B, nx, m.nu) };
}

function compare(
  m: Model,
  d: Data,
  { A, B }: Pick<Transition, 'A' | 'B'>,
  exactContacts: readonly ExactContact[],
): ValidationReport {
  const check = new Check(m, d);
  const nx = stateDim(m);
  const a = check.columns(A, nx, (t, i, by) => nudgeState(m, t, i, by));
  const b = check.columns(B, m.nu, (t, i, by) => {
    t.ctrl[i] += by;
  });
  const { compared, switching, diverging } = check;
  return { A: a, B: b, columns: compared, switching, diverging, exactContacts, distance: distanceToSwitch(m, d) };
}

type Nudge = (t: Data, i: number, by: number) => void;

function nudgeState(m: Model, t: Data, i: number, by: number): void {
  const { nv } = m;
  if (i >= 2 * nv) t.act[i - 2 * nv] += by;
  else if (i >= nv) t.qvel[i - nv] += by;
  else {
    const unit = new Float64Array(nv);
    unit[i] = 1;
    integratePos(m, t.qpos, 0, unit, 0, by);
  }
}

/** Steps with perturbations, and one without. */
class Check {
  compared = 0;
  switching = 0;
  diverging = 0;
  // whether the current column had a nudge across a kink
  #asymmetric = false;
  readonly #m: Model;
  readonly #d: Data;
  readonly #here: Data;
  readonly #plus: Data;
  readonly #minus: Data;

  constructor(m: Model, d: Data) {
    this.#m = m;
    this.#d = d;
    this.#here = cloneData(d);
    this.#plus = cloneData(d);
    this.#minus = cloneData(d);
    step(m, this.#here);
  }

  /** Largest error of a matrix of n columns. */
  columns(out: Float64Array, n: number, nudge: Nudge): number {
    let worst = 0;
    let scale = 1;
    for (let i = 0; i < n; i++) {
      const expected = this.#column(i, nudge);
      if (!expected) continue;
      this.compared++;
      for (let r = 0; r < expected.length; r++) {
        scale = Math.max(scale, Math.abs(expected[r]));
        const apart = Math.abs(out[r * n + i] - expected[r]);
        worst = Math.max(worst, Number.isNaN(apart) ? Number.POSITIVE_INFINITY : apart);
      }
    }
    return Number.isFinite(worst) ? worst / scale : worst;
  }

  /** Extrapolation from the nudge with the smallest correction: a larger nudge may cross a kink that is not a switch,
   *  such as the end of an impedance or of a force range; a smaller one has more rounding. Columns without one are
   *  counted. */
  #column(i: number, nudge: Nudge): Float64Array | undefined {
    let best: Float64Array | undefined;
    let minChange = Number.POSITIVE_INFINITY;
    this.#asymmetric = false;
    for (const eps of NUDGES) {
      const coarse = this.#centeredDifference(i, nudge, 2 * eps);
      const fine = this.#centeredDifference(i, nudge, eps);
      if (!coarse || !fine) continue;
      const change = maxRelativeError(coarse, fine);
      if (best && !(change < minChange)) continue;
      minChange = change;
      best = fine.map((x, k) => (4 * x - coarse[k]) / 3);
      if (minChange < CONVERGENCE_TOLERANCE) break;
    }
    if (minChange < DIVERGENCE_THRESHOLD) return best;
    if (best || this.#asymmetric) this.diverging++;
    else this.switching++;
    return undefined;
  }

  #centeredDifference(i: number, nudge: Nudge, eps: number): Float64Array | undefined {
    const [m, plus, minus] = [this.#m, this.#plus, this.#minus];
    for (const side of [1, -1]) {
      const t = copyData(side > 0 ? plus : minus, this.#d);
      nudge(t, i, side * eps);
      step(m, t);
      if (!sameSet(t, this.#here)) return undefined;
    }
    const rate = this.#rate(minus, plus, 2 * eps);
    if (!this.#isAsymmetric(rate, eps)) return rate;
    this.#asymmetric = true;
    return undefined;
  }

  /** True if the step without a nudge is not midway between those with one: a contact jumps there, or the step has a
   *  kink. */
  #isAsymmetric(rate: Float64Array, eps: number): boolean {
    const forward = this.#rate(this.#here, this.#plus, eps);
    let size = 1;
    let apart = 0;
    for (let k = 0; k < rate.length; k++) {
      size = Math.max(size, Math.abs(rate[k]));
      apart = Math.max(apart, Math.abs(forward[k] - rate[k]));
    }
    return apart > MAX_ASYMMETRY * size;
  }

  /** Rate of change of the next state between two steps. */
  #rate(from: Data, to: Data, width: number): Float64Array {
    const m = this.#m;
    const rate = new Float64Array(stateDim(m));
    differentiatePos(m, rate, 0, width, from.qpos, 0, to.qpos, 0);
    for (let k = 0; k < m.nv; k++) rate[m.nv + k] = (to.qvel[k] - from.qvel[k]) / width;
    for (let k = 0; k < m.na; k++) rate[2 * m.nv + k] = (to.act[k] - from.act[k]) / width;
    return rate;
  }
}

/** True if two steps had the same constraints in the same states. */
function sameSet(a: Data, b: Data): boolean {
  if (a.nefc !== b.nefc || a.ncon !== b.ncon) return false;
  for (let e = 0; e < a.nefc; e++) if (a.efc_state[e] !== b.efc_state[e]) return false;
  return true;
}

/** Convergence of centered differences: the differences of A at eps and eps / 10 from that at eps / 100. Their ratio is
 *  well below 0.1 where the step is smooth; near 1 or above, there is a switch, a contact approximated by facets, or
 *  rounding.
 *
 *  @example
 *  const { ratio } = convergenceCheck(m, d); */
export function convergenceCheck(m: Model, d: Data, eps = 1e-5): { coarse: number; fine: number; ratio: number } {
  const [one, two, three] = [eps, eps / 10, eps / 100].map((e) => transitionFD(m, d, { eps: e, centered: true }).A);
  const [coarse, fine] = [maxRelativeError(one, three), maxRelativeError(two, three)];
  const ratio = fine === 0 ? 0 : Number.isFinite(fine) ? fine / coarse : Number.POSITIVE_INFINITY;
  return { coarse, fine, ratio };
}
