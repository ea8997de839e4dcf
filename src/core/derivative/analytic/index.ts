export { copyInputs } from './inputs.ts';
export { beginChain, chainStage, endChain } from './integrate/rungeKutta.ts';
export { lackOf } from './lack.ts';
export { advancePass, residualPass, solvedPass, transitionPass, wholePass } from './pass.ts';
export { polish } from './polish.ts';
export { accelerationDerivatives } from './solve.ts';
