import { dot } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { dotSparse } from '../../../math/linear/sparse.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ConstraintState, ConstraintType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { SolverIntSlot } from '../../../model/solverSlots.ts';
import { isSparse } from '../../tree/settings.ts';

/*  Functions shared by the dual solvers. Row c of a problem is row work_efc_list[c] of efc_*. */

/** Lists the rows of problem k in `work_efc_list`; returns their number. */
export function listRows(d: Data, k: int): int {
  const { work_efc_list, map_iefc2efc, island_iefcadr, island_nefc } = d;
  const { nisland, nefc } = d;
  const n = nisland > 0 ? island_nefc[k] : nefc;
  for (let c = 0; c < n; c++) work_efc_list[c] = nisland > 0 ? map_iefc2efc[island_iefcadr[k] + c] : c;
  return n;
}

/** Number of equality rows of problem k. */
export function equalityRows(d: Data, k: int): int {
  return d.nisland > 0 ? d.island_ne[k] : d.ne;
}

/** Number of friction-loss rows of problem k. */
export function frictionRows(d: Data, k: int): int {
  return d.nisland > 0 ? d.island_nf[k] : d.nf;
}

/** work_ARinv[c] = 1 / AR_ii of the n listed rows, without the regularization R if `bare` */
export function invertDiagonal(m: Model, d: Data, n: int, bare: boolean): void {
  const { efc_AR, efc_R, work_ARinv, work_efc_list } = d;
  const sparse = isSparse(m);
  for (let c = 0; c < n; c++) {
    const i = work_efc_list[c];
    const a = efc_AR[sparse ? findDiagonal(d, i) : i * (d.nefc + 1)];
    work_ARinv[c] = 1 / (bare ? Math.max(MINVAL, a - efc_R[i]) : a);
  }
}

/** Address of the diagonal element in row i of the sparse AR. */
function findDiagonal(d: Data, i: int): int {
  const { efc_AR_rowadr, efc_AR_colind } = d;
  let adr = efc_AR_rowadr[i];
  while (efc_AR_colind[adr] !== i) adr++;
  return adr;
}

/** res[0..n) = n x n block of AR at rows and columns from i on; if `bare`, without R and with a diagonal of at least
 *  1e-10 */
export function extractBlock(d: Data, sparse: boolean, res: Float64Array, i: int, n: int, bare: boolean): void {
  const { efc_AR, efc_R, efc_AR_rowadr, efc_AR_colind } = d;
  const { nefc } = d;
  // rows of one contact have the same pattern
  let shift = 0;
  if (sparse) while (efc_AR_colind[efc_AR_rowadr[i] + shift] !== i) shift++;
  for (let j = 0; j < n; j++) {
    const from = sparse ? efc_AR_rowadr[i + j] + shift : (i + j) * nefc + i;
    for (let c = 0; c < n; c++) res[j * n + c] = efc_AR[from + c];
    if (bare) res[j * n + j] = Math.max(1e-10, res[j * n + j] - efc_R[i + j]);
  }
}

/** res[0..dim) = b + AR f for rows from i on, minus R f if `bare` */
export function residual(d: Data, sparse: boolean, res: Float64Array, i: int, dim: int, bare: boolean): void {
  const { efc_R, efc_force } = d;
  for (let j = 0; j < dim; j++) {
    res[j] = rowResidual(d, sparse, i + j);
    if (bare) res[j] -= efc_R[i + j] * efc_force[i + j];
  }
}

/** b + AR f of row e */
export function rowResidual(d: Data, sparse: boolean, e: int): number {
  const { efc_AR, efc_AR_rownnz, efc_AR_rowadr, efc_AR_colind, efc_b, efc_force } = d;
  const { nefc } = d;
  if (!sparse) return efc_b[e] + dot(efc_AR, e * nefc, efc_force, 0, nefc);
  const adr = efc_AR_rowadr[e];
  return efc_b[e] + dotSparse(efc_AR, adr, efc_force, 0, efc_AR_rownnz[e], efc_AR_colind, adr);
}

/** Changes of the cost up to this value are rounding; larger increases are rejected. */
export const MAX_CHANGE = 1e-10;

const delta = new Float64Array(6);

/** Change of the cost from a change of the forces of dim rows from i on; reverts an increase. */
export function costChange(d: Data, A: Float64Array, i: int, old: Float64Array, res: Float64Array, dim: int): number {
  const { efc_force } = d;
  for (let j = 0; j < dim; j++) delta[j] = efc_force[i + j] - old[j];
  let change: number = 0;
  for (let j = 0; j < dim; j++) change += 0.5 * delta[j] * dot(A, j * dim, delta, 0, dim) + delta[j] * res[j];
  if (change <= MAX_CHANGE) return change;
  for (let j = 0; j < dim; j++) efc_force[i + j] = old[j];
  return 0;
}

/** Sets the states of the n listed rows from their forces; work_sol_int gets the numbers of active and of changed
 *  rows. */
export function dualState(d: Data, ne: int, nf: int, n: int): void {
  const { efc_force, efc_frictionloss, efc_type, efc_id, contact_dim, work_efc_list, work_sol_int } = d;
  let active = ne + nf;
  let changed = 0;
  for (let c = 0; c < ne; c++) changed += setState(d, work_efc_list[c], ConstraintState.QUADRATIC);
  for (let c = ne; c < ne + nf; c++) {
    const i = work_efc_list[c];
    const f = efc_force[i];
    let state: int = ConstraintState.QUADRATIC;
    if (f <= -efc_frictionloss[i]) state = ConstraintState.LINEARPOS;
    else if (f >= efc_frictionloss[i]) state = ConstraintState.LINEARNEG;
    changed += setState(d, i, state);
  }
  for (let c = ne + nf; c < n; c++) {
    const i = work_efc_list[c];
    if (efc_type[i] !== ConstraintType.CONTACT_ELLIPTIC) {
      changed += setState(d, i, efc_force[i] <= 0 ? ConstraintState.SATISFIED : ConstraintState.QUADRATIC);
      if (efc_force[i] > 0) active++;
      continue;
    }
    const dim = contact_dim[efc_id[i]];
    const state = coneState(d, i, efc_id[i]);
    for (let j = 0; j < dim; j++) changed += setState(d, i + j, state);
    if (state !== ConstraintState.SATISFIED) active += dim;
    c += dim - 1;
  }
  work_sol_int[SolverIntSlot.NACTIVE] = active;
  work_sol_int[SolverIntSlot.NCHANGE] = changed;
}

/** Sets the state of row i; returns 1 if it changed. */
function setState(d: Data, i: int, state: int): int {
  const { efc_state } = d;
  if (efc_state[i] === state) return 0;
  efc_state[i] = state;
  return 1;
}

/** Zone of the force of an elliptic contact, as in MuJoCo's dual solvers. */
function coneState(d: Data, i: int, con: int): int {
  const { efc_force, contact_mu, contact_friction, contact_dim } = d;
  const mu = contact_mu[con];
  const N = efc_force[i] / mu;
  let TT: number = 0;
  for (let j = 1; j < contact_dim[con]; j++) {
    const t = efc_force[i + j] / contact_friction[5 * con + j - 1];
    TT += t * t;
  }
  const T = Math.sqrt(TT);
  if (mu * N >= T) return ConstraintState.SATISFIED;
  return N + mu * T <= 0 ? ConstraintState.QUADRATIC : ConstraintState.CONE;
}
