/** Sites, cameras and lights: attached to bodies, without effect on the dynamics. */

import { atan2 } from '../../core/math/elementary/arc.ts';
import { GeomType, ObjType } from '../../core/model/enums.ts';
import { compose, EPS, normalize, rotate } from '../../formats/pose/frame.ts';
import { isDefined } from '../../formats/spec/elements/element.ts';
import type { BodyNode, CameraNode, CompileState, LightNode, SiteNode, TextureNode } from '../compileState.ts';
import { checkUser } from '../limits.ts';
import { elementQuat, framePose, toBodyFrame } from './pose/frames.ts';
import { applyFromTo, checkSize } from './pose/fromto.ts';
import { singleAtan } from './pose/singleAtan.ts';

const NO_SITE: readonly number[] = [GeomType.MESH, GeomType.HFIELD, GeomType.PLANE];

export function compileSite(state: CompileState, site: SiteNode): void {
  const { spec } = site;
  const { report } = state;
  checkUser(report, spec, spec.userdata, state.user.site);
  if (NO_SITE.includes(spec.type)) report.elementError(spec, 'type', 'sites cannot be meshes, height fields or planes');
  if (isDefined(spec.fromto)) applyFromTo(report, spec, site);
  else site.quat = elementQuat(state, spec, site.quat, spec.alt);
  toBodyFrame(state, spec.frame, site);
  normalize(site.quat);
  checkSize(report, spec, site.size);
}

export function compileCamera(state: CompileState, camera: CameraNode): void {
  const { spec } = camera;
  const { report } = state;
  checkUser(report, spec, spec.userdata, state.user.cam);
  camera.pos = spec.pos.slice();
  camera.quat = elementQuat(state, spec, spec.quat, spec.alt);
  toBodyFrame(state, spec.frame, camera);
  normalize(camera.quat);
  camera.target = targetBody(state, spec, spec.targetbody);
  camera.fovy = spec.fovy;
  if (spec.fovy >= 180) report.elementError(spec, 'fovy', `expected less than 180 degrees, found ${spec.fovy}`);
  const { sensor_size, resolution, focal_length, focal_pixel, principal_length, principal_pixel } = spec;
  const hasSize = sensor_size[0] > 0 && sensor_size[1] > 0;
  const given = [focal_length, focal_pixel, principal_length, principal_pixel].some((v) => v[0] !== 0 || v[1] !== 0);
  if (given && !hasSize) report.elementError(spec, 'sensorsize', 'focal and principal parameters need a sensorsize');
  if (hasSize && (resolution[0] <= 0 || resolution[1] <= 0)) {
    report.elementError(spec, 'resolution', 'sensorsize needs a positive resolution');
  }
  if (hasSize) setIntrinsics(camera);
  else {
    const { znear } = state.spec.visual.map;
    camera.intrinsic = [znear, znear, spec.intrinsic[2], spec.intrinsic[3]];
  }
}

/** Focal length and principal point in length units; values in pixels take precedence. All in single precision, as in
 * the model. */
function setIntrinsics(camera: CameraNode): void {
  const { sensor_size, resolution, focal_length, focal_pixel, principal_length, principal_pixel } = camera.spec;
  const f = Math.fround;
  for (let k = 0; k < 2; k++) {
    const density = f(f(resolution[k]) / f(sensor_size[k]));
    camera.intrinsic[k] = focal_pixel[k] ? f(f(focal_pixel[k]) / density) : f(focal_length[k]);
    camera.intrinsic[2 + k] = principal_pixel[k] ? f(f(principal_pixel[k]) / density) : f(principal_length[k]);
  }
  // full angle of the sensor with a centered principal point
  const half = f(f(sensor_size[1]) / 2);
  const focal = camera.intrinsic[1];
  camera.fovy = ((focal > 0 ? singleAtan(f(half / focal)) : f(atan2(half, focal))) * 360) / Math.PI;
}

export function compileLight(state: CompileState, light: LightNode): void {
  const { spec } = light;
  const { report, names } = state;
  light.pos = spec.pos.slice();
  light.dir = spec.dir.slice();
  if (spec.frame) {
    const frame = framePose(state, spec.frame);
    light.pos = compose(frame.pos, frame.quat, light.pos, [1, 0, 0, 0]).pos;
    light.dir = rotate(light.dir, frame.quat);
  }
  if (normalize(light.dir) < EPS) report.elementError(spec, 'dir', 'the direction is too short');
  if (spec.softness < 0 || spec.softness > 1) {
    report.elementError(spec, 'softness', `expected a number between 0 and 1, found ${spec.softness}`);
  }
  light.target = targetBody(state, spec, spec.targetbody);
  if (spec.texture !== '') {
    light.texid = names.resolve<TextureNode>(report, spec, 'texture', ObjType.TEXTURE, spec.texture)?.id ?? -1;
  }
}

function targetBody(state: CompileState, element: CameraNode['spec'] | LightNode['spec'], name: string): number {
  if (name === '') return -1;
  return state.names.resolve<BodyNode>(state.report, element, 'target', ObjType.BODY, name)?.id ?? -1;
}
