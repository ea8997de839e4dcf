/** Mass and momentum of subtrees. */
import { stagesOf } from '../engine/runtime/engine.ts';
import { engineData, engineModel } from '../engine/runtime/withEngine.ts';
import type { Data } from '../model/data.ts';
import { checkFits, expectModel } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { expectBody } from './expect.ts';

/** Momentum of the subtree of a body: linear, and angular about its center of mass. Body 0: the whole model.
 *
 *  @example
 *  d.qvel[0] = 1;
 *  forward(m, d);
 *  console.log(momentum(m, d).linear[2].toFixed(3)); // -> -1.000 */
export function momentum(m: Model, d: Data, body = 0): { linear: Float64Array; angular: Float64Array } {
  const b = engineData(m, checkFits('momentum', m, d));
  expectBody(m, body);
  if (!b.flg_subtreevel) stagesOf(m).subtreeVel(engineModel(m), b);
  const at = 3 * body;
  return {
    linear: b.subtree_linvel.slice(at, at + 3).map((v) => v * m.body_subtreemass[body]),
    angular: b.subtree_angmom.slice(at, at + 3),
  };
}

/** Sum of the masses of all bodies.
 *
 *  @example
 *  console.log(getTotalmass(m)); // -> 2 */
export function getTotalmass(m: Model): number {
  expectModel('getTotalmass', m);
  let sum = 0;
  for (let i = 1; i < m.nbody; i++) sum += m.body_mass[i];
  return sum;
}
