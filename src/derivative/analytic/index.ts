export { copyInputs } from './inputs.ts';
export { beginChain, chainStage, endChain } from './integrate/rungeKutta.ts';
export { advancePass, residualPass, transitionPass } from './pass.ts';
export { polish } from './polish.ts';
export { accelerationDerivatives } from './solve.ts';
