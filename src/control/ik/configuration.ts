/** A configuration of a model: positions of its joints, and quantities derived from them. */
import { expectNumbers } from '../../core/expect.ts';
import { atan2 } from '../../core/math/elementary/arc.ts';
import type { int } from '../../core/math/int.ts';
import { copy4, mat2Quat } from '../../core/math/quat.ts';
import { norm3 } from '../../core/math/vec3.ts';
import {
  Data,
  fullM,
  fwdKinematics,
  integratePos,
  JointType,
  type Model,
  makeConstraint,
  makeM,
  normalizeQuat,
  ObjType,
} from '../../index.ts';
import { NotWithinLimitsError } from './errors.ts';
import { expectVector } from './expect.ts';
import { type FrameRef, findFrame, findObject, type ModelFrame, objectLabel } from './frame.ts';
import { SE3 } from './lie/groups.ts';
import { relativeSE3 } from './lie/se3.ts';

const columns = new Float64Array(6);
const rotation = new Float64Array(9);

/** Joint positions with the poses, Jacobians and inertia derived from them. It has its own `Data`.
 *
 *  ```ts
 *  const configuration = new Configuration(robot);
 *  configuration.update(robot.qpos0);
 *  console.log(configuration.framePose({ site: 'gripper' }).pos);
 *  ``` */
export class Configuration {
  readonly model: Model;
  readonly data: Data;
  /** Stages that have run since the last update. */
  private hasInertia = false;
  private hasConstraints = false;
  private inertiaMatrix: Float64Array | undefined;

  /** @param qpos default: `qpos0` of the model */
  constructor(model: Model, qpos?: ArrayLike<number>) {
    this.model = model;
    this.data = new Data(model);
    this.update(qpos);
  }

  /** Positions of the joints. After writing to them call `update()`. */
  get qpos(): Float64Array {
    return this.data.qpos;
  }

  /** Set joint positions (default: those in `qpos`) and compute the derived quantities. */
  update(qpos?: ArrayLike<number>): void {
    const { model, data } = this;
    if (qpos !== undefined) {
      expectNumbers('qpos', qpos, model.nq);
      for (let k = 0; k < model.nq; k++) if (!Number.isFinite(qpos[k])) throw badPosition(k, qpos[k]);
      data.qpos.set(qpos);
    }
    normalizeQuat(model, data.qpos);
    fwdKinematics(model, data);
    this.hasInertia = this.hasConstraints = false;
  }

  /** Set the positions of a keyframe, by name or id. */
  updateFromKeyframe(key: string | number): void {
    const { model } = this;
    const id = findObject(model, 'key', ObjType.KEY, key);
    this.update(model.key_qpos.subarray(model.nq * id, model.nq * (id + 1)));
  }

  /** Pose of a frame in the world. */
  framePose(frame: FrameRef): SE3 {
    const pose = new Float64Array(7);
    this.readPose(pose, 0, findFrame(this.model, frame));
    return SE3.fromPose(pose);
  }

  /** Pose of a frame in another one. */
  relativePose(frame: FrameRef, root: FrameRef): SE3 {
    return this.framePose(root).relative(this.framePose(frame));
  }

  /** Jacobian (6 x nv, row by row) of the twist of a frame in its own axes: linear, then angular velocity. */
  frameJacobian(frame: FrameRef): Float64Array {
    const { nv } = this.model;
    const known = findFrame(this.model, frame);
    const { dofs } = known;
    const J = new Float64Array(6 * dofs.length);
    this.readJacobian(J, known);
    const dense = new Float64Array(6 * nv);
    for (let r = 0; r < 6; r++) for (let a = 0; a < dofs.length; a++) dense[r * nv + dofs[a]] = J[r * dofs.length + a];
    return dense;
  }

  /** Mass matrix (nv x nv). The same array is returned until the next update. */
  inertia(): Float64Array {
    const { model, data } = this;
    this.inertiaMatrix ??= new Float64Array(model.nv * model.nv);
    if (!this.hasInertia) {
      makeM(model, data);
      fullM(model, data, this.inertiaMatrix);
      this.hasInertia = true;
    }
    return this.inertiaMatrix;
  }

  /** Compute the constraint rows of the model's equalities: `efc_*` of the data. */
  makeConstraints(): void {
    if (this.hasConstraints) return;
    this.inertia();
    makeConstraint(this.model, this.data);
    this.hasConstraints = true;
  }

