export { actuatorDynamics } from './actuatorDynamics.ts';
export { actuatorForce } from './actuatorForce.ts';
export { fwdAcceleration } from './fwdAcceleration.ts';
