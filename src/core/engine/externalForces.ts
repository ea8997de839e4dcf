/** Body accelerations and forces on request. */
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { stagesOf } from './runtime/engine.ts';
import { withEngine } from './runtime/withEngine.ts';

/** Compute body accelerations and forces, including those of contacts: `cacc`, `cfrc_int` and `cfrc_ext`. A step
 *  computes them only if a sensor needs them.
 *
 *  @example
 *  step(m, d);
 *  rnePostConstraint(m, d);
 *  console.log(d.cfrc_ext.length); */
export function rnePostConstraint(m: Model, d: Data): void {
  withEngine('rnePostConstraint', m, d, (mm, dd) => stagesOf(mm).rnePostConstraint(mm, dd));
}
