/** Tasks on joint positions: a posture, damping, and joints that must not move. */
import { expectNumbers } from '../../../core/expect.ts';
import { differentiatePos, JointType, type Model, ObjType } from '../../../index.ts';
import type { Configuration } from '../configuration.ts';
import { expectVector } from '../expect.ts';
import { findObject } from '../frame.ts';
import { inverseJacobianSO3 } from '../lie/so3.ts';
import { allDofs, Task, type TaskOptions } from './task.ts';

const block = new Float64Array(9);

/** Weights of joint tasks: a number for all dofs except those of free joints, or one for each dof. */
export interface JointTaskOptions extends TaskOptions {
  /** Default: 1. */
  cost?: number | ArrayLike<number>;
}

/** Keep the joints near a posture: e = posture^-1 q, with rotation vectors for ball and free joints.
 *
 *  ```ts
 *  const task = new PostureTask(robot, { cost: 0.01 });
 *  task.setTargetFrom(configuration);
 *  ``` */
export class PostureTask extends Task {
  readonly target: Float64Array;
  private readonly model: Model;
  private hasTarget = false;
  /** First dofs of the three that a quaternion has. */
  private readonly quaternions: Int32Array;

  constructor(model: Model, options: JointTaskOptions = {}) {
    super('PostureTask', model.nv, allDofs(model.nv), jointCost(model, options), options);
    this.model = model;
    this.target = model.qpos0.slice();
    const { jnt_type, jnt_dofadr } = model;
    const starts: number[] = [];
    for (let j = 0; j < model.njnt; j++) {
      if (jnt_type[j] === JointType.BALL) starts.push(jnt_dofadr[j]);
      if (jnt_type[j] === JointType.FREE) starts.push(jnt_dofadr[j] + 3);
    }
    this.quaternions = Int32Array.from(starts);
    for (let k = 0; k < model.nv; k++) this.jacobian[k * model.nv + k] = 1;
  }

  /** Set the posture: nq positions. */
  setTarget(qpos: ArrayLike<number>): void {
    const { nq } = this.model;
    expectNumbers('PostureTask: target', qpos, nq);
    this.target.set(expectVector('PostureTask: target', qpos, nq));
    this.hasTarget = true;
  }

  setTargetFrom({ data }: Configuration): void {
    this.setTarget(data.qpos);
  }

  override update({ model, data }: Configuration): void {
    if (!this.hasTarget) throw new Error('PostureTask: no target. Expected setTarget before the task is used');
    const { error, jacobian, quaternions } = this;
    const { nv } = model;
    differentiatePos(model, error, 1, this.target, data.qpos);
    for (let j = 0; j < quaternions.length; j++) {
      const k = quaternions[j];
      inverseJacobianSO3(block, 0, error, k, -1);
      for (let r = 0; r < 3; r++) for (let a = 0; a < 3; a++) jacobian[(k + r) * nv + k + a] = block[3 * r + a];
    }
  }

  /** The Jacobian is the identity, except for the blocks of quaternions. */
  override addTo(H: Float64Array, c: Float64Array, n: number): void {
    const { cost, error, gain, jacobian, quaternions } = this;
    for (let k = 0, next = 0; k < n; k++) {
      if (k !== quaternions[next]) {
        const square = cost[k] * cost[k];
        H[k * n + k] += square;
        c[k] += gain * square * error[k];
        continue;
      }
      for (let a = 0; a < 3; a++) {
        for (let r = 0; r < 3; r++) {
          const w = cost[k + r] ** 2 * jacobian[(k + r) * n + k + a];
          c[k + a] += gain * w * error[k + r];
          for (let b = 0; b <= a; b++) H[(k + a) * n + k + b] += w * jacobian[(k + r) * n + k + b];
        }
      }
      next++;
      k += 2;
    }
    this.addDamping(H, n);
  }
}

/** Move as little as possible: adds cost^2 |dq|^2 / 2 to the objective.
 *
 *  ```ts
 *  const task = new DampingTask(robot, { cost: 0.01 });
 *  ``` */
export class DampingTask extends Task {
  constructor(model: Model, options: JointTaskOptions = {}) {
    super('DampingTask', model.nv, allDofs(model.nv), jointCost(model, options), options);
    for (let k = 0; k < model.nv; k++) this.jacobian[k * model.nv + k] = 1;
  }

  override update(): void {}

  override addTo(H: Float64Array, _c: Float64Array, n: number): void {
    for (let k = 0; k < n; k++) H[k * n + k] += this.cost[k] ** 2;
  }
}

/** Keep joints or dofs where they are: dq = 0. Meant as a constraint.
 *
 *  ```ts
 *  const frozen = new DofFreezingTask(robot, { joints: ['waist'] });
 *  solveIk(configuration, tasks, 0.002, { constraints: [frozen] });
 *  ``` */
export class DofFreezingTask extends Task {
  constructor(
    model: Model,
    frozen: { readonly joints?: readonly (string | number)[]; readonly dofs?: readonly number[] },
    options: JointTaskOptions = {},
  ) {
    const dofs = new Set<number>();
    for (const dof of frozen.dofs ?? []) {
      if (!(Number.isInteger(dof) && dof >= 0 && dof < model.nv)) {
        throw new RangeError(`DofFreezingTask: dof: expected 0 to ${model.nv - 1}, found ${dof}`);
      }
      dofs.add(dof);
    }
    for (const joint of frozen.joints ?? []) {
      const j = findObject(model, 'joint', ObjType.JOINT, joint);
      for (let k = 0; k < dofsOfJoint(model, j); k++) dofs.add(model.jnt_dofadr[j] + k);
    }
    const list = Int32Array.from(dofs).sort();
    super('DofFreezingTask', list.length, list, options.cost ?? 1, options);
    for (let k = 0; k < list.length; k++) this.jacobian[k * list.length + k] = 1;
  }

  override update(): void {}
}

/** Number of dofs by type of joint: free, ball, slide, hinge. */
export function dofsOfJoint(m: Model, j: number): number {
  return [6, 3, 1, 1][m.jnt_type[j]];
}

/** A single number excludes free joints: other tasks determine the motion of a base. */
function jointCost(m: Model, { cost = 1 }: JointTaskOptions): number | ArrayLike<number> {
  if (typeof cost !== 'number') return cost;
  const row = new Float64Array(m.nv).fill(cost);
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_type[j] === JointType.FREE) row.fill(0, m.jnt_dofadr[j], m.jnt_dofadr[j] + 6);
  }
  return row;
}
