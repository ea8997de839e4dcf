export { runPulledSteps } from './pull.ts';
export { runPlace, runPlaces, runSteps } from './run.ts';
