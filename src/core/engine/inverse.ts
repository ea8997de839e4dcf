/** Inverse dynamics, from accelerations to the forces that give them. This file only calls. */
import { expectInteger } from '../expect.ts';
import type { Data } from '../model/data.ts';
import { Enable, Integrator, Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { fwdVelocity } from './forward.ts';
import { stagesOf } from './runtime/engine.ts';
import { runForwardSteps } from './runtime/host/forward.ts';
import { Place } from './runtime/places.ts';
import { withEngine } from './runtime/withEngine.ts';
import { energyPos, energyVel, sensorAcc, sensorPos, sensorVel } from './sensing.ts';

/** `d.qfrc_inverse`: the applied force that gives the acceleration `d.qacc` in the present state.
 *
 *  @example
 *  d.qacc[0] = 2;
 *  inverse(m, d);
 *  console.log(d.qfrc_inverse[0]); // the torque that gives this acceleration */
export function inverse(m: Model, d: Data): void {
  inverseSkip(m, d, Stage.NONE, false);
}

/** Inverse dynamics without the stages up to `skipstage`, and without sensors and energy if `skipsensor`.
 *
 *  @example
 *  inverse(m, d);
 *  d.qacc[0] = 3; // only the acceleration is another one
 *  inverseSkip(m, d, Stage.VEL, true); */
export function inverseSkip(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  expectInteger('inverseSkip: skipstage', skipstage);
  withEngine('inverse', m, d, (mm, b) => computeInverse(mm, b, skipstage, skipsensor));
}

/** `inverseSkip` as a part of the pipeline. */
function computeInverse(m: Model, d: Data, skipstage: Stage, skipsensor: boolean): void {
  const stages = stagesOf(m);
  const energy = (m.opt.enableflags & Enable.ENERGY) !== 0;
  const discrete = (m.opt.enableflags & Enable.INVDISCRETE) !== 0;
  if (discrete && m.opt.integrator === Integrator.RK4) {
    throw new Error('discrete inverse dynamics does not exist for RK4');
  }
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
  if (discrete) {
    d.work_keep_qacc.set(d.qacc);
    stages.discreteAcc(m, d);
  }
  try {
    stages.invConstraint(m, d);
    if (!skipsensor) sensorAcc(m, d);
    stages.inverseForce(m, d);
  } finally {
    if (discrete) d.qacc.set(d.work_keep_qacc);
  }
}

/** What follows from positions: as `fwdPosition`, without what only the solver needs. */
export function invPosition(m: Model, d: Data): void {
  runForwardSteps(m, d, Place.wake, Place.wakeContacts);
  runForwardSteps(m, d, Place.makeConstraint, Place.island);
  if (m.opt.enableflags & Enable.DIAGEXACT) runForwardSteps(m, d, Place.projectConstraint, Place.transmission);
  runForwardSteps(m, d, Place.transmission, Place.sensorPos);
}

/** How far inverse dynamics is from the forward dynamics just computed: `d.solver_fwdinv` gets the norms of the
 *  differences of the constraint force and of the applied force. Results of forward dynamics stay as they are. */
export function compareFwdInv(m: Model, d: Data): void {
  const stages = stagesOf(m);
  d.solver_fwdinv.fill(0);
  if (d.nefc === 0) return;
  const constraint = d.qfrc_constraint.slice();
  const force = d.efc_force.slice(0, d.nefc);
  computeInverse(m, d, Stage.VEL, true);
  // the forces applied in forward dynamics, in the place of the differences
  stages.appliedForce(m, d);
  d.solver_fwdinv[0] = distance(constraint, d.qfrc_constraint);
  d.solver_fwdinv[1] = distance(d.work_int_frc, d.qfrc_inverse);
  d.qfrc_constraint.set(constraint);
  d.efc_force.set(force);
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return Math.sqrt(sum);
}
