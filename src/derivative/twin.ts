/** A second Data of a Model on which derivatives are computed, so that the caller's stays byte for byte as it is. This and
 *  `workspace.ts` are the only places where derivatives ask for memory of a Model. */
import { engineData, engineModel } from '../engine/runtime/run.ts';
import { INSIDE } from '../model/block/block.ts';
import { copyArray, dataRows } from '../model/block/dataBlock.ts';
import { copyData } from '../model/copy.ts';
import { Data, inside } from '../model/data.ts';
import { Enable } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { stateArrays } from '../model/stateParts.ts';
import { analyticOf } from './analyticOf.ts';

/** Places in the table of fields of the state and of the inputs, and of what a solver starts from besides. */
let places: Record<'state' | 'start', readonly number[]> | undefined;

function findPlaces(): NonNullable<typeof places> {
  const state = rowsOf(stateArrays);
  return { state, start: [...state, ...rowsOf(['qacc', 'work_col_touch'])] };
}

function rowsOf(names: readonly string[]): number[] {
  return names.map((name) => dataRows.findIndex(([row]) => row === name));
}

const twins = new WeakMap<Model, Data>();

/** The twin of the Model, as it was left. */
export function twinOf(m: Model): Data {
  let twin = twins.get(m);
  if (!twin) {
    twin = new Data(m);
    twins.set(m, twin);
  }
  return inside(twin);
}

/** The twin of the Model with the state and the inputs of `d`; what has been computed from them need not be its own. */
export function twinLike(m: Model, d: Data): Data {
  const twin = twinOf(m);
  takeInputs(m, twin, d, true);
  return twin;
}

/** State and inputs of `t` become those of `d`; what has been computed from them stays, unless something may sleep: sleepers keep
 *  much that is not computed again. */
export function restoreInputs(m: Model, t: Data, d: Data): void {
  takeInputs(m, t, d, false);
}

/** Whether a Data lies in the same memory as its twin t, so that the engine itself can copy. */
export function isNear(m: Model, d: Data, t: Data): boolean {
  const { heap } = m;
  return d[INSIDE].layout.heap === heap && t[INSIDE].layout.heap === heap;
}

function takeInputs(m: Model, t: Data, d: Data, start: boolean): void {
  if (m.opt.enableflags & Enable.SLEEP) {
    copyData(t, d);
    return;
  }
  if (isNear(m, d, t)) {
    analyticOf(m).copyInputs(engineModel(m), engineData(m, t), engineData(m, d), start);
  } else {
    t.time = d.time;
    places ??= findPlaces();
    for (const row of start ? places.start : places.state) copyArray(t[INSIDE], d[INSIDE], row);
  }
}
