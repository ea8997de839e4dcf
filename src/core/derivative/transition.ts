/** Derivatives of a step by any method, in one call. */
import { PipelineStep } from '../engine/pipeline/pipelineStep.ts';
import { RunMode } from '../engine/pipeline/runMode.ts';
import { isPlain, stagesOf } from '../engine/runtime/engine.ts';
import { hostHandlers } from '../engine/runtime/host/handlers.ts';
import { resumePipeline, runModeFor, runPipeline } from '../engine/runtime/pipelineRunner.ts';
import { engineData, engineModel, explainTrap, leaveEngine, markBusy } from '../engine/runtime/withEngine.ts';
import { BLOCK } from '../model/block/block.ts';
import { modelLayout } from '../model/block/layout.ts';
import { type Data, growArena } from '../model/data.ts';
import { Enable, Integrator, Solver } from '../model/enums.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { StopReason } from './analytic/layout.ts';
import { analyticOf } from './analyticOf.ts';
import { addExact, beginExact, type ExactContact, endExact } from './exactContacts.ts';
import { differencesOf } from './fd/stepDifference.ts';
import { type DifferenceOptions, expectSane, type Transition, transitionFD } from './fd/transitionFD.ts';
import { scratchData, scratchDataLike } from './scratchData.ts';
import { sensorDifferences } from './sensors.ts';
import { checkEps, expectOptions, matrix, stateDim } from './sizes.ts';
import { foreignCallbacks, noClosedFormError, unsupportedError } from './unsupported.ts';
import { type Workspace, workspaceOf } from './workspace.ts';

/** Offsets of options in the header of a Model that every call checks: accessors would cost as much as a small
 *  stage. */
const ENABLEFLAGS = modelLayout.scalar.get('opt.enableflags')!.offset >> 2;
const INTEGRATOR = modelLayout.scalar.get('opt.integrator')!.offset >> 2;

/** Options of `transition`. */
export interface TransitionOptions extends DifferenceOptions {
  /** `analytic`: everything in closed form, including contacts (throws with the reason if there is none); `hybrid`:
   *  position columns by differences, the rest in closed form; `fd`: differences. */
  method?: 'analytic' | 'hybrid' | 'fd';
}

/** Derivatives of a step, and their quality. */
export interface TransitionResult extends Transition {
  /** Residual of the differentiated solution, relative to the largest force: far below 1e-8 if the solver has
   *  converged. 0 with differences, which do not compute it. */
  residual: number;
  /** Contacts whose position columns are those of the exact shapes, and the errors of the computed contacts. Empty with
   *  differences, which follow the step, and with `opt.ccd_exact`, where both are the same. */
  exactContacts: ExactContact[];
}

/** Derivatives A and B of a step at the state and controls of the `Data`, which is not changed; with `sensors` also C
 *  and D.
 *
 *  @example
 *  const model = await loadModel('humanoid.xml');
 *  const { A, B, residual } = transition(model, new Data(model)); */
export function transition(m: Model, d: Data, options: TransitionOptions = {}): TransitionResult {
  const b = checkFits('transition', m, d);
  const { method = 'analytic', into = {} } = expectOptions(options);
  const result = into as TransitionResult;
  if (method === 'fd') {
    transitionFD(m, b, { ...options, into: result });
    result.residual = 0;
    result.exactContacts = beginExact(result.exactContacts);
    endExact(result.exactContacts);
    return result;
  }
  if (method !== 'analytic' && method !== 'hybrid') {
    throw new RangeError(`method: expected analytic, hybrid or fd, found ${method}`);
  }
  const sensors = options.sensors ?? (into.C !== undefined || into.D !== undefined);
  if (sensors && method === 'hybrid') throw new Error('C and D: use analytic or fd');
  const work = workspaceOf(m);
  result.A = matrix('A', into.A, work.nx, work.nx);
  result.B = matrix('B', into.B, work.nx, work.nu);
  if (sensors) {
    result.C = matrix('C', into.C, m.nsensordata, work.nx);
    result.D = matrix('D', into.D, m.nsensordata, work.nu);
  }
  result.exactContacts = beginExact(result.exactContacts);
  if (m[BLOCK].i32[ENABLEFLAGS] & Enable.SLEEP) differentiateAwake(m, b, work, method, result, sensors);
  else differentiate(m, b, work, method, result, sensors);
  endExact(result.exactContacts);
  if (method === 'hybrid') differencePositions(m, b, result.A, checkEps(options.eps ?? 1e-6), options.centered ?? true);
  return result;
}

/** Runs with sleeping disabled: any perturbation wakes a sleeping tree, so its derivatives are those of an awake
 *  one. */
function differentiateAwake(
  m: Model,
  b: Data,
  work: Workspace,
  method: 'analytic' | 'hybrid',
  result: TransitionResult,
  sensors: boolean,
): void {
  const flags = m.opt.enableflags;
  m.opt.enableflags = flags & ~Enable.SLEEP;
  try {
    differentiate(m, b, work, method, result, sensors);
  } finally {
    m.opt.enableflags = flags;
  }
}

