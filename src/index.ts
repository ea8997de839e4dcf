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

export { setConst } from './compiler/setConst.ts';
export type { ExactContact } from './derivative/exactContacts.ts';
export type { InverseDerivatives, InverseOptions } from './derivative/fd/inverseFD.ts';
export { inverseFD } from './derivative/fd/inverseFD.ts';
export type { DifferenceOptions, Transition } from './derivative/fd/transitionFD.ts';
export { transitionFD } from './derivative/fd/transitionFD.ts';
export { quatIntegrateJacobians, subQuatJacobians } from './derivative/quaternion/quatJacobians.ts';
export type { Recompute } from './derivative/reverse/constants.ts';
export type { Parameter } from './derivative/reverse/parameters.ts';
export type {
  CostGradient,
  RolloutCost,
  RolloutGradient,
  RolloutOptions,
} from './derivative/reverse/rolloutGradient.ts';
export { rolloutGradient } from './derivative/reverse/rolloutGradient.ts';
export type { StepCotangents, StepGradient, VjpOptions } from './derivative/reverse/stepVjp.ts';
export { stepVjp } from './derivative/reverse/stepVjp.ts';
export { stateDim } from './derivative/sizes.ts';
export { smoothVel } from './derivative/smoothForces.ts';
export type { SwitchDistance } from './derivative/switching.ts';
export { distanceToSwitch } from './derivative/switching.ts';
export type { TransitionOptions, TransitionResult } from './derivative/transition.ts';
export { transition } from './derivative/transition.ts';
export type { ValidationOptions, ValidationReport } from './derivative/validate.ts';
export { convergenceCheck, maxRelativeError, validateTransition } from './derivative/validate.ts';
export { rnePostConstraint } from './engine/externalForces.ts';
export { forward, forwardSkip } from './engine/forward.ts';
export { inverse, inverseSkip } from './engine/inverse.ts';
export { resetData, resetDataKeyframe } from './engine/reset.ts';
export { restoreSleep } from './engine/restoreSleep.ts';
export type { Callbacks } from './engine/runtime/callbacks.ts';
export type { Profile, StageTime } from './engine/runtime/profile.ts';
export { startProfile } from './engine/runtime/profile.ts';
export { unconvergedText, warningText, warningTexts } from './engine/runtime/warning.ts';
export { step, step1, step2 } from './engine/step.ts';
export type { Files, Loaded, LoadOptions } from './load.ts';
export {
  flattenMjcf,
  loadModel,
  loadModelWithWarnings,
  modelFiles,
  modelFromBinary,
  modelFromXml,
  modelToBinary,
  prepare,
} from './load.ts';
export { cloneData, copyData, copyModel } from './model/copy.ts';
export { Data } from './model/data.ts';
export * from './model/enums.ts';
export type { Options, Statistics, Visual } from './model/fields/index.ts';
export { Model } from './model/model.ts';
export { countOf, id2name, modelName, name2id, namesOf } from './model/names/names.ts';
export type { AttributeKind, PluginConfig } from './plugin/config.ts';
export type {
  ActuatorPlugin,
  PassivePlugin,
  Plugin,
  PluginInstance,
  PluginKind,
  SdfPlugin,
  SensorPlugin,
} from './plugin/plugin.ts';
export { registerPlugin } from './plugin/registry.ts';
export * from './query/index.ts';
export type { Diagnostic } from './xml/error.ts';
export { formatDiagnostic, MjcfError } from './xml/error.ts';
export type { Limits } from './xml/limits.ts';
