/** Tasks that bring a frame to a pose: in the world, or in another frame. */
import { expectObject } from '../../../core/expect.ts';
import { mulMatTVec3 } from '../../../core/math/mat3.ts';
import { quat2Mat } from '../../../core/math/quat.ts';
import { type Data, type Model, ObjType } from '../../../index.ts';
import type { Configuration } from '../configuration.ts';
import { expectRow, expectUnitQuat, expectVector } from '../expect.ts';
import { type FrameRef, findFrame, findObject, type ModelFrame } from '../frame.ts';
import { SE3 } from '../lie/groups.ts';
import { adjointSE3, inverseJacobianSE3, logSE3, relativeSE3 } from '../lie/se3.ts';
import { inverseJacobianSO3, logSO3 } from '../lie/so3.ts';
import { Task, type TaskOptions } from './task.ts';

/** Weights of a pose: a number, or one for each axis of the target. */
export interface FrameTaskOptions extends TaskOptions {
  /** Weight per meter (default: 1). */
  positionCost?: number | ArrayLike<number>;
  /** Weight per radian (default: 1). */
  orientationCost?: number | ArrayLike<number>;
}

/** A pose, or a part of it; an omitted part keeps its value. */
export type PoseTarget = SE3 | { readonly pos?: ArrayLike<number>; readonly quat?: ArrayLike<number> };

const pose = new Float64Array(7);
const inverse = new Float64Array(36);
const adjoint = new Float64Array(36);
const rotation = new Float64Array(9);
const offset = new Float64Array(3);

/** Base class of both tasks: e = log(target^-1 frame), J = Jr^-1(e) times the Jacobian of the twist of the frame. Without weights for the
 *  orientation, the position part of e is R_target' (p - p_target), which moves along a straight line. */
abstract class PoseTask extends Task {
  /** Position and quaternion of the target. */
  readonly target: Float64Array = Float64Array.of(0, 0, 0, 1, 0, 0, 0);
  private hasTarget = { pos: false, quat: false };
  private readonly needs: { pos: boolean; quat: boolean };
  /** Twist of the frame: 6 x dofs. */
  protected readonly twist: Float64Array;

  constructor(label: string, dofs: Int32Array, options: FrameTaskOptions) {
    const { positionCost = 1, orientationCost = 1 } = expectObject(`${label}: options`, options);
    const position = expectRow(`${label}: positionCost`, positionCost, 3);
    const orientation = expectRow(`${label}: orientationCost`, orientationCost, 3);
    super(label, 6, dofs, [...position, ...orientation], options);
    this.needs = { pos: position.some((w) => w > 0), quat: orientation.some((w) => w > 0) };
    this.twist = new Float64Array(6 * dofs.length);
  }

  /** Set the target, or a part of it. */
  setTarget(target: PoseTarget): void {
    const parts = target instanceof SE3 ? { pos: target.pose.subarray(0, 3), quat: target.pose.subarray(3) } : target;
    const { pos, quat } = expectObject(`${this.label}: target`, parts);
    const checked = pos === undefined ? undefined : expectVector(`${this.label}: target pos`, pos, 3);
    if (quat !== undefined) this.target.set(expectUnitQuat(`${this.label}: target quat`, quat), 3);
    if (checked !== undefined) this.target.set(checked);
    this.hasTarget = { pos: this.hasTarget.pos || !!pos, quat: this.hasTarget.quat || !!quat };
  }

  protected checkTarget(): void {
    for (const part of ['pos', 'quat'] as const) {
      if (!this.needs[part] || this.hasTarget[part]) continue;
      throw new Error(`${this.label}: no target. Expected setTarget({ ${part} }) before the task is used`);
    }
  }

  /** Error and Jacobian for the pose of the frame, whose twist is in `this.twist`. */
  protected finish(): void {
    const { error, jacobian, twist, target } = this;
    const n = this.dofs.length;
    relativeSE3(pose, 0, target, 0, pose, 0);
    if (this.needs.quat) {
      logSE3(error, 0, pose, 0);
      inverseJacobianSE3(inverse, 0, error, 0, -1);
    } else {
      // the position in the axes of the target: its rate is R times the linear velocity in the axes of the frame
      for (let k = 0; k < 3; k++) error[k] = pose[k];
      logSO3(error, 3, pose, 3);
      quat2Mat(rotation, 0, pose, 3);
      inverse.fill(0);
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) inverse[6 * i + j] = rotation[3 * i + j];
      inverseJacobianSO3(rotation, 0, error, 3, -1);
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) inverse[6 * (i + 3) + j + 3] = rotation[3 * i + j];
    }
    for (let r = 0; r < 6; r++) {
      const from = r < 3 ? 0 : 3;
      for (let a = 0; a < n; a++) {
        let sum = 0;
        for (let k = from; k < 6; k++) sum += inverse[6 * r + k] * twist[k * n + a];
        jacobian[r * n + a] = sum;
      }
    }
  }
}

/** Bring a frame to a pose in the world.
 *
 *  ```ts
 *  const task = new FrameTask(robot, { site: 'gripper' }, { orientationCost: 0.5 });
 *  task.setTarget({ pos: [0.4, 0, 0.3], quat: [1, 0, 0, 0] });
 *  ``` */
