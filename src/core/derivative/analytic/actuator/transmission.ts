import { lastDof, mergeChain } from '../../../engine/tree/chain.ts';
import { copyInt, isZero, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { copy4, mulQuat, negQuat, normalize4, quat2Vel, rotVecQuat, subQuat } from '../../../math/quat.ts';
import { rightJacobianInverse } from '../../../math/rotationJacobian.ts';
import { addTo3, addToScl3, copy3, cross3, dot3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { JointType, TrnType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { lengthBodies, lengthGradient, lengthHessian, lengthPoints } from '../force/lengthWorkspace.ts';
import { addRelativeLength } from '../force/relativeLength.ts';
import { tendonJacobian } from '../force/tendonJacobian.ts';
import { Dof, dofOffset, Mat, matOffset } from '../layout.ts';
import { siteWrench, wrenchByRotation } from './wrenchByRotation.ts';

/*  Derivatives of the length and of the moment of an actuator with respect to position. */

// scratch: derivatives of lengths, one for each dof and output
const LENGTH_DERIVATIVE = Dof.COMPOSITE_FORCE;

/** Start of the derivatives of the length of output k, one for each dof. */
export function lengthDerivativeOffset(m: Model, k: int): int {
  return dofOffset(m, LENGTH_DERIVATIVE) + k * m.nv;
}

/** Derivatives of the length of output k of actuator i (`lengthDerivativeOffset`) and of its moment: T at Mat.TENDON, over
 *  the dofs of work_chain. Returns the number of these dofs: 0 if the moment is constant or, for tendons, if
 *  `withMomentDerivative` is false.
 *  scratch w: Dof.JAC WRENCH_CHANGE COMPOSITE_MOMENTUM COMPOSITE_CORIOLIS   d: work_chain2 */
export function transmissionDerivatives(
  m: Model,
  d: Data,
  w: Float64Array,
  i: int,
  k: int,
  withMomentDerivative: boolean,
): int {
  const { nv, actuator_trntype } = m;
  zero(w, lengthDerivativeOffset(m, k), nv);
  switch (actuator_trntype[i]) {
    case TrnType.JOINT:
    case TrnType.JOINTINPARENT:
      return jointDerivatives(m, d, w, i);
    case TrnType.TENDON:
      return tendonDerivatives(m, d, w, i, withMomentDerivative);
    case TrnType.SITE:
      return siteDerivatives(m, d, w, i);
    case TrnType.SLIDERCRANK:
      return crankDerivatives(m, d, w, i);
    case TrnType.SO3:
      return orientationDerivatives(m, d, w, i, k);
    default:
      return 0;
  }
}

/** Copy the moment to the derivatives of the length, for transmissions where both are equal. */
function copyMoment(m: Model, d: Data, w: Float64Array, o: int): void {
  const { actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  const at = lengthDerivativeOffset(m, 0);
  const end = moment_rowadr[o] + moment_rownnz[o];
  for (let k = moment_rowadr[o]; k < end; k++) w[at + moment_colind[k]] = actuator_moment[k];
}

const quat = new Float64Array(4);
const refquat = new Float64Array(4);
const vec = new Float64Array(3);
const jacobianInverse = new Float64Array(9);

function jointDerivatives(m: Model, d: Data, w: Float64Array, i: int): int {
  const { actuator_outadr, actuator_trnid, actuator_trntype, jnt_type, jnt_dofadr } = m;
  const o = actuator_outadr[i];
  const j = actuator_trnid[2 * i];
  const type = jnt_type[j];
  if (type === JointType.SLIDE || type === JointType.HINGE) {
    copyMoment(m, d, w, o);
    return 0;
  }
  const free = type === JointType.FREE;
  if (!free) ballLength(m, d, w, j, 0, m.actuator_gear, 6 * o);
  return actuator_trntype[i] === TrnType.JOINTINPARENT
    ? momentByRotation(m, d, w, o, jnt_dofadr[j] + (free ? 3 : 0))
    : 0;
}

/** Derivatives of the length gear . log(q) of a ball joint: gear^T times the inverse right Jacobian. */
function ballLength(m: Model, d: Data, w: Float64Array, joint: int, k: int, gear: Float64Array, g: int): void {
  const { jnt_qposadr, jnt_dofadr } = m;
  const at = lengthDerivativeOffset(m, k) + jnt_dofadr[joint];
  copy4(quat, 0, d.qpos, jnt_qposadr[joint]);
  normalize4(quat, 0);
  quat2Vel(vec, 0, quat, 0, 1);
  rightJacobianInverse(jacobianInverse, 0, vec, 0);
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) w[at + c] += gear[g + r] * jacobianInverse[3 * r + c];
  }
}

/** An axis fixed in the parent rotates backwards in the frame of the joint: its moment u changes by u x e. */
function momentByRotation(m: Model, d: Data, w: Float64Array, o: int, v: int): int {
  const { actuator_moment, moment_rowadr, moment_rownnz, work_chain } = d;
  const T = matOffset(m, Mat.TENDON);
  // the three rotations are last
  const u = moment_rowadr[o] + moment_rownnz[o] - 3;
  for (let k = 0; k < 3; k++) {
    work_chain[k] = v + k;
    w[T + 4 * k] = 0;
    const a = (k + 1) % 3;
    const b = (k + 2) % 3;
    w[T + 3 * a + b] = -actuator_moment[u + k];
    w[T + 3 * b + a] = actuator_moment[u + k];
  }
  return 3;
}

function tendonDerivatives(m: Model, d: Data, w: Float64Array, i: int, withMomentDerivative: boolean): int {
  const { actuator_outadr, actuator_trnid, actuator_gear, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const o = actuator_outadr[i];
  const t = actuator_trnid[2 * i];
  copyMoment(m, d, w, o);
  if (!withMomentDerivative || !tendonJacobian(m, d, w, t)) return 0;
  const n = ten_J_rownnz[t];
  const T = matOffset(m, Mat.TENDON);
  for (let k = 0; k < n * n; k++) w[T + k] *= actuator_gear[6 * o];
  copyInt(d.work_chain, 0, ten_J_colind, ten_J_rowadr[t], n);
  return n;
}

/** A wrench in the frame of a site (no length), or in that of a reference site. */
function siteDerivatives(m: Model, d: Data, w: Float64Array, i: int): int {
  const { actuator_outadr, actuator_trnid, actuator_gear } = m;
  const gear = 6 * actuator_outadr[i];
  const site = actuator_trnid[2 * i];
  const ref = actuator_trnid[2 * i + 1];
  siteWrench(d, ref < 0 ? site : ref, actuator_gear, gear);
  if (ref >= 0) {
    if (!isZero(actuator_gear, gear, 3)) positionDerivatives(m, d, w, site, ref, gear);
    if (!isZero(actuator_gear, gear + 3, 3)) rotationDerivatives(m, d, w, site, ref, 0, actuator_gear, gear + 3);
  }
  return wrenchByRotation(m, d, w, site, ref, ref >= 0);
}

/** Derivatives of gear . (position of the site in the reference frame): R gear . (velocity relative to the reference) */
function positionDerivatives(m: Model, d: Data, w: Float64Array, site: int, ref: int, gear: int): void {
  const { site_xmat } = d;
  for (let k = 0; k < 3; k++) {
    vec[k] = 0;
    for (let c = 0; c < 3; c++) vec[k] += site_xmat[9 * ref + 3 * k + c] * m.actuator_gear[gear + c];
  }
  addPositionDerivative(m, d, w, site, site, 1);
  addPositionDerivative(m, d, w, ref, site, -1);
}

/** Derivatives += sign vec . (velocity of the position of `site`, fixed to the body of `carrier`) */
function addPositionDerivative(m: Model, d: Data, w: Float64Array, carrier: int, site: int, sign: number): void {
  const { site_bodyid, body_rootid, dof_parentid } = m;
  const { site_xpos, subtree_com, cdof } = d;
  const body = site_bodyid[carrier];
  sub3(arm, 0, site_xpos, 3 * site, subtree_com, 3 * body_rootid[body]);
  const at = lengthDerivativeOffset(m, 0);
  for (let j = lastDof(m, body); j >= 0; j = dof_parentid[j]) {
    cross3(tmp, 0, cdof, 6 * j, arm, 0);
    addTo3(tmp, 0, cdof, 6 * j + 3);
    w[at + j] += sign * dot3(vec, 0, tmp, 0);
  }
}

const arm = new Float64Array(3);
const tmp = new Float64Array(3);
const back = new Float64Array(4);

/** Derivatives of length k, gear . log(refquat^-1 quat). MuJoCo composes a frame as site times body: a body that rotates by
 *  e in the world rotates it by (site e), and the difference in the frame of `quat` by the inverse of that. */
function rotationDerivatives(
  m: Model,
  d: Data,
  w: Float64Array,
  site: int,
  ref: int,
  k: int,
  gear: Float64Array,
  g: int,
): void {
  const { site_quat, site_bodyid } = m;
  const { xquat } = d;
  mulQuat(quat, 0, site_quat, 4 * site, xquat, 4 * site_bodyid[site]);
  mulQuat(refquat, 0, site_quat, 4 * ref, xquat, 4 * site_bodyid[ref]);
  subQuat(vec, 0, quat, 0, refquat, 0);
  rightJacobianInverse(jacobianInverse, 0, vec, 0);
  // gear^T L^-1, then from the frame of quat to that of the world
  for (let c = 0; c < 3; c++) {
    vec[c] = gear[g] * jacobianInverse[c] + gear[g + 1] * jacobianInverse[3 + c] + gear[g + 2] * jacobianInverse[6 + c];
  }
  rotVecQuat(vec, 0, vec, 0, quat, 0);
  addRotation(m, d, w, site, k, 1);
  addRotation(m, d, w, ref, k, -1);
}

/** Derivatives += sign vec . (site e_j) for the dofs that rotate the body of a site */
function addRotation(m: Model, d: Data, w: Float64Array, site: int, k: int, sign: number): void {
  const { site_quat, site_bodyid, dof_parentid } = m;
  negQuat(back, 0, site_quat, 4 * site);
  rotVecQuat(tmp, 0, vec, 0, back, 0);
  const at = lengthDerivativeOffset(m, k);
  for (let j = lastDof(m, site_bodyid[site]); j >= 0; j = dof_parentid[j]) {
    w[at + j] += sign * dot3(tmp, 0, d.cdof, 6 * j);
  }
}

/** Orientation of a ball joint, or of a site relative to another: output k of three. */
function orientationDerivatives(m: Model, d: Data, w: Float64Array, i: int, k: int): int {
  const { actuator_trnid } = m;
  const id = actuator_trnid[2 * i];
  const ref = actuator_trnid[2 * i + 1];
  unit.fill(0, 0, 6);
  if (ref === -1) {
    unit[k] = 1;
    ballLength(m, d, w, id, k, unit, 0);
    return 0;
  }
  unit[3 + k] = 1;
  siteWrench(d, id, unit, 0);
  rotationDerivatives(m, d, w, id, ref, k, unit, 3);
  return wrenchByRotation(m, d, w, id, ref, false);
}

const unit = new Float64Array(6);
const axis = new Float64Array(3);

/** Slider-crank: with v the position of the crank in the frame of the slider and y its part perpendicular to the axis a,
 *  length = a . v - sqrt(rod^2 - y . y); out of reach, a . v. */
function crankDerivatives(m: Model, d: Data, w: Float64Array, i: int): int {
  const { actuator_outadr, actuator_trnid, actuator_gear, actuator_cranklength, site_bodyid } = m;
  const { site_xpos, site_xmat, work_chain } = d;
  const o = actuator_outadr[i];
  const crank = actuator_trnid[2 * i];
  const slider = actuator_trnid[2 * i + 1];
  const rod = actuator_cranklength[i];
  copyMoment(m, d, w, o);
  for (let k = 0; k < 3; k++) axis[k] = site_xmat[9 * slider + 3 * k + 2];
  sub3(vec, 0, site_xpos, 3 * crank, site_xpos, 3 * slider);
  addToScl3(vec, 0, axis, 0, -dot3(vec, 0, axis, 0));
  const det = rod * rod - dot3(vec, 0, vec, 0);
  copy3(lengthGradient, 0, axis, 0);
  zero(lengthHessian, 0, 36);
  if (det > 0) {
    const root = Math.sqrt(det);
    addToScl3(lengthGradient, 0, vec, 0, 1 / root);
    for (let r = 0; r < 3; r++) {
      lengthHessian[7 * r] += 1 / root;
      for (let c = 0; c < 3; c++) {
        lengthHessian[6 * r + c] += (vec[r] * vec[c]) / (root * root * root) - (axis[r] * axis[c]) / root;
      }
    }
  }
  copy3(lengthPoints, 0, site_xpos, 3 * crank);
  lengthBodies[0] = site_bodyid[crank];
  lengthBodies[2] = site_bodyid[slider];
  const n = mergeChain(m, work_chain, site_bodyid[slider], site_bodyid[crank], false);
  zero(w, matOffset(m, Mat.TENDON), n * n);
  addRelativeLength(m, d, w, work_chain, 0, n, 1, actuator_gear[6 * o], false);
  return n;
}
