/** Time steps. This file only calls; the order is in `pipeline/steps.table.ts`. */
import { expectInteger } from '../expect.ts';
import type { Data } from '../model/data.ts';
import { Integrator, Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { SleepSlot } from '../model/sleepSlot.ts';
import { computeForwardSkip } from './forward.ts';
import { PIPELINE_END, PipelineStep } from './pipeline/pipelineStep.ts';
import { RunMode } from './pipeline/runMode.ts';
import { checkMetric } from './runtime/checkMetric.ts';
import { stagesOf } from './runtime/engine.ts';
import { runControlCallback } from './runtime/host/forces.ts';
import { hostHandlers } from './runtime/host/handlers.ts';
import { type LengthProbe, runLengthProbe, runModeFor, runPipeline, runTimeSteps } from './runtime/pipelineRunner.ts';
import { hasUserCode } from './runtime/userCode.ts';
import { engineModel, enterEngine, explainTrap, leaveEngine, withEngine } from './runtime/withEngine.ts';

/** Advance the simulation by `m.opt.timestep`, `nstep` times. Only callbacks can change the state between these steps,
 *  so the sleep check runs once per call: batch steps when most bodies are asleep.
 *
 *  A step that throws (out of memory, or an error in a callback) restores the state before that step.
 *
 *  ```ts
 *  for (let k = 0; k < 1000; k++) step(m, d);
 *  step(m, d, 1000);
 *  ``` */
export function step(m: Model, d: Data, nstep = 1): void {
  if (!(Number.isInteger(nstep) && nstep >= 0)) expectInteger('step: nstep', nstep, 0);
  const b = enterEngine('step', m, d);
  try {
    computeSteps(engineModel(m), b, nstep);
  } catch (error) {
    throw explainTrap(error);
  } finally {
    b.work_sleep_int[SleepSlot.UNTOUCHED] = 0;
    leaveEngine(b);
  }
}

function computeSteps(m: Model, d: Data, nstep: number): void {
  if (m.nflex > 0 || m.opt.integrator === Integrator.DISCRETE) checkMetric(m);
  if (m.opt.integrator === Integrator.RK4) rungeKuttaSteps(m, d, nstep);
  else runTimeSteps(m, d, nstep, runModeFor(m), hostHandlers);
}

/** First part of a step, before controls and applied forces are read: set these between `step1` and `step2`.
 *
 *  @example
 *  step1(m, d);
 *  d.ctrl[0] = -10 * d.qpos[0] - d.qvel[0]; // controls that need results of `step1`
 *  step2(m, d); */
export function step1(m: Model, d: Data): void {
  withEngine('step1', m, d, firstPart);
}

function firstPart(m: Model, d: Data): void {
  if (m.nflex > 0 || m.opt.integrator === Integrator.DISCRETE) checkMetric(m);
  stagesOf(m).wake(m, d);
  runPipeline(m, d, PipelineStep.badPos, PipelineStep.controlCallback, runModeFor(m), hostHandlers);
  runControlCallback(m, d);
}

/** Second part of a step. RK4 falls back to Euler, because it runs forward dynamics four times per step.
 *
 *  @example
 *  step1(m, d);
 *  step2(m, d); */
export function step2(m: Model, d: Data): void {
  withEngine('step2', m, d, secondPart);
}

function secondPart(m: Model, d: Data): void {
  runPipeline(m, d, PipelineStep.actuatorDynamics, PIPELINE_END, runModeFor(m), hostHandlers);
}

/** Advance state and time with the current accelerations, by Euler or one of the implicit integrators. With `skipfactor`
 *  the integrator reuses the factorization of its last call. */
export function integrate(m: Model, d: Data, skipfactor = false): void {
  const mode = runModeFor(m) | (skipfactor ? RunMode.SKIP_FACTOR : 0);
  runPipeline(m, d, PipelineStep.eulerAcc, PIPELINE_END, mode, hostHandlers);
}

/** Time steps by RK4: the pipeline up to the integrators, then `rungeKutta` in their place. */
function rungeKuttaSteps(m: Model, d: Data, nstep: number): void {
  const mode = runModeFor(m);
  for (let k = 0; k < nstep; k++) {
    const first = k === 0 || hasUserCode(m) ? PipelineStep.wakeDisturbed : PipelineStep.badPos;
    runPipeline(m, d, first, PipelineStep.eulerAcc, mode, hostHandlers);
    rungeKutta(m, d);
  }
}

/** Advance state and time by RK4, after `forward`: forward dynamics three more times, then the steps that advance the state
 *  at the weighted rates. */
export function rungeKutta(m: Model, d: Data): void {
  const stages = stagesOf(m);
  const { time } = d;
  stages.rungeKuttaSave(m, d, 0);
  try {
    for (let i = 1; i < 4; i++) {
      stages.rungeKuttaStage(m, d, i, time);
      computeForwardSkip(m, d, Stage.NONE, true);
      stages.rungeKuttaSave(m, d, i);
    }
  } finally {
    // a callback may have thrown: restores the state
    stages.rungeKuttaFinish(m, d, time);
  }
  runPipeline(m, d, PipelineStep.snapshotState, PIPELINE_END, runModeFor(m) | RunMode.RK4_RATES, hostHandlers);
}

/** Run time steps with a force on an actuator. Returns its smallest and largest length after it settled, or undefined if time
 *  did not reach `probe.until`. */
export function probeActuatorLength(m: Model, d: Data, probe: LengthProbe): readonly [number, number] | undefined {
  return withEngine('probeActuatorLength', m, d, (em, b) => {
    if (em.nflex > 0 || em.opt.integrator === Integrator.DISCRETE) checkMetric(em);
    b.work_pull_length[0] = Number.POSITIVE_INFINITY;
    b.work_pull_length[1] = Number.NEGATIVE_INFINITY;
    try {
      runLengthProbe(em, b, probe, runModeFor(em), hostHandlers);
    } finally {
      b.work_sleep_int[SleepSlot.UNTOUCHED] = 0;
    }
    return b.time >= probe.until ? [b.work_pull_length[0], b.work_pull_length[1]] : undefined;
  });
}
