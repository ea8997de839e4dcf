/** Frames of bodies in the world. */
import { local2Global as toGlobal } from '../engine/position/local2Global.ts';
import type { Data } from '../model/data.ts';
import type { SameFrame } from '../model/enums.ts';

/** Position and rotation matrix in the world of a frame that is given in a body.
 *
 *  @example
 *  forward(m, d);
 *  const xpos = new Float64Array(3);
 *  const xmat = new Float64Array(9);
 *  local2Global(d, xpos, xmat, Float64Array.of(1, 0, 0), Float64Array.of(1, 0, 0, 0), m.site('tip').bodyid);
 *  console.log(xpos.join(' ')); // -> 1 0 1 */
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
