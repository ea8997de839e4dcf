/** Tasks on the direction of an axis of a frame: toward a point, or along a direction of the world. */

import { atan2 } from '../../../core/math/elementary/arc.ts';
import { mulMatTVec3 } from '../../../core/math/mat3.ts';
import { cross3, dot3, norm3 } from '../../../core/math/vec3.ts';
import type { Model } from '../../../index.ts';
import type { Configuration } from '../configuration.ts';
import { expectVector } from '../expect.ts';
import { type FrameRef, findFrame, type ModelFrame } from '../frame.ts';
import { Task, type TaskOptions } from './task.ts';

/** Options of a direction task. */
export interface DirectionTaskOptions extends TaskOptions {
  /** Axis in the frame (default: [0, 0, 1]). */
  axis?: ArrayLike<number>;
  /** Weight per radian (default: 1). */
  cost?: number | ArrayLike<number>;
}

/** Distance of a point below which it has no direction. */
const NEAR = 1e-9;
/** Sine of the angle to the opposite direction below which the axis of rotation is not differentiated. */
const OPPOSITE = 1e-4;

const d = new Float64Array(3);
const rate = new Float64Array(3);
const cross = new Float64Array(3);
const normal = new Float64Array(3);

/** e = the rotation vector that takes the axis a to the direction d, both in the frame: f(c) a x d with c = a.d and f = angle / sine. It is
 *  orthogonal to a, so two elements determine it. */
abstract class DirectionTask extends Task {
  readonly frame: ModelFrame;
  readonly axis: Float64Array;
  /** Two directions orthogonal to the axis, and to each other. */
  private readonly basis: Float64Array;
  protected readonly target: Float64Array = new Float64Array(3);
  protected hasTarget = false;
  private readonly twist: Float64Array;

  constructor(name: string, model: Model, frame: FrameRef, options: DirectionTaskOptions) {
    const found = findFrame(model, frame);
    const label = `${name} ${found.label}`;
    super(label, 2, found.dofs, options?.cost ?? 1, options);
    this.frame = found;
    this.axis = expectDirection(`${label}: axis`, options.axis ?? [0, 0, 1]);
    this.basis = orthogonal(this.axis);
    this.twist = new Float64Array(6 * found.dofs.length);
  }

  /** The vector to the target in the frame (3 numbers), whose direction the axis should have. */
  protected abstract readTarget(configuration: Configuration, res: Float64Array): void;
  /** Whether the vector changes when the frame moves without rotation. */
  protected abstract readonly isPoint: boolean;

  override update(configuration: Configuration): void {
    const { axis, basis, error, jacobian, twist } = this;
    if (!this.hasTarget) throw new Error(`${this.label}: no target. Expected setTarget before the task is used`);
    this.readTarget(configuration, d);
    const length = Math.sqrt(dot3(d, 0, d, 0));
    if (length < NEAR) {
      error.fill(0);
      jacobian.fill(0);
      return;
    }
    for (let k = 0; k < 3; k++) d[k] /= length;
    configuration.readJacobian(twist, this.frame);
    cross3(normal, 0, axis, 0, d, 0);
    const sine = Math.sqrt(dot3(normal, 0, normal, 0));
    const cosine = dot3(axis, 0, d, 0);
    const angle = atan2(sine, cosine);
    const isOpposite = cosine < 0 && sine < OPPOSITE;
    // near the opposite direction the axis of rotation jumps: use any
    if (isOpposite) for (let k = 0; k < 3; k++) normal[k] = sine > 1e-12 ? normal[k] / sine : basis[k];
    const f = isOpposite ? angle : factor(angle, sine, cosine);
    error[0] = f * dot3(normal, 0, basis, 0);
    error[1] = f * dot3(normal, 0, basis, 3);
    const n = this.dofs.length;
    for (let a = 0; a < n; a++) {
      this.readRate(a, length);
      if (isOpposite) {
        // d angle = (normal x d).rate
        cross3(cross, 0, normal, 0, d, 0);
        const s = dot3(cross, 0, rate, 0);
        for (let k = 0; k < 3; k++) cross[k] = s * normal[k];
      } else {
        // f' (a.rate) (a x d) + f (a x rate)
        const s = slope(angle, sine, cosine) * dot3(axis, 0, rate, 0);
        cross3(cross, 0, axis, 0, rate, 0);
        for (let k = 0; k < 3; k++) cross[k] = f * cross[k] + s * normal[k];
      }
      jacobian[a] = dot3(cross, 0, basis, 0);
      jacobian[n + a] = dot3(cross, 0, basis, 3);
    }
  }

