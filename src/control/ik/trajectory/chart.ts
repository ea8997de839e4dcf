/** Coordinates of joint positions in which trajectories are smooth curves: nv numbers. */
import { mulQuat } from '../../../core/math/quat.ts';
import { norm3 } from '../../../core/math/vec3.ts';
import { JointType, type Model } from '../../../index.ts';
import { expSO3, jacobianSO3, logSO3 } from '../lie/so3.ts';

const quat = new Float64Array(4);
const inverse = new Float64Array(4);
const jacobian = new Float64Array(9);

/** Step of the differences of angular velocities, in seconds. */
const EPSILON = 1e-5;

/** Positions of hinges and slides are their own coordinates; a rotation q is the vector w with q = reference exp(w). */
export class Chart {
  private readonly model: Model;
  private readonly reference: Float64Array;
  /** First dof and first number of qpos of each rotation. */
  readonly rotations: readonly { readonly dof: number; readonly at: number }[];

  constructor(model: Model, reference: Float64Array) {
    this.model = model;
    this.reference = reference;
    this.rotations = [...model.jnt_type.keys()].flatMap((j) => {
      const [dof, at] = [model.jnt_dofadr[j], model.jnt_qposadr[j]];
      if (model.jnt_type[j] === JointType.FREE) return [{ dof: dof + 3, at: at + 3 }];
      return model.jnt_type[j] === JointType.BALL ? [{ dof, at }] : [];
    });
  }

  /** Coordinates of positions. A rotation gets those nearest to the previous coordinates. */
  toCoordinates(qpos: Float64Array, before?: Float64Array): Float64Array {
    const { model, reference } = this;
    const x = new Float64Array(model.nv);
    for (let j = 0; j < model.njnt; j++) {
      const [dof, at] = [model.jnt_dofadr[j], model.jnt_qposadr[j]];
      const count = model.jnt_type[j] === JointType.FREE ? 3 : model.jnt_type[j] === JointType.BALL ? 0 : 1;
      for (let k = 0; k < count; k++) x[dof + k] = qpos[at + k];
    }
    for (const { dof, at } of this.rotations) {
      for (let k = 0; k < 4; k++) inverse[k] = (k === 0 ? 1 : -1) * reference[at + k];
      mulQuat(quat, 0, inverse, 0, qpos, at);
      logSO3(x, dof, quat, 0);
      if (before) unwind(x, before, dof);
    }
    return x;
  }

  /** Joint positions of coordinates. */
  readPosition(qpos: Float64Array, x: Float64Array): void {
    const { model, reference } = this;
    for (let j = 0; j < model.njnt; j++) {
      const [dof, at] = [model.jnt_dofadr[j], model.jnt_qposadr[j]];
      const count = model.jnt_type[j] === JointType.FREE ? 3 : model.jnt_type[j] === JointType.BALL ? 0 : 1;
      for (let k = 0; k < count; k++) qpos[at + k] = x[dof + k];
    }
    for (const { dof, at } of this.rotations) {
      expSO3(quat, 0, x, dof);
      mulQuat(qpos, at, reference, at, quat, 0);
    }
  }

  /** Velocity of the dofs from coordinates and their rates, in place: w' becomes Jr(w) w'. */
  toVelocity(x: Float64Array, rate: Float64Array): void {
    for (const { dof } of this.rotations) {
      jacobianSO3(jacobian, 0, x, dof, -1);
      const [a, b, c] = [rate[dof], rate[dof + 1], rate[dof + 2]];
      for (let k = 0; k < 3; k++)
        rate[dof + k] = jacobian[3 * k] * a + jacobian[3 * k + 1] * b + jacobian[3 * k + 2] * c;
    }
  }

  /** Acceleration of the dofs, in place, by differences: `rate` and `second` are derivatives of the coordinates x. */
  toAcceleration(x: Float64Array, rate: Float64Array, second: Float64Array): void {
    if (this.rotations.length === 0) return;
    const moved = (s: number) => {
      const at = x.map((value, k) => value + s * rate[k]);
      const velocity = rate.map((value, k) => value + s * second[k]);
      this.toVelocity(at, velocity);
      return velocity;
    };
    const [plus, minus] = [moved(EPSILON), moved(-EPSILON)];
    for (const { dof } of this.rotations)
      for (let k = dof; k < dof + 3; k++) second[k] = (plus[k] - minus[k]) / (2 * EPSILON);
  }
}

/** Adds turns to the rotation vector at `dof`, so that it is near the previous one. */
function unwind(x: Float64Array, before: Float64Array, dof: number): void {
  const angle = norm3(x, dof);
  if (angle < 1e-9) return;
  const along = (x[dof] * before[dof] + x[dof + 1] * before[dof + 1] + x[dof + 2] * before[dof + 2]) / angle;
  const scale = (angle + 2 * Math.PI * Math.round((along - angle) / (2 * Math.PI))) / angle;
  for (let k = 0; k < 3; k++) x[dof + k] *= scale;
}
