/** Runs parts of the pipeline: the engine runs many steps in one call and returns only for the host. */
import { type Data, growArena } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { PipelineSlot } from '../../model/pipelineSlot.ts';
import { chooseShapes } from '../../plugin/shapes.ts';
import { PipelineEvent } from '../pipeline/event.ts';
import { type HostStep, PipelineStep } from '../pipeline/pipelineStep.ts';
import { RunMode } from '../pipeline/runMode.ts';
import { stagesOf } from './engine.ts';
import { hasUserCode } from './userCode.ts';

/** Names of the pipeline steps by number. */
export const pipelineStepNames = Object.keys(PipelineStep) as readonly (keyof typeof PipelineStep)[];

/** Runs on the host where a step stopped; `info` is what the stage returned. */
export type HostHandler = (m: Model, d: Data, info: number, mode: number) => void;

/** Handlers of some steps; `hostHandlers` in `host/handlers.ts` has all. A step without one continues. */
export type HostHandlers = Readonly<Partial<Record<HostStep, HostHandler>>>;

/** RunMode of a Model. */
export function runModeFor(m: Model): number {
  return hasUserCode(m) ? RunMode.USER_CODE : 0;
}

/** Run the steps in [from, to). */
export function runPipeline(m: Model, d: Data, from: number, to: number, mode: number, handlers: HostHandlers): void {
  const stages = stagesOf(m);
  if (m.nplugin > 0) chooseShapes(m);
  resumePipeline(m, d, stages.runPipelineSteps(m, d, from, to, mode), to, mode, handlers);
}

/** Handle an event, then run the steps from there to `to`, exclusive. */
export function resumePipeline(
  m: Model,
  d: Data,
  first: number,
  to: number,
  mode: number,
  handlers: HostHandlers,
): void {
  const stages = stagesOf(m);
  let event = first;
  while (event !== PipelineEvent.DONE) {
    event = stages.runPipelineSteps(m, d, handleEvent(m, d, event, mode, handlers), to, mode);
  }
}

/** Run n time steps. */
export function runTimeSteps(m: Model, d: Data, n: number, mode: number, handlers: HostHandlers): void {
  const stages = stagesOf(m);
  if (m.nplugin > 0) chooseShapes(m);
  let event = stages.runSteps(m, d, PipelineStep.wakeDisturbed, n, mode);
  while (event !== PipelineEvent.DONE) {
    const left = d.work_pipeline[PipelineSlot.STEPS_LEFT];
    event = stages.runSteps(m, d, handleEvent(m, d, event, mode, handlers), left, mode);
  }
}

/** Time steps with a force on output `out` of an actuator. */
export interface LengthProbe {
  out: number;
  /** Acceleration that the force gives. */
  accel: number;
  /** Limit of the force; 0: no limit. */
  maxforce: number;
  /** Factor that scales velocities before each time step. */
  slow: number;
  /** Time after which lengths are recorded. */
  settleTime: number;
  /** Time of the end. */
  until: number;
}

/** Run time steps with a probe force from time 0. Ends early if the state is reset or time does not advance. */
export function runLengthProbe(m: Model, d: Data, probe: LengthProbe, mode: number, handlers: HostHandlers): void {
  const stages = stagesOf(m);
  if (m.nplugin > 0) chooseShapes(m);
  const { out, accel, maxforce, slow, settleTime: settled, until } = probe;
  const runFrom = (step: number) => stages.runProbeSteps(m, d, step, out, accel, maxforce, slow, settled, until, mode);
  let event = runFrom(PipelineStep.wakeDisturbed);
  while (event !== PipelineEvent.DONE) {
    const before = d.time;
    const step = handleEvent(m, d, event, mode, handlers);
    if (d.time < before) return;
    event = runFrom(step);
  }
}

/** Enough to grow from the smallest arena to the largest. */
const MAX_ARENA_RETRIES = 100;

/** Handles an event; returns the step to continue with. */
function handleEvent(m: Model, d: Data, event: number, mode: number, handlers: HostHandlers): number {
  const step = d.work_pipeline[PipelineSlot.STEP];
  if (event === PipelineEvent.GROW_ARENA) {
    if (++d.work_pipeline[PipelineSlot.ARENA_RETRIES] > MAX_ARENA_RETRIES) throw new Error(describeRetries(step));
    growArena(d);
    return step;
  }
  d.work_pipeline[PipelineSlot.ARENA_RETRIES] = 0;
  handlers[step as HostStep]?.(m, d, d.work_pipeline[PipelineSlot.INFO], mode);
  // a callback may have stepped another Model
  if (m.nplugin > 0) chooseShapes(m);
  return step + 1;
}

function describeRetries(step: number): string {
  const stage = pipelineStepNames[step];
  return `stage ${stage} kept requesting a larger arena (${MAX_ARENA_RETRIES} times). This is a bug, please report it with the model`;
}
