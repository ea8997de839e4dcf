export { pullAcceleration, pullStep, pullTurning } from './acceleration.ts';
export { pullPositions } from './position.ts';
