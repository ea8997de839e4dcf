/** Jacobians of quaternion functions, in the tangent space: a change of a quaternion is a small rotation in its own
 *  frame, `q exp(e)`. Derivation: docs/derivations/quaternions.md. */
import { mulMatVec3 } from '../../math/mat3.ts';
import { subQuat } from '../../math/quat.ts';
import { rightJacobian, rightJacobianInverse, rotationCarry } from '../../math/rotationJacobian.ts';
import { scl3 } from '../../math/vec3.ts';
import { matrix as expectMatrix, expectVector } from '../sizes.ts';

const vector = new Float64Array(3);
const matrix = new Float64Array(9);

/** Jacobians of `res = subQuat(qa, qb)`, the rotation vector from qb to qa, by qa (`Da`) and by qb (`Db`), 3 x 3.
 *
 *  @example
 *  const Da = new Float64Array(9);
 *  subQuatJacobians(Float64Array.of(1, 0, 0, 0), Float64Array.of(1, 0, 0, 0), Da, undefined);
 *  console.log(Da[0], Da[4], Da[8]); // -> 1 1 1 */
export function subQuatJacobians(
  qa: Float64Array,
  qb: Float64Array,
  Da: Float64Array | undefined,
  Db: Float64Array | undefined,
): void {
  if (Da) expectMatrix('Da', Da, 3, 3);
  if (Db) expectMatrix('Db', Db, 3, 3);
  subQuat(vector, 0, expectVector('qa', qa, 4), 0, expectVector('qb', qb, 4), 0);
  rightJacobianInverse(matrix, 0, vector, 0);
  if (Da) Da.set(matrix);
  if (Db) for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) Db[3 * i + j] = -matrix[3 * j + i];
}

/** Jacobians of `quatIntegrate(quat, vel, scale)`, the quaternion rotated by the rotation vector s = scale vel, by the
 *  quaternion (`Dquat`, 3 x 3), by s (`Dvel`, 3 x 3: times scale it is that by the velocity), and by the scale (3).
 *
 *  @example
 *  const Dvel = new Float64Array(9);
 *  quatIntegrateJacobians(Float64Array.of(0, 0, 0), 0.01, undefined, Dvel, undefined);
 *  console.log(Dvel[0], Dvel[4], Dvel[8]); // -> 1 1 1 */
export function quatIntegrateJacobians(
  vel: Float64Array,
  scale: number,
  Dquat: Float64Array | undefined,
  Dvel: Float64Array | undefined,
  Dscale: Float64Array | undefined,
): void {
  expectVector('vel', vel, 3);
  if (Dquat) expectMatrix('Dquat', Dquat, 3, 3);
  if (Dvel) expectMatrix('Dvel', Dvel, 3, 3);
  if (Dscale) expectVector('Dscale', Dscale, 3);
  scl3(vector, 0, vel, 0, scale);
  if (Dquat) rotationCarry(Dquat, 0, vector, 0);
  rightJacobian(matrix, 0, vector, 0);
  if (Dvel) Dvel.set(matrix);
  if (Dscale) mulMatVec3(Dscale, 0, matrix, 0, vel, 0);
}
