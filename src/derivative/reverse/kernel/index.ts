export { smoothVel } from '../../../engine/derivatives/smoothVel.ts';
export { pullAcceleration, pullStep, pullTurning } from './acceleration.ts';
export { affinePull, armaturePull, dampingPull, stiffnessPull } from './force.ts';
export { gravityPull, inertialPull } from './inertial.ts';
export { pullPositions } from './position.ts';
export { potential } from './potential.ts';
