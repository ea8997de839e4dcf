/** Cameras of a scene: pose, frustum and mouse control. */
import { log } from '../../core/math/elementary/exp.ts';
import { cos, sin, tan } from '../../core/math/elementary/trig.ts';
import { cross3, dot3, normalize3 } from '../../core/math/vec3.ts';
import type { Data } from '../../core/model/data.ts';
import { Projection } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { expectIndex } from '../../core/query/expect.ts';
import { CameraType, Mouse } from './enums.ts';
import type { CameraRecord, GLCameraRecord } from './records.ts';
import type { SceneState } from './scene.ts';

const f = Math.fround;
/** Mouse motion is scaled down in orthographic views. */
const ORTHOGRAPHIC_SPEED = 0.15;

interface View {
  readonly headpos: Float64Array;
  readonly forward: Float64Array;
  readonly up: Float64Array;
  readonly right: Float64Array;
}

/** Position and axes of a camera. A free camera does not need `d`. */
export function cameraFrame(cam: CameraRecord, d?: Data): View {
  if (cam.type === CameraType.FIXED) return fixedFrame(cam, d);
  if (cam.type !== CameraType.FREE && cam.type !== CameraType.TRACKING) throw new RangeError('unknown camera type');
  const [azimuth, elevation] = [(cam.azimuth / 180) * Math.PI, (cam.elevation / 180) * Math.PI];
  const [ca, sa, ce, se] = [cos(azimuth), sin(azimuth), cos(elevation), sin(elevation)];
  const forward = Float64Array.of(ce * ca, ce * sa, se);
  const tracks = cam.type === CameraType.TRACKING && cam.trackbodyid >= 0;
  if (tracks && !d) throw new TypeError('a tracking camera needs a data');
  const from = tracks ? d!.subtree_com.subarray(3 * cam.trackbodyid, 3 * cam.trackbodyid + 3) : cam.lookat;
  const headpos = Float64Array.from(from, (x, k) => x - forward[k] * cam.distance);
  return { headpos, forward, up: Float64Array.of(-se * ca, -se * sa, ce), right: Float64Array.of(sa, -ca, 0) };
}

function fixedFrame(cam: CameraRecord, d: Data | undefined): View {
  if (!d) throw new TypeError('a fixed camera needs a data');
  expectIndex('fixed camera id', cam.fixedcamid, d.model.ncam);
  const mat = d.cam_xmat.subarray(9 * cam.fixedcamid, 9 * cam.fixedcamid + 9);
  return {
    headpos: d.cam_xpos.slice(3 * cam.fixedcamid, 3 * cam.fixedcamid + 3),
    forward: Float64Array.of(-mat[2], -mat[5], -mat[8]),
    up: Float64Array.of(mat[1], mat[4], mat[7]),
    right: Float64Array.of(mat[0], mat[3], mat[6]),
  };
}

/** Half sizes of the near plane of a camera with a sensor, in single precision. */
export function frustumOf(m: Model, cam: number, znear: number): { zver: number[]; zhor: number[] } {
  const [sizeX, sizeY] = m.cam_sensorsize.subarray(2 * cam, 2 * cam + 2);
  const [fx, fy, cx, cy] = m.cam_intrinsic.subarray(4 * cam, 4 * cam + 4);
  const half = (focal: number, size: number, center: number): number[] => [
    f(f(znear / focal) * f(f(size / 2) - center)),
    f(f(znear / focal) * f(f(size / 2) + center)),
  ];
  return { zhor: half(fx, sizeX, cx), zver: half(fy, sizeY, cy) };
}

export interface Frustum {
  zver: number[];
  zhor: number[];
  zclip: number[];
  orthographic: boolean;
}

/** Frustum of a camera: half sizes of the near plane, and the near and far planes. */
export function cameraFrustum(m: Model, cam: CameraRecord): Frustum {
  const fixed = cam.type === CameraType.FIXED;
  if (fixed) expectIndex('fixed camera id', cam.fixedcamid, m.ncam);
  else if (cam.type !== CameraType.FREE && cam.type !== CameraType.TRACKING)
    throw new RangeError('unknown camera type');
  const id = cam.fixedcamid;
  const orthographic = fixed ? m.cam_projection[id] === Projection.ORTHOGRAPHIC : m.vis.global.orthographic !== 0;
  const fovy = fixed ? m.cam_fovy[id] : m.vis.global.fovy;
  const znear = f(m.vis.map.znear * m.stat.extent);
  const zclip = [znear, f(m.vis.map.zfar * m.stat.extent)];
  if (fixed && !orthographic && m.cam_sensorsize[2 * id + 1] !== 0) {
    return { ...frustumOf(m, id, znear), zclip, orthographic };
  }
  const half = f(orthographic ? fovy / 2 : znear * tan((fovy * Math.PI) / 360));
  return { zver: [half, half], zhor: [0, 0], zclip, orthographic };
}

