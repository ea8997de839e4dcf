/** Functions that run ranges of pipeline steps.
 *  Generated from `steps.table.ts` by `node scripts/pipelineSteps.mjs`; do not edit. */
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { actuatorDynamics } from '../actuation/actuatorDynamics.ts';
import { actuatorForce, applyActuators } from '../actuation/actuatorForce.ts';
import { fwdAcceleration } from '../actuation/fwdAcceleration.ts';
import { collision } from '../collision/collision.ts';
import { makeConstraint } from '../constraint/make.ts';
import { projectConstraint } from '../constraint/project.ts';
import { referenceConstraint, velocityConstraint } from '../constraint/reference.ts';
import { regularizeConstraint } from '../constraint/regularize.ts';
import { flex } from '../flex/flex.ts';
import { advanceInputs, advanceState } from '../integrate/advance.ts';
import { badPos, badVel } from '../integrate/bad.ts';
import { eulerAcc } from '../integrate/eulerAcc.ts';
import { implicitAcc } from '../integrate/implicitAcc.ts';
import { solvedAcc } from '../integrate/solvedAcc.ts';
import { springDamperAcc } from '../integrate/springDamperAcc.ts';
import { island } from '../island/island.ts';
import { effActuation } from '../metric/effActuation.ts';
import { effBuild } from '../metric/effBuild.ts';
import { effShift } from '../metric/effShift.ts';
import { passive } from '../passive/passive.ts';
import { camlight } from '../position/camlight.ts';
import { comPos } from '../position/comPos.ts';
import { factorM } from '../position/inertia/factorM.ts';
import { makeM } from '../position/inertia/massMatrix.ts';
import { kinematics1, kinematics2 } from '../position/kinematics.ts';
import { tendon } from '../position/tendon/tendon.ts';
import { transmission } from '../position/transmission/transmission.ts';
import { sensorAcc, sensorPos, sensorVel } from '../sensor/driver.ts';
import { wakeContacts, wakeEqualities, wakeTendons } from '../sleep/wake.ts';
import { fwdConstraint } from '../solver/fwdConstraint.ts';
import { comVel } from '../velocity/comVel.ts';
import { energyVel } from '../velocity/energy.ts';
import { bias } from '../velocity/rne.ts';
import { velocities } from '../velocity/velocities.ts';
import {
  comparesInverse,
  hasFlex,
  hasMetric,
  isDiscrete,
  mayHaveMetric,
  needsKineticEnergy,
  rk4Rates,
  runsSensors,
  skipFactor,
  usesEuler,
  usesImplicit,
  usesSpringDamper,
} from './conditions.ts';
import {
  eventFromBadIndex,
  eventFromCount,
  eventFromSensors,
  eventFromStatus,
  isInRange,
  PipelineEvent,
  pauseAt,
  yieldToHost,
  yieldToUserCode,
} from './event.ts';
import { PipelineStep } from './pipelineStep.ts';
import {
  badAccAfterUserCode,
  potentialEnergy,
  sleepUnlessRK4,
  wakeDisturbed,
  wakeUnlessUntouched,
} from './stageCalls.ts';

/** Wakes disturbed trees and checks the state.
 *  Runs the steps in [from, to) of this phase; returns a PipelineEvent. */
