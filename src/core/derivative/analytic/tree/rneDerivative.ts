import { addTo } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { addTo6, crossForce, crossMotion, dot6, mulInertVec, zero6 } from '../../../math/spatial.ts';
import { addTo3, addToScl3, copy3, cross3, dot3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import {
  Body,
  bodyOffset,
  Dof,
  dofOffset,
  drDqOffset,
  drDvOffset,
  stateSize,
  VELOCITY_MATRIX,
  velocityMatrixOffset,
} from '../layout.ts';
import { sameGroup } from './groups.ts';

/*  Derivatives of inverse dynamics, tau = S^T sum over the subtree of I a + v x* I v, and of S^T (external forces that
 *  do not rotate), about a fixed point: docs/derivations/transition.md. */

/** RQ, RV += the derivatives of M qacc + bias minus the joint forces of the external forces in Body.EXTERNAL
 *  reads  d: cdof cvel cinert crb rne_cacc, w: Dof.VEL_BEFORE VEL_AFTER ACC_BEFORE, Body.EXTERNAL (on bodies)   writes w: Body.EXTERNAL (on subtrees)   scratch d: rne_cfrc */
export function rneDerivative(m: Model, d: Data, w: Float64Array): void {
  composites(m, d, w);
  for (let i = 0; i < m.nv; i++) dofTerms(m, d, w, i);
  fillMatrices(m, d, w);
}

const momentum = new Float64Array(6);
const part = new Float64Array(6);

/** rne_cfrc, EXT and velocity matrices, on subtrees */
function composites(m: Model, d: Data, w: Float64Array): void {
  const { nbody, body_parentid } = m;
  const { cinert, cvel, rne_cacc, rne_cfrc } = d;
  const ext = bodyOffset(m, Body.EXTERNAL);
  const B = velocityMatrixOffset(m);
  // only dofs with ancestors need the forces
  const chained = m.nv > m.ntree;
  zero6(rne_cfrc, 0);
  for (let b = 1; b < nbody; b++) {
    mulInertVec(momentum, 0, cinert, 10 * b, cvel, 6 * b);
    if (chained) {
      mulInertVec(rne_cfrc, 6 * b, cinert, 10 * b, rne_cacc, 6 * b);
      crossForce(part, 0, cvel, 6 * b, momentum, 0);
      addTo6(rne_cfrc, 6 * b, part, 0);
    }
    velocityMatrix(w, B + VELOCITY_MATRIX * b, cinert, 10 * b, cvel, 6 * b);
  }
  for (let b = nbody - 1; b > 0; b--) {
    const parent = body_parentid[b];
    if (parent === 0) continue;
    if (chained) addTo6(rne_cfrc, 6 * parent, rne_cfrc, 6 * b);
    addTo6(w, ext + 6 * parent, w, ext + 6 * b);
    addTo(w, B + VELOCITY_MATRIX * parent, w, B + VELOCITY_MATRIX * b, 12);
  }
}

/** B of a body with inertia (J, h, mass) and momentum p, at velocity (o, v): by Jacobi's identity
 *    B y = I (y x V) + y x* I V + V x* I y = (N y_w, 2 y_w x p),  N = 2 ([o] (J - tr J / 2) - v h^T + (h . v) 1)
 *  with y_w the rotation of y. Nine numbers of N by rows, then p; `momentum` has p. */
function velocityMatrix(w: Float64Array, at: int, I: Float64Array, i: int, V: Float64Array, k: int): void {
  const x = 2 * V[k];
  const y = 2 * V[k + 1];
  const z = 2 * V[k + 2];
  const vx = 2 * V[k + 3];
  const vy = 2 * V[k + 4];
  const vz = 2 * V[k + 5];
  const hx = I[i + 6];
  const hy = I[i + 7];
  const hz = I[i + 8];
  const along = hx * vx + hy * vy + hz * vz;
  const half = 0.5 * (I[i] + I[i + 1] + I[i + 2]);
  const Jx = I[i] - half;
  const Jy = I[i + 1] - half;
  const Jz = I[i + 2] - half;
  const Jxy = I[i + 3];
  const Jxz = I[i + 4];
  const Jyz = I[i + 5];
  w[at] = y * Jxz - z * Jxy - vx * hx + along;
  w[at + 1] = y * Jyz - z * Jy - vx * hy;
  w[at + 2] = y * Jz - z * Jyz - vx * hz;
  w[at + 3] = z * Jx - x * Jxz - vy * hx;
  w[at + 4] = z * Jxy - x * Jyz - vy * hy + along;
  w[at + 5] = z * Jxz - x * Jz - vy * hz;
  w[at + 6] = x * Jxy - y * Jx - vz * hx;
  w[at + 7] = x * Jy - y * Jxy - vz * hy;
  w[at + 8] = x * Jyz - y * Jxz - vz * hz + along;
  copy3(w, at + 9, momentum, 3);
}

/** res += B y for the matrix at `at` of w */
function addVelocityForce(res: Float64Array, r: int, w: Float64Array, at: int, y: Float64Array, i: int): void {
  mulMatVec3(part, 0, w, at, y, i);
  cross3(part, 3, y, i, w, at + 9);
  addTo3(res, r, part, 0);
  addToScl3(res, r + 3, part, 3, 2);
}

/** Entries of dof i used in the matrices. */
function dofTerms(m: Model, d: Data, w: Float64Array, i: int): void {
  const { dof_bodyid, dof_parentid } = m;
  const { cdof, crb, rne_cfrc } = d;
  const b = dof_bodyid[i];
  const S = 6 * i;
  const B = velocityMatrixOffset(m) + VELOCITY_MATRIX * b;
  const v0 = dofOffset(m, Dof.VEL_BEFORE) + S;
  const delta = dofOffset(m, Dof.VEL_CHANGE) + S;
  const c = dofOffset(m, Dof.ACC_CHANGE) + S;
  const e = dofOffset(m, Dof.ACC_CHANGE_BY_VEL) + S;
  // delta = v0 x S, c = -S x a0 - delta x v0 = a0 x S + v0 x delta, e = (v0 + v1) x S; all zero before the first dof of
  // a tree
  const first = dof_parentid[i] < 0;
  crossMotion(w, c, w, dofOffset(m, Dof.ACC_BEFORE) + S, cdof, S);
  crossMotion(w, e, w, dofOffset(m, Dof.VEL_AFTER) + S, cdof, S);
  if (first) zero6(w, delta);
  else {
    crossMotion(w, delta, w, v0, cdof, S);
    crossMotion(part, 0, w, v0, w, delta);
    addTo6(w, c, part, 0);
    addTo6(w, e, w, delta);
  }
  // p = I S, r = B^T S = (N^T S_w + 2 p x S_v, 0), x = S x* external
  mulInertVec(w, dofOffset(m, Dof.COMPOSITE_MOMENTUM) + S, crb, 10 * b, cdof, S);
  mulMatTVec3(w, dofOffset(m, Dof.COMPOSITE_CORIOLIS) + S, w, B, cdof, S);
  cross3(part, 0, w, B + 9, cdof, S + 3);
  addToScl3(w, dofOffset(m, Dof.COMPOSITE_CORIOLIS) + S, part, 0, 2);
  crossForce(w, dofOffset(m, Dof.EXTERNAL_CHANGE) + S, cdof, S, w, bodyOffset(m, Body.EXTERNAL) + 6 * b);
  // only ancestors need the rest: g = S x* F + I c + B delta, gv = I e + B S
  if (first) return;
  const g = dofOffset(m, Dof.COMPOSITE_FORCE) + S;
  crossForce(w, g, cdof, S, rne_cfrc, 6 * b);
  mulInertVec(part, 0, crb, 10 * b, w, c);
  addTo6(w, g, part, 0);
  addVelocityForce(w, g, w, B, w, delta);
  const gv = dofOffset(m, Dof.COMPOSITE_FORCE_BY_VEL) + S;
  mulInertVec(w, gv, crb, 10 * b, w, e);
  addVelocityForce(w, gv, w, B, cdof, S);
}

/** Entries of dof i and each of its ancestors j, including i. */
function fillMatrices(m: Model, d: Data, w: Float64Array): void {
  const { nv, dof_parentid } = m;
  const nx = stateSize(m);
  const { cdof } = d;
  const RQ = drDqOffset(m);
  const RV = drDvOffset(m);
  const e = dofOffset(m, Dof.ACC_CHANGE_BY_VEL);
  const p = dofOffset(m, Dof.COMPOSITE_MOMENTUM);
  const r = dofOffset(m, Dof.COMPOSITE_CORIOLIS);
  const g = dofOffset(m, Dof.COMPOSITE_FORCE);
  const gv = dofOffset(m, Dof.COMPOSITE_FORCE_BY_VEL);
  for (let i = 0; i < nv; i++) {
    for (let j = i; j >= 0; j = dof_parentid[j]) {
      w[RQ + i * nx + j] += below(m, d, w, i, j);
      w[RV + i * nx + j] += dot6(w, p + 6 * i, w, e + 6 * j) + dot3(w, r + 6 * i, cdof, 6 * j);
      if (i === j) continue;
      w[RQ + j * nx + i] += sameGroup(m, i, j) ? below(m, d, w, j, i) : dot6(cdof, 6 * j, w, g + 6 * i);
      w[RV + j * nx + i] += dot6(cdof, 6 * j, w, gv + 6 * i);
    }
  }
}

/** d tau_i / d q_j for a dof i carried by dof j: p_i . c_j + r_i . delta_j - S_j . x_i */
function below(m: Model, d: Data, w: Float64Array, i: int, j: int): number {
  return (
    dot6(w, dofOffset(m, Dof.COMPOSITE_MOMENTUM) + 6 * i, w, dofOffset(m, Dof.ACC_CHANGE) + 6 * j) +
    dot3(w, dofOffset(m, Dof.COMPOSITE_CORIOLIS) + 6 * i, w, dofOffset(m, Dof.VEL_CHANGE) + 6 * j) -
    dot6(d.cdof, 6 * j, w, dofOffset(m, Dof.EXTERNAL_CHANGE) + 6 * i)
  );
}
