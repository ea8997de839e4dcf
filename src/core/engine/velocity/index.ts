export { comVel } from './comVel.ts';
export { energyPos, energyVel } from './energy.ts';
export { bias } from './rne.ts';
export { rnePostConstraint } from './rnePostConstraint.ts';
export { subtreeVel } from './subtreeVel.ts';
export { velocities } from './velocities.ts';
