import { isDiscrete } from '../../../engine/tree/metricTerms.ts';
import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';

/** What divides the reference of row e: 1, or 1 + h B + h^2 K imp with the integrator `discrete`, whose rows are
 *  spring-dampers at the end of the step.
 *  @inline */
export function rowScale(m: Model, d: Data, e: int): number {
  const { efc_KBIP } = d;
  if (!isDiscrete(m)) return 1;
  const h = m.opt.timestep;
  return 1 + h * (efc_KBIP[4 * e + 1] + h * efc_KBIP[4 * e] * efc_KBIP[4 * e + 2]);
}

/** Derivative of the residual J a - aref of row e with respect to J v: B, or (B + h K imp) / scale with the integrator `discrete`.
 *  @inline */
export function rowDamping(m: Model, d: Data, e: int): number {
  const { efc_KBIP } = d;
  const B = efc_KBIP[4 * e + 1];
  if (!isDiscrete(m)) return B;
  return (B + m.opt.timestep * efc_KBIP[4 * e] * efc_KBIP[4 * e + 2]) / rowScale(m, d, e);
}
