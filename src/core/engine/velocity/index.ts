export { energyPos } from './energy.ts';
export { rnePostConstraint } from './rnePostConstraint.ts';
export { subtreeVel } from './subtreeVel.ts';
