/** `setConst`: recomputes the derived constants of a Model after a user changed it. */
import { engineData, engineModel } from '../core/engine/runtime/withEngine.ts';
import { blockOf, Data } from '../core/model/data.ts';
import { Enable } from '../core/model/enums.ts';
import { expectModel } from '../core/model/fit.ts';
import type { Model } from '../core/model/model.ts';
import { setConst as derive } from './derive/setConst.ts';

/** Recompute the derived constants of a Model after its fields have been changed: inverse weights after masses, tendon
 * lengths after positions, and so on, as in MuJoCo's `mj_setConst`.
 *
 *  @example
 *  m.body_mass[1] *= 2;
 *  setConst(m); // contacts are as stiff as before, with the new mass */
export function setConst(m: Model): void {
  expectModel('setConst', m);
  const { enableflags } = m.opt;
  m.opt.enableflags &= ~Enable.SLEEP;
  const data = new Data(m);
  try {
    derive(engineModel(m), engineData(m, blockOf(data)));
  } finally {
    data.free();
    m.opt.enableflags = enableflags;
  }
}
