import { badAcc, badPos, badVel } from '../../engine/integrate/bad.ts';
import { eulerAcc } from '../../engine/integrate/eulerAcc.ts';
import { implicitAcc } from '../../engine/integrate/implicitAcc.ts';
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

/*  What follows forward dynamics, in as few calls as JavaScript has questions in between. */

/** A residual that rounding does not explain. */
const MAX_RESIDUAL = 1e-10;

/** Forward dynamics, in a mode of the pipeline, and what follows it, if there is a closed form for all of it.
 *  writes d: as forward dynamics without sensors   writes w */
export function solvedPass(m: Model, d: Data, w: Float64Array, mode: int, hybrid: boolean, whole: boolean): int {
  const event = forwardDynamics(m, d, mode);
  if (event !== PipelineEvent.DONE) return StopReason.EVENT - event;
  if (findUnsupported(m, d, hybrid) !== Unsupported.NONE) return StopReason.UNSUPPORTED;
  return residualPass(m, d, w, false, whole);
}

/** Forward dynamics without cameras and lights, which no force depends on; returns a PipelineEvent. */
function forwardDynamics(m: Model, d: Data, mode: int): int {
  runPoseSteps(m, d, PipelineStep.wake, PipelineStep.camlight);
  return runPipelineSteps(m, d, PipelineStep.camlight + 1, PipelineStep.badAcc, mode);
}

/** From forward dynamics to the derivatives of the residual, at the solution, and the acceleration that the step advances with.
 *  `once`: what is left of the residual is said and no reason to stop; `whole`: see `residualDerivatives`.
 *  writes d: work_qacc, and as `refineSolution`   writes w */
export function residualPass(m: Model, d: Data, w: Float64Array, once: boolean, whole: boolean): int {
  if (refineSolution(m, d, w, whole) !== 0) return StopReason.ARENA_FULL;
  if (!once && w[PassResult.RESIDUAL] > MAX_RESIDUAL) return StopReason.NOT_CONVERGED;
  if ((m.opt.disableflags & Disable.AUTORESET) === 0 && badAcc(m, d) >= 0) return StopReason.RESETS;
  if (!whole && d.nefc > 0 && factorHessian(m, d, w, false) === StopReason.ARENA_FULL) return StopReason.ARENA_FULL;
  advancingAcceleration(m, d);
  return residualDerivatives(m, d, w, whole);
}

/** d.work_qacc: the acceleration that the step advances with */
function advancingAcceleration(m: Model, d: Data): void {
  const { integrator } = m.opt;
  if (integrator === Integrator.EULER) eulerAcc(m, d, 0);
  else if (integrator === Integrator.IMPLICITSPRINGDAMPER) springDamperAcc(m, d, 0);
  // Runge-Kutta advances with the accelerations of its stages themselves
  else if (integrator !== Integrator.RK4) implicitAcc(m, d, 0);
}

/** From the derivatives of the acceleration to A and B.
 *  changes w: RQ RV and the columns of controls and activations   writes w: A B */
export function advancePass(m: Model, d: Data, w: Float64Array, spare: Float64Array): void {
  stepAcceleration(m, d, w, spare);
  assemble(m, d, w);
}

/** From the state and the inputs of d to A and B, on its twin t. Returns what `solvedPass` does: A and B are there if that is 0.
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

/** From forward dynamics to A and B. Returns what `residualPass` does. */
export function transitionPass(m: Model, d: Data, w: Float64Array, spare: Float64Array, once: boolean): int {
  // adhesion pulls at contacts that are no rows
  if (d.nefc === 0 && d.ncon === 0) return freePass(m, d, w, spare);
  const status = residualPass(m, d, w, once, true);
  if (status < 0) return status;
  solveAcceleration(m, w);
  advancePass(m, d, w, spare);
  return status;
}

/** The same for a step that no constraint acts on: (M - h D) b = f + c, f being the smooth forces, so that
 *    (M - h D) db = -d(M b - f) + h (dD) b + dc
 *  which are the derivatives of the residual at the acceleration b; and the factors are those that b was found with. */
function freePass(m: Model, d: Data, w: Float64Array, spare: Float64Array): int {
  if ((m.opt.disableflags & Disable.AUTORESET) === 0 && badAcc(m, d) >= 0) return StopReason.RESETS;
  advancingAcceleration(m, d);
  // a linear system has been solved: rounding is all that is left
  w[PassResult.RESIDUAL] = 0;
  findSpans(m, d, w);
  smoothResidual(m, d, w, d.work_qacc, false);
  rneDerivative(m, d, w);
  addForceDerivative(m, d, w, spare, -1);
  solveStep(m, d, w, -1);
  assemble(m, d, w);
  return 0;
}
