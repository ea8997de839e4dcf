import { lastDof } from '../../../engine/tree/chain.ts';
import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, copy3, cross3, dot3, normalize3, sub3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { WrapType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { Dof, dofOffset, Mat, matOffset } from '../layout.ts';
import { sameGroup } from '../tree/groups.ts';
import { lengthBodies, lengthPoints } from './lengthWorkspace.ts';
import { addRelativeLength } from './relativeLength.ts';
import { wrapShape } from './wrapping.ts';

/*  Derivative of the Jacobian of a tendon with respect to position: T_ij = d J_i / d q_j over the n = ten_J_rownnz dofs of the tendon, at
 *  Mat.TENDON. It is not symmetric if a ball joint is involved, because rotations do not commute. */

const direction = new Float64Array(3);
const vec = new Float64Array(3);

/** Compute T of tendon t. Returns false, without T, if its Jacobian is constant.
 *  reads  d: wrap_obj wrap_xpos site_xpos geom_xpos geom_xmat cdof
 *  scratch w: Dof.JAC WRENCH_CHANGE COMPOSITE_MOMENTUM COMPOSITE_CORIOLIS   d: work_chain2 */
export function tendonJacobian(m: Model, d: Data, w: Float64Array, t: int): boolean {
  const { tendon_adr, tendon_num, wrap_type, wrap_prm, wrap_objid, ten_J_rownnz } = m;
  const { ten_wrapadr, wrap_obj } = d;
  if (wrap_type[tendon_adr[t]] === WrapType.JOINT) return false;
  const n = ten_J_rownnz[t];
  zero(w, matOffset(m, Mat.TENDON), n * n);
  let divisor: number = 1;
  // index in the path of the tendon
  let at = ten_wrapadr[t];
  const last = tendon_adr[t] + tendon_num[t] - 1;
  for (let k = tendon_adr[t]; k < last; ) {
    if (wrap_type[k] === WrapType.PULLEY) {
      divisor = wrap_prm[k];
      at++;
    }
    if (wrap_type[k] === WrapType.PULLEY || wrap_type[k + 1] === WrapType.PULLEY) {
      // the last site of a branch is a separate point
      if (wrap_type[k] !== WrapType.PULLEY) at++;
      k++;
      continue;
    }
    const end = wrap_type[k + 1] === WrapType.SITE ? k + 1 : k + 2;
    if (wrap_obj[at + 1] >= 0) {
      addCurved(m, d, w, t, k, at + 1, divisor);
      at += 3;
    } else {
      addStraight(m, d, w, t, wrap_objid[k], wrap_objid[end], divisor);
      at++;
    }
    k = end;
  }
  return true;
}

/** T += a segment from one site to another around a geom, which it touches at points `at` and at + 1 of the path */
function addCurved(m: Model, d: Data, w: Float64Array, t: int, k: int, at: int, divisor: number): void {
  const { wrap_type, wrap_objid, site_bodyid, geom_bodyid, geom_size, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { site_xpos } = d;
  const from = wrap_objid[k];
  const geom = wrap_objid[k + 1];
  const to = wrap_objid[k + 2];
  copy3(lengthPoints, 0, site_xpos, 3 * from);
  copy3(lengthPoints, 3, site_xpos, 3 * to);
  lengthBodies[0] = site_bodyid[from];
  lengthBodies[1] = site_bodyid[to];
  lengthBodies[2] = geom_bodyid[geom];
  const around = wrapShape(d, geom, geom_size[3 * geom], wrap_type[k + 1] === WrapType.SPHERE, at);
  addRelativeLength(m, d, w, ten_J_colind, ten_J_rowadr[t], ten_J_rownnz[t], 2, 1 / divisor, around);
}

/** T += a straight segment from one site to another, of length l along u: J_i = u . (J2_i - J1_i), so
 *  T_ij = (J2 - J1)_i (1 - u u^T) (J2 - J1)_j / l + u . d(J2 - J1)_i / dq_j */
function addStraight(m: Model, d: Data, w: Float64Array, t: int, s1: int, s2: int, divisor: number): void {
  const { site_bodyid, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { site_xpos } = d;
  const b1 = site_bodyid[s1];
  const b2 = site_bodyid[s2];
  if (b1 === b2) return;
  const n = ten_J_rownnz[t];
  const first = ten_J_rowadr[t];
  const J1 = dofOffset(m, Dof.JAC);
  const J2 = dofOffset(m, Dof.WRENCH_CHANGE);
  sub3(direction, 0, site_xpos, 3 * s2, site_xpos, 3 * s1);
  const length = normalize3(direction, 0);
  if (length < MINVAL) return;
  siteColumns(m, d, w, t, b1, 3 * s1, J1);
  siteColumns(m, d, w, t, b2, 3 * s2, J2);
  // u x rotation, in place
  for (let c = 0; c < n; c++) {
    cross3(w, J1 + 6 * c + 3, direction, 0, w, J1 + 6 * c + 3);
    cross3(w, J2 + 6 * c + 3, direction, 0, w, J2 + 6 * c + 3);
  }
  const T = matOffset(m, Mat.TENDON);
  for (let c = 0; c < n; c++) {
    // change of u with dof c
    sub3(vec, 0, w, J2 + 6 * c, w, J1 + 6 * c);
    const along = dot3(vec, 0, direction, 0);
    for (let k = 0; k < 3; k++) vec[k] = (vec[k] - along * direction[k]) / length;
    for (let r = 0; r < n; r++) {
      const i = ten_J_colind[first + r];
      const j = ten_J_colind[first + c];
      let sum = dot3(vec, 0, w, J2 + 6 * r) - dot3(vec, 0, w, J1 + 6 * r);
      sum += velocityByRotation(m, w, J2, r, c, i, j) - velocityByRotation(m, w, J1, r, c, i, j);
      w[T + r * n + c] += sum / divisor;
    }
  }
}

/** Velocity and rotation rate of a site by each dof of the tendon; zero if the dof does not move it. */
function siteColumns(m: Model, d: Data, w: Float64Array, t: int, body: int, site: int, J: int): void {
  const { body_rootid, dof_parentid, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { cdof, site_xpos, subtree_com } = d;
  const first = ten_J_rowadr[t];
  let c = ten_J_rownnz[t] - 1;
  zero(w, J, 6 * (c + 1));
  sub3(vec, 0, site_xpos, site, subtree_com, 3 * body_rootid[body]);
  for (let dof = lastDof(m, body); dof >= 0; dof = dof_parentid[dof]) {
    while (c > 0 && ten_J_colind[first + c] > dof) c--;
    if (ten_J_colind[first + c] !== dof) continue;
    cross3(w, J + 6 * c, cdof, 6 * dof, vec, 0);
    addTo3(w, J + 6 * c, cdof, 6 * dof + 3);
    copy3(w, J + 6 * c + 3, cdof, 6 * dof);
  }
}

/** u . dJ_i / dq_j for a point of a body: the upper dof rotates the velocity by the lower one, u . (rotation x velocity). */
function velocityByRotation(m: Model, w: Float64Array, J: int, r: int, c: int, i: int, j: int): number {
  const upper = j <= i || sameGroup(m, i, j) ? c : r;
  const lower = upper === c ? r : c;
  return dot3(w, J + 6 * upper + 3, w, J + 6 * lower);
}
