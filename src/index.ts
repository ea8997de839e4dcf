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
export type { ExactContact } from './core/derivative/exactContacts.ts';
export type { InverseDerivatives, InverseOptions } from './core/derivative/fd/inverseFD.ts';
export { inverseFD } from './core/derivative/fd/inverseFD.ts';
export type { DifferenceOptions, Transition } from './core/derivative/fd/transitionFD.ts';
export { transitionFD } from './core/derivative/fd/transitionFD.ts';
export { quatIntegrateJacobians, subQuatJacobians } from './core/derivative/quaternion/quatJacobians.ts';
export type { Recompute } from './core/derivative/reverse/constants.ts';
export type { Parameter } from './core/derivative/reverse/parameters.ts';
export type {
  CostGradient,
  RolloutCost,
  RolloutGradient,
  RolloutOptions,
} from './core/derivative/reverse/rolloutGradient.ts';
export { rolloutGradient } from './core/derivative/reverse/rolloutGradient.ts';
export type { StepCotangents, StepGradient, VjpOptions } from './core/derivative/reverse/stepVjp.ts';
export { stepVjp } from './core/derivative/reverse/stepVjp.ts';
export { stateDim } from './core/derivative/sizes.ts';
export { smoothVel } from './core/derivative/smoothForces.ts';
export type { SwitchDistance } from './core/derivative/switching.ts';
export { distanceToSwitch } from './core/derivative/switching.ts';
export type { TransitionOptions, TransitionResult } from './core/derivative/transition.ts';
export { transition } from './core/derivative/transition.ts';
export type { ValidationOptions, ValidationReport } from './core/derivative/validate.ts';
export { convergenceCheck, maxRelativeError, validateTransition } from './core/derivative/validate.ts';
export { rnePostConstraint } from './core/engine/externalForces.ts';
export { forward, forwardSkip } from './core/engine/forward.ts';
export { inverse, inverseSkip } from './core/engine/inverse.ts';
export { fwdKinematics, makeConstraint, makeM } from './core/engine/positionStages.ts';
export { resetData, resetDataKeyframe } from './core/engine/reset.ts';
export { restoreSleep } from './core/engine/restoreSleep.ts';
export type { Callbacks } from './core/engine/runtime/callbacks.ts';
export type { Profile, StageTime } from './core/engine/runtime/profile.ts';
export { startProfile } from './core/engine/runtime/profile.ts';
export { describeUnconverged, describeWarning, describeWarnings } from './core/engine/runtime/warning.ts';
export { step, step1, step2 } from './core/engine/step.ts';
export { cloneData, copyData, copyModel } from './core/model/copy.ts';
export { Data } from './core/model/data.ts';
export * from './core/model/enums.ts';
export type { Options, Statistics, Visual } from './core/model/fields/index.ts';
export type { Limits } from './core/model/limits.ts';
export { Model } from './core/model/model.ts';
export type { Contact } from './core/model/names/contact.ts';
export { countObjects, id2name, modelName, name2id, objectNames } from './core/model/names/names.ts';
export type { AttributeKind, PluginConfig } from './core/plugin/config.ts';
export type {
  ActuatorPlugin,
  PassivePlugin,
  Plugin,
  PluginInstance,
  PluginKind,
  SdfPlugin,
  SensorPlugin,
} from './core/plugin/plugin.ts';
export { registerPlugin } from './core/plugin/registry.ts';
export * from './core/query/index.ts';
export type { Diagnostic } from './formats/xml/error.ts';
export { formatDiagnostic, MjcfError } from './formats/xml/error.ts';
export type { Files, LoadOptions, LoadResult } from './load/load.ts';
export {
  flattenMjcf,
  loadModel,
  loadModelWithWarnings,
  modelFiles,
  modelFromBinary,
  modelFromXml,
  modelToBinary,
  prepare,
} from './load/load.ts';
