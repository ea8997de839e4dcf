/** Limits of velocities and accelerations of joints. */
import { expectObject } from '../../../core/expect.ts';
import { JointType, type Model, ObjType } from '../../../index.ts';
import type { Configuration } from '../configuration.ts';
import { expectRow } from '../expect.ts';
import { findObject } from '../frame.ts';
import type { Rows } from '../rows.ts';
import { dofsOfJoint } from '../tasks/postureTask.ts';
import { Limit } from './limit.ts';

/** Values by joint name: a number, or one per dof; or one number for all joints except free ones. */
export type JointValues = number | Readonly<Record<string, number | ArrayLike<number>>>;

/** A value for each dof; Infinity without a limit. */
export function valuesOfDofs(label: string, m: Model, values: JointValues): Float64Array {
  const row = new Float64Array(m.nv).fill(Infinity);
  const set = (name: string, j: number, value: number | ArrayLike<number>) => {
    row.set(expectRow(`${label}: joint ${name}`, value, dofsOfJoint(m, j)), m.jnt_dofadr[j]);
  };
  if (typeof values === 'number') {
    for (let j = 0; j < m.njnt; j++) if (m.jnt_type[j] !== JointType.FREE) set(String(j), j, values);
    return row;
  }
  for (const [name, value] of Object.entries(expectObject(label, values))) {
    const j = findObject(m, 'joint', ObjType.JOINT, name);
    if (m.jnt_type[j] === JointType.FREE) {
      throw new RangeError(`${label}: joint ${name}: expected no free joint. Fix: use FreeJointVelocityLimit`);
    }
    set(name, j, value);
  }
  return row;
}

/** Limit velocities of joints: |dq| <= velocity dt, for each dof.
 *
 *  ```ts
 *  const limit = new VelocityLimit(robot, { shoulder: 2, elbow: 3 });
 *  ``` */
export class VelocityLimit extends Limit {
  private readonly largest: Float64Array;

  constructor(model: Model, velocities: JointValues) {
    super('VelocityLimit', model);
    this.largest = valuesOfDofs('VelocityLimit', model, velocities);
  }

  override addTo(rows: Rows, _configuration: Configuration, dt: number): void {
    const { largest } = this;
    for (let k = 0; k < largest.length; k++) rows.addBound(k, -largest[k] * dt, largest[k] * dt);
  }
}

/** Limit accelerations of joints: |v - v of the last solve| <= acceleration dt. Before the end of a range a joint brakes in
 *  time: v^2 / (2 a) + v dt <= distance.
 *
 *  ```ts
 *  const limit = new AccelerationLimit(robot, 10);
 *  limit.reset(); // the robot is at rest
 *  ``` */
export class AccelerationLimit extends Limit {
  /** Velocity of the last step. */
  readonly velocity: Float64Array;
  private readonly largest: Float64Array;

  constructor(model: Model, accelerations: JointValues) {
    super('AccelerationLimit', model);
    this.largest = valuesOfDofs('AccelerationLimit', model, accelerations);
    this.velocity = new Float64Array(model.nv);
  }

  /** Set the velocity at the start of the next step (default: zero). */
  reset(velocity?: ArrayLike<number>): void {
    if (velocity)
      this.velocity.set(expectRow('AccelerationLimit: velocity', velocity, this.velocity.length, -Infinity));
    else this.velocity.fill(0);
  }

  override accept(velocity: Float64Array): void {
    this.velocity.set(velocity);
  }

  override addTo(rows: Rows, { model, data }: Configuration, dt: number): void {
    const { largest, velocity } = this;
    const { dof_jntid, jnt_type, jnt_limited, jnt_range, jnt_qposadr } = model;
    for (let k = 0; k < largest.length; k++) {
      const a = largest[k];
      if (a === Infinity) continue;
      const j = dof_jntid[k];
      rows.addBound(k, (velocity[k] - a * dt) * dt, (velocity[k] + a * dt) * dt);
      if (!jnt_limited[j] || jnt_type[j] === JointType.BALL) continue;
      const q = data.qpos[jnt_qposadr[j]];
      rows.addBound(k, -braking(q - jnt_range[2 * j], a, dt) * dt, braking(jnt_range[2 * j + 1] - q, a, dt) * dt, true);
    }
  }
}

/** Largest velocity from which a joint stops within a distance: v = a (sqrt(dt^2 + 2 d / a) - dt) */
function braking(distance: number, a: number, dt: number): number {
  if (a === 0 || distance <= 0) return 0;
  return a * (Math.sqrt(dt * dt + (2 * distance) / a) - dt);
}

/** Limit the velocity of a free joint, for each axis of its body: the base of a humanoid, a drone.
 *
 *  ```ts
 *  const limit = new FreeJointVelocityLimit(robot, { linear: 0.5, angular: 1 });
 *  ``` */
export class FreeJointVelocityLimit extends Limit {
  private readonly dof: number;
  private readonly body: number;
  private readonly linear: Float64Array;
  private readonly angular: Float64Array;

  constructor(
    model: Model,
    options: {
      /** Name or id (default: the only free joint). */
      readonly joint?: string | number;
      /** Meters per second, for all axes or each (default: no limit). */
      readonly linear?: number | ArrayLike<number>;
      /** Radians per second, for all axes or each (default: no limit). */
      readonly angular?: number | ArrayLike<number>;
    },
  ) {
    super('FreeJointVelocityLimit', model, 3);
    const { joint, linear, angular } = expectObject('FreeJointVelocityLimit: options', options);
    const free = [...model.jnt_type.keys()].filter((j) => model.jnt_type[j] === JointType.FREE);
    const j = joint === undefined ? free[0] : findObject(model, 'joint', ObjType.JOINT, joint);
    if (!free.includes(j) || (joint === undefined && free.length > 1)) {
      const expected = joint === undefined ? 'exactly one free joint, or its name' : 'a free joint';
      throw new RangeError(`FreeJointVelocityLimit: joint: expected ${expected}, found ${joint ?? free.length}`);
    }
    this.dof = model.jnt_dofadr[j];
    this.body = model.jnt_bodyid[j];
    this.linear = linear === undefined ? noLimit() : expectRow('FreeJointVelocityLimit: linear', linear, 3);
    this.angular = angular === undefined ? noLimit() : expectRow('FreeJointVelocityLimit: angular', angular, 3);
  }

  /** |R'v| <= linear, |w| <= angular: the linear velocity is in the world, the angular one in the body. */
  override addTo(rows: Rows, { data }: Configuration, dt: number): void {
    const { dof, body, linear, angular } = this;
    for (let k = 0; k < 3; k++) {
      rows.addBound(dof + 3 + k, -angular[k] * dt, angular[k] * dt);
      if (linear[k] === Infinity) continue;
      const at = rows.addRow(k, -linear[k] * dt, linear[k] * dt);
      for (let i = 0; i < 3; i++) rows.problem.A[at + dof + i] = data.xmat[9 * body + 3 * i + k];
    }
  }

  override describe(detail: number, isBound: boolean): string {
    return isBound ? super.describe(detail, true) : super.describe(this.dof, true);
  }
}

function noLimit(): Float64Array {
  return new Float64Array(3).fill(Infinity);
}
