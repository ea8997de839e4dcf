/** A second Data of a Model on which derivatives are computed, so that the caller's stays byte for byte as it is. This and
 *  `workspace.ts` are the only places where derivatives ask for memory of a Model. */
import { engineData, engineModel } from '../engine/runtime/withEngine.ts';
import { BLOCK } from '../model/block/block.ts';
import { copyData } from '../model/copy.ts';
import { blockOf, Data } from '../model/data.ts';
import { Enable } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { analyticOf } from './analyticOf.ts';

/** The twin of the Model, as it was left. */
export function scratchData(m: Model): Data {
  const block = m[BLOCK];
  block.scratchData ??= blockOf(new Data(m));
  return block.scratchData;
}

/** The twin of the Model with the state and the inputs of `d`; what has been computed from them need not be its own. */
export function scratchDataLike(m: Model, d: Data): Data {
  const scratch = scratchData(m);
  takeInputs(m, scratch, d, true);
  return scratch;
}

/** State and inputs of `t` become those of `d`; what has been computed from them stays, unless something may sleep: sleepers keep
 *  much that is not computed again. */
export function restoreInputs(m: Model, t: Data, d: Data): void {
  takeInputs(m, t, d, false);
}

function takeInputs(m: Model, t: Data, d: Data, start: boolean): void {
  if (m.opt.enableflags & Enable.SLEEP) copyData(t, d);
  // a Data that fits lies in the memory of its Model, so that the engine itself can copy
  else analyticOf(m).copyInputs(engineModel(m), engineData(m, t), engineData(m, d), start);
}
