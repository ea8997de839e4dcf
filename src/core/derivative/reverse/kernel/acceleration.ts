import { hasDamping } from '../../../engine/integrate/eulerAcc.ts';
import { mulM, solveM } from '../../../engine/tree/solveM.ts';
import { addToScl, copy, sub } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { solveLTDLAll } from '../../../math/linear/ltdl.ts';
import type { Data } from '../../../model/data.ts';
import { Integrator } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { addForceDerivative, damperDerivative, isImplicit, stepMatrix } from '../../analytic/integrate/velocity.ts';
import {
  Dof,
  dofOffset,
  drDactOffset,
  drDqOffset,
  drDuOffset,
  drDvOffset,
  Mat,
  matOffset,
  nextActOffset,
  Part,
  Span,
  sideSpan,
  stateSize,
} from '../../analytic/layout.ts';
import { solveHessian } from '../../analytic/refineSolution.ts';
import { factor } from '../../analytic/solve.ts';
import { clearSides, spanEnd, spanFrom } from '../../analytic/tree/spans.ts';
import { vjpContacts } from './contacts.ts';
import { vjpDampers } from './dampers.ts';
import { Cotangent, controlsOffset, cotangentOffset, NEXT, stateOffset } from './layout.ts';
import { vjpMass } from './mass.ts';
import { vjpPoints } from './points.ts';
import { vjpPositions } from './position.ts';

/*  A step advances with b from (M - h D) b = M a + c, and a from r(a) = 0, dr/da = H. In reverse: (M - h D)^T mu =
 *  cotangent of b, H lambda = M mu. The dependencies of b and r get -lambda^T dr + mu^T [(dM) (a - b) + h (dD) b +
 *  dc]. */

/** From the cotangents of the next state to those of state and controls, except for what `vjpStepMatrix` adds. Returns
 *  the number of contacts that could not be differentiated.
 *  reads  w: results of `residualDerivatives` without `whole`   writes g */
export function vjpPass(m: Model, d: Data, w: Float64Array, g: Float64Array): int {
  vjpPositions(m, d, g);
  vjpIntegrator(m, d, w, g);
  vjpAcceleration(m, d, w, g);
  return vjpContacts(m, d, w, g);
}

/** From the cotangent of b to mu and to the cotangent of a.
 *  reads  d: qacc work_qacc M and its factors qLD qH, g: Cotangent.B   writes g: Cotangent.MU A GAP   scratch w: STEP */
function vjpIntegrator(m: Model, d: Data, w: Float64Array, g: Float64Array): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { integrator } = m.opt;
  const mu = cotangentOffset(m, Cotangent.MU);
  copy(g, mu, g, cotangentOffset(m, Cotangent.B), nv);
  if (isImplicit(m)) {
    stepMatrix(m, d, w);
    factor(m, w, matOffset(m, Mat.STEP));
    solveTransposed(m, w, matOffset(m, Mat.STEP), g, mu);
  } else if (integrator === Integrator.EULER && !hasDamping(m, d)) {
    solveM(m, d, g, mu, g, mu, 1);
  } else {
    solveLTDLAll(g, mu, 1, nv, d.qH, d.qHDiagInv, M_rownnz, M_rowadr, M_colind);
  }
  mulM(m, d, g, cotangentOffset(m, Cotangent.A), g, mu);
  sub(g, cotangentOffset(m, Cotangent.GAP), d.qacc, 0, d.work_qacc, 0, nv);
}

/** x = A^-T x for the factors of A at `a` of w */
function solveTransposed(m: Model, w: Float64Array, a: int, x: Float64Array, i: int): void {
  const n = m.nv;
  for (let k = n - 1; k >= 0; k--) {
    const from = spanFrom(w, k, Span.DOF);
    x[i + k] /= w[a + k * (n + 1)];
    addToScl(x, i + from, w, a + k * n + from, -x[i + k], k - from);
  }
  for (let k = 0; k < n - 1; k++) {
    addToScl(x, i + k + 1, w, a + k * n + k + 1, -x[i + k], spanEnd(w, k, Span.DOF) - k - 1);
  }
}

