export { drawCubeGradient } from './cubeGradient.ts';
