/** A second `Data` of a Model on which derivatives are computed, so that the caller's does not change by a byte. Only
 *  this file and `workspace.ts` allocate Model memory for derivatives. */
import { engineData, engineModel } from '../engine/runtime/withEngine.ts';
import { BLOCK } from '../model/block/block.ts';
import { copyData } from '../model/copy.ts';
import { blockOf, Data } from '../model/data.ts';
import { Enable } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { analyticOf } from './analyticOf.ts';

/** The scratch `Data` of the Model, in its last state. */
export function scratchData(m: Model): Data {
  const block = m[BLOCK];
  block.scratchData ??= blockOf(new Data(m));
  return block.scratchData;
}

/** The scratch `Data` of the Model with the state and inputs of `d`; computed fields may be stale. */
export function scratchDataLike(m: Model, d: Data): Data {
  const scratch = scratchData(m);
  takeInputs(m, scratch, d, true);
  return scratch;
}

/** Copies state and inputs of `d` to `t`. Computed fields are kept, unless trees may sleep: sleeping trees have fields
 *  that are not recomputed. */
export function restoreInputs(m: Model, t: Data, d: Data): void {
  takeInputs(m, t, d, false);
}

function takeInputs(m: Model, t: Data, d: Data, start: boolean): void {
  if (m.opt.enableflags & Enable.SLEEP) copyData(t, d);
  // a Data that fits is in the memory of its Model, so that the engine itself can copy
  else analyticOf(m).copyInputs(engineModel(m), engineData(m, t), engineData(m, d), start);
}