/** Write a view and its frustum to a renderer camera, with a sideways offset. */
function writeView(gl: GLCameraRecord, view: View, frustum: Frustum, sideways: number): void {
  const { zver, zhor, zclip } = frustum;
  for (let k = 0; k < 3; k++) gl.pos[k] = view.headpos[k] + sideways * view.right[k];
  gl.forward.set(view.forward);
  gl.up.set(view.up);
  gl.orthographic = Number(frustum.orthographic);
  gl.frustum_top = zver[0];
  gl.frustum_bottom = -zver[1];
  gl.frustum_center = f(f(zhor[1] - zhor[0]) / 2);
  gl.frustum_width = f(f(zhor[1] + zhor[0]) / 2);
  gl.frustum_near = zclip[0];
  gl.frustum_far = zclip[1];
}

/** Set both eyes of a scene from a camera. */
export function updateCamera(m: Model, d: Data, cam: CameraRecord, scene: SceneState): void {
  if (cam.type === CameraType.USER) return;
  if (cam.type === CameraType.TRACKING) {
    expectIndex('track body id', cam.trackbodyid, m.nbody);
    cam.lookat.set(d.subtree_com.subarray(3 * cam.trackbodyid, 3 * cam.trackbodyid + 3));
  }
  const view = cameraFrame(cam, d);
  const frustum = cameraFrustum(m, cam);
  const ipd = cam.type === CameraType.FIXED ? m.cam_ipd[cam.fixedcamid] : m.vis.global.ipd;
  writeView(scene.camera[0], view, frustum, -ipd * 0.5);
  writeView(scene.camera[1], view, frustum, ipd * 0.5);
  scene.enabletransform = 0;
}

/** The renderer camera of a camera. */
export function cameraToGL(gl: GLCameraRecord, m: Model, d: Data, cam: CameraRecord): void {
  writeView(gl, cameraFrame(cam, d), cameraFrustum(m, cam), 0);
}

/** Mouse motion as a vector in space, relative to a camera that looks along `forward`. */
export function mouseVector(action: number, dx: number, dy: number, forward: Float64Array): Float64Array {
  const moves: Readonly<Record<number, readonly number[]>> = {
    [Mouse.ROTATE_V]: [dy, 0, dx],
    [Mouse.ROTATE_H]: [dy, dx, 0],
    [Mouse.MOVE_V]: [dx, 0, -dy],
    [Mouse.MOVE_V_REL]: [dx, 0, -dy],
    [Mouse.MOVE_H]: [dx, -dy, 0],
    [Mouse.MOVE_H_REL]: [dx, -dy, 0],
    [Mouse.ZOOM]: [0, 0, 0],
  };
  const move = moves[action];
  if (!move) throw new RangeError(`unexpected mouse action ${action}`);
  return alignToCamera(move, forward);
}

/** A vector rotated about z to align its y axis with the viewing direction. */
export function alignToCamera(vec: ArrayLike<number>, forward: ArrayLike<number>): Float64Array {
  const length = Math.hypot(forward[0], forward[1]);
  const [x, y] = length < 1e-15 ? [1, 0] : [forward[0] / length, forward[1] / length];
  return Float64Array.of(vec[0] * y + vec[1] * x, -vec[0] * x + vec[1] * y, vec[2]);
}

