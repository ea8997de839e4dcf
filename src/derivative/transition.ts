/** Derivatives of a step, one call for every method. */
import { forwardSkip } from '../engine/forward.ts';
import { drive } from '../engine/runtime/drive.ts';
import { stagesOf } from '../engine/runtime/engine.ts';
import { Place } from '../engine/runtime/places.ts';
import { engineData, engineModel } from '../engine/runtime/run.ts';
import type { Data } from '../model/data.ts';
import { Enable, Integrator, Solver, Stage } from '../model/enums.ts';
import { fitting } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { controlMatrixAt, Stopped, stateMatrixAt, Told, toldAt, workspaceSize } from './analytic/layout.ts';
import { analyticOf } from './analyticOf.ts';
import { differencesOf } from './fd/stepDifference.ts';
import { type DifferenceOptions, expectSane, type Transition, transitionFD } from './fd/transitionFD.ts';
import { sensorsOf } from './sensors.ts';
import { checkEps, expectOptions, matrix, stateDim } from './sizes.ts';
import { twinLike, workspaces64 } from './twin.ts';
import { unsupportedPositions, unsupportedSpeeds } from './unsupported.ts';

/** How to compute the derivatives of a step. */
export interface TransitionOptions extends DifferenceOptions {
  /** `analytic`: everything in closed form, through contacts (an error says what has none); `hybrid`: columns of positions by
   *  differences, the rest in closed form; `fd`: differences. */
  method?: 'analytic' | 'hybrid' | 'fd';
}

/** Derivatives of a step, and how good they are. */
export interface TransitionResult extends Transition {
  /** What was missing at the solution that was differentiated, relative to the largest force: far below 1e-8 if the solver
   *  has converged. 0 with differences, which do not look. */
  residual: number;
}

/** The derivatives A and B of a step at the state and controls of the Data, which stays as it is; with `sensors` also C and D.
 *
 *  @example
 *  const model = await loadModel('humanoid.xml');
 *  const { A, B, residual } = transition(model, new Data(model)); */
export function transition(m: Model, d: Data, options: TransitionOptions = {}): TransitionResult {
  const b = fitting('transition', m, d);
  const { method = 'analytic', into = {} } = expectOptions(options);
  const result = into as TransitionResult;
  if (method === 'fd') {
    transitionFD(m, b, { ...options, into: result });
    result.residual = 0;
    return result;
  }
  if (method !== 'analytic' && method !== 'hybrid') {
    throw new RangeError(`method: expected analytic, hybrid or fd, found ${method}`);
  }
  const sensors = options.sensors ?? (into.C !== undefined || into.D !== undefined);
  if (sensors && method === 'hybrid') throw new Error('C and D: use analytic or fd');
  const nx = stateDim(m);
  result.A = matrix('A', into.A, nx, nx);
  result.B = matrix('B', into.B, nx, m.nu);
  if (sensors) {
    result.C = matrix('C', into.C, m.nsensordata, nx);
    result.D = matrix('D', into.D, m.nsensordata, m.nu);
  }
  allAwake(m, () => differentiate(m, b, method, result, sensors));
  if (method === 'hybrid') differencePositions(m, b, result.A, checkEps(options.eps ?? 1e-6), options.centered ?? true);
  return result;
}

/** With sleeping switched off: any nudge of a tree that sleeps wakes it, so that its derivatives are those of one awake. */
function allAwake(m: Model, work: () => void): void {
  const flags = m.opt.enableflags;
  if (!(flags & Enable.SLEEP)) {
    work();
    return;
  }
  m.opt.enableflags = flags & ~Enable.SLEEP;
  try {
    work();
  } finally {
    m.opt.enableflags = flags;
  }
}

function differentiate(
  m: Model,
  b: Data,
  method: 'analytic' | 'hybrid',
  result: TransitionResult,
  sensors: boolean,
): void {
  const t = twinLike(m, b);
  expectSane(m, t);
  const w =
    m.opt.integrator === Integrator.RK4 ? rungeKuttaPass(m, t, method, sensors) : onePass(m, t, method, sensors);
  result.residual = w[toldAt(m) + Told.RESIDUAL];
  take(result.A, w, stateMatrixAt(m));
  take(result.B, w, controlMatrixAt(m));
  if (sensors) sensorsOf(m).fill(b, t, result.C as Float64Array, result.D as Float64Array);
}

/** Everything in closed form, in the workspace. */
function onePass(m: Model, t: Data, method: 'analytic' | 'hybrid', sensors: boolean): Float64Array {
  const analytic = analyticOf(m);
  const [w, spare] = solvedResidual(m, t, method);
  const em = engineModel(m);
  const et = engineData(m, t);
  if (!sensors) {
    analytic.transitionPass(em, et, w, spare);
    return w;
  }
  analytic.accelerationDerivatives(em, w);
  sensorsOf(m).take(t, w);
  analytic.advancePass(em, et, w, spare);
  return w;
}