  /** Joint positions after time `dt` at a velocity. */
  integrate(velocity: Float64Array, dt: number): Float64Array {
    const qpos = this.data.qpos.slice();
    integratePos(this.model, qpos, expectVector('velocity', velocity, this.model.nv), dt);
    return qpos;
  }

  /** Advance by time `dt` at a velocity. */
  integrateInPlace(velocity: Float64Array, dt: number): void {
    integratePos(this.model, this.data.qpos, velocity, dt);
    this.update();
  }

  /** @throws NotWithinLimitsError for the first joint that is outside its range by more than `tolerance` */
  checkLimits(tolerance = 1e-6): void {
    const { jnt_limited, jnt_range, jnt_type, jnt_qposadr, njnt } = this.model;
    const { qpos } = this.data;
    for (let j = 0; j < njnt; j++) {
      if (!jnt_limited[j]) continue;
      const isBall = jnt_type[j] === JointType.BALL;
      const value = isBall ? ballAngle(qpos, jnt_qposadr[j]) : qpos[jnt_qposadr[j]];
      const [lower, upper] = isBall ? [0, jnt_range[2 * j + 1]] : [jnt_range[2 * j], jnt_range[2 * j + 1]];
      if (value >= lower - tolerance && value <= upper + tolerance) continue;
      throw new NotWithinLimitsError(jointName(this.model, j), value, lower, upper);
    }
  }

  /** Pose (7 numbers) of a frame. */
  readPose(pose: Float64Array, r: int, { kind, id }: ModelFrame): void {
    const { data } = this;
    const pos = kind === 'body' ? data.xpos : kind === 'geom' ? data.geom_xpos : data.site_xpos;
    for (let k = 0; k < 3; k++) pose[r + k] = pos[3 * id + k];
    if (kind === 'body') copy4(pose, r + 3, data.xquat, 4 * id);
    else mat2Quat(pose, r + 3, kind === 'geom' ? data.geom_xmat : data.site_xmat, 9 * id);
  }

  /** Jacobian (6 x dofs of the frame) of the twist of a frame in its own axes.
   *
   *  A dof (w, v) about the center of mass of its tree moves the point p at v + w x (p - com). */
  readJacobian(J: Float64Array, { kind, id, body, dofs }: ModelFrame): void {
    const { data, model } = this;
    const { cdof, subtree_com } = data;
    const pos = kind === 'body' ? data.xpos : kind === 'geom' ? data.geom_xpos : data.site_xpos;
    const mat = kind === 'body' ? data.xmat : kind === 'geom' ? data.geom_xmat : data.site_xmat;
    for (let k = 0; k < 9; k++) rotation[k] = mat[9 * id + k];
    const root = 3 * model.body_rootid[body];
    const x = pos[3 * id] - subtree_com[root];
    const y = pos[3 * id + 1] - subtree_com[root + 1];
    const z = pos[3 * id + 2] - subtree_com[root + 2];
    const n = dofs.length;
    for (let a = 0; a < n; a++) {
      const c = 6 * dofs[a];
      for (let k = 0; k < 3; k++) columns[3 + k] = cdof[c + k];
      columns[0] = cdof[c + 3] + columns[4] * z - columns[5] * y;
      columns[1] = cdof[c + 4] + columns[5] * x - columns[3] * z;
      columns[2] = cdof[c + 5] + columns[3] * y - columns[4] * x;
      for (let k = 0; k < 3; k++) {
        J[k * n + a] = rotation[k] * columns[0] + rotation[3 + k] * columns[1] + rotation[6 + k] * columns[2];
        J[(k + 3) * n + a] = rotation[k] * columns[3] + rotation[3 + k] * columns[4] + rotation[6 + k] * columns[5];
      }
    }
  }

  /** Pose (7 numbers) of a frame in another one. */
  readRelativePose(pose: Float64Array, frame: ModelFrame, root: ModelFrame): void {
    this.readPose(pose, 0, frame);
    this.readPose(rootPose, 0, root);
    relativeSE3(pose, 0, rootPose, 0, pose, 0);
  }
}

const rootPose = new Float64Array(7);

/** Angle of a unit quaternion. */
function ballAngle(q: Float64Array, i: int): number {
  return 2 * atan2(norm3(q, i + 1), Math.abs(q[i]));
}

/** `'elbow'`, or the id of an unnamed joint. */
export function jointName(m: Model, j: number): string {
  return objectLabel(m, 'joint', ObjType.JOINT, j).slice('joint '.length);
}

function badPosition(k: number, value: number): RangeError {
  return new RangeError(`qpos[${k}]: expected a finite number, found ${value}`);
}
