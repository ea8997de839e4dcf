/** Copies of Models and Datas. */

import { HEADER, type Header } from './block.ts';
import { Data, growArena } from './data.ts';
import {
  arenaTable,
  capacities,
  dataScalars,
  dataTable,
  modelSizes,
  modelTable,
  recordScalars,
} from './fields/index.ts';
import { modelLayout } from './layout.ts';
import { Model, type ModelOptions } from './model.ts';

/** A second Model with the same numbers, in a memory of its own.
 *
 *  @example
 *  const heavy = copyModel(m);
 *  heavy.body('arm').mass = 10; */
export function copyModel(m: Model, options: ModelOptions = {}): Model {
  const copy = new Model(Object.fromEntries(modelSizes.map((name) => [name, m[name]])), options);
  for (const [name] of modelTable) {
    if (!name.includes('.')) (copy[name as 'qpos0'] as Float64Array).set(m[name as 'qpos0']);
  }
  const from = (m as unknown as { [HEADER]: Header })[HEADER];
  const to = (copy as unknown as { [HEADER]: Header })[HEADER];
  for (const [name] of recordScalars) {
    const at = modelLayout.scalar.get(name)!.offset >> 3;
    to.f64[at] = from.f64[at];
  }
  copyRecords(m, copy);
  m.equip?.(copy);
  return copy;
}

/** Make `target` equal to `source` in every field. Both must belong to the same Model or to equal ones.
 *
 *  @example
 *  const other = new Data(m);
 *  step(m, d, 100);
 *  copyData(other, d);
 *  console.log(other.time === d.time); // -> true */
export function copyData(target: Data, source: Data): Data {
  if (target.qpos.length !== source.qpos.length || target.xpos.length !== source.xpos.length) {
    throw new RangeError('copyData: the two Datas belong to models of different sizes');
  }
  if (capacities.some((cap) => target[cap] < source[cap])) {
    for (const cap of capacities) target[needOf(cap)] = source[cap];
    growArena(target);
  }
  for (const [name] of dataTable) (target[name] as Float64Array).set(source[name] as Float64Array);
  for (const [name] of arenaTable) (target[name] as Float64Array).set(source[name] as Float64Array);
  for (const [name] of dataScalars) if (!/_(cap|need)$/.test(name)) target[name] = source[name];
  return target;
}

/** A second Data of the same Model in the same state.
 *
 *  @example
 *  const ahead = cloneData(d);
 *  step(m, ahead, 100); // `d` stays where it is */
export function cloneData(d: Data): Data {
  return copyData(new Data(d.model), d);
}

function copyRecords(from: Model, to: Model): void {
  for (const [name] of modelTable) {
    if (!name.includes('.')) continue;
    const path = name.split('.');
    arrayAt(to, path).set(arrayAt(from, path));
  }
}

function arrayAt(m: Model, path: string[]): Float64Array {
  return path.reduce<unknown>((o, k) => (o as Record<string, unknown>)[k], m) as Float64Array;
}

function needOf(cap: (typeof capacities)[number]): 'con_need' {
  return cap.replace('cap', 'need') as 'con_need';
}
