import type { int } from '../../../math/int.ts';
import { addTo6, copy6, crossForce, crossMotion, dot6, mulInertVec, zero6 } from '../../../math/spatial.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Body, bodyAt, Dof, dofAt, Mat, matAt, velocityMatrixAt } from '../layout.ts';
import { sameGroup } from './groups.ts';

/*  Derivatives of inverse dynamics, tau = S^T sum over the subtree of I a + v x* I v, and of S^T (external forces that do
 *  not turn), about a fixed point: docs/derivations/transition.md. */

/** RQ, RV += the derivatives of M qacc + bias less the joint forces of the external forces in Body.EXT
 *  reads  d: cdof cvel cinert crb rne_cacc, w: Dof.V0 V1 A0, Body.EXT (on bodies)   writes w: Body.EXT (on subtrees) */
export function rneDerivative(m: Model, d: Data, w: Float64Array): void {
  compositeForces(m, d, w);
  compositeMatrices(m, d, w);
  for (let i = 0; i < m.nv; i++) dofTerms(m, d, w, i);
  fillMatrices(m, d, w);
}

const momentum = new Float64Array(6);
const part = new Float64Array(6);
const unit = new Float64Array(6);
const column = new Float64Array(6);

/** rne_cfrc and EXT, on subtrees */
function compositeForces(m: Model, d: Data, w: Float64Array): void {
  const { nbody, body_parentid } = m;
  const { cinert, cvel, rne_cacc, rne_cfrc } = d;
  const ext = bodyAt(m, Body.EXT);
  zero6(rne_cfrc, 0);
  for (let b = 1; b < nbody; b++) {
    mulInertVec(rne_cfrc, 6 * b, cinert, 10 * b, rne_cacc, 6 * b);
    mulInertVec(momentum, 0, cinert, 10 * b, cvel, 6 * b);
    crossForce(part, 0, cvel, 6 * b, momentum, 0);
    addTo6(rne_cfrc, 6 * b, part, 0);
  }
  for (let b = nbody - 1; b > 0; b--) {
    const parent = body_parentid[b];
    if (parent === 0) continue;
    addTo6(rne_cfrc, 6 * parent, rne_cfrc, 6 * b);
    addTo6(w, ext + 6 * parent, w, ext + 6 * b);
  }
}

/** B of each subtree: B x = I (x x v) + x x* I v + v x* I x, summed over its bodies, column by column */
function compositeMatrices(m: Model, d: Data, w: Float64Array): void {
  const { nbody, body_parentid } = m;
  const { cinert, cvel } = d;
  const at = velocityMatrixAt(m);
  for (let b = 1; b < nbody; b++) {
    mulInertVec(momentum, 0, cinert, 10 * b, cvel, 6 * b);
    for (let c = 0; c < 6; c++) {
      zero6(unit, 0);
      unit[c] = 1;
      crossMotion(part, 0, unit, 0, cvel, 6 * b);
      mulInertVec(column, 0, cinert, 10 * b, part, 0);
      crossForce(part, 0, unit, 0, momentum, 0);
      addTo6(column, 0, part, 0);
      mulInertVec(part, 0, cinert, 10 * b, unit, 0);
      crossForce(part, 0, cvel, 6 * b, part, 0);
      addTo6(column, 0, part, 0);
      // stored by columns: B x is a sum of six of them, B^T x six products
      copy6(w, at + 36 * b + 6 * c, column, 0);
    }
  }
  for (let b = nbody - 1; b > 0; b--) {
    const parent = body_parentid[b];
    if (parent === 0) continue;
    for (let k = 0; k < 36; k++) w[at + 36 * parent + k] += w[at + 36 * b + k];
  }
}

/** res = B x, B by columns */
function mulColumns(res: Float64Array, r: int, w: Float64Array, at: int, x: Float64Array, i: int): void {
  for (let k = 0; k < 6; k++) {
    res[r + k] =
      w[at + k] * x[i] +
      w[at + 6 + k] * x[i + 1] +
      w[at + 12 + k] * x[i + 2] +
      w[at + 18 + k] * x[i + 3] +
      w[at + 24 + k] * x[i + 4] +
      w[at + 30 + k] * x[i + 5];
  }
}

