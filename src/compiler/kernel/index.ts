export { setActuatorAccelerations } from './actuatorAccelerations.ts';
export { drawCubeGradient } from './cubeGradient.ts';
export { setInertialWeights } from './inertialWeights.ts';