function differentiate(
  m: Model,
  b: Data,
  work: Workspace,
  method: 'analytic' | 'hybrid',
  result: TransitionResult,
  sensors: boolean,
): void {
  const integrator = m[BLOCK].i32[INTEGRATOR];
  const exact = method === 'analytic' ? result.exactContacts : undefined;
  if (!sensors && integrator !== Integrator.RK4) {
    oneCall(m, b, work, method, work.spare(integrator));
    if (exact) addExact(exact, m, scratchData(m), false);
  } else {
    const t = scratchDataLike(m, b);
    expectSane(m, t);
    if (integrator === Integrator.RK4) rungeKuttaPass(m, t, work, method, sensors, exact);
    else {
      sensingPass(m, t, work, method, sensors);
      if (exact) addExact(exact, m, t, false);
    }
    if (sensors) sensorDifferences(m).fill(b, t, result.C as Float64Array, result.D as Float64Array);
  }
  result.residual = work.residual;
  take(result.A, work.A);
  take(result.B, work.B);
}

/** to = from; copies a few values one by one, which is faster than a copy call */
function take(to: Float64Array, from: Float64Array): void {
  if (from.length > 64) to.set(from);
  else for (let k = 0; k < from.length; k++) to[k] = from[k];
}

/** Everything in closed form, from the inputs to A and B in the workspace, in one call of the engine if nothing
 *  intervenes. */
function oneCall(m: Model, b: Data, work: Workspace, method: 'analytic' | 'hybrid', spare: Float64Array): void {
  const { w } = work;
  const t = scratchData(m);
  const plain = isPlain(m.stages);
  const em = plain ? engineModel(m) : m;
  const et = plain ? engineData(m, t) : t;
  const eb = plain ? engineData(m, b) : b;
  beginPass(m, t, work, method);
  try {
    const mode = runModeFor(m) | RunMode.SKIP_SENSOR;
    const status = analyticOf(m).wholePass(em, et, eb, w, spare, mode, method === 'hybrid');
    if (status === 0) return;
    if (status === StopReason.BAD_STATE) expectSane(m, t);
    finishTransition(em, et, w, spare, method, status);
  } catch (error) {
    throw explainTrap(error);
  } finally {
    leaveEngine(t);
  }
}

/** The same for callers that also need the derivatives of the acceleration. */
function sensingPass(m: Model, t: Data, work: Workspace, method: 'analytic' | 'hybrid', sensors: boolean): void {
  const analytic = analyticOf(m);
  const { w } = work;
  solvedResidual(m, t, work, method);
  const em = engineModel(m);
  analytic.accelerationDerivatives(em, w);
  if (sensors) sensorDifferences(m).take(t, w);
  analytic.advancePass(em, engineData(m, t), w, work.spare(m.opt.integrator));
}

/** The four stages of Runge-Kutta, each as a pass, chained. */
export function rungeKuttaPass(
  m: Model,
  t: Data,
  work: Workspace,
  method: 'analytic' | 'hybrid',
  sensors: boolean,
  exact: ExactContact[] | undefined,
  step = 0,
): void {
  const analytic = analyticOf(m);
  const { rungeKuttaSave, rungeKuttaStage, rungeKuttaFinish } = stagesOf(m);
  const { w } = work;
  const [x, k, sum] = [work.more(0), work.more(1), work.more(2)];
  const { time } = t;
  const [em, et] = [engineModel(m), engineData(m, t)];
  analytic.beginChain(em, x, sum);
  let residual = 0;
  for (let i = 0; i < 4; i++) {
    if (i > 0) rungeKuttaStage(em, et, i, time);
    solvedResidual(m, t, work, method);
    residual = Math.max(residual, work.residual);
    if (exact) addExact(exact, m, t, true, step);
    analytic.accelerationDerivatives(em, w);
    if (i === 0 && sensors) sensorDifferences(m).take(t, w);
    rungeKuttaSave(em, et, i);
    analytic.chainStage(em, et, w, x, k, sum, i);
  }
  rungeKuttaFinish(em, et, time);
  analytic.endChain(em, et, w, sum);
  work.residual = residual;
}

/** Forward dynamics up to the acceleration that advances the step, and the derivatives of its residual, in the
 *  workspace. Without `whole`, changes of points, frames, forces and dampers of rows are left to the caller. */
export function solvedResidual(m: Model, t: Data, work: Workspace, method: 'analytic' | 'hybrid', whole = true): void {
  beginPass(m, t, work, method);
  const et = engineData(m, t);
  try {
    const em = engineModel(m);
    const mode = runModeFor(m) | RunMode.SKIP_SENSOR;
    const { w } = work;
    const analytic = analyticOf(m);
    const status = analytic.solvedPass(em, et, w, mode, method === 'hybrid', whole);
    if (status !== 0) finishResidual(em, et, w, whole, method, status);
  } catch (error) {
    throw explainTrap(error);
  } finally {
    leaveEngine(t);
  }
}

