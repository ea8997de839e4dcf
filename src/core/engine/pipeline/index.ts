export { runProbeSteps } from './lengthProbe.ts';
export { runPlace, runPlaces, runSteps } from './run.ts';
