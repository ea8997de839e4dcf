import { isDiscrete } from '../../engine/tree/metricTerms.ts';
import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { actuation } from './actuator/actuation.ts';
import { contactDerivative } from './constraint/contactDerivative.ts';
import { contactWrenches } from './constraint/contactWrench.ts';
import { pointRows } from './constraint/pointRows.ts';
import { constraintHessian } from './constraint/rows.ts';
import { scalarRows } from './constraint/scalarRows.ts';
import { externalForces } from './force/external.ts';
import { fluid } from './force/fluid.ts';
import { jointPassive } from './force/passive.ts';
import { tendonPassive } from './force/tendon.ts';
import { metricDerivative } from './integrate/metric.ts';
import { Body, bodyOffset, PassResult } from './layout.ts';
import { motion } from './tree/motion.ts';
import { rneDerivative } from './tree/rneDerivative.ts';
import { clearSides } from './tree/spans.ts';

/** Derivatives of the residual at the current acceleration: dr/dq, dr/dv, dr/da = H (if `whole`), dr/du, dr/dact, and
 *  those of the next activations. Requires forward dynamics and then `refineSolution`. Without `whole`, dr/dq excludes
 *  changes of points, frames and forces of contacts and point equalities, and dr/dv excludes dampers of rows. Returns
 *  the number of contacts that could not be differentiated.
 *  reads  d: all results of forward dynamics   writes w */
export function residualDerivatives(m: Model, d: Data, w: Float64Array, whole: boolean): int {
  w[PassResult.CONTACTS_DECOUPLED] = whole ? 0 : 1;
  smoothResidual(m, d, w, d.qacc, true);
  if (whole) constraintHessian(m, d, w, true);
  scalarRows(m, d, w);
  pointRows(m, d, w, whole);
  contactWrenches(m, d, w);
  const lost = whole ? contactDerivative(m, d, w) : 0;
  rneDerivative(m, d, w);
  return lost;
}

/** Adds smooth forces, except the terms that `rneDerivative` adds at the end; `rows`: whether constraints are in
 *  between. */
export function smoothResidual(m: Model, d: Data, w: Float64Array, qacc: Float64Array, rows: boolean): void {
  clearSides(m, w);
  zero(w, bodyOffset(m, Body.EXTERNAL), 6 * m.nbody);
  motion(m, d, w, qacc, rows);
  if (m.nactuator > 0) actuation(m, d, w);
  jointPassive(m, d, w);
  if (m.ntendon > 0) tendonPassive(m, d, w);
  fluid(m, d, w);
  if (isDiscrete(m)) metricDerivative(m, d, w);
  externalForces(m, d, w);
}
