/** One time step. This file only calls. */
import type { Data } from '../model/data.ts';
import { Enable, Integrator, Stage, Warning } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { SleepInt } from '../model/sleepInt.ts';
import { unreachable } from '../model/unreachable.ts';
import { checkAcc, checkPos, checkVel } from './check.ts';
import { computeForward, computeForwardSkip, fwdAcceleration, fwdPosition, fwdVelocity } from './forward.ts';
import { compareFwdInv } from './inverse.ts';
import { callbacksOf } from './runtime/callbacks.ts';
import { stagesOf } from './runtime/engine.ts';
import { advancePlugins, hasAdvance } from './runtime/plugins.ts';
import { begin, end, engineModel, handleOf, inWords, modelHandle, run } from './runtime/run.ts';
import { keepState } from './runtime/undo.ts';
import { warn, warnSleepless } from './runtime/warning.ts';
import { energyPos, energyVel, sensorAcc, sensorPos, sensorVel } from './sensing.ts';

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
  const b = begin('step', m, d);
  const mm = engineModel(m);
  try {
    for (let k = 0; k < nstep; k++) {
      if (k === 0 || callsBack(m)) lookAtSleepers(mm, b);
      oneStep(mm, b);
    }
  } catch (error) {
    throw inWords(error);
  } finally {
    b.work_sleep_int[SleepInt.UNTOUCHED] = 0;
    end(b);
  }
}

/** Whether code of the user runs in the middle of a step. */
function callsBack(m: Model): boolean {
  return m.callbacks !== undefined || m.nplugin > 0;
}

/** Wakes what the user has disturbed; unless there are callbacks or plugins, nobody can do so from here to the end of the call. */
function lookAtSleepers(m: Model, d: Data): void {
  stagesOf(m).wake(m, d);
  d.work_sleep_int[SleepInt.UNTOUCHED] = 1;
}

function oneStep(m: Model, d: Data): void {
  checkPos(m, d);
  checkVel(m, d);
  computeForward(m, d);
  if (callsBack(m)) d.work_sleep_int[SleepInt.UNTOUCHED] = 0;
  checkAcc(m, d);
  if (m.opt.enableflags & Enable.FWDINV) compareFwdInv(m, d);
  if (m.opt.integrator === Integrator.RK4) rungeKutta(m, d);
  else integrate(m, d);
}

/** First part of a step, up to where controls and applied forces enter: set these between `step1` and `step2`.
 *
 *  @example
 *  step1(m, d);
 *  d.ctrl[0] = -10 * d.qpos[0] - d.qvel[0]; // controls that need what `step1` has computed
 *  step2(m, d); */
export function step1(m: Model, d: Data): void {
  run('step1', m, d, firstPart);
}

function firstPart(m: Model, d: Data): void {
  stagesOf(m).wake(m, d);
  checkPos(m, d);
  checkVel(m, d);
  fwdPosition(m, d);
  sensorPos(m, d);
  energyPos(m, d);
  fwdVelocity(m, d);
  sensorVel(m, d);
  energyVel(m, d);
  callbacksOf(m).control?.(modelHandle(m), handleOf(d));
}

/** Second part of a step. Runge-Kutta needs forward dynamics several times a step, so Euler takes its place here.
 *
 *  @example
 *  step1(m, d);
 *  step2(m, d); */
export function step2(m: Model, d: Data): void {
  run('step2', m, d, secondPart);
}

function secondPart(m: Model, d: Data): void {
  fwdAcceleration(m, d);
  sensorAcc(m, d);
  checkAcc(m, d);
  if (m.opt.enableflags & Enable.FWDINV) compareFwdInv(m, d);
  integrate(m, d);
}

/** Advance state and time with the accelerations there are, by Euler or one of the implicit integrators. With
 *  `skipfactor` their matrix is that of the last call. */
export function integrate(m: Model, d: Data, skipfactor = false): void {
  const bad = integratedAcc(m, d, skipfactor ? 1 : 0);
  if (bad >= 0) warn(m, d, Warning.INERTIA, bad);
  advance(m, d, 0);
}

/** The acceleration that the integrator takes the step with; returns the dof at which its matrix is indefinite, or -1. */
function integratedAcc(m: Model, d: Data, skipfactor: 0 | 1): number {
  const stages = stagesOf(m);
  const integrator = m.opt.integrator as Integrator;
  switch (integrator) {
    case Integrator.EULER:
    case Integrator.RK4:
      return stages.eulerAcc(m, d, skipfactor);
    case Integrator.IMPLICIT:
    case Integrator.IMPLICITFAST:
      return stages.implicitAcc(m, d, skipfactor);
    case Integrator.IMPLICITSPRINGDAMPER:
      return stages.springDamperAcc(m, d, skipfactor);
    default:
      unreachable(integrator);
      throw new RangeError(`opt.integrator: expected 0 to 4, found ${m.opt.integrator}`);
  }
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
  advance(m, d, 1);
}

function advance(m: Model, d: Data, weighted: 0 | 1): void {
  const stages = stagesOf(m);
  // callbacks run once more when something falls asleep, in the middle of this
  const sleeping = callsBack(m) && m.opt.enableflags & Enable.SLEEP && !weighted;
  const advancing = m.nplugin > 0 && hasAdvance(d);
  const undo = sleeping || advancing ? keepState(m, d) : undefined;
  stages.advanceInputs(m, d, weighted);
  if (weighted) {
    // Runge-Kutta goes through velocities that sleepers would wake from
    if (m.opt.enableflags & Enable.SLEEP) warnSleepless(m, d);
  } else if (stages.sleep(m, d) > 0) {
    // sleepers have stopped: what depends on velocity is computed once more, for them too
    orUndo(undo, () => computeForwardSkip(m, d, Stage.POS, false));
    stages.updateSleep(m, d, 0);
  }
  stages.advanceState(m, d, weighted);
  if (advancing) orUndo(undo, () => advancePlugins(m, d));
}

/** Code of the user may throw in the middle of this: the state is as it was then. */
function orUndo(undo: (() => void) | undefined, work: () => void): void {
  try {
    work();
  } catch (error) {
    undo?.();
    throw error;
  }
}