/** What the entries of dof i in the matrices are made of. */
function dofTerms(m: Model, d: Data, w: Float64Array, i: int): void {
  const { dof_bodyid } = m;
  const { cdof, crb, rne_cfrc } = d;
  const b = dof_bodyid[i];
  const S = 6 * i;
  const B = velocityMatrixAt(m) + 36 * b;
  const v0 = dofAt(m, Dof.V0) + S;
  const delta = dofAt(m, Dof.DELTA) + S;
  const c = dofAt(m, Dof.C) + S;
  const e = dofAt(m, Dof.E) + S;
  // delta = v0 x S, c = -S x a0 - delta x v0 = a0 x S + v0 x delta
  crossMotion(w, delta, w, v0, cdof, S);
  crossMotion(w, c, w, dofAt(m, Dof.A0) + S, cdof, S);
  crossMotion(part, 0, w, v0, w, delta);
  addTo6(w, c, part, 0);
  // e = (v0 + v1) x S
  crossMotion(w, e, w, dofAt(m, Dof.V1) + S, cdof, S);
  addTo6(w, e, w, delta);
  // p = I S, r = B^T S, x = S x* external
  mulInertVec(w, dofAt(m, Dof.P) + S, crb, 10 * b, cdof, S);
  for (let k = 0; k < 6; k++) w[dofAt(m, Dof.R) + S + k] = dot6(w, B + 6 * k, cdof, S);
  crossForce(w, dofAt(m, Dof.X) + S, cdof, S, w, bodyAt(m, Body.EXT) + 6 * b);
  // g = S x* F + I c + B delta, gv = I e + B S
  const g = dofAt(m, Dof.G) + S;
  crossForce(w, g, cdof, S, rne_cfrc, 6 * b);
  mulInertVec(part, 0, crb, 10 * b, w, c);
  addTo6(w, g, part, 0);
  mulColumns(part, 0, w, B, w, delta);
  addTo6(w, g, part, 0);
  const gv = dofAt(m, Dof.GV) + S;
  mulInertVec(w, gv, crb, 10 * b, w, e);
  mulColumns(part, 0, w, B, cdof, S);
  addTo6(w, gv, part, 0);
}

/** Entries of dof i and each of its ancestors j, itself included. */
function fillMatrices(m: Model, d: Data, w: Float64Array): void {
  const { nv, dof_parentid } = m;
  const { cdof } = d;
  const RQ = matAt(m, Mat.RQ);
  const RV = matAt(m, Mat.RV);
  const e = dofAt(m, Dof.E);
  const p = dofAt(m, Dof.P);
  const r = dofAt(m, Dof.R);
  const g = dofAt(m, Dof.G);
  const gv = dofAt(m, Dof.GV);
  for (let i = 0; i < nv; i++) {
    for (let j = i; j >= 0; j = dof_parentid[j]) {
      w[RQ + i * nv + j] += below(m, d, w, i, j);
      w[RV + i * nv + j] += dot6(w, p + 6 * i, w, e + 6 * j) + dot6(w, r + 6 * i, cdof, 6 * j);
      if (i === j) continue;
      w[RQ + j * nv + i] += sameGroup(m, i, j) ? below(m, d, w, j, i) : dot6(cdof, 6 * j, w, g + 6 * i);
      w[RV + j * nv + i] += dot6(cdof, 6 * j, w, gv + 6 * i);
    }
  }
}

/** d tau_i / d q_j for a dof i that j carries: p_i . c_j + r_i . delta_j - S_j . x_i */
function below(m: Model, d: Data, w: Float64Array, i: int, j: int): number {
  return (
    dot6(w, dofAt(m, Dof.P) + 6 * i, w, dofAt(m, Dof.C) + 6 * j) +
    dot6(w, dofAt(m, Dof.R) + 6 * i, w, dofAt(m, Dof.DELTA) + 6 * j) -
    dot6(d.cdof, 6 * j, w, dofAt(m, Dof.X) + 6 * i)
  );
}
