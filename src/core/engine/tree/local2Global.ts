import type { int } from '../../math/int.ts';
import { copy9, mulMatVec3 } from '../../math/mat3.ts';
import { mulQuat, quat2Mat } from '../../math/quat.ts';
import { addTo3, copy3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { SameFrame } from '../../model/enums.ts';

const worldQuat = new Float64Array(4);

/** World pose of a frame fixed to a body at (pos, quat). If `sameframe` says that the frame, or its axes, equal those
 *  of the body or its inertia, they are copied.
 *  reads  d: xpos xquat xmat xipos ximat
 *  @inline */
export function local2Global(
  d: Data,
  xpos: Float64Array,
  p: int,
  xmat: Float64Array,
  a: int,
  pos: Float64Array,
  i: int,
  quat: Float64Array,
  j: int,
  body: int,
  sameframe: int,
): void {
  if (sameframe === SameFrame.BODY) copy3(xpos, p, d.xpos, 3 * body);
  else if (sameframe === SameFrame.INERTIA) copy3(xpos, p, d.xipos, 3 * body);
  else localPoint(d, xpos, p, pos, i, body);
  if (sameframe === SameFrame.NONE) {
    mulQuat(worldQuat, 0, d.xquat, 4 * body, quat, j);
    quat2Mat(xmat, a, worldQuat, 0);
  } else if (sameframe === SameFrame.BODY || sameframe === SameFrame.BODYROT) {
    copy9(xmat, a, d.xmat, 9 * body);
  } else {
    copy9(xmat, a, d.ximat, 9 * body);
  }
}

/** World position of a point fixed to a body.
 *  @inline */
export function localPoint(d: Data, xpos: Float64Array, p: int, pos: Float64Array, i: int, body: int): void {
  mulMatVec3(xpos, p, d.xmat, 9 * body, pos, i);
  addTo3(xpos, p, d.xpos, 3 * body);
}
