/** Checks that a caller passed a Model and a `Data` that fits it. They run first in every public function, so that
 *  nothing has changed when they fail; the usual case costs two comparisons. */
import { BLOCK } from './block/block.ts';
import { DataBlock, sizeDifference } from './block/dataBlock.ts';
import { ModelBlock } from './block/modelBlock.ts';
import type { Data } from './data.ts';
import type { Model } from './model.ts';

/** Returns the block of a `Data` that fits a Model.
 *  @throws TypeError or RangeError that describes the argument */
export function checkFits(caller: string, m: Model, d: Data): Data {
  const layout = m?.[BLOCK]?.dataLayout;
  const block = d?.[BLOCK];
  if (layout !== undefined && block?.layout === layout) return block;
  return checkFitsSlowly(caller, m, d);
}

/** Returns the Model if it is one. */
export function expectModel(caller: string, m: Model): Model {
  if (m?.[BLOCK]?.dataLayout === undefined)
    throw new TypeError(`${caller}: expected a Model, found ${describeType(m)}`);
  return m;
}

/** Returns the block of a `Data`, whatever its Model. */
export function expectData(caller: string, d: Data): Data {
  const block = d?.[BLOCK];
  if (!(block instanceof DataBlock)) throw new TypeError(`${caller}: expected a Data, found ${describeType(d)}`);
  return block;
}

/** Describes why a `Data` does not fit. A `Data` also fits other Models with the same sizes. */
function checkFitsSlowly(caller: string, m: unknown, d: unknown): Data {
  if (isData(m) && m !== d && isModel(d)) {
    throw new TypeError(`${caller}: expected (model, data), the arguments are swapped`);
  }
  if (!isModel(m)) throw new TypeError(`${caller}: expected a Model first, found ${describeType(m)}`);
  if (!isData(d)) throw new TypeError(`${caller}: expected a Data after the Model, found ${describeType(d)}`);
  const { dataLayout } = m[BLOCK];
  const block = d[BLOCK];
  const different = sizeDifference(dataLayout, block.layout);
  if (different) throw new RangeError(`${caller}: the Data does not fit the Model: ${different} (Model, then Data)`);
  if (dataLayout.heap !== block.layout.heap) {
    throw new RangeError(`${caller}: Data and Model are in different memories. Create a Data for this Model`);
  }
  block.layout = dataLayout;
  return block;
}

// importing the classes would be circular: their name lookups use this file
function isData(x: unknown): x is Data {
  return (x as Data | undefined | null)?.[BLOCK] instanceof DataBlock;
}

function isModel(x: unknown): x is Model {
  return (x as Model | undefined | null)?.[BLOCK] instanceof ModelBlock;
}

/** Description of a value, for messages. */
export function describeType(x: unknown): string {
  if (x === null || x === undefined) return String(x);
  if (isModel(x)) return 'a Model';
  if (isData(x)) return 'a Data';
  if (typeof x !== 'object') return typeof x === 'function' ? 'a function' : `the ${typeof x} ${String(x)}`;
  return Array.isArray(x) ? 'an array' : `an object of ${x.constructor?.name ?? 'no'} class`;
}
