/** `mju_` functions on quaternions, poses and spatial vectors. */
import { cos, sin } from '../../core/math/elementary/trig.ts';
import * as pose from '../../core/math/pose.ts';
import * as quat from '../../core/math/quat.ts';
import { transformSpatial } from '../../core/math/spatial.ts';
import { def, named } from '../base/signature.ts';

export const rotationFunctions = named({
  mju_zero4: def('res>+4', (res) => quat.set4(res, 0, 0, 0, 0, 0)),
  mju_unit4: def('res>+4', (res) => quat.unit4(res, 0)),
  mju_copy4: def('res>+4 data<+4', (res, data) => quat.copy4(res, 0, data, 0)),
  mju_normalize4: def('vec>+4', (vec) => quat.normalize4(vec, 0)),
  mju_rotVecQuat: def('res>+3 vec<+3 quat<+4', (res, vec, q) => quat.rotVecQuat(res, 0, vec, 0, q, 0)),
  mju_negQuat: def('res>+4 quat<+4', (res, q) => quat.negQuat(res, 0, q, 0)),
  mju_mulQuat: def('res>+4 quat1<+4 quat2<+4', (res, p, q) => quat.mulQuat(res, 0, p, 0, q, 0)),
  mju_mulQuatAxis: def('res>+4 quat<+4 axis<+3', (res, q, axis) => quat.mulQuatAxis(res, 0, q, 0, axis, 0)),
  mju_axisAngle2Quat: def('res>+4 axis<+3 angle', (res, axis, angle) => quat.axisAngle2Quat(res, 0, axis, 0, angle)),
  mju_quat2Vel: def('res>+3 quat<+4 dt', (res, q, dt) => quat.quat2Vel(res, 0, q, 0, dt)),
  mju_subQuat: def('res>+3 qa<+4 qb<+4', (res, a, b) => quat.subQuat(res, 0, a, 0, b, 0)),
  mju_quat2Mat: def('res>+9 quat<+4', (res, q) => quat.quat2Mat(res, 0, q, 0)),
  mju_mat2Quat: def('quat>+4 mat<+9', (q, mat) => quat.mat2Quat(q, 0, mat, 0)),
  mju_mat2Rot: def('quat>+4 mat<+9', (q, mat) => quat.mat2Rot(q, 0, mat, 0)),
  mju_derivQuat: def('res>+4 quat<+4 vel<+3', (res, q, vel) => quat.derivQuat(res, 0, q, 0, vel, 0)),
  mju_quatIntegrate: def('quat>+4 vel<+3 scale', (q, vel, scale) => quat.quatIntegrate(q, 0, vel, 0, scale)),
  mju_quatZ2Vec: def('quat>+4 vec<+3', (q, vec) => quat.quatZ2Vec(q, 0, vec, 0)),
  mju_euler2Quat: def('quat>+4 euler<+3 seq:s', euler2Quat),
  mju_mulPose: def('posres>+3 quatres>+4 pos1<+3 quat1<+4 pos2<+3 quat2<+4', (posres, quatres, p1, q1, p2, q2) =>
    pose.mulPose(posres, quatres, p1, q1, p2, q2),
  ),
  mju_negPose: def('posres>+3 quatres>+4 pos<+3 quat<+4', (posres, quatres, p, q) =>
    pose.negPose(posres, 0, quatres, 0, p, 0, q, 0),
  ),
  mju_trnVecPose: def('res>+3 pos<+3 quat<+4 vec<+3', (res, p, q, vec) => pose.trnVecPose(res, 0, p, 0, q, 0, vec, 0)),
  mju_transformSpatial: def(
    'res>+6 vec<+6 flg_force:b newpos<+3 oldpos<+3 rotnew2old<?+9',
    (res, vec, force, newpos, oldpos, rotation) =>
      transformSpatial(res, vec, force, newpos, oldpos, rotation ?? identity),
  ),
});

const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/**
 * Successive rotations about three axes: of the moving frame for lowercase letters, of the fixed frame for uppercase
 * ones.
 */
function euler2Quat(res: Float64Array, euler: Float64Array, seq: string): void {
  if (seq.length !== 3) throw new RangeError('mju_euler2Quat: seq must contain exactly 3 characters');
  const total = Float64Array.of(1, 0, 0, 0);
  const turn = new Float64Array(4);
  for (let k = 0; k < 3; k++) {
    const axis = 'xyz'.indexOf(seq[k].toLowerCase());
    if (axis < 0) throw new RangeError(`mju_euler2Quat: seq[${k}] is '${seq[k]}', should be one of x, y, z, X, Y, Z`);
    quat.set4(turn, 0, cos(euler[k] / 2), 0, 0, 0);
    turn[1 + axis] = sin(euler[k] / 2);
    if (seq[k] === seq[k].toLowerCase()) quat.mulQuat(total, 0, total, 0, turn, 0);
    else quat.mulQuat(total, 0, turn, 0, total, 0);
  }
  quat.copy4(res, 0, total, 0);
}
