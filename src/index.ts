/** Tenon: MuJoCo's physics in TypeScript.
 *
 *  ```ts
 *  import { Data, loadModel, step } from 'tenon';
 *  const model = await loadModel('humanoid.xml');
 *  const data = new Data(model);
 *  for (let k = 0; k < 1000; k++) step(model, data);
 *  console.log(data.body('torso').xpos);
 *  ```
 *
 *  @module */
import { prepareEngine, preparePlainEngine } from './load.ts';

export type { Callbacks } from './engine/callbacks.ts';
export { forward, forwardSkip } from './engine/forward.ts';
export { inverse, inverseSkip } from './engine/inverse.ts';
export type { Profile, StageTime } from './engine/profile.ts';
export { startProfile } from './engine/profile.ts';
export { resetData, resetDataKeyframe } from './engine/reset.ts';
export { restoreSleep } from './engine/restoreSleep.ts';
export { copyState, getState, setState, stateSize } from './engine/state.ts';
export { step, step1, step2 } from './engine/step.ts';
export * from './engine/support.ts';
export { unconvergedText, warningText, warningTexts } from './engine/warning.ts';
export type { Files, Loaded, LoadOptions } from './load.ts';
export { flattenMjcf, loadModel, loadModelWithWarnings, modelFromXml } from './load.ts';
export { cloneData, copyData, copyModel } from './model/copy.ts';
export { Data } from './model/data.ts';
export * from './model/enums.ts';
export type { Options, Statistics, Visual } from './model/fields/index.ts';
export { Model } from './model/model.ts';
export { countOf, id2name, modelName, name2id, namesOf } from './model/names.ts';
export { geomDistance } from './query/geomDistance.ts';
export type { RayFilter, RayHit, RaysOut } from './query/ray.ts';
export { multiRay, ray, rayGeom } from './query/ray.ts';
export type { Diagnostic } from './xml/error.ts';
export { formatDiagnostic, MjcfError } from './xml/error.ts';

// both engines are ready before the first model can be made
await Promise.all([prepareEngine(), preparePlainEngine()]);
