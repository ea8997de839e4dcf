/** Which engine runs the stages of a Model: the JavaScript functions, unless another table was plugged in. */
import type { Data } from '../model/data.ts';
import { growArena } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { jsStages, type Stages } from './stages.ts';
import { Status } from './status.ts';

/** The stages that the pipeline calls for this Model. */
export function stagesOf(m: Model): Stages {
  return (m.stages as Stages | undefined) ?? jsStages;
}

/** Let another table run the stages of this Model, e.g. that of the compiled engine on its memory; without a table, back
 *  to JavaScript. Both work on the same memory, so this can change at any time between two calls. */
export function setStages(m: Model, stages?: Stages): void {
  m.stages = stages;
}

/** Run a stage that may find the arena too small: enlarge it and run again until it has room. */
export function runGrowing(stage: (m: Model, d: Data) => number, m: Model, d: Data): void {
  while (stage(m, d) === Status.ARENA_FULL) growArena(d);
}
