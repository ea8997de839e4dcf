import { hasDamping } from '../../../engine/integrate/eulerAcc.ts';
import { mulM, solveM } from '../../../engine/position/inertia/solveM.ts';
import { addToScl, copy, sub, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { solveLTDLAll } from '../../../math/linear/ltdl.ts';
import type { Data } from '../../../model/data.ts';
import { Integrator } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { addStepTurning, stepMatrix } from '../../analytic/integrate/velocity.ts';
import { activationAt, controlAt, Dof, dofAt, Mat, matAt, nextActAt } from '../../analytic/layout.ts';
import { factor, solve } from '../../analytic/solve.ts';
import { pullContacts } from './contacts.ts';
import { controlsAt, NEXT, Pull, pullAt, stateAt } from './layout.ts';
import { pullPositions } from './position.ts';

/*  A step advances with b from (M - h D) b = M a + c, and a from r(a) = 0, dr/da = H. Backwards: (M - h D)^T mu = cotangent of
 *  b, H lambda = M mu. What b and r depend on gets -lambda^T dr + mu^T [(dM) (a - b) + h (dD) b + dc]. */

/** From the cotangents of the next state to those of state and controls, but for what `pullTurning` adds. Returns the number of contacts
 *  that could not be followed.
 *  reads  w: what `residualDerivatives` left without contacts   writes g */
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
  if (integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST) {
    stepMatrix(m, d, w);
    factor(w, matAt(m, Mat.STEP), nv);
    solveTransposed(w, matAt(m, Mat.STEP), nv, g, mu);
  } else if (integrator === Integrator.EULER && !hasDamping(m, d)) {
    solveM(m, d, g, mu, g, mu, 1);
  } else {
    solveLTDLAll(g, mu, 1, nv, d.qH, d.qHDiagInv, M_rownnz, M_rowadr, M_colind);
  }
  mulM(m, d, g, pullAt(m, Pull.A), g, mu);
  sub(g, pullAt(m, Pull.GAP), d.qacc, 0, d.work_qacc, 0, nv);
}

/** x = A^-T x for the factors of A at `a` of w */
function solveTransposed(w: Float64Array, a: int, n: int, x: Float64Array, i: int): void {
  for (let k = n - 1; k >= 0; k--) {
    x[i + k] /= w[a + k * (n + 1)];
    addToScl(x, i, w, a + k * n, -x[i + k], k);
  }
  for (let k = 0; k < n - 1; k++) addToScl(x, i + k + 1, w, a + k * n + k + 1, -x[i + k], n - k - 1);
}

/** From the cotangent of a to lambda, then over the residual and the next activations to state and controls.
 *  reads  w: what `residualDerivatives` left, g: Pull.A   writes g: Pull.LAMBDA   adds to g: state, controls */
function pullAcceleration(m: Model, d: Data, w: Float64Array, g: Float64Array): void {
  const { nv } = m;
  const H = matAt(m, Mat.H);
  const x = dofAt(m, Dof.DW);
  // without constraints H is M
  if (d.nefc === 0) copy(g, pullAt(m, Pull.LAMBDA), g, pullAt(m, Pull.MU), nv);
  else {
    factor(w, H, nv);
    copy(w, x, g, pullAt(m, Pull.A), nv);
    solve(w, H, nv, x, 1, 1);
    copy(g, pullAt(m, Pull.LAMBDA), w, x, nv);
  }
  pullRows(m, w, g, pullAt(m, Pull.LAMBDA), -1);
  pullActivations(m, w, g);
}

/** The terms of b that the acceleration a is not part of.
 *  reads  d: as `residualDerivatives`, g: Pull.MU   changes w: RQ RV and the columns of controls and activations
 *  adds to g: state, controls; `spare` is a second workspace, which only the implicit integrators need */
export function pullTurning(m: Model, d: Data, w: Float64Array, spare: Float64Array, g: Float64Array): void {
  const { nv, nu, na } = m;
  if (m.opt.integrator === Integrator.EULER && !hasDamping(m, d)) return;
  zero(w, matAt(m, Mat.RQ), 2 * nv * nv);
  zero(w, controlAt(m), nv * (nu + na));
  addStepTurning(m, d, w, spare);
  pullRows(m, w, g, pullAt(m, Pull.MU), 1);
}

/** state, controls += s x^T (RQ, RV, columns of activations, columns of controls) for the vector at x of g */
function pullRows(m: Model, w: Float64Array, g: Float64Array, x: int, s: number): void {
  const { nv, nu, na } = m;
  const state = stateAt(m);
  for (let i = 0; i < nv; i++) {
    const y = s * g[x + i];
    if (y === 0) continue;
    addToScl(g, state, w, matAt(m, Mat.RQ) + i * nv, y, nv);
    addToScl(g, state + nv, w, matAt(m, Mat.RV) + i * nv, y, nv);
    addToScl(g, state + 2 * nv, w, activationAt(m) + i * na, y, na);
    addToScl(g, controlsAt(m), w, controlAt(m) + i * nu, y, nu);
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
