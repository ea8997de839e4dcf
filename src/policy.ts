/** Trained policies: ONNX files, their observations, and controllers that apply them to a simulation.
 *
 *  ```ts
 *  import * as ort from 'onnxruntime-web';
 *  import { jointPositions, jointVelocities, loadPolicy, policyController } from 'tenon/policy';
 *  const policy = await loadPolicy(bytes, ort);
 *  const control = policyController(model, { policy, observation: [jointPositions(), jointVelocities()] });
 *  ```
 *
 *  @module */

export type { ControllerOptions, Motor, PolicyController } from './policy/controller.ts';
export { pdMotor, policyController } from './policy/controller.ts';
export type { Activation, Layer, Network } from './policy/network.ts';
export { createNetwork } from './policy/network.ts';
export type { BoundTerm, ObservationContext, Term } from './policy/observation.ts';
export {
  angularVelocity,
  clock,
  command,
  jointPositions,
  jointVelocities,
  lastAction,
  linearVelocity,
  projectedGravity,
  scaled,
  sensor,
} from './policy/observation.ts';
export { toOnnx } from './policy/onnx/write.ts';
export type { OnnxRuntime, Policy } from './policy/onnxPolicy.ts';
export { loadPolicy } from './policy/onnxPolicy.ts';
export type { PolicyConfig, TermConfig } from './policy/policyConfig.ts';
export { createController } from './policy/policyConfig.ts';
export type { PolicySource } from './policy/source.ts';
