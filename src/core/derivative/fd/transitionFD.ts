/** Derivatives of a step by finite differences. */
import { stagesOf } from '../../engine/runtime/engine.ts';
import type { Data } from '../../model/data.ts';
import { checkFits } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { scratchDataLike } from '../scratchData.ts';
import { checkEps, expectOptions, matrix, stateDim } from '../sizes.ts';
import { differencesOf } from './stepDifference.ts';

/** Derivatives of one step, row-major: of the next state with respect to the state (A, nx x nx) and the controls (B, nx x nu), and of the
 *  sensors with respect to the same (C, D). The state is (dq, qvel, act), positions in the tangent space, nx = 2 nv + na. */
export interface Transition {
  A: Float64Array;
  B: Float64Array;
  C?: Float64Array | undefined;
  D?: Float64Array | undefined;
}

/** Options of `transitionFD`. */
export interface DifferenceOptions {
  /** Size of a nudge. default: 1e-6 */
  eps?: number;
  /** Centered differences, which cost twice as much and have an error of order eps^2. */
  centered?: boolean;
  /** Also compute the derivatives of the sensors, C and D. */
  sensors?: boolean;
  /** Output buffers, for example a previous result. When given, nothing is allocated. */
  into?: Partial<Transition>;
}

/** Derivatives of a step by finite differences, one input at a time. Stages that do not depend on the input are
 *  skipped: a control costs less than a velocity, and a velocity less than a position. Controls stay within their
 *  range. The `Data` is not changed.
 *
 *  ```ts
 *  const { A, B } = transitionFD(model, data, { centered: true });
 *  ``` */
export function transitionFD(m: Model, d: Data, options: DifferenceOptions = {}): Transition {
  const b = checkFits('transitionFD', m, d);
  const { eps = 1e-6, centered = false, into = {} } = expectOptions(options);
  const sensors = options.sensors ?? (into.C !== undefined || into.D !== undefined);
  const nx = stateDim(m);
  into.A = matrix('A', into.A, nx, nx);
  into.B = matrix('B', into.B, nx, m.nu);
  if (sensors) {
    into.C = matrix('C', into.C, m.nsensordata, nx);
    into.D = matrix('D', into.D, m.nsensordata, m.nu);
  }
  differenceStep(m, b, checkEps(eps), centered, into);
  return into as Transition;
}

/** Fills the matrices that `out` has. */
export function differenceStep(m: Model, d: Data, eps: number, centered: boolean, out: Partial<Transition>): void {
  const { A, B, C, D } = out;
  const t = scratchDataLike(m, d);
  expectSane(m, t);
  const steps = differencesOf(m);
  steps.begin(d, t, eps, centered, Boolean(C || D));
  // each kind of input preserves the stages that the next kinds need: controls, activations, velocities, positions
  if (B || D) {
    for (let i = 0; i < m.nu; i++) {
      steps.nudgeControl(i);
      if (B) steps.stateColumn(B, i, m.nu);
      if (D) steps.sensorColumn(D, i, m.nu);
    }
  }
  if (!A && !C) return;
  const nx = stateDim(m);
  for (let i = nx - 1; i >= 0; i--) {
    steps.nudgeState(i);
    if (A) steps.stateColumn(A, i, nx);
    if (C) steps.sensorColumn(C, i, nx);
  }
}

/** Rejects a state with a bad value: the step would reset the `Data`, so its derivative is meaningless. */
export function expectSane(m: Model, d: Data): void {
  const { badPos, badVel } = stagesOf(m);
  const q = badPos(m, d);
  if (q >= 0) throw new RangeError(`qpos[${q}]: expected a finite number, found ${d.qpos[q]}`);
  const v = badVel(m, d);
  if (v >= 0) throw new RangeError(`qvel[${v}]: expected a finite number, found ${d.qvel[v]}`);
}