/** The four stages of Runge-Kutta, each as a pass, chained. */
export function rungeKuttaPass(m: Model, t: Data, method: 'analytic' | 'hybrid', sensors: boolean): Float64Array {
  const analytic = analyticOf(m);
  const { rungeKuttaSave, rungeKuttaStage, rungeKuttaFinish } = stagesOf(m);
  const [w, x, k, sum] = workspaces64(m, workspaceSize(m), 4);
  const { time } = t;
  const [em, et] = [engineModel(m), engineData(m, t)];
  analytic.beginChain(em, x, sum);
  let residual = 0;
  for (let i = 0; i < 4; i++) {
    if (i > 0) rungeKuttaStage(em, et, i, time);
    solvedResidual(m, t, method);
    residual = Math.max(residual, w[toldAt(m) + Told.RESIDUAL]);
    analytic.accelerationDerivatives(em, w);
    if (i === 0 && sensors) sensorsOf(m).take(t, w);
    rungeKuttaSave(em, et, i);
    analytic.chainStage(em, et, w, x, k, sum, i);
  }
  rungeKuttaFinish(em, et, time);
  analytic.endChain(em, et, w, sum);
  w[toldAt(m) + Told.RESIDUAL] = residual;
  return w;
}

/** Forward dynamics up to the acceleration that the step advances with, and the derivatives of its residual: the workspace that
 *  has them, and a second one where the integrator needs it. Without `contacts`, what these add is left to the caller. */
export function solvedResidual(
  m: Model,
  t: Data,
  method: 'analytic' | 'hybrid',
  contacts = true,
): [Float64Array, Float64Array] {
  const analytic = analyticOf(m);
  const implicit = m.opt.integrator === Integrator.IMPLICIT || m.opt.integrator === Integrator.IMPLICITFAST;
  const [w, spare = w] = workspaces64(m, workspaceSize(m), implicit ? 2 : 1);
  forwardSkip(m, t, Stage.NONE, true);
  expectSupport(m, t, method);
  const em = engineModel(m);
  const et = engineData(m, t);
  let lost = analytic.residualPass(em, et, w, false, contacts);
  if (lost === Stopped.UNSETTLED) {
    sharpen(m, em, et);
    lost = analytic.residualPass(em, et, w, true, contacts);
  }
  if (lost === Stopped.RESETS) throw resets(em, et);
  if (method === 'analytic') expectFollowed(lost);
  return [w, spare];
}

/** An error if contacts could not be followed over the surfaces of their geoms. */
export function expectFollowed(lost: number): void {
  if (lost > 0) {
    throw new Error(`${lost} pairs of geoms touch such that any nudge takes a contact away; use hybrid or fd here`);
  }
}

/** Brings the twin, after forward dynamics, to the solution of the constraint solver. */
export function polishTwin(m: Model, t: Data): void {
  const [w] = workspaces64(m, workspaceSize(m), 1);
  const em = engineModel(m);
  const et = engineData(m, t);
  const analytic = analyticOf(m);
  analytic.polish(em, et, w);
  if (!(w[toldAt(m) + Told.RESIDUAL] > ENOUGH)) return;
  sharpen(m, em, et);
  analytic.polish(em, et, w);
}

/** How near the solution is near enough to tell rows that push from others. */
const ENOUGH = 1e-10;

/** The Newton solver with its line search arrives where its plain steps do not. */
function sharpen(m: Model, em: Model, et: Data): void {
  const { opt } = m;
  const { solver, tolerance, iterations, ls_iterations } = opt;
  Object.assign(opt, { solver: Solver.NEWTON, tolerance: 0, iterations: 100, ls_iterations: 100 });
  try {
    // without a word: `residual` says how near it came
    drive(em, et, Place.fwdConstraint, Place.sensorAcc, 0, {});
  } finally {
    Object.assign(opt, { solver, tolerance, iterations, ls_iterations });
  }
}

/** A step whose acceleration is not a number, or huge, resets the Data: that has no derivative. */
function resets(em: Model, et: Data): RangeError {
  const i = stagesOf(em).badAcc(em, et);
  return new RangeError(`qacc[${i}]: expected an acceleration that does not reset the step, found ${et.qacc[i]}`);
}

function expectSupport(m: Model, t: Data, method: string): void {
  const speeds = unsupportedSpeeds(m, t);
  if (speeds) throw new Error(`method ${method}: no closed form for ${speeds}; use fd`);
  const positions = method === 'analytic' ? unsupportedPositions(m, t) : undefined;
  if (positions) throw new Error(`method analytic: no closed form for ${positions}; use hybrid or fd`);
}

function take(out: Float64Array, w: Float64Array, at: number): void {
  for (let k = 0; k < out.length; k++) out[k] = w[at + k];
}

/** The columns of positions of A by differences. */
function differencePositions(m: Model, d: Data, A: Float64Array, eps: number, centered: boolean): void {
  const nx = stateDim(m);
  const steps = differencesOf(m);
  steps.begin(d, twinLike(m, d), eps, centered, false);
  for (let i = 0; i < m.nv; i++) {
    steps.nudgeState(i);
    steps.stateColumn(A, i, nx);
  }
}
