import { firstEqual } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { oneSidedForce } from '../../math/oneSided.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintState, ConstraintType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Problem } from '../../model/solverSlots.ts';
import { mulJacTVec } from './mulJac.ts';

/*  Forces, states and cost of constraint rows for given residuals jar = J qacc - aref. */

/** Forces and states of all rows for the residuals `work_jar`, and the joint force of the rows. With `cone`, also the Hessians of
 *  contacts on their cone. Returns the cost of the constraints.
 *  reads  d: work_jar efc_D efc_R efc_frictionloss efc_type efc_id contact_*   writes d: efc_force efc_state qfrc_constraint */
export function constraintUpdate(m: Model, d: Data, cone: boolean): number {
  const cost = updateAllRows(d, d.work_jar, cone);
  mulJacTVec(m, d, d.qfrc_constraint, 0, d.efc_force, 0);
  return cost;
}

/** `updateRows` for all rows, in the efc_* arrays. */
export function updateAllRows(d: Data, jar: Float64Array, cone: boolean): number {
  return updateRows(d, false, 0, d.ne, d.nf, d.nefc, jar, cone);
}

/** `updateRows` for the rows of problem k, in the iefc_* arrays. */
export function updateProblemRows(d: Data, k: int, jar: Float64Array, cone: boolean): number {
  const { work_problem } = d;
  const p = Problem.SIZE * k;
  const ne = work_problem[p + Problem.NE];
  const nf = work_problem[p + Problem.NF];
  return updateRows(d, true, work_problem[p + Problem.ROW], ne, nf, work_problem[p + Problem.NEFC], jar, cone);
}

/** Forces f = -ds/djar and states of nefc rows from row `at`: ne equalities, nf friction losses, then limits and contacts.
 *  `perIsland`: rows of the iefc_* arrays, else of the efc_* arrays. Returns the cost s(jar). With `cone`, writes the Hessians of
 *  contacts on their cone to contact_H.
 *  @inline */
function updateRows(
  d: Data,
  perIsland: boolean,
  at: int,
  ne: int,
  nf: int,
  nefc: int,
  jar: Float64Array,
  cone: boolean,
): number {
  const D = perIsland ? d.iefc_D : d.efc_D;
  const R = perIsland ? d.iefc_R : d.efc_R;
  const frictionloss = perIsland ? d.iefc_frictionloss : d.efc_frictionloss;
  const type = perIsland ? d.iefc_type : d.efc_type;
  const id = perIsland ? d.iefc_id : d.efc_id;
  const force = perIsland ? d.iefc_force : d.efc_force;
  const state = perIsland ? d.iefc_state : d.efc_state;
  const { contact_dim } = d;
  let cost: number = 0;
  const firstFriction = at + ne;
  const firstLimit = firstFriction + nf;
  const end = at + nefc;
  for (let e = at; e < firstFriction; e++) {
    force[e] = -D[e] * jar[e];
    state[e] = ConstraintState.QUADRATIC;
    cost += 0.5 * D[e] * jar[e] * jar[e];
  }
  for (let e = firstFriction; e < firstLimit; e++) {
    const f = frictionloss[e];
    const x = jar[e];
    // Huber: quadratic within |x| < R f, linear beyond
    if (x <= -R[e] * f) {
      force[e] = f;
      state[e] = ConstraintState.LINEARNEG;
      cost += -0.5 * R[e] * f * f - f * x;
    } else if (x >= R[e] * f) {
      force[e] = -f;
      state[e] = ConstraintState.LINEARPOS;
      cost += -0.5 * R[e] * f * f + f * x;
    } else {
      force[e] = -D[e] * x;
      state[e] = ConstraintState.QUADRATIC;
      cost += 0.5 * D[e] * x * x;
    }
  }
  // the two states of a row without a cone, SATISFIED and QUADRATIC, are 0 and 1
  let e = firstLimit;
  while (e < end) {
    const next = nextCone(type, e, end);
    cost += oneSidedForce(force, state, D, jar, e, next);
    e = next;
    if (e < end) {
      cost += updateCone(d, id[e], e, D, jar, force, state, cone);
      e += contact_dim[id[e]];
    }
  }
  return cost;
}

