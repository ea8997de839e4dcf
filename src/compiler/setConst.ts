/** `setConst`: recomputes the derived constants of a Model after a user changed it. */
import { engineData, engineModel } from '../core/engine/runtime/withEngine.ts';
import { blockOf, Data } from '../core/model/data.ts';
import { Enable } from '../core/model/enums.ts';
import { expectModel } from '../core/model/fit.ts';
import type { Model } from '../core/model/model.ts';
import { setConst as derive } from './derive/setConst.ts';

/** Compute again what the compiler has derived from other numbers of the Model, after these have been changed by hand: inverse weights
 *  after masses, lengths of tendons after positions, and so on, as MuJoCo's `mj_setConst`.
 *
 *  @example
 *  m.body_mass[1] *= 2;
 *  setConst(m); // contacts are as stiff as before, for the new mass */
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
