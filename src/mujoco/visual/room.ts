/** Model and room coordinates: a scene may be translated, rotated and scaled as a whole. */
import { log } from '../../core/math/elementary/exp.ts';
import { mulPose, negPose } from '../../core/math/pose.ts';
import { axisAngle2Quat, mat2Quat, mulQuat, normalize4, quat2Mat } from '../../core/math/quat.ts';
import { cross3, dot3, normalize3 } from '../../core/math/vec3.ts';
import { MINVAL } from '../../core/model/constants.ts';
import type { Model } from '../../core/model/model.ts';
import { cameraInRoom, checkNear } from './camera.ts';
import { Mouse } from './enums.ts';
import type { SceneState } from './scene.ts';

const f = Math.fround;

export interface Pose {
  pos: Float64Array;
  quat: Float64Array;
}

function scenePose(scene: SceneState): Pose {
  if (scene.scale < MINVAL) throw new RangeError('mjvScene scale too small');
  return { pos: Float64Array.from(scene.translate), quat: Float64Array.from(scene.rotate) };
}

function product(a: Pose, b: Pose): Pose {
  const result = { pos: new Float64Array(3), quat: new Float64Array(4) };
  mulPose(result.pos, result.quat, a.pos, a.quat, b.pos, b.quat);
  return result;
}

/** Convert a pose from room to model coordinates. */
export function roomToModel(room: Pose, scene: SceneState): Pose {
  const pose = scenePose(scene);
  if (!scene.enabletransform) return { pos: room.pos.slice(), quat: room.quat.slice() };
  const back = { pos: new Float64Array(3), quat: new Float64Array(4) };
  negPose(back.pos, 0, back.quat, 0, pose.pos, 0, pose.quat, 0);
  const { pos, quat } = product(back, room);
  return { pos: pos.map((x) => x / scene.scale), quat };
}

/** Convert a pose from model to room coordinates. */
export function modelToRoom(model: Pose, scene: SceneState): Pose {
  const pose = scenePose(scene);
  if (!scene.enabletransform) return { pos: model.pos.slice(), quat: model.quat.slice() };
  const { pos, quat } = product(pose, model);
  return { pos: pos.map((x) => x * scene.scale), quat };
}

/** Position, direction and up axis midway between both eyes, in model coordinates. */
export function cameraInModel(scene: SceneState): { headpos: Float64Array; forward: Float64Array; up: Float64Array } {
  checkNear(scene);
  const [headpos, forward, up] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  for (const camera of scene.camera) {
    const [ahead, above] = [Float64Array.from(camera.forward), Float64Array.from(camera.up)];
    normalize3(ahead, 0);
    normalize3(above, 0);
    const left = new Float64Array(3);
    cross3(left, 0, above, 0, ahead, 0);
    normalize3(left, 0);
    const mat = Float64Array.from([0, 1, 2].flatMap((k) => [left[k], above[k], ahead[k]]));
    const quat = new Float64Array(4);
    mat2Quat(quat, 0, mat, 0);
    const pose = roomToModel({ pos: Float64Array.from(camera.pos), quat }, scene);
    quat2Mat(mat, 0, pose.quat, 0);
    for (let k = 0; k < 3; k++) {
      headpos[k] += 0.5 * pose.pos[k];
      forward[k] += 0.5 * mat[3 * k + 2];
      up[k] += 0.5 * mat[3 * k + 1];
    }
  }
  normalize3(forward, 0);
  normalize3(up, 0);
  return { headpos, forward, up };
}

/** Move the whole model with the mouse, if the scene allows it. */
export function moveModel(
  m: Model,
  action: number,
  dx: number,
  dy: number,
  roomup: Float64Array,
  scene: SceneState,
): void {
  if (!scene.enabletransform) return;
  const { forward: camera } = cameraInRoom(scene);
  const rise = dot3(camera, 0, roomup, 0);
  const forward = camera.map((x, k) => x - roomup[k] * rise);
  normalize3(forward, 0);
  const right = new Float64Array(3);
  cross3(right, 0, forward, 0, roomup, 0);
  normalize3(right, 0);
  switch (action) {
    case Mouse.ROTATE_V:
    case Mouse.ROTATE_H: {
      const axis = action === Mouse.ROTATE_V ? roomup : forward;
      turnModel(
        scene,
        right.map((x, k) => axis[k] * dx + x * dy),
      );
      break;
    }
    case Mouse.MOVE_V:
    case Mouse.MOVE_V_REL:
    case Mouse.MOVE_H:
    case Mouse.MOVE_H_REL: {
      const axis = action === Mouse.MOVE_V || action === Mouse.MOVE_V_REL ? roomup : forward;
      for (let k = 0; k < 3; k++) scene.translate[k] += f(right[k] * dx - axis[k] * dy) * m.stat.extent;
      break;
    }
    case Mouse.ZOOM:
      scene.scale = Math.min(100, Math.max(f(0.01), f(scene.scale + f(log(1 + scene.scale / 3) * dy * 3))));
      break;
    default:
      throw new RangeError(`mjv_moveModel: unexpected action ${action}`);
  }
}

function turnModel(scene: SceneState, vec: Float64Array): void {
  const angle = normalize3(vec, 0) * Math.PI;
  const quat = new Float64Array(4);
  axisAngle2Quat(quat, 0, vec, 0, angle);
  mulQuat(quat, 0, quat, 0, Float64Array.from(scene.rotate), 0);
  normalize4(quat, 0);
  scene.rotate.set(quat);
}
