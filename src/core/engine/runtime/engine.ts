/** Which engine runs the stages of a Model: the table that was plugged in, or else the plain JavaScript functions. These are
 *  a third of the package's code and most programs never call them, so they are loaded by who needs them. */
import { PLAIN } from '../../model/block/block.ts';
import type { Model } from '../../model/model.ts';
import type { StageFunctions } from './stages.ts';

let plain: StageFunctions | undefined;

/** The stages that the pipeline calls for this Model. */
export function stagesOf(m: Model): StageFunctions {
  return (m.stages as StageFunctions | undefined) ?? plainStages();
}

/** Whether a table has plain functions. These work on objects whose arrays are properties of their own, which JavaScript reads
 *  faster than what looks after memory. */
export function isPlain(stages: unknown): boolean {
  return stages === undefined || (stages as { [PLAIN]?: boolean })[PLAIN] === true;
}

/** What runs Models that have no table of their own: `jsStages` of `stages.ts`. */
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

/** Let another table run the stages of this Model, e.g. that of the compiled engine on its memory; without a table, back
 *  to JavaScript. Both work on the same memory, so this can change at any time between two calls. */
export function setStages(m: Model, stages?: StageFunctions): void {
  m.stages = stages;
}
