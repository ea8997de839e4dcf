import { lastDof } from '../../../engine/tree/chain.ts';
import type { int } from '../../../math/int.ts';
import { crossForce, dot6, zero6 } from '../../../math/spatial.ts';
import { addTo3, cross3, dot3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Cotangent, cotangentOffset } from './layout.ts';

/*  Bodies enter the equations of a step as Lambda . (I A + V x* I V) and -Mu . I X, where A and V are acceleration and
 *  velocity of the body and Lambda, Mu, X its motions at speeds lambda, mu and a - b. All terms are linear in the
 *  inertia I. */

const lambda = new Float64Array(6);
const mu = new Float64Array(6);
const gap = new Float64Array(6);
const force = new Float64Array(6);
const momentum = new Float64Array(6);
const arm = new Float64Array(3);
const axis = new Float64Array(3);

export const MASS = 3;

/** Derivative of the cost with respect to the mass of body b (`part` = MASS) or its inertia about axis `part` of its inertial frame,
 *  excluding constants that the compiler derives from them.
 *  reads  d: cdof cvel rne_cacc xipos ximat subtree_com, g: Cotangent.LAMBDA MU GAP */
export function vjpInertia(m: Model, d: Data, g: Float64Array, b: int, part: int): number {
  const { body_rootid } = m;
  const { cvel, rne_cacc, xipos, ximat, subtree_com } = d;
  if (b === 0) return 0;
  bodyMotion(m, d, g, cotangentOffset(m, Cotangent.LAMBDA), b, lambda);
  bodyMotion(m, d, g, cotangentOffset(m, Cotangent.MU), b, mu);
  bodyMotion(m, d, g, cotangentOffset(m, Cotangent.GAP), b, gap);
  sub3(arm, 0, xipos, 3 * b, subtree_com, 3 * body_rootid[b]);
  for (let k = 0; k < 3; k++) axis[k] = part === MASS ? 0 : ximat[9 * b + 3 * k + part];
  mulUnit(force, rne_cacc, 6 * b, part);
  let sum = -dot6(lambda, 0, force, 0);
  mulUnit(momentum, cvel, 6 * b, part);
  crossForce(force, 0, cvel, 6 * b, momentum, 0);
  sum -= dot6(lambda, 0, force, 0);
  mulUnit(force, gap, 0, part);
  return sum + dot6(mu, 0, force, 0);
}

/** res = I x for a unit mass at `arm`, or for a unit inertia about `axis` */
function mulUnit(res: Float64Array, x: Float64Array, i: int, part: int): void {
  zero6(res, 0);
  if (part !== MASS) {
    const s = dot3(axis, 0, x, i);
    for (let k = 0; k < 3; k++) res[k] = s * axis[k];
    return;
  }
  cross3(res, 3, x, i, arm, 0);
  addTo3(res, 3, x, i + 3);
  cross3(res, 0, arm, 0, res, 3);
}

/** res = motion of body b at the speeds at x of g */
function bodyMotion(m: Model, d: Data, g: Float64Array, x: int, b: int, res: Float64Array): void {
  const { dof_parentid } = m;
  const { cdof } = d;
  zero6(res, 0);
  for (let i = lastDof(m, b); i >= 0; i = dof_parentid[i]) {
    for (let k = 0; k < 6; k++) res[k] += g[x + i] * cdof[6 * i + k];
  }
}

/** Derivative of the cost with respect to component k of gravity, which enters as -Lambda . I (0, gravity). */
export function vjpGravity(m: Model, d: Data, g: Float64Array, k: int): number {
  const { nbody, body_rootid, body_mass } = m;
  const { xipos, subtree_com } = d;
  let sum: number = 0;
  for (let b = 1; b < nbody; b++) {
    bodyMotion(m, d, g, cotangentOffset(m, Cotangent.LAMBDA), b, lambda);
    sub3(arm, 0, xipos, 3 * b, subtree_com, 3 * body_rootid[b]);
    cross3(force, 0, lambda, 0, arm, 0);
    sum += body_mass[b] * (lambda[3 + k] + force[k]);
  }
  return sum;
}
