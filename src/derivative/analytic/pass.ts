import { badAcc, badPos, badVel } from '../../engine/integrate/bad.ts';
import { eulerAcc } from '../../engine/integrate/eulerAcc.ts';
import { implicitAcc } from '../../engine/integrate/implicitAcc.ts';
import { springDamperAcc } from '../../engine/integrate/springDamperAcc.ts';
import { Event, IntegrationPlace, PosePlace } from '../../engine/pipeline/places.ts';
import { runPlaces } from '../../engine/pipeline/run.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Disable, Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { copyInputs } from './inputs.ts';
import { assemble } from './integrate/position.ts';
import { hasStepMatrix, stepAcceleration, stepForce } from './integrate/velocity.ts';
import { Lack, lackOf } from './lack.ts';
import { activationAt, controlAt, Mat, matAt, Span, Stopped, Told } from './layout.ts';
import { polish } from './polish.ts';
import { residualDerivatives } from './residual.ts';
import { solveAcceleration } from './solve.ts';
import { scaleRows } from './tree/spans.ts';

/*  What follows forward dynamics, in as few calls as JavaScript has questions in between. */

/** A residual that rounding does not explain. */
const UNSETTLED = 1e-10;

/** Forward dynamics, in a mode of the pipeline, and what follows it, if there is a closed form for all of it.
 *  writes d: as forward dynamics without sensors   writes w */
export function solvedPass(m: Model, d: Data, w: Float64Array, mode: int, hybrid: boolean, whole: boolean): int {
  const event = runPlaces(m, d, PosePlace.wake, IntegrationPlace.badAcc, mode);
  if (event !== Event.NONE) return Stopped.EVENT - event;
  if (lackOf(m, d, hybrid) !== Lack.NONE) return Stopped.LACKING;
  return residualPass(m, d, w, false, whole);
}

/** From forward dynamics to the derivatives of the residual, at the solution, and the acceleration that the step advances with.
 *  `once`: what is left of the residual is said and no reason to stop; `whole`: see `residualDerivatives`.
 *  writes d: work_qacc, and as `polish`   writes w */
export function residualPass(m: Model, d: Data, w: Float64Array, once: boolean, whole: boolean): int {
  polish(m, d, w);
  if (!once && w[Told.RESIDUAL] > UNSETTLED) return Stopped.UNSETTLED;
  if ((m.opt.disableflags & Disable.AUTORESET) === 0 && badAcc(m, d) >= 0) return Stopped.RESETS;
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
  if (badPos(m, t) >= 0 || badVel(m, t) >= 0) return Stopped.BAD_STATE;
  const lost = solvedPass(m, t, w, mode, hybrid, true);
  if (lost === 0) transitionPass(m, t, w, spare);
  return lost;
}

/** From the derivatives of the residual to A and B. */
export function transitionPass(m: Model, d: Data, w: Float64Array, spare: Float64Array): void {
  if (d.nefc > 0 || !hasStepMatrix(m, d)) {
    solveAcceleration(m, w);
    advancePass(m, d, w, spare);
    return;
  }
  // without constraints H is M, and M da = -dr
  scaleRows(m, w, matAt(m, Mat.RQ), Span.DOF, -1);
  scaleRows(m, w, matAt(m, Mat.RV), Span.DOF, -1);
  scaleRows(m, w, controlAt(m), Span.CONTROL, -1);
  scaleRows(m, w, activationAt(m), Span.ACTIVATION, -1);
  stepForce(m, d, w, spare);
  assemble(m, d, w);
}
