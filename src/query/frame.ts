/** Frames of bodies in the world. */
import { local2Global as toGlobal } from '../engine/position/local2Global.ts';
import type { Data } from '../model/data.ts';
import type { SameFrame } from '../model/enums.ts';

/** Position and rotation matrix in the world of a frame that is given in a body. */
export function local2Global(
  d: Data,
  xpos: Float64Array,
  xmat: Float64Array,
  pos: Float64Array,
  quat: Float64Array,
  body: number,
  sameframe: SameFrame = 0,
): void {
  toGlobal(d, xpos, 0, xmat, 0, pos, 0, quat, 0, body, sameframe);
}
