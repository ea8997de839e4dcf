/** Forces: mapped from the world to the joints, and those of contacts. */

import { applyFT as apply } from '../engine/tree/applyFT.ts';
import { contactForce as forceOfContact } from '../engine/tree/contactForce.ts';
import { xfrcAccumulate as accumulate } from '../engine/tree/xfrcAccumulate.ts';
import { expectInteger } from '../expect.ts';
import { zero } from '../math/array.ts';
import type { Data } from '../model/data.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { expectBody, expectLength, expectOutput } from './expect.ts';

const none = new Float64Array(3);

/** Add to `qfrc` the joint forces of a force and a torque (world frame) that act on a body at a point.
 *
 *  @example
 *  forward(m, d);
 *  const qfrc = new Float64Array(m.nv);
 *  const force = Float64Array.of(0, 0, -1);
 *  applyFT(m, d, force, undefined, d.site('tip').xpos, m.site('tip').bodyid, qfrc);
 *  console.log(qfrc[0].toFixed(3)); // -> 0.600 */
export function applyFT(
  m: Model,
  d: Data,
  force: Float64Array | undefined,
  torque: Float64Array | undefined,
  point: Float64Array,
  body: number,
  qfrc: Float64Array,
): void {
  const b = checkFits('applyFT', m, d);
  expectBody(m, body);
  const f = expectLength('force', force ?? none, 3);
  const t = expectLength('torque', torque ?? none, 3);
  expectLength('qfrc', qfrc, m.nv);
  apply(m, b, expectOutput('qfrc', qfrc, m.nv), 0, f, 0, t, 0, expectLength('point', point, 3), 0, body);
}

/** Add to `qfrc` the joint forces of all forces and torques in `d.xfrc_applied`.
 *
 *  @example
 *  forward(m, d);
 *  d.body('arm').xfrc_applied[4] = 1; // a torque about y: forces come first
 *  const qfrc = new Float64Array(m.nv);
 *  xfrcAccumulate(m, d, qfrc);
 *  console.log(qfrc[0].toFixed(3)); // -> 1.000 */
export function xfrcAccumulate(m: Model, d: Data, qfrc: Float64Array): void {
  const b = checkFits('xfrcAccumulate', m, d);
  expectLength('qfrc', qfrc, m.nv);
  accumulate(m, b, expectOutput('qfrc', qfrc, m.nv), 0);
}

/** res = force and torque of contact `id` in its frame
 *
 *  @example
 *  const force = new Float64Array(6);
 *  for (let c = 0; c < d.ncon; c++) {
 *    contactForce(m, d, c, force);
 *    console.log(force[0]); // along the normal
 *  } */
export function contactForce(m: Model, d: Data, id: number, res: Float64Array): Float64Array {
  const b = checkFits('contactForce', m, d);
  // MuJoCo returns zeros for contacts that do not exist
  expectInteger('contact', id);
  zero(expectOutput('res', res, 6), 0, 6);
  if (id >= 0 && id < Math.min(b.ncon, b.con_cap)) forceOfContact(m, b, id, res, 0);
  return res;
}
