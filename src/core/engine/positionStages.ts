/** Stages of positions that a caller may run alone, when a whole `forward` would compute too much. */
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { fwdKinematics as computeKinematics } from './forward.ts';
import { PipelineStep } from './pipeline/pipelineStep.ts';
import { runForwardSteps } from './runtime/host/handlers.ts';
import { withEngine } from './runtime/withEngine.ts';

/** Compute the poses of everything, centers of mass, motion axes and tendons from `qpos`.
 *
 *  @example
 *  d.qpos[0] = 0.3;
 *  fwdKinematics(m, d);
 *  console.log(d.site('tip').xpos[2].toFixed(3)); // -> 0.823 */
export function fwdKinematics(m: Model, d: Data): void {
  withEngine('fwdKinematics', m, d, computeKinematics);
}

/** Compute the mass matrix, after `fwdKinematics`.
 *
 *  @example
 *  fwdKinematics(m, d);
 *  makeM(m, d);
 *  console.log(fullM(m, d, new Float64Array(1))[0].toFixed(3)); // -> 0.508 */
export function makeM(m: Model, d: Data): void {
  withEngine('makeM', m, d, computeM);
}

function computeM(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.makeM, PipelineStep.factorM);
}

/** Compute the constraint rows of equalities, limits, friction and the contacts that `d` has, after `makeM`.
 *
 *  @example
 *  fwdKinematics(m, d);
 *  makeM(m, d);
 *  makeConstraint(m, d);
 *  console.log(d.nefc); // -> 0 */
export function makeConstraint(m: Model, d: Data): void {
  withEngine('makeConstraint', m, d, computeConstraint);
}

function computeConstraint(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.makeConstraint, PipelineStep.island);
}
