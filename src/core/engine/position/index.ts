export { camlight } from './camlight.ts';
export { comPos } from './comPos.ts';
export { factorM } from './inertia/factorM.ts';
export { makeM } from './inertia/massMatrix.ts';
export { kinematics, kinematics1, kinematics2 } from './kinematics.ts';
export { tendon } from './tendon/tendon.ts';
export { transmission } from './transmission/transmission.ts';
