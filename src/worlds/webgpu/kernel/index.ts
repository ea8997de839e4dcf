/* The stages of a step in shaders: each export is an entry point. */

export { check } from './check.ts';
export { rows } from './constraint.ts';
export { contacts } from './contact.ts';
export { integrate } from './integrate.ts';
export { bodyPoses, centers, geomPoses, inertia, lengths } from './position.ts';
export { rungeKutta1, rungeKutta2, rungeKutta3, rungeKuttaEnd } from './rungeKutta.ts';
export { sensorsOfAcceleration, sensorsOfPosition, sensorsOfVelocity } from './sensor.ts';
export { solveDirection, solveEnd, solveLine, solveStart, solveUpdate, solveWarm } from './solver.ts';
export { actuation, biasForces, motion } from './velocity.ts';
