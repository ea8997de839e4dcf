/** The stage functions by name, in JavaScript; the compiled engine exports the same names. Stages of the pipeline table are
 *  in the generated `tableStages.ts`; a folder lists its other stages in its `index.ts`. */
import * as collision from '../collision/index.ts';
import * as constraint from '../constraint/index.ts';
import * as integrate from '../integrate/index.ts';
import * as pipeline from '../pipeline/index.ts';
import * as tableStages from '../pipeline/tableStages.ts';
import * as position from '../position/index.ts';
import * as sensor from '../sensor/index.ts';
import * as sleep from '../sleep/index.ts';
import * as velocity from '../velocity/index.ts';

export const jsStages = {
  ...tableStages,
  ...position,
  ...velocity,
  ...collision,
  ...constraint,
  ...sleep,
  ...integrate,
  ...sensor,
  ...pipeline,
};

export type StageFunctions = typeof jsStages;
