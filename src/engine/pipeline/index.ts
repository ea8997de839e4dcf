export { runPlace, runPlaces, runSteps } from './run.ts';
