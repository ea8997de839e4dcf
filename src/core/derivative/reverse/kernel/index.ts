export { smoothVel } from '../../../engine/smoothVel/smoothVel.ts';
export { vjpPass, vjpStepMatrix } from './acceleration.ts';
export { vjpAffine, vjpArmature, vjpDamping, vjpStiffness } from './force.ts';
export { vjpGravity, vjpInertia } from './inertial.ts';
export { potential } from './potential.ts';
