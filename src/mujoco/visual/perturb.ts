/** Translates and rotates a selected body with the mouse. */
import { mulMatVec3 } from '../../core/math/mat3.ts';
import { mulPose, negPose } from '../../core/math/pose.ts';
import { axisAngle2Quat, mulQuat, negQuat, normalize4, quat2Vel } from '../../core/math/quat.ts';
import { cross3, dot3, normalize3 } from '../../core/math/vec3.ts';
import { MINVAL } from '../../core/model/constants.ts';
import type { Data } from '../../core/model/data.ts';
import { JointType, ObjType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { jac, objectVelocity, solveM2 } from '../../core/query/index.ts';
import { frustumHeight, mouseVector } from './camera.ts';
import { Mouse, PertBit } from './enums.ts';
import type { PerturbRecord } from './records.ts';
import { cameraInModel } from './room.ts';
import type { SceneState } from './scene.ts';

const ORTHOGRAPHIC_SPEED = 0.15;
/** Maximum rotation of a body. */
const MAX_TURN = Math.PI / 2;

/** World position of the selection point. */
function selectedPoint(d: Data, pert: PerturbRecord): Float64Array {
  const point = new Float64Array(3);
  mulMatVec3(point, 0, d.xmat, 9 * pert.select, pert.localpos, 0);
  return point.map((x, k) => x + d.xpos[3 * pert.select + k]);
}

/** Orientation of the inertial frame of a body. */
function inertialQuat(m: Model, d: Data, body: number): Float64Array {
  const quat = new Float64Array(4);
  mulQuat(quat, 0, d.xquat, 4 * body, m.body_iquat, 4 * body);
  return quat;
}

function isBody(m: Model, id: number): boolean {
  return id > 0 && id < m.nbody;
}

/** Start a perturbation at the pose of the body, with its effective mass. */
export function initPerturb(m: Model, d: Data, scene: SceneState, pert: PerturbRecord): void {
  const id = pert.select;
  if (!isBody(m, id)) return;
  const point = selectedPoint(d, pert);
  const jacp = new Float64Array(3 * m.nv);
  jac(m, d, jacp, undefined, point, id);
  solveM2(m, d, jacp, jacp, 3);
  const inverse = jacp.reduce((sum, x) => sum + x * x, 0);
  pert.localmass = inverse === 0 ? 1 : 3 / Math.max(inverse, MINVAL);
  if (pert.flexselect >= 0 && !m.flex_rigid[pert.flexselect]) {
    pert.localmass *= (2 * m.flex_edgenum[pert.flexselect]) / m.flex_vertnum[pert.flexselect];
  }
  pert.refpos.set(d.xipos.subarray(3 * id, 3 * id + 3));
  pert.refquat.set(inertialQuat(m, d, id));
  pert.refselpos.set(point);
  const { headpos, forward } = cameraInModel(scene);
  const away = point.map((x, k) => x - headpos[k]);
  pert.scale = frustumHeight(scene) * dot3(away, 0, forward, 0);
  if (scene.camera[0].orthographic) pert.scale *= ORTHOGRAPHIC_SPEED;
}

/** Move a perturbation with the mouse. */
export function movePerturb(
  m: Model,
  d: Data,
  action: number,
  dx: number,
  dy: number,
  scene: SceneState,
  pert: PerturbRecord,
): void {
  const { forward } = cameraInModel(scene);
  const vec = mouseVector(action, dx, dy, forward);
  switch (action) {
    case Mouse.MOVE_V:
    case Mouse.MOVE_H:
      shift(pert, vec, pert.scale);
      break;
    case Mouse.MOVE_V_REL:
    case Mouse.MOVE_H_REL: {
      const axis = (k: number) => [0, 3, 6].map((row) => d.xmat[9 * pert.select + row + k]);
      shift(pert, axis(action === Mouse.MOVE_H_REL ? 0 : 2), pert.scale * dy);
      shift(pert, axis(1), pert.scale * dx);
      break;
    }
    case Mouse.ROTATE_V:
    case Mouse.ROTATE_H:
      turn(m, d, vec, pert);
      break;
  }
}

function shift(pert: PerturbRecord, vec: ArrayLike<number>, scale: number): void {
  for (let k = 0; k < 3; k++) {
    pert.refpos[k] += vec[k] * scale;
    pert.refselpos[k] += vec[k] * scale;
  }
}

function turn(m: Model, d: Data, vec: Float64Array, pert: PerturbRecord): void {
  const quat = new Float64Array(4);
  const angle = normalize3(vec, 0) * Math.PI * 2;
  axisAngle2Quat(quat, 0, vec, 0, angle);
  mulQuat(pert.refquat, 0, quat, 0, pert.refquat, 0);
  normalize4(pert.refquat, 0);
  if (!isBody(m, pert.select)) return;
  const body = inertialQuat(m, d, pert.select);
  negQuat(quat, 0, body, 0);
  mulQuat(quat, 0, quat, 0, pert.refquat, 0);
  const axis = new Float64Array(3);
  quat2Vel(axis, 0, quat, 0, 1);
  const turned = normalize3(axis, 0);
  if (turned >= -MAX_TURN && turned <= MAX_TURN) return;
  axisAngle2Quat(quat, 0, axis, 0, Math.max(-MAX_TURN, Math.min(MAX_TURN, turned)));
  mulQuat(pert.refquat, 0, body, 0, quat, 0);
}

/** Move a mocap body to the target; if paused, also a free body or the root of its tree. */
export function applyPose(m: Model, d: Data, pert: PerturbRecord, paused: boolean): void {
  const id = pert.select;
  if (!isBody(m, id) || !(pert.active | pert.active2)) return;
  // from the inertial to the body frame
  const [pos, quat] = [new Float64Array(3), new Float64Array(4)];
  negPose(pos, 0, quat, 0, m.body_ipos, 3 * id, m.body_iquat, 4 * id);
  mulPose(pos, quat, pert.refpos, pert.refquat, pos, quat);
  const mocap = m.body_mocapid[id];
  if (mocap >= 0) {
    d.mocap_pos.set(pos, 3 * mocap);
    d.mocap_quat.set(quat, 4 * mocap);
    return;
  }
  const root = m.body_rootid[id];
  if (!paused) return;
  if (isFree(m, id)) writePose(d, m.jnt_qposadr[m.body_jntadr[id]], pos, quat);
  else if (isFree(m, root)) moveRoot(d, m.jnt_qposadr[m.body_jntadr[root]], id, pos, quat);
}

function isFree(m: Model, body: number): boolean {
  return m.body_jntnum[body] === 1 && m.jnt_type[m.body_jntadr[body]] === JointType.FREE;
}

function writePose(d: Data, at: number, pos: Float64Array, quat: Float64Array): void {
  d.qpos.set(pos, at);
  d.qpos.set(quat, at + 3);
}

/** root = target pose of the child * (child^-1 root) */
function moveRoot(d: Data, at: number, child: number, pos: Float64Array, quat: Float64Array): void {
  const [p, q] = [new Float64Array(3), new Float64Array(4)];
  negPose(p, 0, q, 0, d.xpos, 3 * child, d.xquat, 4 * child);
  mulPose(p, q, p.slice(), q.slice(), d.qpos.subarray(at), d.qpos.subarray(at + 3));
  mulPose(p, q, pos, quat, p.slice(), q.slice());
  writePose(d, at, p, q);
}

/** Pull a body with a critically damped spring: writes force and torque to `xfrc_applied`. */
export function applyForce(m: Model, d: Data, pert: PerturbRecord): void {
  const id = pert.select;
  const acts = pert.active | pert.active2;
  if (id < 0 || id >= m.nbody || !acts) return;
  const velocity = new Float64Array(6);
  objectVelocity(m, d, ObjType.BODY, id, velocity, false);
  const weight = m.body_invweight0[2 * id + 1];
  const inertia = weight ? 1 / Math.max(MINVAL, weight) : 1;
  const wrench = d.xfrc_applied.subarray(6 * id, 6 * id + 6);
  const { stiffness, stiffnessrot } = m.vis.map;
  const spring = { stiffness, stiffnessrot, velocity, inertia, wrench };
  if (acts & PertBit.TRANSLATE) springForce(d, pert, spring);
  if (acts & PertBit.ROTATE) turnTorque(inertialQuat(m, d, id), pert, spring);
}

/** A spring between a body and the mouse. */
interface Spring {
  stiffness: number;
  stiffnessrot: number;
  /** of the body: rotation, then translation */
  velocity: Float64Array;
  inertia: number;
  /** force and torque */
  wrench: Float64Array;
}

function springForce(
  d: Data,
  pert: PerturbRecord,
  { stiffness, stiffnessrot, velocity, inertia, wrench }: Spring,
): void {
  const point = selectedPoint(d, pert);
  const away = point.map((x, k) => x - pert.refselpos[k]);
  const arm = point.map((x, k) => x - d.xipos[3 * pert.select + k]);
  const speed = new Float64Array(3);
  cross3(speed, 0, velocity, 0, arm, 0);
  const damping = Math.sqrt(stiffness) * pert.localmass;
  for (let k = 0; k < 3; k++) {
    wrench[k] = -stiffness * pert.localmass * away[k] - damping * (speed[k] + velocity[3 + k]);
  }
  const torque = new Float64Array(3);
  cross3(torque, 0, arm, 0, wrench, 0);
  normalize3(away, 0);
  const spin = Math.sqrt(stiffnessrot) * inertia * dot3(away, 0, velocity, 0);
  for (let k = 0; k < 3; k++) wrench[3 + k] = torque[k] - spin * away[k];
}

function turnTorque(
  quat: Float64Array,
  pert: PerturbRecord,
  { stiffnessrot, velocity, inertia, wrench }: Spring,
): void {
  negQuat(quat, 0, quat, 0);
  mulQuat(quat, 0, pert.refquat, 0, quat, 0);
  const torque = new Float64Array(3);
  quat2Vel(torque, 0, quat, 0, 1 / (stiffnessrot * inertia));
  for (let k = 0; k < 3; k++) wrench[3 + k] = torque[k] - Math.sqrt(stiffnessrot) * inertia * velocity[k];
}
