import type { int } from '../../../math/int.ts';
import { negPose, trnVecPose } from '../../../math/pose.ts';
import { mat2Quat, mulQuat, normalize4, quat2Mat } from '../../../math/quat.ts';
import { copy3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { POSE_POS } from './combined.ts';

const inverse = new Float64Array(7);
const quat = new Float64Array(4);

/** place = position and quaternion of a geom */
export function geomPose(worldPose: Float64Array, d: Data, g: int): void {
  copy3(worldPose, 0, d.geom_xpos, 3 * g);
  mat2Quat(worldPose, 3, d.geom_xmat, 9 * g);
}

/** pose = transform from the frame of one geom to that of another: rotation matrix and translation */
export function poseBetween(pose: Float64Array, one: Float64Array, other: Float64Array): void {
  negPose(inverse, 0, inverse, 3, other, 0, other, 3);
  trnVecPose(pose, POSE_POS, inverse, 0, inverse, 3, one, 0);
  mulQuat(quat, 0, inverse, 3, one, 3);
  normalize4(quat, 0);
  quat2Mat(pose, 0, quat, 0);
}
