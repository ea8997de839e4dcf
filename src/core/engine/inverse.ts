/** Inverse dynamics: from accelerations to the forces that cause them. This file only calls. */
import { expectInteger } from '../expect.ts';
import type { Data } from '../model/data.ts';
import { Enable, Integrator, Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { fwdVelocity } from './forward.ts';
import { PipelineStep } from './pipeline/pipelineStep.ts';
import { checkMetric } from './runtime/checkMetric.ts';
import { checkDiscrete, inverseFromAcc } from './runtime/host/compareFwdInv.ts';
import { runForwardSteps } from './runtime/host/handlers.ts';
import { withEngine } from './runtime/withEngine.ts';
import { energyPos, energyVel, sensorAcc, sensorPos, sensorVel } from './sensing.ts';

/** Compute `d.qfrc_inverse`, the applied force that causes the acceleration `d.qacc` in the current state.
 *
 *  @example
 *  d.qacc[0] = 2;
 *  inverse(m, d);
 *  console.log(d.qfrc_inverse[0]); // the torque that causes this acceleration */
export function inverse(m: Model, d: Data): void {
  inverseSkip(m, d, Stage.NONE, false);
}

/** Run inverse dynamics after `skipstage`, and without sensors and energy if `skipsensor`.
 *
 *  @example
 *  inverse(m, d);
 *  d.qacc[0] = 3; // only the acceleration has changed
 *  inverseSkip(m, d, Stage.VEL, true); */
export function inverseSkip(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  expectInteger('inverseSkip: skipstage', skipstage);
  withEngine('inverse', m, d, (mm, b) => computeInverse(mm, b, skipstage, skipsensor));
}

/** `inverseSkip` inside the pipeline. */
function computeInverse(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  checkDiscrete(m);
  if (m.opt.integrator === Integrator.DISCRETE) checkMetric(m);
  const energy = (m.opt.enableflags & Enable.ENERGY) !== 0;
  if (skipstage < Stage.POS) {
    invPosition(m, d);
    if (!skipsensor) sensorPos(m, d);
    if (energy) energyPos(m, d);
  }
  if (skipstage < Stage.VEL) {
    fwdVelocity(m, d);
    if (!skipsensor) sensorVel(m, d);
    if (energy) energyVel(m, d);
  }
  if (m.opt.integrator === Integrator.DISCRETE) {
    runForwardSteps(m, d, PipelineStep.effActuation, PipelineStep.fwdAcceleration);
  }
  inverseFromAcc(m, d, skipsensor ? undefined : sensorAcc);
}

/** Compute everything that depends on positions: `fwdPosition` without quantities that only the solver needs. */
export function invPosition(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.wake, PipelineStep.wakeContacts);
  runForwardSteps(m, d, PipelineStep.makeConstraint, PipelineStep.island);
  if (m.opt.enableflags & Enable.DIAGEXACT) {
    runForwardSteps(m, d, PipelineStep.projectConstraint, PipelineStep.transmission);
  }
  runForwardSteps(m, d, PipelineStep.transmission, PipelineStep.sensorPos);
}
