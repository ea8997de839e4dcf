import type { int } from '../../math/int.ts';
import { eye3, mulMatVec3 } from '../../math/mat3.ts';
import { axisAngle2Quat, copy4, mulQuat, normalize4, quat2Mat, rotVecQuat, unit4 } from '../../math/quat.ts';
import { addTo3, addToScl3, copy3, sub3, zero3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { local2Global } from '../tree/local2Global.ts';

// pose of the current body; rotation of its joint; position of its anchor after the rotation
const pos = new Float64Array(3);
const quat = new Float64Array(4);
const jointQuat = new Float64Array(4);
const arm = new Float64Array(3);

/** Body poses from joint positions: for each body its parent's pose, its own offset, then its joints in order.
 *  reads  m: body_* jnt_* qpos0   d: qpos mocap_pos mocap_quat body_awake_ind
 *  writes d: xpos xquat xmat xanchor xaxis */
export function kinematics1(m: Model, d: Data): void {
  const { body_jntadr, body_jntnum, jnt_type } = m;
  const { nbody_awake, body_awake_ind, xpos, xquat, xmat } = d;
  zero3(xpos, 0);
  unit4(xquat, 0);
  eye3(xmat, 0);
  for (let b = 1; b < nbody_awake; b++) {
    const i = body_awake_ind[b];
    const j = body_jntadr[i];
    if (body_jntnum[i] === 1 && jnt_type[j] === JointType.FREE) {
      freePose(m, d, i, j);
    } else {
      offsetPose(m, d, i);
      const end = j + body_jntnum[i];
      for (let k = j; k < end; k++) applyJoint(m, d, k);
      normalize4(quat, 0);
      copy3(xpos, 3 * i, pos, 0);
      copy4(xquat, 4 * i, quat, 0);
    }
    quat2Mat(xmat, 9 * i, xquat, 4 * i);
  }
}

/** The pose of a free body is the position of its joint. */
function freePose(m: Model, d: Data, i: int, j: int): void {
  const { jnt_qposadr, jnt_axis } = m;
  const { qpos, xpos, xquat, xanchor, xaxis } = d;
  const q = jnt_qposadr[j];
  copy3(xpos, 3 * i, qpos, q);
  copy4(xquat, 4 * i, qpos, q + 3);
  normalize4(xquat, 4 * i);
  copy3(xanchor, 3 * j, qpos, q);
  copy3(xaxis, 3 * j, jnt_axis, 3 * j);
}

/** Pose before any joint: the parent's pose, then the body's offset in it, or the pose set for a mocap body.
 *  @inline */
function offsetPose(m: Model, d: Data, i: int): void {
  const { body_parentid, body_mocapid, body_pos, body_quat } = m;
  const { xpos, xquat, xmat, mocap_pos, mocap_quat } = d;
  const mocap = body_mocapid[i];
  if (mocap >= 0) {
    copy3(pos, 0, mocap_pos, 3 * mocap);
    copy4(quat, 0, mocap_quat, 4 * mocap);
    normalize4(quat, 0);
  } else {
    copy3(pos, 0, body_pos, 3 * i);
    copy4(quat, 0, body_quat, 4 * i);
  }
  const parent = body_parentid[i];
  if (parent === 0) return;
  mulMatVec3(pos, 0, xmat, 9 * parent, pos, 0);
  addTo3(pos, 0, xpos, 3 * parent);
  mulQuat(quat, 0, xquat, 4 * parent, quat, 0);
}

/** Moves the pose by joint j: along its axis, or about its anchor.
 *  @inline */
function applyJoint(m: Model, d: Data, j: int): void {
  const { jnt_type, jnt_qposadr, jnt_axis, jnt_pos, qpos0 } = m;
  const { qpos, xanchor, xaxis } = d;
  const q = jnt_qposadr[j];
  const type = jnt_type[j];
  rotVecQuat(xaxis, 3 * j, jnt_axis, 3 * j, quat, 0);
  rotVecQuat(xanchor, 3 * j, jnt_pos, 3 * j, quat, 0);
  addTo3(xanchor, 3 * j, pos, 0);
  if (type === JointType.SLIDE) {
    addToScl3(pos, 0, xaxis, 3 * j, qpos[q] - qpos0[q]);
    return;
  }
  if (type === JointType.BALL) {
    copy4(jointQuat, 0, qpos, q);
    normalize4(jointQuat, 0);
  } else {
    axisAngle2Quat(jointQuat, 0, jnt_axis, 3 * j, qpos[q] - qpos0[q]);
  }
  mulQuat(quat, 0, quat, 0, jointQuat, 0);
  // the anchor does not move: pos = anchor - R jnt_pos
  rotVecQuat(arm, 0, jnt_pos, 3 * j, quat, 0);
  sub3(pos, 0, xanchor, 3 * j, arm, 0);
}

/** Poses of inertias, geoms and sites from those of their bodies.
 *  reads  m: body_i* geom_* site_*   d: xpos xquat xmat body_awake_ind work_site_ind
 *  writes d: xipos ximat geom_xpos geom_xmat site_xpos site_xmat */
export function kinematics2(m: Model, d: Data): void {
  const { body_ipos, body_iquat, body_sameframe, body_geomadr, body_geomnum } = m;
  const { geom_pos, geom_quat, geom_sameframe } = m;
  const { site_pos, site_quat, site_bodyid, site_sameframe } = m;
  const { nbody_awake, body_awake_ind, xipos, ximat, geom_xpos, geom_xmat, site_xpos, site_xmat } = d;
  const { work_site_ind, work_sleep_int } = d;
  zero3(xipos, 0);
  eye3(ximat, 0);
  for (let k = 0; k < nbody_awake; k++) {
    const i = body_awake_ind[k];
    if (i > 0) {
      local2Global(d, xipos, 3 * i, ximat, 9 * i, body_ipos, 3 * i, body_iquat, 4 * i, i, body_sameframe[i]);
    }
    const end = body_geomadr[i] + body_geomnum[i];
    for (let g = body_geomadr[i]; g < end; g++) {
      local2Global(d, geom_xpos, 3 * g, geom_xmat, 9 * g, geom_pos, 3 * g, geom_quat, 4 * g, i, geom_sameframe[g]);
    }
  }
  const sites = work_sleep_int[SleepSlot.SITE];
  for (let k = 0; k < sites; k++) {
    const s = work_site_ind[k];
    const body = site_bodyid[s];
    local2Global(d, site_xpos, 3 * s, site_xmat, 9 * s, site_pos, 3 * s, site_quat, 4 * s, body, site_sameframe[s]);
  }
}

/** Both parts, for callers that do not wake trees in between.
 *  writes d: xpos xquat xmat xanchor xaxis xipos ximat geom_xpos geom_xmat site_xpos site_xmat */
export function kinematics(m: Model, d: Data): void {
  kinematics1(m, d);
  kinematics2(m, d);
}
