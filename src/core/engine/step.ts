/** One time step. This file only calls: what stands in which order is in `pipeline/places.ts`. */
import { expectInteger } from '../expect.ts';
import { BLOCK } from '../model/block/block.ts';
import type { Data } from '../model/data.ts';
import { Enable, Integrator, Stage, Warning } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { SleepSlot } from '../model/sleepSlot.ts';
import { failAcc, failState } from './check.ts';
import { computeForwardSkip } from './forward.ts';
import { compareFwdInv } from './inverse.ts';
import { END, Mode } from './pipeline/places.ts';
import { stagesOf } from './runtime/engine.ts';
import { forwardHandlers, runControlCallback, warnInertia } from './runtime/host/forward.ts';
import {
  type HostHandlers,
  type LengthProbe,
  modeOf,
  runLengthProbe,
  runPipeline,
  runTimeSteps,
} from './runtime/pipelineRunner.ts';
import { Place } from './runtime/places.ts';
import { advancePlugins, hasAdvance } from './runtime/plugins.ts';
import { requireMetric } from './runtime/requireMetric.ts';
import { snapshotState } from './runtime/stateSnapshot.ts';
import { hasUserCode } from './runtime/userCode.ts';
import { warnNoSleepUnderRK4 } from './runtime/warning.ts';
import { engineModel, enterEngine, explainTrap, leaveEngine, withEngine } from './runtime/withEngine.ts';

/** Advance the simulation by `m.opt.timestep`, `nstep` times. Nothing can be set between these steps but by callbacks, so
 *  what sleeps is looked at only once: many steps in one call are cheaper where much sleeps.
 *
 *  A step that throws (out of memory, or an error of a callback) leaves the state as it was before that step.
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
  if (m.nflex > 0) requireMetric(m);
  if (m.opt.integrator === Integrator.RK4) rungeKuttaSteps(m, d, nstep);
  else runTimeSteps(m, d, nstep, modeOf(m), stepHandlers);
}

function rungeKuttaSteps(m: Model, d: Data, nstep: number): void {
  const mode = modeOf(m);
  for (let k = 0; k < nstep; k++) {
    runPipeline(m, d, k === 0 || hasUserCode(m) ? Place.look : Place.badPos, Place.eulerAcc, mode, stepHandlers);
    rungeKutta(m, d);
  }
}

/** What JavaScript does in the middle of a step. */
const stepHandlers: HostHandlers = {
  ...forwardHandlers,
  [Place.badPos]: (m, d, i) => failState(m, d, Warning.BADQPOS, i),
  [Place.badVel]: (m, d, i) => failState(m, d, Warning.BADQVEL, i),
  [Place.badAcc]: failAcc,
  [Place.compareFwdInv]: compareFwdInv,
  [Place.eulerAcc]: warnInertia,
  [Place.implicitAcc]: warnInertia,
  [Place.springDamperAcc]: warnInertia,
  [Place.keepState]: snapshotForUserCode,
  [Place.sleep]: fallAsleep,
  [Place.advancePlugins]: (m, d) => {
    if (m.nplugin > 0 && hasAdvance(d)) rollBackOnError(d, () => advancePlugins(m, d));
    d[BLOCK].undo = undefined;
  },
};

/** First part of a step, up to where controls and applied forces enter: set these between `step1` and `step2`.
 *
 *  @example
 *  step1(m, d);
 *  d.ctrl[0] = -10 * d.qpos[0] - d.qvel[0]; // controls that need what `step1` has computed
 *  step2(m, d); */
export function step1(m: Model, d: Data): void {
  withEngine('step1', m, d, firstPart);
}

function firstPart(m: Model, d: Data): void {
  if (m.nflex > 0) requireMetric(m);
  stagesOf(m).wake(m, d);
  runPipeline(m, d, Place.badPos, Place.control, modeOf(m), stepHandlers);
  runControlCallback(m, d);
}

/** Second part of a step. Runge-Kutta needs forward dynamics several times a step, so Euler takes its place here.
 *
 *  @example
 *  step1(m, d);
 *  step2(m, d); */
export function step2(m: Model, d: Data): void {
  withEngine('step2', m, d, secondPart);
}

function secondPart(m: Model, d: Data): void {
  runPipeline(m, d, Place.actuatorDynamics, END, modeOf(m), stepHandlers);
}

/** Steps in which something pulls at an actuator; the least and the greatest length that it had in the end, or nothing if time did
 *  not get there. */
export function probeActuatorLength(m: Model, d: Data, probe: LengthProbe): readonly [number, number] | undefined {
  return withEngine('probeActuatorLength', m, d, (em, b) => {
    if (em.nflex > 0) requireMetric(em);
    b.work_pull_length[0] = Number.POSITIVE_INFINITY;
    b.work_pull_length[1] = Number.NEGATIVE_INFINITY;
    try {
      runLengthProbe(em, b, probe, modeOf(em), stepHandlers);
    } finally {
      b.work_sleep_int[SleepSlot.UNTOUCHED] = 0;
    }
    return b.time >= probe.until ? [b.work_pull_length[0], b.work_pull_length[1]] : undefined;
  });
}

/** Advance state and time with the accelerations there are, by Euler or one of the implicit integrators. With
 *  `skipfactor` their matrix is that of the last call. */
export function integrate(m: Model, d: Data, skipfactor = false): void {
  runPipeline(m, d, Place.eulerAcc, END, modeOf(m) | (skipfactor ? Mode.SKIP_FACTOR : 0), stepHandlers);
}

/** Runge-Kutta of order 4; forward has been called. */
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
    // also when a callback throws between the stages
    stages.rungeKuttaFinish(m, d, time);
  }
  runPipeline(m, d, Place.keepState, END, modeOf(m) | Mode.WEIGHTED, stepHandlers);
}

/** Callbacks run once more when something falls asleep, and plugins at the end: should they throw, the state is put back. */
function snapshotForUserCode(m: Model, d: Data, _: number, mode: number): void {
  const sleeping = m.opt.enableflags & Enable.SLEEP && !(mode & Mode.WEIGHTED);
  const advancing = m.nplugin > 0 && hasAdvance(d);
  d[BLOCK].undo = sleeping || advancing ? snapshotState(m, d) : undefined;
}

/** Sleepers have stopped: what depends on velocity is computed once more, for them too. */
function fallAsleep(m: Model, d: Data, _: number, mode: number): void {
  if (mode & Mode.WEIGHTED) {
    warnNoSleepUnderRK4(m, d);
    return;
  }
  rollBackOnError(d, () => computeForwardSkip(m, d, Stage.POS, false));
  stagesOf(m).updateSleep(m, d, 0);
}

/** Code of the user may throw in the middle of this: the state is as it was then. */
function rollBackOnError(d: Data, work: () => void): void {
  try {
    work();
  } catch (error) {
    d[BLOCK].undo?.();
    throw error;
  }
}
