/** Frames of bodies in the world. */
import { local2Global as toGlobal } from '../engine/tree/local2Global.ts';
import { expectInteger } from '../expect.ts';
import type { Data } from '../model/data.ts';
import { SameFrame } from '../model/enums.ts';
import { expectData } from '../model/fit.ts';
import { expectBody, expectLength, expectOutput } from './expect.ts';

const MAX_SAME_FRAME = Math.max(...Object.values(SameFrame));

/** World position and rotation matrix of a frame given relative to a body.
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
  const b = expectData('local2Global', d);
  expectBody(b.model, body);
  expectInteger('sameframe', sameframe, SameFrame.NONE, MAX_SAME_FRAME);
  expectOutput('xpos', xpos, 3);
  expectOutput('xmat', xmat, 9);
  toGlobal(b, xpos, 0, xmat, 0, expectLength('pos', pos, 3), 0, expectLength('quat', quat, 4), 0, body, sameframe);
}
