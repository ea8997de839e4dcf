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
 * Unlike in that package, arrays never become stale, nothing has to be deleted, and any array can be an output
 * parameter. */

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
  MjVisualGlobal,
  MjVisualHeadlight,
  MjVisualMap,
  MjVisualQuality,
  MjVisualRgba,
  MjVisualScale,
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
export type { LoadOptions, MainModule } from './mujoco/load.ts';
export { load as default } from './mujoco/load.ts';
export type { MjsDefault } from './mujoco/spec/classes/classes.ts';
export type { MjsElement } from './mujoco/spec/classes/handles.ts';
export type { MjSpec, MjsAuthored } from './mujoco/spec/classes/mjSpec.ts';
export type { MjsOrientation } from './mujoco/spec/classes/orientation.ts';
export type { MjsPlugin } from './mujoco/spec/classes/plugin.ts';
export type * from './mujoco/tables/enumTypes.ts';
export type * from './mujoco/types/accessors.ts';
export type * from './mujoco/types/spec.ts';
export type { MjvFigure } from './mujoco/visual/figure.ts';
export type { MjvCamera, MjvGeom, MjvGLCamera, MjvLight, MjvOption, MjvPerturb } from './mujoco/visual/records.ts';
export type { MjvGeomVec, MjvGLCameraVec, MjvLightVec, MjvScene } from './mujoco/visual/scene.ts';
