export { runProbeSteps } from './lengthProbe.ts';
export { runPipelineStep, runSteps } from './run.ts';
export { runPipelineSteps } from './runPhases.ts';
