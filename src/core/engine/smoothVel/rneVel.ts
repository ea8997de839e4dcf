import { add, addToScl, copy, dot, zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { crossForce, crossMotion, mulInertVec } from '../../math/spatial.ts';
import type { Data } from '../../model/data.ts';
import { JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** Bound on a product of three numbers below which sums are finite, also in the single precision of shaders. */
const LARGE = 1e12;

/** Subtracts the derivative of the bias force with respect to velocity from qDeriv, one column at a time: the recursion of `rne`,
 *  differentiated with respect to one velocity, runs over the subtree of this dof, and its force propagates to the ancestors.
 *  reads  m: D_* body_* dof_*   d: cdof cdof_dot cvel cinert qvel
 *  adds to d: qDeriv scratch d: work_dcvel work_dcacc work_dcfrc work_dcursor */
export function rneVel(m: Model, d: Data): void {
  const { dof_bodyid, D_rownnz, D_rowadr, D_colind } = m;
  const { nv_awake, dof_awake_ind, cdof, qDeriv, work_dcfrc, work_dcursor } = d;
  for (let k = 0; k < nv_awake; k++) work_dcursor[dof_awake_ind[k]] = 0;
  for (let k = 0; k < nv_awake; k++) {
    const j = dof_awake_ind[k];
    const first = dof_bodyid[j];
    if (hasNoBias(m, d, first)) continue;
    biasColumn(m, d, j, first);
    // the pattern is symmetric and columns are processed in increasing order: each row has its next element at its
    // cursor
    const end = D_rowadr[j] + D_rownnz[j];
    for (let a = D_rowadr[j]; a < end; a++) {
      const i = D_colind[a];
      const body = Math.max(first, dof_bodyid[i]);
      qDeriv[D_rowadr[i] + work_dcursor[i]] -= dot(cdof, 6 * i, work_dcfrc, 6 * body, 6);
      work_dcursor[i]++;
    }
  }
}

/** True if the derivative of the bias with respect to the dofs of body b is zero: a simple sliding body, alone in its tree, has no bias
 *  along its axes at any velocity. With non-finite values, products with zero are not zero. */
function hasNoBias(m: Model, d: Data, b: int): boolean {
  const { body_simple, body_dofadr, body_dofnum } = m;
  const { cvel, cinert, qvel } = d;
  if (body_simple[b] !== 2) return false;
  for (let k = 6 * b; k < 6 * b + 6; k++) if (!(Math.abs(cvel[k]) < LARGE)) return false;
  for (let k = 10 * b; k < 10 * b + 10; k++) if (!(Math.abs(cinert[k]) < LARGE)) return false;
  for (let i = body_dofadr[b]; i < body_dofadr[b] + body_dofnum[b]; i++) if (!(Math.abs(qvel[i]) < LARGE)) return false;
  return true;
}

/** work_dcfrc = derivative with respect to velocity j of the force that each body of its subtree transmits to its parent */
function biasColumn(m: Model, d: Data, j: int, first: int): void {
  const { nbody, body_parentid } = m;
  const { work_dcfrc } = d;
  let last = first;
  // bodies of a subtree are consecutive
  for (let b = first; b < nbody && (b === first || body_parentid[b] >= first); b++) {
    bodyColumn(m, d, j, b, first);
    last = b;
  }
  for (let b = last; b > first; b--) addToScl(work_dcfrc, 6 * body_parentid[b], work_dcfrc, 6 * b, 1, 6);
}

const momentum = new Float64Array(6);
const part = new Float64Array(6);

/** Derivatives of velocity, acceleration and force of body b with respect to velocity j. */
function bodyColumn(m: Model, d: Data, j: int, b: int, first: int): void {
  const { body_parentid } = m;
  const { cvel, cinert, work_dcvel, work_dcacc, work_dcfrc } = d;
  const at = 6 * b;
  if (b === first) {
    zero(work_dcvel, at, 6);
    zero(work_dcacc, at, 6);
  } else {
    copy(work_dcvel, at, work_dcvel, 6 * body_parentid[b], 6);
    copy(work_dcacc, at, work_dcacc, 6 * body_parentid[b], 6);
  }
  dofColumns(m, d, j, b);
  // D(I a + v x* I v) = I Da + Dv x* I v + v x* I Dv
  mulInertVec(work_dcfrc, at, cinert, 10 * b, work_dcacc, at);
  mulInertVec(momentum, 0, cinert, 10 * b, cvel, at);
  crossForce(part, 0, work_dcvel, at, momentum, 0);
  addToScl(work_dcfrc, at, part, 0, 1, 6);
  mulInertVec(momentum, 0, cinert, 10 * b, work_dcvel, at);
  crossForce(part, 0, cvel, at, momentum, 0);
  addToScl(work_dcfrc, at, part, 0, 1, 6);
}

/** Adds the dofs of body b: Dv += Dqvel cdof, Da += Dqvel cdof_dot + qvel Dv x cdof, with Dv before the joint. */
function dofColumns(m: Model, d: Data, j: int, b: int): void {
  const { body_dofadr, body_dofnum, dof_jntid, jnt_type } = m;
  const { cdof, cdof_dot, qvel, work_dcvel, work_dcacc } = d;
  const at = 6 * b;
  const end = body_dofadr[b] + body_dofnum[b];
  for (let i = body_dofadr[b]; i < end; ) {
    const type = jnt_type[dof_jntid[i]];
    let n = 1;
    if (type === JointType.FREE) {
      // its translations have cdof_dot = 0
      if (j >= i && j < i + 3) add(work_dcvel, at, work_dcvel, at, cdof, 6 * j, 6);
      i += 3;
    }
    if (type === JointType.FREE || type === JointType.BALL) n = 3;
    for (let k = i; k < i + n; k++) {
      crossMotion(part, 0, work_dcvel, at, cdof, 6 * k);
      addToScl(work_dcacc, at, part, 0, qvel[k], 6);
    }
    if (j >= i && j < i + n) {
      add(work_dcacc, at, work_dcacc, at, cdof_dot, 6 * j, 6);
      add(work_dcvel, at, work_dcvel, at, cdof, 6 * j, 6);
    }
    i += n;
  }
}
