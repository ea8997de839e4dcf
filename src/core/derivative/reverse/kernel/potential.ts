import { nextActivation } from '../../../engine/actuation/nextActivation.ts';
import { springDamperMass, springStiffness } from '../../../engine/integrate/springDamperAcc.ts';
import { dampingDerivative } from '../../../engine/tree/damping.ts';
import { mulM } from '../../../engine/tree/solveM.ts';
import { dot } from '../../../math/array.ts';
import type { Data } from '../../../model/data.ts';
import { Disable, Integrator } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { evaluateRows, residual } from '../../analytic/constraint/rows.ts';
import { isImplicit, stepMatrix } from '../../analytic/integrate/velocity.ts';
import { Dof, dofOffset, Mat, matOffset, Span, vectorOffset } from '../../analytic/layout.ts';
import { spanEnd, spanFrom } from '../../analytic/tree/spans.ts';
import { Cotangent, cotangentOffset, NEXT } from './layout.ts';

/** Equations of a step weighted with its cotangents, at its accelerations a and b:
 *    -lambda^T r - mu^T [(M - h D) b - M a - c] + (cotangents of the next activations) . (next activations)
 *  The derivative with respect to a parameter is that of the cost. Positions, velocities and forces must be computed with the current
 *  parameters, but not accelerations.
 *  reads  d: qacc work_qacc, g: Cotangent.LAMBDA MU GAP   writes d: efc_force efc_state qfrc_constraint   scratch w */
export function potential(m: Model, d: Data, w: Float64Array, g: Float64Array): number {
  evaluateRows(m, d);
  residual(m, d, w);
  const r = dot(w, dofOffset(m, Dof.JAC), g, cotangentOffset(m, Cotangent.LAMBDA), m.nv);
  return nextActivations(m, d, g) - r - stepError(m, d, w, g);
}

/** mu^T [(M - h D) b - M a - c] */
function stepError(m: Model, d: Data, w: Float64Array, g: Float64Array): number {
  const { nv } = m;
  const { integrator, disableflags } = m.opt;
  const { qacc, work_qacc, qvel } = d;
  const h = m.opt.timestep;
  const mu = cotangentOffset(m, Cotangent.MU);
  const x = vectorOffset(m);
  if (isImplicit(m)) {
    stepMatrix(m, d, w);
    mulM(m, d, w, x, qacc, 0);
    let sum: number = 0;
    for (let i = 0; i < nv; i++) {
      const from = spanFrom(w, i, Span.DOF);
      const n = spanEnd(w, i, Span.DOF) - from;
      sum += g[mu + i] * (dot(w, matOffset(m, Mat.STEP) + i * nv + from, work_qacc, from, n) - w[x + i]);
    }
    return sum;
  }
  mulM(m, d, w, x, g, cotangentOffset(m, Cotangent.GAP));
  let sum = -dot(w, x, g, mu, nv);
  if (integrator === Integrator.IMPLICITSPRINGDAMPER) {
    for (let i = 0; i < nv; i++) {
      sum += g[mu + i] * (springDamperMass(m, d, i) * work_qacc[i] + h * springStiffness(m, d, i) * qvel[i]);
    }
  } else if ((disableflags & (Disable.EULERDAMP | Disable.DAMPER)) === 0) {
    for (let i = 0; i < nv; i++) sum += h * g[mu + i] * dampingDerivative(m, d, i) * work_qacc[i];
  }
  return sum;
}

function nextActivations(m: Model, d: Data, g: Float64Array): number {
  const { nv, nactuator, actuator_actadr, actuator_actnum } = m;
  let sum: number = 0;
  if ((m.opt.disableflags & Disable.ACTUATION) !== 0) return sum;
  for (let i = 0; i < nactuator; i++) {
    const end = actuator_actadr[i] + actuator_actnum[i];
    for (let a = actuator_actadr[i]; a < end; a++) {
      sum += g[NEXT + 2 * nv + a] * nextActivation(m, d, i, a, d.act_dot[a]);
    }
  }
  return sum;
}