/** First row in [from, end) of a contact with an elliptic cone, or end. */
export function nextCone(type: Int32Array, from: int, end: int): int {
  return firstEqual(type, ConstraintType.CONTACT_ELLIPTIC, from, end);
}

const U = new Float64Array(6);

/** Updates one contact with an elliptic cone, in the space U = (mu jar0, friction jar) where the cone is circular: N is the normal,
 *  T the length of the tangent. Returns its cost. */
function updateCone(
  d: Data,
  con: int,
  e: int,
  D: Float64Array,
  jar: Float64Array,
  force: Float64Array,
  state: Int32Array,
  hessian: boolean,
): number {
  const { contact_mu, contact_friction, contact_dim } = d;
  const mu = contact_mu[con];
  const dim = contact_dim[con];
  const f = 5 * con - 1;
  let TT: number = 0;
  U[0] = jar[e] * mu;
  for (let k = 1; k < dim; k++) {
    U[k] = jar[e + k] * contact_friction[f + k];
    TT += U[k] * U[k];
  }
  const N = U[0];
  const T = Math.sqrt(TT);
  // top zone: inside the dual cone, no force
  if (N >= mu * T || (T <= 0 && N >= 0)) {
    for (let k = e; k < e + dim; k++) {
      force[k] = 0;
      state[k] = ConstraintState.SATISFIED;
    }
    return 0;
  }
  // bottom zone: inside the polar cone, quadratic
  if (mu * N + T <= 0 || (T <= 0 && N < 0)) {
    let cost: number = 0;
    for (let k = e; k < e + dim; k++) {
      force[k] = -D[k] * jar[k];
      state[k] = ConstraintState.QUADRATIC;
      cost += 0.5 * D[k] * jar[k] * jar[k];
    }
    return cost;
  }
  // middle zone: s = Dm (N - mu T)^2 / 2
  const Dm = D[e] / (mu * mu * (1 + mu * mu));
  const NmT = N - mu * T;
  force[e] = -Dm * NmT * mu;
  state[e] = ConstraintState.CONE;
  for (let k = 1; k < dim; k++) {
    force[e + k] = (-force[e] / T) * U[k] * contact_friction[f + k];
    state[e + k] = ConstraintState.CONE;
  }
  if (hessian) coneHessian(d, con, Dm, N, T);
  return 0.5 * Dm * NmT * NmT;
}

/** Hessian of the middle zone, from the U of `updateCone`: with u the tangent part of U,
 *  d2s/dU2 = Dm [1, -mu u^T / T; -mu u / T, mu N u u^T / T^3 + (mu^2 - mu N / T) I], then scaled to jar. */
function coneHessian(d: Data, con: int, Dm: number, N: number, T: number): void {
  const { contact_mu, contact_friction, contact_dim, contact_H } = d;
  const mu = contact_mu[con];
  const dim = contact_dim[con];
  const h = 36 * con;
  const f = 5 * con - 1;
  const outer = (mu * N) / (T * T * T);
  const diagonal = mu * mu - (mu * N) / T;
  for (let k = 0; k < dim; k++) {
    const scale = Dm * (k === 0 ? mu : contact_friction[f + k]);
    for (let j = k; j < dim; j++) {
      let x: number = 1;
      if (k > 0) x = outer * U[j] * U[k] + (j === k ? diagonal : 0);
      else if (j > 0) x = (-mu / T) * U[j];
      x *= scale * (j === 0 ? mu : contact_friction[f + j]);
      contact_H[h + k * dim + j] = x;
      contact_H[h + j * dim + k] = x;
    }
  }
}
