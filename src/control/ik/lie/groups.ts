/** Rotations and poses as values: `SO3` and `SE3`. */
import { expectFinite, expectNumbers } from '../../../core/expect.ts';
import { mat2Quat, mulQuat, negQuat, quat2Mat, rotVecQuat } from '../../../core/math/quat.ts';
import { expectUnitQuat, expectVector } from '../expect.ts';
import { adjointSE3, expSE3, inverseJacobianSE3, jacobianSE3, logSE3, mulSE3, relativeSE3 } from './se3.ts';
import { expSO3, inverseJacobianSO3, jacobianSO3, logSO3 } from './so3.ts';

/** A rotation. Tangent vectors are rotation vectors: axis times angle, in radians.
 *
 *  @example
 *  const quarter = SO3.exp([0, 0, Math.PI / 2]);
 *  console.log(quarter.apply([1, 0, 0])[1].toFixed(3)); // -> 1.000 */
export class SO3 {
  static readonly identity: SO3 = new SO3([1, 0, 0, 0]);
  /** Unit quaternion (w, x, y, z). */
  readonly quat: Float64Array;

  constructor(quat: ArrayLike<number>) {
    this.quat = expectUnitQuat('SO3', quat);
  }

  /** The rotation by |w| about w. */
  static exp(w: ArrayLike<number>): SO3 {
    const quat = new Float64Array(4);
    expSO3(quat, 0, expectVector('SO3.exp', w, 3), 0);
    return new SO3(quat);
  }

  /** The rotation of a matrix of 9 numbers, row by row. */
  static fromMatrix(matrix: ArrayLike<number>): SO3 {
    const quat = new Float64Array(4);
    mat2Quat(quat, 0, expectVector('SO3.fromMatrix', matrix, 9), 0);
    return new SO3(quat);
  }

  /** Jl (3 x 3): exp(w + d) = exp(Jl d) exp(w) for small d. */
  static leftJacobian(w: ArrayLike<number>): Float64Array {
    return jacobian(jacobianSO3, 3, w, 1);
  }

  /** Jr (3 x 3): exp(w + d) = exp(w) exp(Jr d) for small d. */
  static rightJacobian(w: ArrayLike<number>): Float64Array {
    return jacobian(jacobianSO3, 3, w, -1);
  }

  static leftJacobianInverse(w: ArrayLike<number>): Float64Array {
    return jacobian(inverseJacobianSO3, 3, w, 1);
  }

  static rightJacobianInverse(w: ArrayLike<number>): Float64Array {
    return jacobian(inverseJacobianSO3, 3, w, -1);
  }

  /** Rotation vector, at most 180 degrees long. */
  log(): Float64Array {
    const w = new Float64Array(3);
    logSO3(w, 0, this.quat, 0);
    return w;
  }

  /** Rotation matrix, row by row; it is the adjoint as well. */
  matrix(): Float64Array {
    const matrix = new Float64Array(9);
    quat2Mat(matrix, 0, this.quat, 0);
    return matrix;
  }

  /** This rotation after `other`. */
  mul(other: SO3): SO3 {
    const quat = new Float64Array(4);
    mulQuat(quat, 0, this.quat, 0, other.quat, 0);
    return new SO3(quat);
  }

  inverse(): SO3 {
    const quat = new Float64Array(4);
    negQuat(quat, 0, this.quat, 0);
    return new SO3(quat);
  }

  /** A vector, rotated. */
  apply(v: ArrayLike<number>): Float64Array {
    const res = new Float64Array(3);
    rotVecQuat(res, 0, expectVector('SO3.apply', v, 3), 0, this.quat, 0);
    return res;
  }

  /** This rotation, then exp(w) in its own frame. */
  plus(w: ArrayLike<number>): SO3 {
    return this.mul(SO3.exp(w));
  }

  /** The rotation vector that takes `other` to this: other.plus(this.minus(other)) is this. */
  minus(other: SO3): Float64Array {
    return other.inverse().mul(this).log();
  }

  /** The rotation at a fraction of the way to `other`, at constant velocity along the shorter path. */
  interpolate(other: SO3, part: number): SO3 {
    return this.plus(scaled(other.minus(this), part));
  }
}

/** A pose. Tangent vectors are twists: linear part, then angular part.
 *
 *  @example
 *  const a = new SE3([1, 0, 0], [1, 0, 0, 0]);
 *  const b = new SE3([3, 0, 0], [0, 0, 0, 1]);
 *  console.log(a.interpolate(b, 0.5).pos[0]); // -> 2 */
