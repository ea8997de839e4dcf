export { findUnsupported } from './findUnsupported.ts';
export { copyInputs } from './inputs.ts';
export { beginChain, chainStage, endChain } from './integrate/rungeKutta.ts';
export { advancePass, residualPass, solvedPass, transitionPass, wholePass } from './pass.ts';
export { refineSolution } from './refineSolution.ts';
export { accelerationDerivatives } from './solve.ts';
