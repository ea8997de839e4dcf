import type { int } from '../../math/int.ts';
import { copy9 } from '../../math/mat3.ts';
import { copy4, mulQuat } from '../../math/quat.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { ObjType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/*  Frame of an object by its type: body (inertial frame), xbody (body frame), geom, site or camera. */

/** Body of an object. */
export function objectBody(m: Model, type: int, id: int): int {
  switch (type) {
    case ObjType.GEOM:
      return m.geom_bodyid[id];
    case ObjType.SITE:
      return m.site_bodyid[id];
    case ObjType.CAMERA:
      return m.cam_bodyid[id];
    default:
      return id;
  }
}

/** res = position of an object */
export function objectPosition(_m: Model, d: Data, type: int, id: int, res: Float64Array, r: int): void {
  switch (type) {
    case ObjType.XBODY:
      copy3(res, r, d.xpos, 3 * id);
      break;
    case ObjType.GEOM:
      copy3(res, r, d.geom_xpos, 3 * id);
      break;
    case ObjType.SITE:
      copy3(res, r, d.site_xpos, 3 * id);
      break;
    case ObjType.CAMERA:
      copy3(res, r, d.cam_xpos, 3 * id);
      break;
    default:
      copy3(res, r, d.xipos, 3 * id);
  }
}

/** res = rotation matrix of an object */
export function objectRotation(_m: Model, d: Data, type: int, id: int, res: Float64Array, r: int): void {
  switch (type) {
    case ObjType.XBODY:
      copy9(res, r, d.xmat, 9 * id);
      break;
    case ObjType.GEOM:
      copy9(res, r, d.geom_xmat, 9 * id);
      break;
    case ObjType.SITE:
      copy9(res, r, d.site_xmat, 9 * id);
      break;
    case ObjType.CAMERA:
      copy9(res, r, d.cam_xmat, 9 * id);
      break;
    default:
      copy9(res, r, d.ximat, 9 * id);
  }
}

/** res = orientation of an object as a quaternion */
export function objectQuat(m: Model, d: Data, type: int, id: int, res: Float64Array, r: int): void {
  const { xquat } = d;
  switch (type) {
    case ObjType.XBODY:
      copy4(res, r, xquat, 4 * id);
      break;
    case ObjType.GEOM:
      mulQuat(res, r, xquat, 4 * m.geom_bodyid[id], m.geom_quat, 4 * id);
      break;
    case ObjType.SITE:
      mulQuat(res, r, xquat, 4 * m.site_bodyid[id], m.site_quat, 4 * id);
      break;
    case ObjType.CAMERA:
      mulQuat(res, r, xquat, 4 * m.cam_bodyid[id], m.cam_quat, 4 * id);
      break;
    default:
      mulQuat(res, r, xquat, 4 * id, m.body_iquat, 4 * id);
  }
}
