/** Trained policies: ONNX files, what they see, and how they control a simulation.
 *
 *  ```ts
 *  import * as ort from 'onnxruntime-web';
 *  import { jointPositions, jointVelocities, loadPolicy, policyController } from 'tenon/policy';
 *  const policy = await loadPolicy(bytes, ort);
 *  const control = policyController(model, { policy, observation: [jointPositions(), jointVelocities()] });
 *  ```
 *
 *  @module */

export type { PolicyCard, TermCard } from './policy/card.ts';
export { controllerOf } from './policy/card.ts';
export type { ControllerOptions, Motor, PolicyController } from './policy/controller.ts';
export { policyController, springMotor } from './policy/controller.ts';
export type { OnnxRuntime, Policy } from './policy/load.ts';
export { loadPolicy } from './policy/load.ts';
export type { Activation, Layer, Network } from './policy/network.ts';
export { networkOf } from './policy/network.ts';
export type { BoundTerm, Moment, Term } from './policy/observation.ts';
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
export type { PolicySource } from './policy/source.ts';