export class SE3 {
  static readonly identity: SE3 = new SE3([0, 0, 0], [1, 0, 0, 0]);
  /** Position and unit quaternion: 7 numbers. */
  readonly pose: Float64Array = new Float64Array(7);

  constructor(pos: ArrayLike<number>, quat: ArrayLike<number>) {
    this.pose.set(expectVector('SE3: pos', pos, 3));
    this.pose.set(expectUnitQuat('SE3: quat', quat), 3);
  }

  /** The pose of 7 numbers: position, quaternion. */
  static fromPose(pose: ArrayLike<number>): SE3 {
    const values = Array.from(expectNumbers('SE3.fromPose', pose, 7));
    return new SE3(values.slice(0, 3), values.slice(3));
  }

  /** The pose after a unit of time at a constant twist. */
  static exp(twist: ArrayLike<number>): SE3 {
    const pose = new Float64Array(7);
    expSE3(pose, 0, expectVector('SE3.exp', twist, 6), 0);
    return SE3.fromPose(pose);
  }

  /** Jl (6 x 6): exp(t + d) = exp(Jl d) exp(t) for small d. */
  static leftJacobian(twist: ArrayLike<number>): Float64Array {
    return jacobian(jacobianSE3, 6, twist, 1);
  }

  /** Jr (6 x 6): exp(t + d) = exp(t) exp(Jr d) for small d. */
  static rightJacobian(twist: ArrayLike<number>): Float64Array {
    return jacobian(jacobianSE3, 6, twist, -1);
  }

  static leftJacobianInverse(twist: ArrayLike<number>): Float64Array {
    return jacobian(inverseJacobianSE3, 6, twist, 1);
  }

  static rightJacobianInverse(twist: ArrayLike<number>): Float64Array {
    return jacobian(inverseJacobianSE3, 6, twist, -1);
  }

  get pos(): Float64Array {
    return this.pose.slice(0, 3);
  }

  get rotation(): SO3 {
    return new SO3(this.pose.subarray(3));
  }

  /** The twist whose exp is this, with an angle of at most 180 degrees. */
  log(): Float64Array {
    const twist = new Float64Array(6);
    logSE3(twist, 0, this.pose, 0);
    return twist;
  }

  /** Adjoint (6 x 6, row by row): twists in this frame as twists in the outer frame. */
  adjoint(): Float64Array {
    const matrix = new Float64Array(36);
    adjointSE3(matrix, 0, this.pose, 0);
    return matrix;
  }

  /** This pose after `other`: `other` is in the frame of this. */
  mul(other: SE3): SE3 {
    const pose = new Float64Array(7);
    mulSE3(pose, 0, this.pose, 0, other.pose, 0);
    return SE3.fromPose(pose);
  }

  inverse(): SE3 {
    return this.relative(SE3.identity);
  }

  /** `other` in the frame of this: inverse() times `other`. */
  relative(other: SE3): SE3 {
    const pose = new Float64Array(7);
    relativeSE3(pose, 0, this.pose, 0, other.pose, 0);
    return SE3.fromPose(pose);
  }

  /** A point of this frame in the outer frame. */
  apply(point: ArrayLike<number>): Float64Array {
    const res = this.rotation.apply(point);
    for (let k = 0; k < 3; k++) res[k] += this.pose[k];
    return res;
  }

  /** This pose moved in its own frame by exp(twist). */
  plus(twist: ArrayLike<number>): SE3 {
    return this.mul(SE3.exp(twist));
  }

  /** The twist that takes `other` to this: other.plus(this.minus(other)) is this. */
  minus(other: SE3): Float64Array {
    return other.relative(this).log();
  }

  /** The pose at a fraction of the way to `other`, at a constant twist. */
  interpolate(other: SE3, part: number): SE3 {
    return this.plus(scaled(other.minus(this), part));
  }
}

type JacobianFunction = (J: Float64Array, r: number, w: Float64Array, i: number, s: number) => void;

function jacobian(fill: JacobianFunction, n: number, w: ArrayLike<number>, side: number): Float64Array {
  const J = new Float64Array(n * n);
  fill(J, 0, expectVector('tangent', w, n), 0, side);
  return J;
}

function scaled(vector: Float64Array, part: number): Float64Array {
  return vector.map((x) => x * expectFinite('part', part));
}
