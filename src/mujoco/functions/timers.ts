/** Counts of `MjData.timer`: the number of runs of each part of the pipeline. Durations are zero, as in the package, which has no clock. */
import { blockOf, type Data } from '../../core/model/data.ts';
import { Disable, Enable, Integrator, Stage, Timer } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';

/** Counts one call of a function, after it has returned. */
export type Count = (m: Model, d: Data) => void;

const collision = [Timer.POS_COLLISION, Timer.COL_BROAD, Timer.COL_NARROW];
const invPosition = [Timer.POSITION, Timer.POS_KINEMATICS, Timer.POS_INERTIA, ...collision, Timer.POS_MAKE];
const fwdPosition = [...invPosition, Timer.POS_PROJECT];
const forward = [Timer.FORWARD, ...fwdPosition, Timer.VELOCITY, Timer.ACTUATION, Timer.CONSTRAINT];
const inverse = [Timer.INVERSE, Timer.CONSTRAINT];
const velocity = [Timer.VELOCITY];
const lastStages = [Timer.FORWARD, Timer.ACTUATION, Timer.CONSTRAINT];
const eulerStep = [Timer.STEP, ...forward, Timer.ADVANCE];
const rungeKuttaStep = [Timer.STEP];
const secondHalf = [Timer.ACTUATION, Timer.CONSTRAINT, Timer.ADVANCE];

/** Add to the counts of some parts. */
function add(m: Model, d: Data, timers: readonly Timer[], runs = 1): void {
  const { timer_number } = blockOf(d);
  const skipsPairs = (m.opt.disableflags & (Disable.CONSTRAINT | Disable.CONTACT)) !== 0 || m.nbody + m.nflex < 2;
  for (const timer of timers) {
    if (skipsPairs && (timer === Timer.COL_BROAD || timer === Timer.COL_NARROW)) continue;
    timer_number[timer] += runs;
  }
}

const counter =
  (...timers: Timer[]): Count =>
  (m, d) =>
    add(m, d, timers);

/** Parts that run for the comparison after a step if `fwdinv` is enabled. */
function addComparison(m: Model, d: Data): void {
  if (d.nefc > 0) add(m, d, inverse);
}

function step(m: Model, d: Data): void {
  const isRungeKutta = m.opt.integrator === Integrator.RK4;
  add(m, d, isRungeKutta ? rungeKuttaStep : eulerStep);
  if (isRungeKutta) add(m, d, forward, 4);
  if ((m.opt.enableflags & Enable.FWDINV) !== 0) addComparison(m, d);
}

function step2(m: Model, d: Data): void {
  add(m, d, secondHalf);
  if ((m.opt.enableflags & Enable.FWDINV) !== 0) addComparison(m, d);
}

/** Parts that `mj_forwardSkip` runs. */
export function countForward(m: Model, d: Data, skipstage: Stage): void {
  add(m, d, lastStages);
  if (skipstage < Stage.POS) add(m, d, fwdPosition);
  if (skipstage < Stage.VEL) add(m, d, velocity);
}

/** Parts that `mj_inverseSkip` runs. */
export function countInverse(m: Model, d: Data, skipstage: Stage): void {
  add(m, d, inverse);
  if (skipstage < Stage.POS) add(m, d, invPosition);
  if (skipstage < Stage.VEL) add(m, d, velocity);
}

/** Parts counted by each function of the pipeline. */
export const counts = {
  step,
  step1: counter(Timer.STEP, ...fwdPosition, Timer.VELOCITY),
  step2,
  forward: counter(...forward),
  inverse: (m: Model, d: Data) => countInverse(m, d, Stage.NONE),
  rungeKutta: (m: Model, d: Data) => add(m, d, forward, 3),
  fwdPosition: counter(...fwdPosition),
  invPosition: counter(...invPosition),
  velocity: counter(Timer.VELOCITY),
  actuation: counter(Timer.ACTUATION),
  constraint: counter(Timer.CONSTRAINT),
  comparison: addComparison,
  advance: counter(Timer.ADVANCE),
  makeM: counter(Timer.POS_INERTIA),
  collision: counter(...collision),
} satisfies Record<string, Count>;
