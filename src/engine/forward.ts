/** Forward dynamics, from state and controls to accelerations and sensors. This file only calls. */
import type { Data } from '../model/data.ts';
import { Disable, Stage, Warning } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { SleepInt } from '../model/sleepInt.ts';
import { collide } from './collide.ts';
import { fwdActuation } from './fwdActuation.ts';
import { callbacksOf } from './runtime/callbacks.ts';
import { runGrowing, stagesOf } from './runtime/engine.ts';
import { passivePlugins } from './runtime/plugins.ts';
import { requireMetric } from './runtime/requireMetric.ts';
import { handleOf, modelHandle, run } from './runtime/run.ts';
import { Status } from './runtime/status.ts';
import { warn, warnUnconverged } from './runtime/warning.ts';
import { energyPos, energyVel, sensorAcc, sensorPos, sensorVel } from './sensing.ts';
import { SolInt } from './solver/slots.ts';

/** Everything that follows from the state, the controls and the applied forces.
 *
 *  @example
 *  d.qpos[0] = 0.3;
 *  forward(m, d);
 *  console.log(d.qacc, d.body('arm').xpos); */
export function forward(m: Model, d: Data): void {
  run('forward', m, d, computeForward);
}

/** Forward dynamics without the stages up to `skipstage` (their results are taken as they are), and without sensors and
 *  energy if `skipsensor`.
 *
 *  @example
 *  forward(m, d);
 *  d.ctrl[0] = 1; // positions and velocities are the same, so their stages need not run again
 *  forwardSkip(m, d, Stage.VEL, true); */
export function forwardSkip(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  run('forwardSkip', m, d, (mm, b) => computeForwardSkip(mm, b, skipstage, skipsensor));
}

/** `forward` as a part of the pipeline. */
export function computeForward(m: Model, d: Data): void {
  computeForwardSkip(m, d, Stage.NONE, false);
}

/** `forwardSkip` as a part of the pipeline. */
export function computeForwardSkip(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  if (m.nflex > 0) requireMetric(m);
  if (skipstage < Stage.POS) {
    fwdPosition(m, d);
    if (!skipsensor) sensorPos(m, d);
    energyPos(m, d);
  }
  if (skipstage < Stage.VEL) {
    fwdVelocity(m, d);
    if (!skipsensor) sensorVel(m, d);
    energyVel(m, d);
  }
  if (!(m.opt.disableflags & Disable.ACTUATION)) callbacksOf(m).control?.(modelHandle(m), handleOf(d));
  fwdAcceleration(m, d);
  if (!skipsensor) sensorAcc(m, d);
}

/** Poses of everything that is awake; what has been disturbed wakes up. */
export function fwdKinematics(m: Model, d: Data): void {
  const stages = stagesOf(m);
  if (d.work_sleep_int[SleepInt.UNTOUCHED] === 0) stages.wake(m, d);
  stages.kinematics1(m, d);
  stages.kinematics2(m, d);
  stages.comPos(m, d);
  stages.camlight(m, d);
  if (m.nflex > 0) stages.flex(m, d);
  stages.tendon(m, d);
  stages.wakeTendons(m, d);
}

/** What follows from positions: poses, inertia, contacts, constraint rows, transmissions. */
export function fwdPosition(m: Model, d: Data): void {
  const stages = stagesOf(m);
  d.flg_energypos = 0;
  fwdKinematics(m, d);
  stages.makeM(m, d);
  stages.factorM(m, d);
  collide(m, d);
  if (stages.wakeContacts(m, d) > 0) collide(m, d);
  stages.wakeEqualities(m, d);
  runGrowing(stages.makeConstraint, m, d);
  stages.island(m, d);
  runGrowing(stages.projectConstraint, m, d);
  stages.transmission(m, d);
  if (m.nflex > 0) runGrowing(stages.flexMetric, m, d);
}

/** What follows from velocities: their sums over bodies, tendons and actuators, passive and bias forces, constraint
 *  references. */
export function fwdVelocity(m: Model, d: Data): void {
  const stages = stagesOf(m);
  d.flg_subtreevel = 0;
  d.flg_energyvel = 0;
  stages.velocities(m, d);
  stages.comVel(m, d);
  stages.passive(m, d);
  callbacksOf(m).passive?.(modelHandle(m), handleOf(d));
  if (m.nplugin > 0) passivePlugins(m, d);
  stages.referenceConstraint(m, d);
  stages.bias(m, d);
  if (d.efm_active) stages.flexShift(m, d);
}

/** Actuation, then accelerations without and with constraints. */
export function fwdAcceleration(m: Model, d: Data): void {
  const stages = stagesOf(m);
  fwdActuation(m, d);
  const bad = stages.fwdAcceleration(m, d);
  if (bad >= 0) warn(m, d, Warning.INERTIA, bad);
  fwdConstraint(m, d);
}

/** Accelerations with constraints; says what the solver could not do. */
export function fwdConstraint(m: Model, d: Data): void {
  const status = runGrowing(stagesOf(m).fwdConstraint, m, d);
  if (status === Status.UNCONVERGED) warnUnconverged(m, d);
  if (status === Status.INDEFINITE) warn(m, d, Warning.INERTIA, d.work_sol_int[SolInt.BAD_DOF]);
}
