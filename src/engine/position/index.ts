export { camlight } from './camlight.ts';
export { comPos } from './comPos.ts';
export { factorM } from './factorM.ts';
export { kinematics, kinematics1, kinematics2 } from './kinematics.ts';
export { makeM } from './massMatrix.ts';
export { tendon } from './tendon.ts';
export { transmission } from './transmission.ts';
