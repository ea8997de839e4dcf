import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { mulMatMat3, mulMatTMat3, mulMatVec3 } from '../../math/mat3.ts';
import { cross3, dot3, scl3, sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/*  A free body alone in its tree has its own 6 x 6 system: implicitfast solves it with the gyroscopic derivative, which
 *  it drops elsewhere because it is not symmetric. */

/** True if the body has one free joint and no descendant with mass. */
export function isFreeBody(m: Model, body: int): boolean {
  const { body_jntnum, body_jntadr, jnt_type, jnt_dofadr, tree_dofnum, dof_treeid, body_mass, body_subtreemass } = m;
  const j = body_jntadr[body];
  if (body_jntnum[body] !== 1 || jnt_type[j] !== JointType.FREE) return false;
  return tree_dofnum[dof_treeid[jnt_dofadr[j]]] === 6 && body_subtreemass[body] === body_mass[body];
}

/** A = M - h D for the free joint j, D the derivative of all smooth forces with respect to velocity: qDeriv, which must exclude the bias,
 *  plus that of the bias. Returns false if j is not the joint of an isolated free body that is awake. */
export function freeMatrix(m: Model, d: Data, j: int, h: number, A: Float64Array): boolean {
  const { jnt_bodyid, jnt_dofadr, dof_treeid, D_rownnz, D_rowadr, D_colind } = m;
  const { tree_awake, qDeriv } = d;
  const body = jnt_bodyid[j];
  const dof = jnt_dofadr[j];
  if (!isFreeBody(m, body) || tree_awake[dof_treeid[dof]] === 0) return false;
  massBlock(m, d.M, dof, A);
  for (let r = 0; r < 6; r++) {
    const i = dof + r;
    for (let k = D_rowadr[i]; k < D_rowadr[i] + D_rownnz[i]; k++) A[6 * r + D_colind[k] - dof] -= h * qDeriv[k];
  }
  addBias(m, d, body, dof, h, A);
  return true;
}

/** A = the 6 x 6 block of a matrix in the pattern of M, from the first dof of a free body on. */
export function massBlock(m: Model, M: Float64Array, dof: int, A: Float64Array): void {
  const { M_rownnz, M_rowadr, M_colind } = m;
  zero(A, 0, 36);
  for (let r = 0; r < 6; r++) {
    const i = dof + r;
    for (let k = M_rowadr[i]; k < M_rowadr[i] + M_rownnz[i]; k++) {
      const c = M_colind[k] - dof;
      A[6 * r + c] = M[k];
      A[6 * c + r] = M[k];
    }
  }
}

const w = new Float64Array(3);
const s = new Float64Array(3);
const ws = new Float64Array(3);
const spin = new Float64Array(3);
const scaledAxes = new Float64Array(9);
const inertia = new Float64Array(9);
const K = new Float64Array(9);
const C = new Float64Array(9);
const part = new Float64Array(9);

/** A += h times the derivative of the bias force of a free body. With s the center of mass and w the angular velocity,
 *  both about the joint and in world axes: f = m w x (w x s), t = w x I w; the generalized force is (f, R^T (s x f +
 *  t)). By w, f changes by -m K, K = [w x s] + [w][s], and t by [w] I - [I w]; the linear velocity has no effect. */
export function addBias(m: Model, d: Data, body: int, dof: int, h: number, A: Float64Array): void {
  const { body_mass, body_inertia } = m;
  const { xpos, xmat, xipos, ximat, qvel } = d;
  const mass = body_mass[body];
  const R = 9 * body;
  sub3(s, 0, xipos, 3 * body, xpos, 3 * body);
  mulMatVec3(w, 0, xmat, R, qvel, dof + 3);
  // I = Ri diag Ri^T
  for (let k = 0; k < 9; k++) scaledAxes[k] = ximat[R + k] * body_inertia[3 * body + (k % 3)];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) inertia[3 * r + c] = dot3(scaledAxes, 3 * r, ximat, R + 3 * c);
  }
  cross3(ws, 0, w, 0, s, 0);
  mulMatVec3(spin, 0, inertia, 0, w, 0);
  // K = s w^T - (w . s) 1 + [w x s]
  const along = dot3(w, 0, s, 0);
  for (let r = 0; r < 3; r++) {
    scl3(K, 3 * r, w, 0, s[r]);
    K[4 * r] -= along;
  }
  addCross(K, ws, 1);
  // C = -m [s] K + [w] I - [I w]
  mulCross(C, s, K, -mass);
  mulCross(part, w, inertia, 1);
  for (let k = 0; k < 9; k++) C[k] += part[k];
  addCross(C, spin, -1);
  // columns of the rotations: (-m K R, R^T C R)
  mulMatMat3(part, 0, K, 0, xmat, R);
  mulMatTMat3(K, 0, xmat, R, C, 0);
  mulMatMat3(C, 0, K, 0, xmat, R);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      A[6 * r + 3 + c] -= h * mass * part[3 * r + c];
      A[6 * (3 + r) + 3 + c] += h * C[3 * r + c];
    }
  }
}

/** mat += s [v]x */
function addCross(mat: Float64Array, v: Float64Array, scale: number): void {
  mat[1] -= scale * v[2];
  mat[2] += scale * v[1];
  mat[3] += scale * v[2];
  mat[5] -= scale * v[0];
  mat[6] -= scale * v[1];
  mat[7] += scale * v[0];
}

/** res = scale [v]x mat */
function mulCross(res: Float64Array, v: Float64Array, mat: Float64Array, scale: number): void {
  for (let c = 0; c < 3; c++) {
    res[c] = scale * (v[1] * mat[6 + c] - v[2] * mat[3 + c]);
    res[3 + c] = scale * (v[2] * mat[c] - v[0] * mat[6 + c]);
    res[6 + c] = scale * (v[0] * mat[3 + c] - v[1] * mat[c]);
  }
}