export class FrameTask extends PoseTask {
  readonly frame: ModelFrame;
  private readonly model: Model;

  constructor(model: Model, frame: FrameRef, options: FrameTaskOptions = {}) {
    const found = findFrame(model, frame);
    super(`FrameTask ${found.label}`, found.dofs, options);
    this.frame = found;
    this.model = model;
  }

  /** Make the pose of a configuration the target. */
  setTargetFrom(configuration: Configuration): void {
    configuration.readPose(pose, 0, this.frame);
    this.setTarget(SE3.fromPose(pose));
  }

  /** Make the pose of a mocap body the target. */
  setTargetFromMocap(data: Data, body: string | number): void {
    const id = this.model.body_mocapid[findObject(this.model, 'body', ObjType.BODY, body)];
    if (id < 0) throw new RangeError(`${this.label}: expected a mocap body, found body '${body}'`);
    const { mocap_pos, mocap_quat } = data;
    this.setTarget({ pos: mocap_pos.subarray(3 * id, 3 * id + 3), quat: mocap_quat.subarray(4 * id, 4 * id + 4) });
  }

  override update(configuration: Configuration): void {
    this.checkTarget();
    configuration.readJacobian(this.twist, this.frame);
    configuration.readPose(pose, 0, this.frame);
    this.finish();
  }
}

/** Bring a frame to a pose in another frame of the model.
 *
 *  ```ts
 *  const task = new RelativeFrameTask(robot, { site: 'left hand' }, { site: 'right hand' });
 *  task.setTarget({ pos: [0, 0.2, 0], quat: [1, 0, 0, 0] });
 *  ``` */
export class RelativeFrameTask extends PoseTask {
  readonly frame: ModelFrame;
  readonly root: ModelFrame;
  private readonly own: Float64Array;
  private readonly others: Float64Array;
  private readonly ownColumns: Int32Array;
  private readonly otherColumns: Int32Array;

  constructor(model: Model, frame: FrameRef, root: FrameRef, options: FrameTaskOptions = {}) {
    const [found, base] = [findFrame(model, frame), findFrame(model, root)];
    // dofs that move both move them as one body
    const dofs = [...found.dofs, ...base.dofs]
      .filter((k) => !(found.dofs.includes(k) && base.dofs.includes(k)))
      .sort((a, b) => a - b);
    super(`RelativeFrameTask ${found.label} in ${base.label}`, Int32Array.from(dofs), options);
    this.frame = found;
    this.root = base;
    this.own = new Float64Array(6 * found.dofs.length);
    this.others = new Float64Array(6 * base.dofs.length);
    this.ownColumns = found.dofs.map((k) => dofs.indexOf(k));
    this.otherColumns = base.dofs.map((k) => dofs.indexOf(k));
  }

  /** Make the relative pose of a configuration the target. */
  setTargetFrom(configuration: Configuration): void {
    configuration.readRelativePose(pose, this.frame, this.root);
    this.setTarget(SE3.fromPose(pose));
  }

  /** twist of the frame relative to the root, in axes of the frame: own twist - Ad(T^-1) twist of the root, T = root^-1 frame */
  override update(configuration: Configuration): void {
    this.checkTarget();
    const { own, others, ownColumns, otherColumns, twist } = this;
    configuration.readJacobian(own, this.frame);
    configuration.readJacobian(others, this.root);
    configuration.readRelativePose(pose, this.frame, this.root);
    invertAdjoint();
    const [n, nOwn, nOther] = [this.dofs.length, ownColumns.length, otherColumns.length];
    twist.fill(0);
    for (let r = 0; r < 6; r++) {
      for (let a = 0; a < nOwn; a++) if (ownColumns[a] >= 0) twist[r * n + ownColumns[a]] += own[r * nOwn + a];
      for (let a = 0; a < nOther; a++) {
        if (otherColumns[a] < 0) continue;
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += adjoint[6 * r + k] * others[k * nOther + a];
        twist[r * n + otherColumns[a]] -= sum;
      }
    }
    this.finish();
  }
}

/** adjoint of the inverse of `pose`: [R', -R' [p]; 0, R'] from [R, [p] R; 0, R] */
function invertAdjoint(): void {
  adjointSE3(adjoint, 0, pose, 0);
  quat2Mat(rotation, 0, pose, 3);
  for (let col = 0; col < 3; col++) {
    // columns of -[p] are p x e_col, negated: e_col x p
    for (let k = 0; k < 3; k++) offset[k] = 0;
    const [i, j] = [(col + 1) % 3, (col + 2) % 3];
    // e_col x p
    offset[i] = -pose[j];
    offset[j] = pose[i];
    mulMatTVec3(offset, 0, rotation, 0, offset, 0);
    for (let k = 0; k < 3; k++) {
      adjoint[6 * k + col] = adjoint[6 * (k + 3) + col + 3] = rotation[3 * col + k];
      adjoint[6 * k + col + 3] = offset[k];
    }
  }
}
