import type { int } from '../../../math/int.ts';
import { addTo6, copy6, crossMotion, dot6, mulDofVec, mulInertVec, zero6 } from '../../../math/spatial.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Dof, dofOffset, VELOCITY_MATRIX, velocityMatrixOffset } from '../../analytic/layout.ts';
import { groupSize } from '../../analytic/tree/groups.ts';
import { Cotangent, cotangentOffset, stateOffset } from './layout.ts';

/*  VJP of the mass matrix by rotation: mu^T (dM) x, x = a - b. With Mu and X the motions of a body at speeds mu and x,
 *  mu^T M x is the sum of Mu . I X. A change of dof j carries the bodies after it, with their inertias and with the
 *  parts of their motions after its group; only the parts before it, Mu0 and X0, change for them:
 *    mu^T (dM/dq_j) x = -(S_j x Mu0) . (sum of I X) - (S_j x X0) . (sum of I Mu)    over the subtree of j
 *  (docs/derivations/reverse.md) */

/** Values stored per body, in place of its velocity matrix: motion and momentum at speeds mu, then at speeds x. */
const MOMENTUM = 6;
const OTHER = 12;

const before = new Float64Array(12);
const part = new Float64Array(6);

/** Cotangents of positions += mu^T (dM/dq) (a - b)
 *  reads  d: cdof cinert, g: Cotangent.MU GAP   scratch w: velocity matrices, Dof.ACC_BEFORE ACC_CHANGE   adds to g: state */
export function vjpMass(m: Model, d: Data, w: Float64Array, g: Float64Array): void {
  const { nv, nbody, body_parentid, dof_bodyid } = m;
  const motions = velocityMatrixOffset(m);
  zero6(w, motions);
  zero6(w, motions + OTHER);
  for (let b = 1; b < nbody; b++) passBody(m, d, w, g, b);
  for (let b = nbody - 1; b > 0; b--) {
    const parent = body_parentid[b];
    if (parent === 0) continue;
    const at = motions + VELOCITY_MATRIX * b + MOMENTUM;
    const to = motions + VELOCITY_MATRIX * parent + MOMENTUM;
    addTo6(w, to, w, at);
    addTo6(w, to + OTHER, w, at + OTHER);
  }
  for (let j = 0; j < nv; j++) {
    const at = motions + VELOCITY_MATRIX * dof_bodyid[j] + MOMENTUM;
    crossMotion(part, 0, w, dofOffset(m, Dof.ACC_CHANGE) + 6 * j, d.cdof, 6 * j);
    let sum = dot6(part, 0, w, at + OTHER);
    crossMotion(part, 0, w, dofOffset(m, Dof.ACC_BEFORE) + 6 * j, d.cdof, 6 * j);
    sum += dot6(part, 0, w, at);
    g[stateOffset(m) + j] += sum;
  }
}

/** Both motions before each group of dofs of body b, and after all of them, with their momenta. */
function passBody(m: Model, d: Data, w: Float64Array, g: Float64Array, b: int): void {
  const { body_parentid, body_dofadr, body_dofnum } = m;
  const { cdof, cinert } = d;
  const motions = velocityMatrixOffset(m);
  const parent = motions + VELOCITY_MATRIX * body_parentid[b];
  const end = body_dofadr[b] + body_dofnum[b];
  copy6(before, 0, w, parent);
  copy6(before, 6, w, parent + OTHER);
  for (let i = body_dofadr[b]; i < end; ) {
    const n = groupSize(m, i);
    for (let k = i; k < i + n; k++) {
      copy6(w, dofOffset(m, Dof.ACC_CHANGE) + 6 * k, before, 0);
      copy6(w, dofOffset(m, Dof.ACC_BEFORE) + 6 * k, before, 6);
    }
    mulDofVec(part, 0, cdof, 6 * i, g, cotangentOffset(m, Cotangent.MU) + i, n);
    addTo6(before, 0, part, 0);
    mulDofVec(part, 0, cdof, 6 * i, g, cotangentOffset(m, Cotangent.GAP) + i, n);
    addTo6(before, 6, part, 0);
    i += n;
  }
  const at = motions + VELOCITY_MATRIX * b;
  copy6(w, at, before, 0);
  copy6(w, at + OTHER, before, 6);
  mulInertVec(w, at + MOMENTUM, cinert, 10 * b, before, 0);
  mulInertVec(w, at + OTHER + MOMENTUM, cinert, 10 * b, before, 6);
}
