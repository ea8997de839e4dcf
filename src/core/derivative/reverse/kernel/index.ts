export { smoothVel } from '../../../engine/smoothVel/smoothVel.ts';
export { pullPass, pullTurning } from './acceleration.ts';
export { affinePull, armaturePull, dampingPull, stiffnessPull } from './force.ts';
export { gravityPull, inertialPull } from './inertial.ts';
export { potential } from './potential.ts';
