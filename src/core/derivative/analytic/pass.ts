import { badAcc, badPos, badVel } from '../../engine/integrate/bad.ts';
import { eulerAcc } from '../../engine/integrate/eulerAcc.ts';
import { implicitAcc } from '../../engine/integrate/implicitAcc.ts';
import { solvedAcc } from '../../engine/integrate/solvedAcc.ts';
import { springDamperAcc } from '../../engine/integrate/springDamperAcc.ts';
import { PipelineEvent } from '../../engine/pipeline/event.ts';
import { PipelineStep } from '../../engine/pipeline/pipelineStep.ts';
import { runPipelineSteps, runPoseSteps } from '../../engine/pipeline/runPhases.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Disable, Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { findUnsupported, Unsupported } from './findUnsupported.ts';
import { copyInputs } from './inputs.ts';
import { assemble } from './integrate/position.ts';
import { addForceDerivative, solveStep, stepAcceleration } from './integrate/velocity.ts';
import { PassResult, StopReason } from './layout.ts';
import { factorHessian, refineSolution } from './refineSolution.ts';
import { residualDerivatives, smoothResidual } from './residual.ts';
import { solveAcceleration } from './solve.ts';
import { rneDerivative } from './tree/rneDerivative.ts';
import { findSpans } from './tree/spans.ts';

/*  Forward dynamics and derivatives in as few calls from JavaScript as its decisions in between allow. */

/** Largest residual that rounding explains. */
const MAX_RESIDUAL = 1e-10;

/** Forward dynamics, in a mode of the pipeline, and the following passes, if everything has a closed form.
 *  writes d: as forward dynamics without sensors   writes w */
export function solvedPass(m: Model, d: Data, w: Float64Array, mode: int, hybrid: boolean, whole: boolean): int {
  const event = forwardDynamics(m, d, mode);
  if (event !== PipelineEvent.DONE) return StopReason.EVENT - event;
  if (findUnsupported(m, d, hybrid) !== Unsupported.NONE) return StopReason.UNSUPPORTED;
  return residualPass(m, d, w, false, whole);
}

/** Forward dynamics without cameras and lights, which do not affect forces; returns a PipelineEvent. */
function forwardDynamics(m: Model, d: Data, mode: int): int {
  runPoseSteps(m, d, PipelineStep.wake, PipelineStep.camlight);
  return runPipelineSteps(m, d, PipelineStep.camlight + 1, PipelineStep.badAcc, mode);
}

/** From forward dynamics to the derivatives of the residual at the solution, and the acceleration that advances the
 *  step. `once`: report the remaining residual and do not stop for it; `whole`: see `residualDerivatives`.
 *  writes d: work_qacc, and as `refineSolution`   writes w */
export function residualPass(m: Model, d: Data, w: Float64Array, once: boolean, whole: boolean): int {
  if (refineSolution(m, d, w, whole) !== 0) return StopReason.ARENA_FULL;
  if (!once && w[PassResult.RESIDUAL] > MAX_RESIDUAL) return StopReason.NOT_CONVERGED;
  if ((m.opt.disableflags & Disable.AUTORESET) === 0 && badAcc(m, d) >= 0) return StopReason.RESETS;
  if (!whole && d.nefc > 0 && factorHessian(m, d, w, false) === StopReason.ARENA_FULL) return StopReason.ARENA_FULL;
  advancingAcceleration(m, d);
  return residualDerivatives(m, d, w, whole);
}

/** d.work_qacc: the acceleration that advances the step */
function advancingAcceleration(m: Model, d: Data): void {
  const { integrator } = m.opt;
  if (integrator === Integrator.EULER) eulerAcc(m, d, 0);
  else if (integrator === Integrator.IMPLICITSPRINGDAMPER) springDamperAcc(m, d, 0);
  else if (integrator === Integrator.DISCRETE) solvedAcc(m, d);
  // Runge-Kutta advances with the accelerations of its stages
  else if (integrator !== Integrator.RK4) implicitAcc(m, d, 0);
}

/** From the derivatives of the acceleration to A and B.
 *  changes w: RQ RV and the columns of controls and activations   writes w: A B */
export function advancePass(m: Model, d: Data, w: Float64Array, spare: Float64Array): void {
  stepAcceleration(m, d, w, spare);
  assemble(m, d, w);
}

/** From the state and inputs of d to A and B, on its scratch `Data` t. Returns the result of `solvedPass`; A and B are
 *  valid if it is 0.
 *  writes t: as `copyInputs` and `solvedPass`   writes w */
export function wholePass(
  m: Model,
  t: Data,
  d: Data,
  w: Float64Array,
  spare: Float64Array,
  mode: int,
  hybrid: boolean,
): int {
  copyInputs(m, t, d, true);
  if (badPos(m, t) >= 0 || badVel(m, t) >= 0) return StopReason.BAD_STATE;
  const event = forwardDynamics(m, t, mode);
  if (event !== PipelineEvent.DONE) return StopReason.EVENT - event;
  if (findUnsupported(m, t, hybrid) !== Unsupported.NONE) return StopReason.UNSUPPORTED;
  return transitionPass(m, t, w, spare, false);
}

/** From forward dynamics to A and B. Returns the result of `residualPass`. */
export function transitionPass(m: Model, d: Data, w: Float64Array, spare: Float64Array, once: boolean): int {
  // adhesion acts at contacts without rows
  if (d.nefc === 0 && d.ncon === 0 && m.opt.integrator !== Integrator.DISCRETE) return freePass(m, d, w, spare);
  const status = residualPass(m, d, w, once, true);
  if (status < 0) return status;
  solveAcceleration(m, w);
  advancePass(m, d, w, spare);
  return status;
}

/** The same for a step without constraints: (M - h D) b = f + c, f the smooth forces, so that
 *    (M - h D) db = -d(M b - f) + h (dD) b + dc
 *  which uses the derivatives of the residual at the acceleration b, and the factors from which b was computed. */
function freePass(m: Model, d: Data, w: Float64Array, spare: Float64Array): int {
  if ((m.opt.disableflags & Disable.AUTORESET) === 0 && badAcc(m, d) >= 0) return StopReason.RESETS;
  advancingAcceleration(m, d);
  // a linear system was solved: only rounding remains
  w[PassResult.RESIDUAL] = 0;
  findSpans(m, d, w);
  smoothResidual(m, d, w, d.work_qacc, false);
  rneDerivative(m, d, w);
  addForceDerivative(m, d, w, spare, -1);
  solveStep(m, d, w, -1);
  assemble(m, d, w);
  return 0;
}
