export { actuatorDynamics } from './actuatorDynamics.ts';
export { actuatorForce, applyActuators } from './actuatorForce.ts';
export { fwdAcceleration } from './fwdAcceleration.ts';
