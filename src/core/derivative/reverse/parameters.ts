/** Derivatives of the cost with respect to parameters of the Model. */
import { engineData, engineModel, withEngine } from '../../engine/runtime/withEngine.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { smoothForces } from '../smoothForces.ts';
import { closedForms } from './closedForms.ts';
import type { ConstantRates } from './constants.ts';
import { kernelOf } from './kernelOf.ts';

/** Names of the real fields of a Model. */
type RealField = { [K in keyof Model]-?: Model[K] extends Float64Array ? K : never }[keyof Model];

/** One value of a Model: an element of a real field, such as `body_mass`, or of `opt.gravity`. */
export interface Parameter {
  field: RealField | 'gravity';
  /** Its index in the field as stored: 3 for the first friction of geom 1 in `geom_friction`. */
  index: number;
}

/** Array that contains a parameter. */
export function parameterArray(m: Model, { field }: Parameter): Float64Array {
  return field === 'gravity' ? m.opt.gravity : m[field];
}

/** Checks that parameters exist.
 *  @throws TypeError or RangeError that names the one that does not */
export function expectParameters(m: Model, parameters: readonly Parameter[]): readonly Parameter[] {
  if (!Array.isArray(parameters)) throw new TypeError(`parameters: expected an array, found ${parameters}`);
  for (const [k, p] of parameters.entries()) {
    const array = p && parameterArray(m, p);
    if (!(array instanceof Float64Array)) {
      throw new TypeError(`parameters[${k}].field: expected the name of a real field of the Model, found ${p?.field}`);
    }
    if (!(p.index >= 0 && p.index < array.length && Number.isInteger(p.index))) {
      throw new RangeError(`parameters[${k}].index: expected 0 to ${array.length - 1}, found ${p.index} (${p.field})`);
    }
  }
  return parameters;
}

/** Changes a parameter by `by`, or restores it. */
function nudge(m: Model, p: Parameter, rates: ConstantRates | undefined, from: number, by: number): void {
  const alone = p.field === 'body_mass' && m.body_subtreemass[p.index] === m.body_mass[p.index];
  parameterArray(m, p)[p.index] = from + by;
  rates?.nudge(by);
  // implicitfast recognizes isolated free bodies by this value: a nudge must not change that
  if (alone) m.body_subtreemass[p.index] = from + by;
}

/** Size of a nudge: centered for nonzero values, forward from zero, because damping, friction etc. cannot be
 *  negative. */
export function nudgeSize(value: number): number {
  return value === 0 ? 1e-6 : Math.max(1e-8, 1e-5 * Math.abs(value));
}

/** Derivative of a function with respect to a parameter, by centered differences, or by forward differences of second order at zero. */
function parameterDerivative(m: Model, p: Parameter, rates: ConstantRates | undefined, value: () => number): number {
  const from = parameterArray(m, p)[p.index];
  const eps = nudgeSize(from);
  const at = (by: number) => {
    nudge(m, p, rates, from, by);
    return value();
  };
  try {
    if (from !== 0) return (at(eps) - at(-eps)) / (2 * eps);
    return (4 * at(eps) - at(2 * eps) - 3 * at(0)) / (2 * eps);
  } finally {
    nudge(m, p, rates, from, 0);
  }
}

/** Accumulates the derivatives of the cost with respect to parameters in `out`, step by step. */
export class ParameterVjp {
  readonly #parameters: readonly Parameter[];
  readonly #rates: readonly (ConstantRates | undefined)[];
  readonly out: Float64Array;

  constructor(parameters: readonly Parameter[], out: Float64Array, rates: readonly (ConstantRates | undefined)[] = []) {
    this.#parameters = parameters;
    this.#rates = rates;
    this.out = out;
  }

  /** Parameters with a closed form. */
  addClosedForms(m: Model, t: Data, g: Float64Array): void {
    for (const [k, p] of this.#parameters.entries()) {
      if (this.#hasClosedForm(m, k)) this.out[k] += closedForms[p.field]!.derivative(kernelOf(m), m, t, g, p.index);
    }
  }

  /** All others: differences of the equations of the step, at its accelerations. */
  addDifferences(m: Model, t: Data, w: Float64Array, g: Float64Array): void {
    for (const [k, p] of this.#parameters.entries()) {
      if (this.#hasClosedForm(m, k)) continue;
      this.out[k] += parameterDerivative(m, p, this.#rates[k], () => potentialOf(m, t, w, g));
    }
  }

  /** Parameters of a function of the Model, by differences. */
  addFunctionDifferences(m: Model, value: () => number): void {
    for (const [k, p] of this.#parameters.entries()) this.out[k] += parameterDerivative(m, p, this.#rates[k], value);
  }

  #hasClosedForm(m: Model, k: number): boolean {
    const { field, index } = this.#parameters[k];
    return !this.#rates[k] && closedForms[field]?.applies(m, index) === true;
  }
}

/** Weighted equations of the step, with the current parameters. */
function potentialOf(m: Model, t: Data, w: Float64Array, g: Float64Array): number {
  withEngine('parameters', m, t, smoothForces);
  return kernelOf(m).potential(engineModel(m), engineData(m, t), w, g);
}