/** From the cotangent of a to lambda, then through the residual and the next activations to state and controls.
 *  reads  w: results of `residualDerivatives`, g: Cotangent.A   writes g: Cotangent.LAMBDA   adds to g: state, controls */
function vjpAcceleration(m: Model, d: Data, w: Float64Array, g: Float64Array): void {
  const { nv } = m;
  const x = dofOffset(m, Dof.WRENCH_CHANGE);
  // without constraints H is M
  if (d.nefc === 0) copy(g, cotangentOffset(m, Cotangent.LAMBDA), g, cotangentOffset(m, Cotangent.MU), nv);
  else {
    copy(w, x, g, cotangentOffset(m, Cotangent.A), nv);
    solveHessian(m, d, w, x);
    copy(g, cotangentOffset(m, Cotangent.LAMBDA), w, x, nv);
  }
  vjpRightSides(m, w, g, cotangentOffset(m, Cotangent.LAMBDA), -1);
  vjpPoints(m, d, w, g);
  vjpDampers(m, d, w, g);
  vjpActivations(m, w, g);
}

/** Terms of b that do not contain the acceleration a.
 *  reads  d: as `residualDerivatives`, g: Cotangent.MU GAP   changes w: RQ RV and the columns of controls and activations
 *  adds to g: state, controls; `spare` is a second workspace, which only the implicit integrators need */
export function vjpStepMatrix(m: Model, d: Data, w: Float64Array, spare: Float64Array, g: Float64Array): void {
  const { nv } = m;
  if (m.opt.integrator === Integrator.EULER && !hasDamping(m, d)) return;
  const mu = cotangentOffset(m, Cotangent.MU);
  vjpMass(m, d, w, g);
  if (!isImplicit(m)) {
    for (let i = 0; i < nv; i++) g[stateOffset(m) + nv + i] += g[mu + i] * damperDerivative(m, d, i);
    return;
  }
  clearSides(m, w);
  addForceDerivative(m, d, w, spare, 1);
  vjpRightSides(m, w, g, mu, 1);
}

/** state, controls += s x^T (RQ, RV, columns of activations, columns of controls) for the vector at x of g */
function vjpRightSides(m: Model, w: Float64Array, g: Float64Array, x: int, s: number): void {
  const { nv, nu } = m;
  const nx = stateSize(m);
  const state = stateOffset(m);
  const kind = sideSpan(w, Part.POSITION);
  for (let i = 0; i < nv; i++) {
    const y = s * g[x + i];
    if (y === 0) continue;
    const from = spanFrom(w, i, kind);
    const n = spanEnd(w, i, kind) - from;
    addToScl(g, state + from, w, drDqOffset(m) + i * nx + from, y, n);
    addToScl(g, state + nv + from, w, drDvOffset(m) + i * nx + from, y, n);
    const act = spanFrom(w, i, Span.ACTIVATION);
    addToScl(g, state + 2 * nv + act, w, drDactOffset(m) + i * nx + act, y, spanEnd(w, i, Span.ACTIVATION) - act);
    const ctrl = spanFrom(w, i, Span.CONTROL);
    addToScl(g, controlsOffset(m) + ctrl, w, drDuOffset(m) + i * nu + ctrl, y, spanEnd(w, i, Span.CONTROL) - ctrl);
  }
}

/** VJP of the next activations. */
function vjpActivations(m: Model, w: Float64Array, g: Float64Array): void {
  const { nv, nu, na } = m;
  const state = stateOffset(m);
  const act = nextActOffset(m) + 2 * nv * na;
  for (let a = 0; a < na; a++) {
    const y = g[NEXT + 2 * nv + a];
    addToScl(g, state, w, nextActOffset(m) + a * 2 * nv, y, 2 * nv);
    addToScl(g, state + 2 * nv, w, act + a * na, y, na);
    addToScl(g, controlsOffset(m), w, act + na * na + a * nu, y, nu);
  }
}