  /** rate of d by dof a: -w x d - (I - d d') v / length */
  private readRate(a: number, length: number): void {
    const { twist } = this;
    const n = this.dofs.length;
    for (let k = 0; k < 3; k++) cross[k] = twist[(3 + k) * n + a];
    cross3(rate, 0, d, 0, cross, 0);
    if (!this.isPoint) return;
    for (let k = 0; k < 3; k++) cross[k] = twist[k * n + a] / length;
    const along = dot3(d, 0, cross, 0);
    for (let k = 0; k < 3; k++) rate[k] -= cross[k] - along * d[k];
  }
}

/** f = angle / sine */
function factor(angle: number, sine: number, cosine: number): number {
  return sine > 1e-6 || cosine < 0 ? angle / sine : 1 + (angle * angle) / 6;
}

/** df/dc = (cosine f - 1) / sine^2 */
function slope(angle: number, sine: number, cosine: number): number {
  // the quotient cancels below; its series is -(1/3 + 2 angle^2 / 15 + 17 angle^4 / 315)
  if (cosine > 0 && angle < 0.01) return -(1 / 3 + (2 * angle ** 2) / 15 + (17 * angle ** 4) / 315);
  return ((cosine * angle) / sine - 1) / (sine * sine);
}

/** Point an axis of a frame at a point of the world: a camera, a head, a welding torch.
 *
 *  ```ts
 *  const task = new LookAtTask(robot, { site: 'camera' }, { axis: [0, 0, -1] });
 *  task.setTarget([1, 0, 0.5]);
 *  ``` */
export class LookAtTask extends DirectionTask {
  protected override readonly isPoint: boolean = true;

  constructor(model: Model, frame: FrameRef, options: DirectionTaskOptions = {}) {
    super('LookAtTask', model, frame, options);
  }

  /** Set the point, in the world. */
  setTarget(point: ArrayLike<number>): void {
    this.target.set(expectVector(`${this.label}: target`, point, 3));
    this.hasTarget = true;
  }

  protected override readTarget(configuration: Configuration, res: Float64Array): void {
    readFrame(configuration, this.frame);
    for (let k = 0; k < 3; k++) res[k] = this.target[k] - position[k];
    mulMatTVec3(res, 0, matrix, 0, res, 0);
  }
}

/** Align an axis of a frame with a direction of the world: a tray that stays level, a tool that points down.
 *
 *  ```ts
 *  const task = new AxisAlignTask(robot, { body: 'tray' }, { axis: [0, 0, 1] });
 *  task.setTarget([0, 0, 1]);
 *  ``` */
export class AxisAlignTask extends DirectionTask {
  protected override readonly isPoint: boolean = false;

  constructor(model: Model, frame: FrameRef, options: DirectionTaskOptions = {}) {
    super('AxisAlignTask', model, frame, options);
  }

  /** Set the direction, in the world; its length does not matter. */
  setTarget(direction: ArrayLike<number>): void {
    this.target.set(expectDirection(`${this.label}: target`, direction));
    this.hasTarget = true;
  }

  protected override readTarget(configuration: Configuration, res: Float64Array): void {
    readFrame(configuration, this.frame);
    mulMatTVec3(res, 0, matrix, 0, this.target, 0);
  }
}

const position = new Float64Array(3);
const matrix = new Float64Array(9);

function readFrame({ data }: Configuration, { kind, id }: ModelFrame): void {
  const pos = kind === 'body' ? data.xpos : kind === 'geom' ? data.geom_xpos : data.site_xpos;
  const mat = kind === 'body' ? data.xmat : kind === 'geom' ? data.geom_xmat : data.site_xmat;
  for (let k = 0; k < 3; k++) position[k] = pos[3 * id + k];
  for (let k = 0; k < 9; k++) matrix[k] = mat[9 * id + k];
}

function expectDirection(name: string, values: ArrayLike<number>): Float64Array {
  const v = expectVector(name, values, 3);
  const length = norm3(v, 0);
  if (!(length > 1e-10)) throw new RangeError(`${name}: expected a direction, found a vector of length ${length}`);
  return v.map((x) => x / length);
}

/** Two unit vectors orthogonal to a unit vector and to each other. */
function orthogonal(a: Float64Array): Float64Array {
  const basis = new Float64Array(6);
  const smallest = [0, 1, 2].reduce((best, k) => (Math.abs(a[k]) < Math.abs(a[best]) ? k : best), 0);
  const unit = Float64Array.of(0, 0, 0);
  unit[smallest] = 1;
  cross3(basis, 0, a, 0, unit, 0);
  const length = norm3(basis, 0);
  for (let k = 0; k < 3; k++) basis[k] /= length;
  cross3(basis, 3, a, 0, basis, 0);
  return basis;
}