/** Move a camera with the mouse; a fixed one does not move. */
export function moveCamera(m: Model, action: number, dx: number, dy: number, cam: CameraRecord): void {
  if (cam.type === CameraType.FIXED) return;
  const tracks = cam.type === CameraType.TRACKING;
  switch (action) {
    case Mouse.ROTATE_V:
    case Mouse.ROTATE_H:
      cam.azimuth -= dx * 180;
      cam.elevation -= dy * 180;
      break;
    case Mouse.ZOOM:
      cam.distance -= log(1 + cam.distance / m.stat.extent / 3) * dy * 9 * m.stat.extent;
      break;
    case Mouse.MOVE_V:
    case Mouse.MOVE_H:
      if (tracks) return;
      pan(m, action, dx, dy, cam);
      break;
    case Mouse.TURN_V:
    case Mouse.TURN_H:
      if (tracks) return;
      turn(action, dx, dy, cam);
      break;
    case Mouse.MOVE_V_REL:
    case Mouse.MOVE_H_REL:
      if (tracks) return;
      walk(action, dx, dy, cam);
      break;
    default:
      throw new RangeError(`mjv_moveCamera: unexpected action ${action}`);
  }
  clampCamera(m, cam);
}

/** Moves the look-at point. */
function pan(m: Model, action: number, dx: number, dy: number, cam: CameraRecord): void {
  const { headpos, forward } = cameraFrame(cam);
  const vec = mouseVector(action, dx, dy, forward);
  const ahead = cam.lookat.map((x, k) => x - headpos[k]);
  const { zver, zclip } = cameraFrustum(m, cam);
  const height = cam.orthographic ? f(zver[1] + zver[0]) : f(f(zver[1] + zver[0]) / zclip[0]);
  const scale = height * dot3(ahead, 0, forward, 0) * (cam.orthographic ? ORTHOGRAPHIC_SPEED : 1);
  for (let k = 0; k < 3; k++) cam.lookat[k] -= vec[k] * scale;
}

/** Rotates the camera in place. */
function turn(action: number, dx: number, dy: number, cam: CameraRecord): void {
  const { headpos } = cameraFrame(cam);
  if (action === Mouse.TURN_H) cam.azimuth -= dx * 180;
  else cam.elevation -= dy * 180;
  const { forward } = cameraFrame(cam);
  for (let k = 0; k < 3; k++) cam.lookat[k] = headpos[k] + forward[k] * cam.distance;
}

/** Moves the camera along its own axes. */
function walk(action: number, dx: number, dy: number, cam: CameraRecord): void {
  const { forward, up } = cameraFrame(cam);
  const right = new Float64Array(3);
  cross3(right, 0, forward, 0, up, 0);
  const ahead = action === Mouse.MOVE_V_REL ? up : forward;
  for (let k = 0; k < 3; k++) cam.lookat[k] += ahead[k] * dy + right[k] * dx;
}

function clampCamera(m: Model, cam: CameraRecord): void {
  const { extent } = m.stat;
  if (cam.azimuth > 180) cam.azimuth -= 360;
  if (cam.azimuth < -180) cam.azimuth += 360;
  cam.elevation = Math.min(89, Math.max(-89, cam.elevation));
  cam.distance = Math.min(100 * extent, Math.max(0.01 * extent, cam.distance));
}

/** Position, direction and up axis midway between both eyes, in room coordinates. */
export function cameraInRoom(scene: SceneState): Omit<View, 'right'> {
  checkNear(scene);
  const mean = (of: 'pos' | 'forward' | 'up'): Float64Array =>
    Float64Array.from({ length: 3 }, (_, k) => 0.5 * scene.camera[0][of][k] + 0.5 * scene.camera[1][of][k]);
  const [headpos, forward, up] = [mean('pos'), mean('forward'), mean('up')];
  normalize3(forward, 0);
  normalize3(up, 0);
  return { headpos, forward, up };
}

export function checkNear(scene: SceneState): void {
  if (scene.camera.some((camera) => camera.frustum_near < 1e-15)) {
    throw new RangeError('mjvScene frustum_near too small: update the scene or its camera first');
  }
}

/** Height of the frustum at unit distance; for parallel views, its height. */
export function frustumHeight(scene: SceneState): number {
  const [left, right] = scene.camera;
  if (left.orthographic !== right.orthographic) {
    throw new RangeError('cannot average frustums of perspective and orthographic cameras');
  }
  if (!left.orthographic) checkNear(scene);
  const height = (camera: GLCameraRecord): number => {
    const size = f(camera.frustum_top - camera.frustum_bottom);
    return camera.orthographic ? size : f(size / camera.frustum_near);
  };
  return 0.5 * f(height(left) + height(right));
}
