/** The drop-in API of the npm package `@mujoco/mujoco`: a script written for that package runs by changing the import.
 *
 *  ```ts
 *  import load from 'tenon/mujoco';
 *  const mujoco = await load();
 *  const model = mujoco.MjModel.from_xml_string(xml);
 *  const data = new mujoco.MjData(model);
 *  mujoco.mj_step(model, data);
 *  ```
 *
 *  Unlike there, arrays never go stale, nothing has to be deleted, and out-parameters can be any array. */

import { prepare } from './load/load.ts';
import type { makeDropIn } from './mujoco/dropIn.ts';

export type { DoubleBuffer, FloatBuffer, IntBuffer, Uint8Buffer } from './mujoco/base/buffers.ts';
export type { Handle as ClassHandle } from './mujoco/base/handle.ts';
export type { MjData } from './mujoco/classes/data.ts';
export type { MjModel } from './mujoco/classes/model.ts';
export type {
  MjContact,
  MjLogConfig,
  MjLogMessage,
  MjLROpt,
  MjOption,
  MjPreContact,
  MjSolverStat,
  MjStatistic,
  MjTimerStat,
  MjVisual,
  MjWarningStat,
} from './mujoco/classes/structs.ts';
export type {
  MjContactVec,
  MjSolverStatVec,
  MjTimerStatVec,
  MjWarningStatVec,
  mjByteVec,
  mjDoubleVec,
  mjFloatVec,
  mjFloatVecVec,
  mjIntVec,
  mjIntVecVec,
  mjStringVec,
  mjStringVecVec,
} from './mujoco/classes/vectors.ts';
export type { MjVFS } from './mujoco/files/vfs.ts';
export type * from './mujoco/tables/enumTypes.ts';
export type { MjvFigure } from './mujoco/visual/figure.ts';
export type { MjvCamera, MjvGeom, MjvGLCamera, MjvLight, MjvOption, MjvPerturb } from './mujoco/visual/records.ts';
export type { MjvGeomVec, MjvGLCameraVec, MjvLightVec, MjvScene } from './mujoco/visual/scene.ts';

/** What `load` gives: classes, functions, enumerations and constants under the names of the package. */
export type MainModule = ReturnType<typeof makeDropIn>;

/** What `load` can be told; other options of the official package are accepted and have no effect. */
export interface LoadOptions {
  /** Which engine steps the models: compiled (`wasm`, where it is allowed) or plain (`js`). */
  engine?: 'wasm' | 'js';
  /** Where texts go that functions print. */
  print?: (text: string) => void;
  /** Where warnings go that functions print. */
  printErr?: (text: string) => void;
  /** Without effect: the engine is part of the code. */
  locateFile?: (path: string, prefix: string) => string;
  /** Without effect: the engine is part of the code. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  [option: string]: unknown;
}

/** Load the engine. */
export default async function load(options: LoadOptions = {}): Promise<MainModule> {
  // all at once: pages wait for files, and the module is compiled on other threads while this one reads the rest of the code
  const own = { ...options };
  const prepared = prepare({ engine: own.engine });
  const [{ makeDropIn }] = await Promise.all([import('./mujoco/dropIn.ts'), prepared]);
  return makeDropIn(own);
}
