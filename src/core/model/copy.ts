/** Copies of Models and `Data` objects. */

import { BLOCK } from './block/block.ts';
import { copyArray, dataRows, growArena, sizeDifference } from './block/dataBlock.ts';
import { modelLayout } from './block/layout.ts';
import { blockOf, Data } from './data.ts';
import { capacities, dataScalars } from './fields/index.ts';
import { expectData, expectModel } from './fit.ts';
import { copyBetween } from './memory/heap.ts';
import { Model } from './model.ts';
import { wakeAll } from './reset.ts';

/** Create a second Model with the same values and its own arrays. A `Data` of one fits the other.
 *
 *  @example
 *  const heavy = copyModel(m);
 *  heavy.body('arm').mass = 10;
 *  step(heavy, d); */
export function copyModel(m: Model): Model {
  const from = expectModel('copyModel', m)[BLOCK];
  const copy = new Model(from.sizes, m);
  const to = copy[BLOCK];
  const start = from.plan.offsets.length;
  to.i32.set(from.i32.subarray(start), start);
  copyBetween(to.heap, to.ptr + modelLayout.bytes, from.heap, from.ptr + modelLayout.bytes, from.plan.bytes);
  to.paint = from.paint;
  m.attachEngine?.(copy);
  return copy;
}

/** Make `target` equal to `source` in every field. Both must have the same layout: be of one Model, or of models with
 *  the same sizes.
 *
 *  @example
 *  const other = new Data(m);
 *  step(m, d, 100);
 *  copyData(other, d);
 *  console.log(other.time === d.time); // -> true
 *  @throws RangeError if the layouts differ, before anything is written */
export function copyData(target: Data, source: Data): Data {
  const to = expectData('copyData', target)[BLOCK];
  const from = expectData('copyData', source)[BLOCK];
  if (to.busy) throw new Error('copyData: not allowed from a callback: the target is being stepped');
  const different = sizeDifference(to.layout, from.layout);
  if (different) throw new RangeError(`copyData: the Data objects belong to models of different sizes: ${different}`);
  if (to === from) return target;
  if (capacities.some((cap) => to[cap] < from[cap])) {
    for (const cap of capacities) to[needOf(cap)] = from[cap];
    growArena(to);
  }
  to.pristine = false;
  for (let k = 0; k < dataRows.length; k++) copyArray(to, from, k);
  for (const name of copied) to[name] = from[name];
  if (target.model !== source.model && !areBuiltAlike(target.model, source.model)) forgetModel(target);
  return target;
}

/** Fields of a Model on which index lists and solver caches depend. */
const structure = ['body_parentid', 'body_mocapid', 'jnt_bodyid', 'dof_bodyid', 'geom_bodyid', 'ten_J_colind'] as const;

/** True if two Models of the same sizes differ only in values. */
function areBuiltAlike(a: Model, b: Model): boolean {
  return structure.every((name) => a[name].every((index, k) => index === b[name][k]));
}

/** Invalidates index lists and solver caches, which belong to another Model with other trees. */
function forgetModel(d: Data): void {
  const b = blockOf(d);
  b.work_sol_int.fill(0);
  if (b.ntree_awake === d.model.ntree) wakeAll(d.model, b);
}

const copied = dataScalars.map(([name]) => name).filter((name) => !/_(cap|need)$/.test(name));

/** Create a second `Data` of the same Model in the same state.
 *
 *  @example
 *  const ahead = cloneData(d);
 *  step(m, ahead, 100); // `d` does not change */
export function cloneData(d: Data): Data {
  const copy = new Data(expectData('cloneData', d).model);
  try {
    return copyData(copy, d);
  } catch (error) {
    copy.free();
    throw error;
  }
}

function needOf(cap: (typeof capacities)[number]): 'con_need' {
  return cap.replace('cap', 'need') as 'con_need';
}
