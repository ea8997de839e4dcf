export { drawCubeGradient } from './cubeGradient.ts';
export { setInertialWeights } from './inertialWeights.ts';
