/** Queries on a state: one family per file. */
export { differentiatePos, integratePos, normalizeQuat } from './configuration.ts';
export { applyFT, contactForce, xfrcAccumulate } from './force.ts';
export { local2Global } from './frame.ts';
export { geomDistance } from './geomDistance.ts';
export { initCtrlHistory, initSensorHistory, readCtrl, readSensor } from './history.ts';
export {
  angmomMat,
  jac,
  jacBody,
  jacBodyCom,
  jacDot,
  jacGeom,
  jacSite,
  jacSubtreeCom,
} from './jacobian.ts';
export { addM, fullM, mulM, mulM2, solveM, solveM2 } from './massMatrix.ts';
export { getTotalmass, momentum } from './momentum.ts';
export { objectAcceleration, objectVelocity } from './motion.ts';
export type { RayFilter, RayHit, RaysOut } from './ray.ts';
export { multiRay, ray, rayGeom } from './ray.ts';
export { copyState, extractState, getState, setState, stateSize } from './state.ts';
