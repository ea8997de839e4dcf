/** Equality data derived from qpos0: the anchor of a connect in the second body, the relative pose of a weld, the
 * distance of two geoms. */
import { equalityAnchors } from '../../core/engine/tree/equalityFrame.ts';
import { localPoint } from '../../core/engine/tree/local2Global.ts';
import { mulMatTVec3 } from '../../core/math/mat3.ts';
import { mulQuat, negQuat, normalize4 } from '../../core/math/quat.ts';
import { dist3 } from '../../core/math/vec3.ts';
import type { Data } from '../../core/model/data.ts';
import { EqType, ObjType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';

const point = new Float64Array(3);
const points = new Float64Array(6);
const inverse = new Float64Array(4);

export function setEqualityData(m: Model, d: Data): void {
  for (let i = 0; i < m.neq; i++) {
    const byBody = m.eq_objtype[i] === ObjType.BODY;
    const data = 11 * i;
    if (m.eq_type[i] === EqType.CONNECT) {
      if (byBody) copyAnchor(m, d, data, m.eq_obj1id[i], m.eq_obj2id[i]);
      else m.eq_data.fill(0, data, data + 11);
    } else if (m.eq_type[i] === EqType.WELD && byBody) {
      setWeld(m, d, data, m.eq_obj1id[i], m.eq_obj2id[i]);
    } else if (m.eq_type[i] === EqType.DISTANCE && Number.isNaN(m.eq_data[data])) {
      equalityAnchors(m, d, i, points, 0);
      m.eq_data[data] = dist3(points, 0, points, 3);
    }
  }
}

/** data[3..5] = the anchor data[0..2] of body `from`, in the frame of body `to` */
function copyAnchor(m: Model, d: Data, data: number, from: number, to: number): void {
  localPoint(d, point, 0, m.eq_data, data, from);
  for (let k = 0; k < 3; k++) point[k] -= d.xpos[3 * to + k];
  mulMatTVec3(m.eq_data, data + 3, d.xmat, 9 * to, point, 0);
}

function setWeld(m: Model, d: Data, data: number, body1: number, body2: number): void {
  const quat = data + 6;
  // a given quaternion is kept, and so is the anchor
  if (m.eq_data.subarray(quat, quat + 4).some((x) => x !== 0)) {
    normalize4(m.eq_data, quat);
    return;
  }
  copyAnchor(m, d, data, body2, body1);
  negQuat(inverse, 0, d.xquat, 4 * body1);
  mulQuat(m.eq_data, quat, inverse, 0, d.xquat, 4 * body2);
}
