import type { int } from '../../../math/int.ts';
import { derivQuat, mulQuat, mulQuatAxis, negQuat } from '../../../math/quat.ts';
import { crossMotion, shiftMotion } from '../../../math/spatial.ts';
import { addToScl3, cross3, dot3, normalize3, sub3, zero3 } from '../../../math/vec3.ts';
import { NEQDATA } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { EqType, JointType, ObjType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { lastDof } from '../../tree/chain.ts';
import { equalityAnchors, equalityBody, weldQuats } from '../../tree/equalityFrame.ts';
import { equalitySize } from '../diagonal.ts';

/** efc_aref -= dJ/dt v for connect, weld and distance: the acceleration of their points at zero joint acceleration.
 *  reads  d: qvel cvel cdof cdof_dot xpos xmat xquat   writes d: efc_aref */
export function subtractJdotv(m: Model, d: Data): void {
  const { eq_type } = m;
  const { efc_id } = d;
  const { ne } = d;
  let e = 0;
  while (e < ne) {
    const i = efc_id[e];
    const type = eq_type[i];
    if (type === EqType.CONNECT || type === EqType.WELD) pointJdotv(m, d, e, i, type === EqType.WELD);
    else if (type === EqType.DISTANCE) distanceJdotv(m, d, e, i);
    e += equalitySize(type);
  }
}

const points = new Float64Array(6);
// acceleration of points 0 and 1, then their difference; linear and angular
const accel = new Float64Array(18);

/** Differences of accelerations of side 0 and side 1 into accel[12..18). */
function relativeAccel(m: Model, d: Data, i: int): void {
  equalityAnchors(m, d, i, points, 0);
  pointAccel(m, d, equalityBody(m, i, 0), points, 0, accel, 0);
  pointAccel(m, d, equalityBody(m, i, 1), points, 3, accel, 6);
  sub3(accel, 12, accel, 0, accel, 6);
  sub3(accel, 15, accel, 3, accel, 9);
}

const motion = new Float64Array(6);
const pvel = new Float64Array(6);
const arm = new Float64Array(9);

/** Linear and angular acceleration of a point of a body for zero qacc: sum over dofs of (d/dt Jacobian) qvel. */
function pointAccel(m: Model, d: Data, body: int, point: Float64Array, p: int, res: Float64Array, r: int): void {
  const { body_rootid, dof_bodyid, dof_jntid, dof_parentid, jnt_type, jnt_dofadr } = m;
  const { qvel, cvel, cdof, cdof_dot, subtree_com } = d;
  const com = 3 * body_rootid[body];
  zero3(res, r);
  zero3(res, r + 3);
  sub3(arm, 0, point, p, subtree_com, com);
  shiftMotion(pvel, 0, cvel, 6 * body, point, p, subtree_com, com);
  for (let i = lastDof(m, body); i >= 0; i = dof_parentid[i]) {
    const v = qvel[i];
    const j = dof_jntid[i];
    const rotating = jnt_type[j] === JointType.BALL || (jnt_type[j] === JointType.FREE && i >= jnt_dofadr[j] + 3);
    // the axes of a quaternion joint rotate with the body itself
    if (rotating) crossMotion(motion, 0, cvel, 6 * dof_bodyid[i], cdof, 6 * i);
    else for (let k = 0; k < 6; k++) motion[k] = cdof_dot[6 * i + k];
    addToScl3(res, r + 3, motion, 0, v);
    // d/dt (v + w x r) = dv + dw x r + w x dr
    cross3(arm, 3, motion, 0, arm, 0);
    cross3(arm, 6, cdof, 6 * i, pvel, 3);
    addToScl3(res, r, motion, 3, v);
    addToScl3(res, r, arm, 3, v);
    addToScl3(res, r, arm, 6, v);
  }
}

function pointJdotv(m: Model, d: Data, e: int, i: int, weld: boolean): void {
  const { efc_aref } = d;
  relativeAccel(m, d, i);
  for (let k = 0; k < 3; k++) efc_aref[e + k] -= accel[12 + k];
  if (weld) weldJdotv(m, d, e + 3, i);
}

// q0 relpose, inverse of q1; then their derivatives
const quats = new Float64Array(16);
const product = new Float64Array(8);
const sum = new Float64Array(4);
const relativeOmega = new Float64Array(3);

/** Second derivative of q1^-1 q0 relpose for zero qacc: product rule on q1^-1 (0, w) q0 relpose / 2, w = w0 - w1. */
function weldJdotv(m: Model, d: Data, e: int, i: int): void {
  const { eq_data } = m;
  const { efc_aref, cvel } = d;
  const b0 = equalityBody(m, i, 0);
  const b1 = equalityBody(m, i, 1);
  weldQuats(m, d, i, quats, 0);
  weldQuatDerivatives(m, d, i, b0, b1);
  sub3(relativeOmega, 0, cvel, 6 * b0, cvel, 6 * b1);
  sum.fill(0, 0, 4);
  addProduct(12, relativeOmega, 0, 0);
  addProduct(4, accel, 15, 0);
  addProduct(4, relativeOmega, 0, 8);
  const scale = 0.5 * eq_data[NEQDATA * i + 10];
  for (let k = 0; k < 3; k++) efc_aref[e + k] -= scale * sum[1 + k];
}

/** quats[8..] = d/dt (q0 relpose), quats[12..] = d/dt (q1^-1), as in MuJoCo: with body velocities in the world frame */
function weldQuatDerivatives(m: Model, d: Data, i: int, b0: int, b1: int): void {
  const { eq_objtype, eq_data } = m;
  const { xquat, cvel } = d;
  if (eq_objtype[i] === ObjType.SITE) {
    derivQuat(quats, 8, quats, 0, cvel, 6 * b0);
    negQuat(product, 0, quats, 4);
    derivQuat(quats, 12, product, 0, cvel, 6 * b1);
  } else {
    derivQuat(product, 0, xquat, 4 * b0, cvel, 6 * b0);
    mulQuat(quats, 8, product, 0, eq_data, NEQDATA * i + 6);
    derivQuat(quats, 12, xquat, 4 * b1, cvel, 6 * b1);
  }
  negQuat(quats, 12, quats, 12);
}

/** sum += quats[a] (0, w) quats[b] */
function addProduct(a: int, w: Float64Array, i: int, b: int): void {
  mulQuatAxis(product, 0, quats, a, w, i);
  mulQuat(product, 4, product, 0, quats, b);
  for (let k = 0; k < 4; k++) sum[k] += product[4 + k];
}

const between = new Float64Array(6);

/** d^2/dt^2 |p0 - p1| = n . a + |v - n (n . v)|^2 / |p0 - p1|, with the accelerations of the points at zero qacc */
function distanceJdotv(m: Model, d: Data, e: int, i: int): void {
  const { body_rootid } = m;
  const { efc_aref, cvel, subtree_com } = d;
  relativeAccel(m, d, i);
  sub3(between, 0, points, 0, points, 3);
  const length = normalize3(between, 0);
  const b0 = equalityBody(m, i, 0);
  const b1 = equalityBody(m, i, 1);
  shiftMotion(pvel, 0, cvel, 6 * b0, points, 0, subtree_com, 3 * body_rootid[b0]);
  zero3(between, 3);
  addToScl3(between, 3, pvel, 3, 1);
  shiftMotion(pvel, 0, cvel, 6 * b1, points, 3, subtree_com, 3 * body_rootid[b1]);
  addToScl3(between, 3, pvel, 3, -1);
  const along = dot3(between, 0, between, 3);
  const across = dot3(between, 3, between, 3) - along * along;
  efc_aref[e] -= dot3(between, 0, accel, 12) + (length > 1e-10 ? across / length : 0);
}
