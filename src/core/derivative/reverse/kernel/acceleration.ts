import { hasDamping } from '../../../engine/integrate/eulerAcc.ts';
import { mulM, solveM } from '../../../engine/tree/solveM.ts';
import { addToScl, copy, sub } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { solveLTDLAll } from '../../../math/linear/ltdl.ts';
import type { Data } from '../../../model/data.ts';
import { Integrator } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { addForceTurning, damperTurning, isImplicit, stepMatrix } from '../../analytic/integrate/velocity.ts';
import {
  activationAt,
  byPositionAt,
  byVelocityAt,
  controlAt,
  Dof,
  dofAt,
  Mat,
  matAt,
  nextActAt,
  Part,
  Span,
  sideSpan,
  stateSize,
} from '../../analytic/layout.ts';
import { solveHessian } from '../../analytic/polish.ts';
import { factor } from '../../analytic/solve.ts';
import { clearSides, spanEnd, spanFrom } from '../../analytic/tree/spans.ts';
import { pullContacts } from './contacts.ts';
import { pullDampers } from './dampers.ts';
import { controlsAt, NEXT, Pull, pullAt, stateAt } from './layout.ts';
import { pullPoints } from './points.ts';
import { pullPositions } from './position.ts';
import { pullMass } from './turning.ts';

/*  A step advances with b from (M - h D) b = M a + c, and a from r(a) = 0, dr/da = H. Backwards: (M - h D)^T mu = cotangent of
 *  b, H lambda = M mu. What b and r depend on gets -lambda^T dr + mu^T [(dM) (a - b) + h (dD) b + dc]. */

/** From the cotangents of the next state to those of state and controls, but for what `pullTurning` adds. Returns the number of contacts
 *  that could not be followed.
 *  reads  w: what `residualDerivatives` left without `whole`   writes g */
export function pullPass(m: Model, d: Data, w: Float64Array, g: Float64Array): int {
  pullPositions(m, d, g);
  pullStep(m, d, w, g);
  pullAcceleration(m, d, w, g);
  return pullContacts(m, d, w, g);
}

/** From the cotangent of b to mu and to the cotangent of a.
 *  reads  d: qacc work_qacc M and its factors qLD qH, g: Pull.B   writes g: Pull.MU A GAP   scratch w: STEP */
function pullStep(m: Model, d: Data, w: Float64Array, g: Float64Array): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { integrator } = m.opt;
  const mu = pullAt(m, Pull.MU);
  copy(g, mu, g, pullAt(m, Pull.B), nv);
  if (isImplicit(m)) {
    stepMatrix(m, d, w);
    factor(m, w, matAt(m, Mat.STEP));
    solveTransposed(m, w, matAt(m, Mat.STEP), g, mu);
  } else if (integrator === Integrator.EULER && !hasDamping(m, d)) {
    solveM(m, d, g, mu, g, mu, 1);
  } else {
    solveLTDLAll(g, mu, 1, nv, d.qH, d.qHDiagInv, M_rownnz, M_rowadr, M_colind);
  }
  mulM(m, d, g, pullAt(m, Pull.A), g, mu);
  sub(g, pullAt(m, Pull.GAP), d.qacc, 0, d.work_qacc, 0, nv);
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

/** From the cotangent of a to lambda, then over the residual and the next activations to state and controls.
 *  reads  w: what `residualDerivatives` left, g: Pull.A   writes g: Pull.LAMBDA   adds to g: state, controls */
function pullAcceleration(m: Model, d: Data, w: Float64Array, g: Float64Array): void {
  const { nv } = m;
  const x = dofAt(m, Dof.DW);
  // without constraints H is M
  if (d.nefc === 0) copy(g, pullAt(m, Pull.LAMBDA), g, pullAt(m, Pull.MU), nv);
  else {
    copy(w, x, g, pullAt(m, Pull.A), nv);
    solveHessian(m, d, w, x);
    copy(g, pullAt(m, Pull.LAMBDA), w, x, nv);
  }
  pullSides(m, w, g, pullAt(m, Pull.LAMBDA), -1);
  pullPoints(m, d, w, g);
  pullDampers(m, d, w, g);
  pullActivations(m, w, g);
}

/** The terms of b that the acceleration a is not part of.
 *  reads  d: as `residualDerivatives`, g: Pull.MU GAP   changes w: RQ RV and the columns of controls and activations
 *  adds to g: state, controls; `spare` is a second workspace, which only the implicit integrators need */
export function pullTurning(m: Model, d: Data, w: Float64Array, spare: Float64Array, g: Float64Array): void {
  const { nv } = m;
  if (m.opt.integrator === Integrator.EULER && !hasDamping(m, d)) return;
  const mu = pullAt(m, Pull.MU);
  pullMass(m, d, w, g);
  if (!isImplicit(m)) {
    for (let i = 0; i < nv; i++) g[stateAt(m) + nv + i] += g[mu + i] * damperTurning(m, d, i);
    return;
  }
  clearSides(m, w);
  addForceTurning(m, d, w, spare, 1);
  pullSides(m, w, g, mu, 1);
}

/** state, controls += s x^T (RQ, RV, columns of activations, columns of controls) for the vector at x of g */
function pullSides(m: Model, w: Float64Array, g: Float64Array, x: int, s: number): void {
  const { nv, nu } = m;
  const nx = stateSize(m);
  const state = stateAt(m);
  const kind = sideSpan(w, Part.POSITION);
  for (let i = 0; i < nv; i++) {
    const y = s * g[x + i];
    if (y === 0) continue;
    const from = spanFrom(w, i, kind);
    const n = spanEnd(w, i, kind) - from;
    addToScl(g, state + from, w, byPositionAt(m) + i * nx + from, y, n);
    addToScl(g, state + nv + from, w, byVelocityAt(m) + i * nx + from, y, n);
    const act = spanFrom(w, i, Span.ACTIVATION);
    addToScl(g, state + 2 * nv + act, w, activationAt(m) + i * nx + act, y, spanEnd(w, i, Span.ACTIVATION) - act);
    const ctrl = spanFrom(w, i, Span.CONTROL);
    addToScl(g, controlsAt(m) + ctrl, w, controlAt(m) + i * nu + ctrl, y, spanEnd(w, i, Span.CONTROL) - ctrl);
  }
}

/** Back over the next activations. */
function pullActivations(m: Model, w: Float64Array, g: Float64Array): void {
  const { nv, nu, na } = m;
  const state = stateAt(m);
  const act = nextActAt(m) + 2 * nv * na;
  for (let a = 0; a < na; a++) {
    const y = g[NEXT + 2 * nv + a];
    addToScl(g, state, w, nextActAt(m) + a * 2 * nv, y, 2 * nv);
    addToScl(g, state + 2 * nv, w, act + a * na, y, na);
    addToScl(g, controlsAt(m), w, act + na * na + a * nu, y, nu);
  }
}
