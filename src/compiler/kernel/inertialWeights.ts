/** Inverse weights of bodies and dofs at qpos0: their response to a unit force. For the Jacobian J of a point
 *  the inverse inertia is J M^-1 J^T; with M = L^T D L it is |D^-1/2 L^-T J^T|^2, row by row, and L^-T J^T has no
 *  elements outside the ancestors of the dofs of J. */
import { jacBodyCom } from '../../core/engine/tree/jacobian.ts';
import { zero } from '../../core/math/array.ts';
import type { int } from '../../core/math/int.ts';
import { MINVAL } from '../../core/model/constants.ts';
import type { Data } from '../../core/model/data.ts';
import { JointType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';

/** Translation and rotation of each body, averaged over the axes, and each dof; those of a free or ball joint share the
 *  average of their kind. The mass matrix must not be singular.
 *  reads  m: body_* dof_parentid jnt_* M_*   d: qLD qLDiagInv cdof xipos subtree_com
 *  writes m: body_invweight0 dof_invweight0   d: pos_jac */
export function setInertialWeights(m: Model, d: Data): void {
  const { nbody, nv, njnt } = m;
  for (let i = 1; i < nbody; i++) setBodyWeight(m, d, i);
  zero(d.pos_jac, 0, nv);
  for (let j = 0; j < njnt; j++) setJointWeights(m, d, j);
}

function setBodyWeight(m: Model, d: Data, i: int): void {
  const { nv, body_weldid, body_dofnum, body_dofadr, body_simple, body_mass, body_invweight0 } = m;
  const { pos_jac } = d;
  const weld = body_weldid[i];
  if (body_dofnum[weld] === 0) return;
  if (body_simple[i] === 2) {
    body_invweight0[2 * i] = 1 / Math.max(MINVAL, body_mass[i]);
    return;
  }
  const last = body_dofadr[weld] + body_dofnum[weld] - 1;
  jacBodyCom(m, d, pos_jac, 0, pos_jac, 3 * nv, i);
  let linear: number = 0;
  let angular: number = 0;
  for (let k = 0; k < 3; k++) {
    linear += quadraticForm(m, d, pos_jac, k * nv, last);
    angular += quadraticForm(m, d, pos_jac, (3 + k) * nv, last);
  }
  body_invweight0[2 * i] = linear / 3;
  body_invweight0[2 * i + 1] = angular / 3;
}

function setJointWeights(m: Model, d: Data, j: int): void {
  const { jnt_dofadr, jnt_bodyid, jnt_type, body_simple, body_mass, dof_invweight0 } = m;
  const dof = jnt_dofadr[j];
  const body = jnt_bodyid[j];
  const type = jnt_type[j];
  if (body_simple[body] === 2) {
    dof_invweight0[dof] = 1 / Math.max(MINVAL, body_mass[body]);
  } else if (type === JointType.HINGE || type === JointType.SLIDE) {
    dof_invweight0[dof] = dofWeight(m, d, dof);
  } else {
    shareWeight(m, d, dof);
    if (type === JointType.FREE) shareWeight(m, d, dof + 3);
  }
}

/** Give three dofs the average of their weights. */
function shareWeight(m: Model, d: Data, dof: int): void {
  const average = (dofWeight(m, d, dof) + dofWeight(m, d, dof + 1) + dofWeight(m, d, dof + 2)) / 3;
  m.dof_invweight0.fill(average, dof, dof + 3);
}

/** Weight of one dof; the first nv elements of `pos_jac` are zero before and after. */
function dofWeight(m: Model, d: Data, dof: int): number {
  const { dof_parentid } = m;
  const { pos_jac } = d;
  pos_jac[dof] = 1;
  const result = quadraticForm(m, d, pos_jac, 0, dof);
  for (let i = dof; i >= 0; i = dof_parentid[i]) pos_jac[i] = 0;
  return result;
}

/**
 * x M^-1 x for a vector at offset r whose nonzeros are on the path from the root to dof `last`. The vector is
 * overwritten.
 */
function quadraticForm(m: Model, d: Data, x: Float64Array, r: int, last: int): number {
  const { M_rowadr, M_rownnz, M_colind, dof_parentid } = m;
  const { qLD, qLDiagInv } = d;
  let sum: number = 0;
  for (let i = last; i >= 0; i = dof_parentid[i]) {
    const xi = x[r + i];
    if (xi === 0) continue;
    const diag = M_rowadr[i] + M_rownnz[i] - 1;
    for (let adr = M_rowadr[i]; adr < diag; adr++) x[r + M_colind[adr]] -= qLD[adr] * xi;
    sum += xi * xi * qLDiagInv[i];
  }
  return sum;
}
