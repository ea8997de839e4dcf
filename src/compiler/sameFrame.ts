/** Frames that coincide within 1e-6: the engine then skips a rotation or a whole pose. */

import { SameFrame } from '../core/model/enums.ts';

const FRAME_EPS = 1e-6;

function isSameVec(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let k = 0; k < 3; k++) if (!(Math.abs(a[k] - b[k]) < FRAME_EPS)) return false;
  return true;
}

/** Whether two rotations are equal; q and -q count as equal. */
function isSameQuat(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  let plus = true;
  let minus = true;
  for (let k = 0; k < 4; k++) {
    plus &&= Math.abs(a[k] - b[k]) < FRAME_EPS;
    minus &&= Math.abs(a[k] + b[k]) < FRAME_EPS;
  }
  return plus || minus;
}

const ORIGIN = [0, 0, 0];
const UNIT = [1, 0, 0, 0];

export function isNullPose(pos: ArrayLike<number>, quat: ArrayLike<number> = UNIT): boolean {
  return isSameVec(pos, ORIGIN) && isSameQuat(quat, UNIT);
}

/** SameFrame of an inertial frame relative to its body. */
export function inertialSameFrame(ipos: ArrayLike<number>, iquat: ArrayLike<number>): number {
  if (!isSameQuat(iquat, UNIT)) return SameFrame.NONE;
  return isSameVec(ipos, ORIGIN) ? SameFrame.BODY : SameFrame.BODYROT;
}

/** SameFrame of a geom or site relative to the frames of its body. */
export function partSameFrame(
  pos: ArrayLike<number>,
  quat: ArrayLike<number>,
  ipos: ArrayLike<number>,
  iquat: ArrayLike<number>,
): number {
  if (isSameQuat(quat, UNIT)) return isSameVec(pos, ORIGIN) ? SameFrame.BODY : SameFrame.BODYROT;
  if (!isSameQuat(quat, iquat)) return SameFrame.NONE;
  return isSameVec(pos, ipos) ? SameFrame.INERTIA : SameFrame.INERTIAROT;
}
