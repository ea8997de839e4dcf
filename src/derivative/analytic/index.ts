export { assemble } from './integrate/position.ts';
export { beginChain, chainStage, endChain } from './integrate/rungeKutta.ts';
export { stepAcceleration } from './integrate/velocity.ts';
export { polish } from './polish.ts';
export { residualDerivatives } from './residual.ts';
export { accelerationDerivatives } from './solve.ts';
