/** The cost by parameters of the Model. */
import { engineData, engineModel, withEngine } from '../../engine/runtime/withEngine.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { smoothForces } from '../smoothForces.ts';
import { closedForms } from './closedForms.ts';
import type { ConstantRates } from './constants.ts';
import { kernelOf } from './kernelOf.ts';

/** Names of the fields of a Model that hold real numbers. */
type RealField = { [K in keyof Model]-?: Model[K] extends Float64Array ? K : never }[keyof Model];

/** One number of a Model: an element of a field of real numbers, such as `body_mass`, or of `opt.gravity`. */
export interface Parameter {
  field: RealField | 'gravity';
  /** Its place in the field as it is stored: 3 for the first friction of geom 1 in `geom_friction`. */
  index: number;
}

/** The array that a parameter is in. */
export function parameterArray(m: Model, { field }: Parameter): Float64Array {
  return field === 'gravity' ? m.opt.gravity : m[field];
}

/** Parameters that exist.
 *  @throws TypeError or RangeError that names the one that does not */
export function expectParameters(m: Model, parameters: readonly Parameter[]): readonly Parameter[] {
  if (!Array.isArray(parameters)) throw new TypeError(`parameters: expected an array, found ${parameters}`);
  for (const [k, p] of parameters.entries()) {
    const array = p && parameterArray(m, p);
    if (!(array instanceof Float64Array)) {
      throw new TypeError(`parameters[${k}].field: expected a field of real numbers of the Model, found ${p?.field}`);
    }
    if (!(p.index >= 0 && p.index < array.length && Number.isInteger(p.index))) {
      throw new RangeError(`parameters[${k}].index: expected 0 to ${array.length - 1}, found ${p.index} (${p.field})`);
    }
  }
  return parameters;
}

/** A parameter as it is nudged: by `by`, or back to where it was. */
function nudge(m: Model, p: Parameter, rates: ConstantRates | undefined, from: number, by: number): void {
  const alone = p.field === 'body_mass' && m.body_subtreemass[p.index] === m.body_mass[p.index];
  parameterArray(m, p)[p.index] = from + by;
  rates?.nudge(by);
  // implicitfast knows free bodies that it steps by themselves from this: a nudge must not make others of them
  if (alone) m.body_subtreemass[p.index] = from + by;
}

/** How far to nudge: centerd around what is not zero, forward from zero, because dampers, frictions and the like have no other side. */
export function nudgeSize(value: number): number {
  return value === 0 ? 1e-6 : Math.max(1e-8, 1e-5 * Math.abs(value));
}

/** The derivative of a function of a parameter, by centerd differences, or by forward ones of second order at zero. */
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

/** Adds the cost by parameters of one step after the other to `out`. */
export class ParameterVjp {
  readonly #parameters: readonly Parameter[];
  readonly #rates: readonly (ConstantRates | undefined)[];
  readonly out: Float64Array;

  constructor(parameters: readonly Parameter[], out: Float64Array, rates: readonly (ConstantRates | undefined)[] = []) {
    this.#parameters = parameters;
    this.#rates = rates;
    this.out = out;
  }

  /** Those that have a closed form here. */
  addClosedForms(m: Model, t: Data, g: Float64Array): void {
    for (const [k, p] of this.#parameters.entries()) {
      if (this.#hasClosedForm(m, k)) this.out[k] += closedForms[p.field]!.derivative(kernelOf(m), m, t, g, p.index);
    }
  }

  /** The others: the equations of the step are differenced, at the accelerations that the step had. */
  addDifferences(m: Model, t: Data, w: Float64Array, g: Float64Array): void {
    for (const [k, p] of this.#parameters.entries()) {
      if (this.#hasClosedForm(m, k)) continue;
      this.out[k] += parameterDerivative(m, p, this.#rates[k], () => potentialOf(m, t, w, g));
    }
  }

  /** Those of a function of the Model, by differences. */
  addFunctionDifferences(m: Model, value: () => number): void {
    for (const [k, p] of this.#parameters.entries()) this.out[k] += parameterDerivative(m, p, this.#rates[k], value);
  }

  #hasClosedForm(m: Model, k: number): boolean {
    const { field, index } = this.#parameters[k];
    return !this.#rates[k] && closedForms[field]?.applies(m, index) === true;
  }
}

/** The equations of the step, weighted, with the parameters there are. */
function potentialOf(m: Model, t: Data, w: Float64Array, g: Float64Array): number {
  withEngine('parameters', m, t, smoothForces);
  return kernelOf(m).potential(engineModel(m), engineData(m, t), w, g);
}