/** Acquires the scratch `Data` if host-side features allow a closed form; `leaveEngine` must follow. */
function beginPass(m: Model, t: Data, work: Workspace, method: 'analytic' | 'hybrid'): void {
  const foreign = m[BLOCK].callbacks === undefined ? work.foreign : (foreignCallbacks(m) ?? work.foreign);
  if (foreign !== undefined) throw noClosedFormError(foreign, method);
  markBusy('transition', m, t[BLOCK]);
}

// separate functions, because a closure makes its function slower even if it is not created

function finishTransition(
  em: Model,
  et: Data,
  w: Float64Array,
  spare: Float64Array,
  method: 'analytic' | 'hybrid',
  status: number,
): void {
  finishPass(em, et, method, status, (once) => analyticOf(em).transitionPass(em, et, w, spare, once));
}

function finishResidual(
  em: Model,
  et: Data,
  w: Float64Array,
  whole: boolean,
  method: 'analytic' | 'hybrid',
  status: number,
): void {
  finishPass(em, et, method, status, (once) => analyticOf(em).residualPass(em, et, w, once, whole));
}

/** Host work where a pass stopped; `resume` continues after forward dynamics. */
function finishPass(
  em: Model,
  et: Data,
  method: 'analytic' | 'hybrid',
  firstStatus: number,
  resume: (once: boolean) => number,
): void {
  const analytic = analyticOf(em);
  const hybrid = method === 'hybrid';
  let status = firstStatus;
  if (status <= StopReason.EVENT) {
    const mode = runModeFor(em) | RunMode.SKIP_SENSOR;
    resumePipeline(em, et, StopReason.EVENT - status, PipelineStep.badAcc, mode, hostHandlers);
    status = analytic.findUnsupported(em, et, hybrid) ? StopReason.UNSUPPORTED : resume(false);
  }
  status = retryInLargerArena(et, status, resume, false);
  if (status === StopReason.NOT_CONVERGED) {
    rerunNewton(em, et);
    status = retryInLargerArena(et, resume(true), resume, true);
  }
  if (status === StopReason.UNSUPPORTED) throw unsupportedError(analytic.findUnsupported(em, et, hybrid), method);
  if (status === StopReason.RESETS) throw resets(em, et);
  if (!hybrid) expectFollowed(status);
}

/** Repeats with a larger arena while the capacity is too small. */
function retryInLargerArena(et: Data, firstStatus: number, resume: (once: boolean) => number, once: boolean): number {
  let status = firstStatus;
  while (status === StopReason.ARENA_FULL) {
    growArena(et);
    status = resume(once);
  }
  return status;
}

/** Throws if contacts could not be differentiated over the surfaces of their geoms. */
export function expectFollowed(lostPairs: number): void {
  if (lostPairs > 0) {
    throw new Error(
      `the contacts of ${lostPairs} pairs of geoms open or jump under any perturbation. Use hybrid or fd here`,
    );
  }
}

/** Refines the scratch `Data`, after forward dynamics, to the solution of the constraint solver. */
export function refineConstraintSolution(m: Model, t: Data): void {
  const work = workspaceOf(m);
  const { w } = work;
  const em = engineModel(m);
  const et = engineData(m, t);
  const analytic = analyticOf(m);
  analytic.refineSolution(em, et, w, true);
  if (!(work.residual > RESIDUAL_TOLERANCE)) return;
  rerunNewton(em, et);
  analytic.refineSolution(em, et, w, true);
}

/** Residual below which active rows can be distinguished from inactive ones. */
const RESIDUAL_TOLERANCE = 1e-10;

/** Runs the Newton solver: its line search converges where plain Newton steps do not. */
function rerunNewton(em: Model, et: Data): void {
  const { opt } = em;
  const { solver, tolerance, iterations, ls_iterations } = opt;
  Object.assign(opt, { solver: Solver.NEWTON, tolerance: 0, iterations: 100, ls_iterations: 100 });
  try {
    // no warning: `residual` reports how close it is
    runPipeline(em, et, PipelineStep.fwdConstraint, PipelineStep.sensorAcc, 0, {});
  } finally {
    Object.assign(opt, { solver, tolerance, iterations, ls_iterations });
  }
}

/** Rejects a step with a bad acceleration: it would reset the `Data`, so it has no derivative. */
function resets(em: Model, et: Data): RangeError {
  const i = stagesOf(em).badAcc(em, et);
  return new RangeError(`qacc[${i}]: expected an acceleration that does not reset the step, found ${et.qacc[i]}`);
}

/** Position columns of A by differences. */
function differencePositions(m: Model, d: Data, A: Float64Array, eps: number, centered: boolean): void {
  const nx = stateDim(m);
  const steps = differencesOf(m);
  steps.begin(d, scratchDataLike(m, d), eps, centered, false);
  for (let i = 0; i < m.nv; i++) {
    steps.nudgeState(i);
    steps.stateColumn(A, i, nx);
  }
}
