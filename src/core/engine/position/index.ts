export { kinematics } from './kinematics.ts';
