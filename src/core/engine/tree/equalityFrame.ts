import type { int } from '../../math/int.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { copy4, mulQuat, negQuat } from '../../math/quat.ts';
import { addTo3, copy3 } from '../../math/vec3.ts';
import { NEQDATA } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { EqType, ObjType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** The body of side 0 or 1 of a connect, weld or distance. */
export function equalityBody(m: Model, i: int, side: int): int {
  const { eq_objtype, eq_obj1id, eq_obj2id, site_bodyid, geom_bodyid } = m;
  const id = side === 0 ? eq_obj1id[i] : eq_obj2id[i];
  if (eq_objtype[i] === ObjType.SITE) return site_bodyid[id];
  if (eq_objtype[i] === ObjType.GEOM) return geom_bodyid[id];
  return id;
}

/** The points that a connect, weld or distance relates, in the world: res[r..] of side 0, res[r+3..] of side 1. */
export function equalityAnchors(m: Model, d: Data, i: int, res: Float64Array, r: int): void {
  const { eq_type, eq_obj1id, eq_obj2id } = m;
  // the anchor of side 0 is first in the data of a connect, second in those of a weld
  const first = NEQDATA * i + (eq_type[i] === EqType.WELD ? 3 : 0);
  const second = NEQDATA * i + (eq_type[i] === EqType.WELD ? 0 : 3);
  anchor(m, d, i, eq_obj1id[i], first, res, r);
  anchor(m, d, i, eq_obj2id[i], second, res, r + 3);
}

function anchor(m: Model, d: Data, i: int, id: int, data: int, res: Float64Array, r: int): void {
  const { eq_objtype, eq_type, eq_data } = m;
  const { xpos, xmat, site_xpos, geom_xpos } = d;
  if (eq_objtype[i] === ObjType.SITE) {
    copy3(res, r, site_xpos, 3 * id);
  } else if (eq_objtype[i] === ObjType.GEOM) {
    copy3(res, r, geom_xpos, 3 * id);
  } else if (eq_type[i] === EqType.DISTANCE) {
    copy3(res, r, xpos, 3 * id);
  } else {
    mulMatVec3(res, r, xmat, 9 * id, eq_data, data);
    addTo3(res, r, xpos, 3 * id);
  }
}

/** Orientations related by a weld: res[r..] = q0 relpose and res[r+4..] = the inverse of q1. */
export function weldQuats(m: Model, d: Data, i: int, res: Float64Array, r: int): void {
  const { eq_objtype, eq_obj1id, eq_obj2id, eq_data, site_quat } = m;
  const { xquat } = d;
  const b0 = 4 * equalityBody(m, i, 0);
  const b1 = 4 * equalityBody(m, i, 1);
  if (eq_objtype[i] === ObjType.SITE) {
    mulQuat(res, r, xquat, b0, site_quat, 4 * eq_obj1id[i]);
    mulQuat(res, r + 4, xquat, b1, site_quat, 4 * eq_obj2id[i]);
  } else {
    mulQuat(res, r, xquat, b0, eq_data, NEQDATA * i + 6);
    copy4(res, r + 4, xquat, b1);
  }
  negQuat(res, r + 4, res, r + 4);
}
