/** The stage functions by name, in JavaScript; the compiled engine exports the same names. Each folder lists its stages in
 *  its `index.ts`. */
import * as actuation from '../actuation/index.ts';
import * as collision from '../collision/index.ts';
import * as constraint from '../constraint/index.ts';
import * as flex from '../flex/index.ts';
import * as integrate from '../integrate/index.ts';
import * as island from '../island/index.ts';
import * as passive from '../passive/index.ts';
import * as pipeline from '../pipeline/index.ts';
import * as position from '../position/index.ts';
import * as sensor from '../sensor/index.ts';
import * as sleep from '../sleep/index.ts';
import * as solver from '../solver/index.ts';
import * as velocity from '../velocity/index.ts';

export const jsStages = {
  ...position,
  ...flex,
  ...velocity,
  ...passive,
  ...collision,
  ...constraint,
  ...solver,
  ...island,
  ...sleep,
  ...actuation,
  ...integrate,
  ...sensor,
  ...pipeline,
};

export type StageFunctions = typeof jsStages;
