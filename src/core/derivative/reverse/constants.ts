/** Derivatives of the constants that the compiler computes from parameters, such as `dof_invweight0`. */
import { modelTable } from '../../model/fields/index.ts';
import type { Model } from '../../model/model.ts';
import { nudgeSize, type Parameter, parameterArray } from './parameters.ts';

/** Recomputes the constants of a Model: `setConst`. */
export type Recompute = (m: Model) => void;

interface Rate {
  array: Float64Array;
  index: number;
  from: number;
  rate: number;
}

/** Constants that change with one parameter. */
export class ConstantRates {
  readonly #rates: readonly Rate[];

  constructor(rates: readonly Rate[]) {
    this.#rates = rates;
  }

  /** Sets the constants, to first order, to their values after the parameter changed by a given amount. */
  nudge(by: number): void {
    for (const { array, index, from, rate } of this.#rates) array[index] = from + by * rate;
  }
}

/** Fields that may depend on others: real fields, and sameframe flags. */
function derivedFields(m: Model): (Float64Array | Int32Array | Uint8Array)[] {
  return modelTable
    .filter(([name, type]) => !name.includes('.') && (type === 'f64' || name.endsWith('sameframe')))
    .map(([name]) => m[name as keyof Model] as Float64Array);
}

/** Derivatives of the constants with respect to each parameter, by centered differences of `recompute`; the Model is not changed. */
export function constantRates(m: Model, parameters: readonly Parameter[], recompute: Recompute): ConstantRates[] {
  const { center } = m.stat;
  const { meaninertia, meanmass, meansize, extent } = m.stat;
  const middle = center.slice();
  const all = derivedFields(m);
  const before = all.map((array) => array.slice());
  const restore = () => {
    for (const [k, array] of all.entries()) array.set(before[k]);
    Object.assign(m.stat, { meaninertia, meanmass, meansize, extent });
    center.set(middle);
  };
  const constantsAt = (p: Parameter, by: number) => {
    parameterArray(m, p)[p.index] += by;
    try {
      recompute(m);
      return all.map((array) => array.slice());
    } finally {
      restore();
    }
  };
  return parameters.map((p) => {
    const eps = nudgeSize(parameterArray(m, p)[p.index]);
    const [plus, minus] = [constantsAt(p, eps), constantsAt(p, -eps)];
    const rates: Rate[] = [];
    for (const [k, array] of all.entries()) {
      if (!(array instanceof Float64Array) || array === parameterArray(m, p)) continue;
      for (let index = 0; index < array.length; index++) {
        const change = plus[k][index] - minus[k][index];
        if (change !== 0) rates.push({ array, index, from: array[index], rate: change / (2 * eps) });
      }
    }
    return new ConstantRates(rates);
  });
}
