import type { int } from '../../math/int.ts';
import { copy9, transpose3 } from '../../math/mat3.ts';
import { rotVecQuat } from '../../math/quat.ts';
import { add3, copy3, cross3, normalize3, set3, sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { CamLightMode, SameFrame } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { local2Global, localPoint } from '../tree/local2Global.ts';

const axes = new Float64Array(9);

/** Poses of cameras and lights: fixed to their body, following its position only, or aimed at another body.
 *  reads  m: cam_* light_*   d: xpos xquat xmat subtree_com
 *  writes d: cam_xpos cam_xmat light_xpos light_xdir */
export function camlight(m: Model, d: Data): void {
  const { ncam, nlight } = m;
  for (let i = 0; i < ncam; i++) camera(m, d, i);
  for (let i = 0; i < nlight; i++) light(m, d, i);
}

/** Pose of camera i; it looks along its -z axis. */
function camera(m: Model, d: Data, i: int): void {
  const { cam_mode, cam_bodyid, cam_targetbodyid, cam_pos, cam_quat, cam_pos0, cam_poscom0, cam_mat0 } = m;
  const { xpos, subtree_com, cam_xpos, cam_xmat } = d;
  const body = cam_bodyid[i];
  const target = cam_targetbodyid[i];
  const mode = cam_mode[i];
  if (mode === CamLightMode.TRACK || mode === CamLightMode.TRACKCOM) {
    copy9(cam_xmat, 9 * i, cam_mat0, 9 * i);
    if (mode === CamLightMode.TRACK) add3(cam_xpos, 3 * i, xpos, 3 * body, cam_pos0, 3 * i);
    else add3(cam_xpos, 3 * i, subtree_com, 3 * body, cam_poscom0, 3 * i);
    return;
  }
  local2Global(d, cam_xpos, 3 * i, cam_xmat, 9 * i, cam_pos, 3 * i, cam_quat, 4 * i, body, SameFrame.NONE);
  if (mode === CamLightMode.FIXED || target < 0) return;
  // z points away from the target, x is level, y completes the frame
  if (mode === CamLightMode.TARGETBODY) sub3(axes, 6, cam_xpos, 3 * i, xpos, 3 * target);
  else sub3(axes, 6, cam_xpos, 3 * i, subtree_com, 3 * target);
  normalize3(axes, 6);
  set3(axes, 3, 0, 0, 1);
  cross3(axes, 0, axes, 3, axes, 6);
  normalize3(axes, 0);
  cross3(axes, 3, axes, 6, axes, 0);
  normalize3(axes, 3);
  transpose3(cam_xmat, 9 * i, axes, 0);
}

/** Position and direction of light i. */
function light(m: Model, d: Data, i: int): void {
  const { light_mode, light_bodyid, light_targetbodyid, light_pos, light_dir } = m;
  const { light_pos0, light_poscom0, light_dir0 } = m;
  const { xpos, xquat, subtree_com, light_xpos, light_xdir } = d;
  const body = light_bodyid[i];
  const target = light_targetbodyid[i];
  const mode = light_mode[i];
  if (mode === CamLightMode.TRACK || mode === CamLightMode.TRACKCOM) {
    copy3(light_xdir, 3 * i, light_dir0, 3 * i);
    if (mode === CamLightMode.TRACK) add3(light_xpos, 3 * i, xpos, 3 * body, light_pos0, 3 * i);
    else add3(light_xpos, 3 * i, subtree_com, 3 * body, light_poscom0, 3 * i);
  } else {
    localPoint(d, light_xpos, 3 * i, light_pos, 3 * i, body);
    rotVecQuat(light_xdir, 3 * i, light_dir, 3 * i, xquat, 4 * body);
    if (mode !== CamLightMode.FIXED && target >= 0) {
      if (mode === CamLightMode.TARGETBODY) sub3(light_xdir, 3 * i, xpos, 3 * target, light_xpos, 3 * i);
      else sub3(light_xdir, 3 * i, subtree_com, 3 * target, light_xpos, 3 * i);
    }
  }
  normalize3(light_xdir, 3 * i);
}