export function runStateSteps(m: Model, d: Data, from: int, to: int): int {
  let event: int = PipelineEvent.DONE;
  if (isInRange(PipelineStep.wakeDisturbed, from, to)) wakeDisturbed(m, d);
  if (isInRange(PipelineStep.badPos, from, to)) event = eventFromBadIndex(d, badPos(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.badPos, event);
  if (isInRange(PipelineStep.badVel, from, to)) event = eventFromBadIndex(d, badVel(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.badVel, event);
  return PipelineEvent.DONE;
}

/** Poses and the mass matrix.
 *  Runs the steps in [from, to) of this phase. */
export function runPoseSteps(m: Model, d: Data, from: int, to: int): void {
  if (isInRange(PipelineStep.wake, from, to)) {
    d.flg_energypos = 0;
    wakeUnlessUntouched(m, d);
  }
  if (isInRange(PipelineStep.kinematics1, from, to)) kinematics1(m, d);
  if (isInRange(PipelineStep.kinematics2, from, to)) kinematics2(m, d);
  if (isInRange(PipelineStep.comPos, from, to)) comPos(m, d);
  if (isInRange(PipelineStep.camlight, from, to)) camlight(m, d);
  if (isInRange(PipelineStep.flex, from, to) && hasFlex(m)) flex(m, d);
  if (isInRange(PipelineStep.tendon, from, to)) tendon(m, d);
  if (isInRange(PipelineStep.wakeTendons, from, to)) wakeTendons(m, d);
  if (isInRange(PipelineStep.makeM, from, to)) makeM(m, d);
  if (isInRange(PipelineStep.factorM, from, to)) factorM(m, d);
}

/** Everything else that depends on positions only: contacts, constraint rows, transmissions.
 *  Runs the steps in [from, to) of this phase; returns a PipelineEvent. */
export function runContactSteps(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = PipelineEvent.DONE;
  if (isInRange(PipelineStep.collision, from, to)) event = eventFromStatus(d, collision(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.collision, event);
  if (isInRange(PipelineStep.contactFilter, from, to)) event = yieldToUserCode(d, mode);
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.contactFilter, event);
  if (isInRange(PipelineStep.wakeContacts, from, to)) event = eventFromCount(d, wakeContacts(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.wakeContacts, event);
  if (isInRange(PipelineStep.wakeEqualities, from, to)) wakeEqualities(m, d);
  if (isInRange(PipelineStep.makeConstraint, from, to)) event = eventFromStatus(d, makeConstraint(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.makeConstraint, event);
  if (isInRange(PipelineStep.island, from, to)) island(m, d);
  if (isInRange(PipelineStep.projectConstraint, from, to)) event = eventFromStatus(d, projectConstraint(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.projectConstraint, event);
  if (isInRange(PipelineStep.transmission, from, to)) transmission(m, d);
  if (isInRange(PipelineStep.effBuild, from, to) && mayHaveMetric(m, d)) event = eventFromStatus(d, effBuild(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.effBuild, event);
  if (isInRange(PipelineStep.sensorPos, from, to) && runsSensors(mode)) {
    event = eventFromSensors(d, sensorPos(m, d), mode);
  }
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.sensorPos, event);
  if (isInRange(PipelineStep.energyPos, from, to)) potentialEnergy(m, d);
  return PipelineEvent.DONE;
}

/** Everything that depends on velocities.
 *  Runs the steps in [from, to) of this phase; returns a PipelineEvent. */
export function runVelocitySteps(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = PipelineEvent.DONE;
  if (isInRange(PipelineStep.velocities, from, to)) {
    d.flg_subtreevel = 0;
    d.flg_energyvel = 0;
    velocities(m, d);
  }
  if (isInRange(PipelineStep.comVel, from, to)) comVel(m, d);
  if (isInRange(PipelineStep.passive, from, to)) passive(m, d);
  if (isInRange(PipelineStep.passiveCallback, from, to)) event = yieldToUserCode(d, mode);
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.passiveCallback, event);
  if (isInRange(PipelineStep.velocityConstraint, from, to) && isDiscrete(m)) velocityConstraint(m, d);
  if (isInRange(PipelineStep.referenceConstraint, from, to) && !isDiscrete(m)) referenceConstraint(m, d);
  if (isInRange(PipelineStep.bias, from, to)) bias(m, d);
  if (isInRange(PipelineStep.effShift, from, to) && hasMetric(d)) effShift(m, d);
  if (isInRange(PipelineStep.sensorVel, from, to) && runsSensors(mode)) {
    event = eventFromSensors(d, sensorVel(m, d), mode);
  }
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.sensorVel, event);
  if (isInRange(PipelineStep.energyVel, from, to) && needsKineticEnergy(m, d)) energyVel(m, d);
  return PipelineEvent.DONE;
}

/** Actuation and accelerations.
 *  Runs the steps in [from, to) of this phase; returns a PipelineEvent. */
export function runAccelerationSteps(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = PipelineEvent.DONE;
  if (isInRange(PipelineStep.controlCallback, from, to)) event = yieldToUserCode(d, mode);
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.controlCallback, event);
  if (isInRange(PipelineStep.actuatorDynamics, from, to)) event = eventFromBadIndex(d, actuatorDynamics(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.actuatorDynamics, event);
  if (isInRange(PipelineStep.actuatorCallbacks, from, to)) event = yieldToUserCode(d, mode);
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.actuatorCallbacks, event);
  if (isInRange(PipelineStep.actuatorForce, from, to)) actuatorForce(m, d);
  if (isInRange(PipelineStep.actuatorPlugins, from, to)) event = yieldToUserCode(d, mode);
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.actuatorPlugins, event);
  if (isInRange(PipelineStep.applyActuators, from, to)) applyActuators(m, d);
  if (isInRange(PipelineStep.effActuation, from, to) && isDiscrete(m)) event = eventFromBadIndex(d, effActuation(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.effActuation, event);
  if (isInRange(PipelineStep.regularizeConstraint, from, to) && isDiscrete(m)) {
    event = eventFromStatus(d, regularizeConstraint(m, d));
  }
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.regularizeConstraint, event);
  if (isInRange(PipelineStep.fwdAcceleration, from, to)) event = eventFromBadIndex(d, fwdAcceleration(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.fwdAcceleration, event);
  if (isInRange(PipelineStep.fwdConstraint, from, to)) event = eventFromStatus(d, fwdConstraint(m, d));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.fwdConstraint, event);
  if (isInRange(PipelineStep.sensorAcc, from, to) && runsSensors(mode)) {
    d.flg_rnepost = 0;
    event = eventFromSensors(d, sensorAcc(m, d), mode);
  }
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.sensorAcc, event);
  return PipelineEvent.DONE;
}

