/** The engine of a Model: a table of stage functions, by default the plain JavaScript functions. These are a third of
 *  the package and most programs never call them, so they load on demand. */
import { PLAIN } from '../../model/block/block.ts';
import type { Model } from '../../model/model.ts';
import type { StageFunctions } from './stages.ts';

let plain: StageFunctions | undefined;

/** The stage functions that run this Model. */
export function stagesOf(m: Model): StageFunctions {
  return (m.stages as StageFunctions | undefined) ?? plainStages();
}

/** Whether a table has the plain functions. They run on objects whose arrays are own properties: JavaScript reads these
 *  faster than the accessors of Model and Data. */
export function isPlain(stages: unknown): boolean {
  return stages === undefined || (stages as { [PLAIN]?: boolean })[PLAIN] === true;
}

/** Set the table for Models without their own: `jsStages` of `stages.ts`. */
export function setPlainStages(stages: StageFunctions): void {
  plain = { ...stages, [PLAIN]: true } as StageFunctions;
}

/** True once the plain JavaScript functions have been loaded. */
export function hasPlainStages(): boolean {
  return plain !== undefined;
}

function plainStages(): StageFunctions {
  if (plain === undefined)
    throw new Error("the plain JavaScript engine is not prepared: `await prepare({ engine: 'js' })`");
  return plain;
}

/** Set the stage table of this Model, for example that of the compiled engine. default: the plain functions. Both engines
 *  use the same memory, so the table may change between any two calls. */
export function setStages(m: Model, stages?: StageFunctions): void {
  m.stages = stages;
}