/** From accelerations to the next state.
 *  Runs the steps in [from, to) of this phase; returns a PipelineEvent. */
export function runIntegrationSteps(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = PipelineEvent.DONE;
  if (isInRange(PipelineStep.badAcc, from, to)) event = eventFromBadIndex(d, badAccAfterUserCode(m, d, mode));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.badAcc, event);
  if (isInRange(PipelineStep.compareFwdInv, from, to) && comparesInverse(m)) event = yieldToHost(d, 0);
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.compareFwdInv, event);
  if (isInRange(PipelineStep.eulerAcc, from, to) && usesEuler(m)) {
    event = eventFromBadIndex(d, eulerAcc(m, d, skipFactor(mode)));
  }
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.eulerAcc, event);
  if (isInRange(PipelineStep.implicitAcc, from, to) && usesImplicit(m)) {
    event = eventFromBadIndex(d, implicitAcc(m, d, skipFactor(mode)));
  }
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.implicitAcc, event);
  if (isInRange(PipelineStep.springDamperAcc, from, to) && usesSpringDamper(m)) {
    event = eventFromBadIndex(d, springDamperAcc(m, d, skipFactor(mode)));
  }
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.springDamperAcc, event);
  if (isInRange(PipelineStep.solvedAcc, from, to) && isDiscrete(m)) solvedAcc(m, d);
  if (isInRange(PipelineStep.snapshotState, from, to)) event = yieldToUserCode(d, mode);
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.snapshotState, event);
  if (isInRange(PipelineStep.advanceInputs, from, to)) advanceInputs(m, d, rk4Rates(mode));
  if (isInRange(PipelineStep.sleep, from, to)) event = eventFromCount(d, sleepUnlessRK4(m, d, rk4Rates(mode)));
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.sleep, event);
  if (isInRange(PipelineStep.advanceState, from, to)) advanceState(m, d, rk4Rates(mode));
  if (isInRange(PipelineStep.advancePlugins, from, to)) event = yieldToUserCode(d, mode);
  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.advancePlugins, event);
  return PipelineEvent.DONE;
}

/** Runs the steps in [from, to). Returns a PipelineEvent; its step is in work_pipeline.
 *  Writes what the stages write, and work_pipeline. */
export function runPipelineSteps(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = runStateSteps(m, d, from, Math.min(to, PipelineStep.wake));
  if (event !== PipelineEvent.DONE) return event;
  runPoseSteps(m, d, Math.max(from, PipelineStep.wake), Math.min(to, PipelineStep.collision));
  event = runContactSteps(m, d, Math.max(from, PipelineStep.collision), Math.min(to, PipelineStep.velocities), mode);
  if (event !== PipelineEvent.DONE) return event;
  event = runVelocitySteps(
    m,
    d,
    Math.max(from, PipelineStep.velocities),
    Math.min(to, PipelineStep.controlCallback),
    mode,
  );
  if (event !== PipelineEvent.DONE) return event;
  event = runAccelerationSteps(
    m,
    d,
    Math.max(from, PipelineStep.controlCallback),
    Math.min(to, PipelineStep.badAcc),
    mode,
  );
  if (event !== PipelineEvent.DONE) return event;
  return runIntegrationSteps(m, d, Math.max(from, PipelineStep.badAcc), to, mode);
}
