/** `mj_` functions that run the pipeline or a stage on a model and data. */

import { checkAcc, checkPos, checkVel } from '../../core/engine/check.ts';
import { collide } from '../../core/engine/collide.ts';
import {
  forward,
  forwardSkip,
  fwdConstraint,
  fwdKinematics,
  fwdPosition,
  fwdVelocity,
} from '../../core/engine/forward.ts';
import { fwdActuation } from '../../core/engine/fwdActuation.ts';
import { inverse, inverseSkip, invPosition } from '../../core/engine/inverse.ts';
import { PipelineStep } from '../../core/engine/pipeline/pipelineStep.ts';
import { stagesOf } from '../../core/engine/runtime/engine.ts';
import { compareFwdInv } from '../../core/engine/runtime/host/compareFwdInv.ts';
import { runForwardSteps } from '../../core/engine/runtime/host/handlers.ts';
import type { StageFunctions } from '../../core/engine/runtime/stages.ts';
import {
  engineModel,
  enterEngine,
  explainTrap,
  leaveEngine,
  withEngine,
} from '../../core/engine/runtime/withEngine.ts';
import { energyPos, energyVel, sensorAcc, sensorPos, sensorVel } from '../../core/engine/sensing.ts';
import { integrate, rungeKutta, step, step1, step2 } from '../../core/engine/step.ts';
import type { Data } from '../../core/model/data.ts';
import type { Stage } from '../../core/model/enums.ts';
import { checkFits } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { BindingError, mujocoError } from '../base/errors.ts';
import { INNER } from '../base/handle.ts';
import { def, named, titled } from '../base/signature.ts';
import type { MjData } from '../classes/data.ts';
import type { MjModel } from '../classes/model.ts';
import { type Count, countForward, countInverse, counts } from './timers.ts';

type PipelineFunction = (m: MjModel, d: MjData) => void;

/** Wraps a function on Model and Data that checks its own arguments, and counts its calls. Bypasses `def`, because these functions are
 *  called most often. */
function call(fn: (m: Model, d: Data) => void, count?: Count): (name: string) => PipelineFunction {
  const slow = def('m d', fn);
  return (name) => {
    const checked = slow(name);
    const wrapped = (...args: unknown[]): void => {
      const [m, d] = args as [MjModel, MjData];
      const model = m?.[INNER];
      const data = d?.[INNER];
      if (args.length !== 2 || !model || !data) {
        checked(...(args as [MjModel, MjData]));
        return;
      }
      try {
        fn(model, data);
        count?.(model, data);
      } catch (error) {
        if ('qpos' in m) throw new BindingError(`${name}: expected (model, data), found them swapped`);
        throw mujocoError(error);
      }
    };
    return titled(wrapped, name, 2);
  };
}

/** Wraps a part of the pipeline. */
function engineCall(name: string, fn: (m: Model, d: Data) => void, count?: Count): (name: string) => PipelineFunction {
  return call((m, d) => withEngine(name, m, d, fn), count);
}

type StageName = {
  [K in keyof StageFunctions]: Parameters<StageFunctions[K]> extends [Model, Data] ? K : never;
}[keyof StageFunctions];

/** A stage of the engine that runs the model. It is looked up when the engine changes: a lookup by a dynamic name costs
 * as much as a small stage, and so does a megamorphic call. */
function stageCall(name: StageName, count?: Count): (name: string) => PipelineFunction {
  let stages: StageFunctions | undefined;
  let found: (m: Model, d: Data) => void;
  return call((m, d) => {
    const b = enterEngine(name, m, d);
    try {
      if (stagesOf(m) !== stages) {
        stages = stagesOf(m);
        found = stages[name] as (m: Model, d: Data) => void;
      }
      found(engineModel(m), b);
    } catch (error) {
      throw explainTrap(error);
    } finally {
      leaveEngine(b);
    }
  }, count);
}

/** The pipeline steps in [from, to). */
function stepRange(name: string, from: PipelineStep, to: PipelineStep): (name: string) => PipelineFunction {
  return engineCall(name, (m, d) => runForwardSteps(m, d, from, to));
}

export const pipelineFunctions = named({
  mj_step: call(step, counts.step),
  mj_step1: call(step1, counts.step1),
  mj_step2: call(step2, counts.step2),
  mj_forward: call(forward, counts.forward),
  mj_inverse: call(inverse, counts.inverse),
  mj_forwardSkip: def('m d skipstage skipsensor:b', (m, d, skipstage, skipsensor) => {
    forwardSkip(m, d, skipstage as Stage, skipsensor);
    countForward(m, d, skipstage as Stage);
  }),
  mj_inverseSkip: def('m d skipstage skipsensor:b', (m, d, skipstage, skipsensor) => {
    inverseSkip(m, d, skipstage as Stage, skipsensor);
    countInverse(m, d, skipstage as Stage);
  }),
  mj_fwdKinematics: engineCall('mj_fwdKinematics', fwdKinematics),
  mj_fwdPosition: engineCall('mj_fwdPosition', fwdPosition, counts.fwdPosition),
  mj_fwdVelocity: engineCall('mj_fwdVelocity', fwdVelocity, counts.velocity),
  mj_fwdActuation: engineCall('mj_fwdActuation', fwdActuation, counts.actuation),
  mj_fwdAcceleration: stageCall('fwdAcceleration'),
  mj_fwdConstraint: engineCall('mj_fwdConstraint', fwdConstraint, counts.constraint),
  mj_invPosition: engineCall('mj_invPosition', invPosition, counts.invPosition),
  mj_invVelocity: engineCall('mj_invVelocity', fwdVelocity, counts.velocity),
  mj_invConstraint: stageCall('invConstraint', counts.constraint),
  mj_compareFwdInv: engineCall('mj_compareFwdInv', compareFwdInv, counts.comparison),
  mj_Euler: engineCall('mj_Euler', (m, d) => integrate(m, d), counts.advance),
  mj_implicit: engineCall('mj_implicit', (m, d) => integrate(m, d), counts.advance),
  mj_RungeKutta: def('m d N', (m, d, N) => {
    if (N !== 4) throw new RangeError(`mj_RungeKutta: expected order 4, found ${N}`);
    withEngine('mj_RungeKutta', m, d, rungeKutta);
    counts.rungeKutta(m, d);
  }),
  mj_checkPos: engineCall('mj_checkPos', checkPos),
  mj_checkVel: engineCall('mj_checkVel', checkVel),
  mj_checkAcc: engineCall('mj_checkAcc', checkAcc),

  // stages
  mj_kinematics: stageCall('kinematics'),
  mj_comPos: stageCall('comPos'),
  mj_camlight: stageCall('camlight'),
  mj_tendon: stageCall('tendon'),
  mj_transmission: stageCall('transmission'),
  mj_makeM: stageCall('makeM', counts.makeM),
  mj_crb: stageCall('makeM'),
  mj_factorM: stageCall('factorM'),
  mj_comVel: stageCall('comVel'),
  mj_passive: stepRange('mj_passive', PipelineStep.passive, PipelineStep.referenceConstraint),
  mj_subtreeVel: stageCall('subtreeVel'),
  mj_rnePostConstraint: stageCall('rnePostConstraint'),
  mj_collision: engineCall('mj_collision', collide, counts.collision),
  mj_makeConstraint: stepRange('mj_makeConstraint', PipelineStep.makeConstraint, PipelineStep.island),
  mj_island: stageCall('island'),
  mj_projectConstraint: stepRange('mj_projectConstraint', PipelineStep.projectConstraint, PipelineStep.transmission),
  mj_referenceConstraint: stageCall('referenceConstraint'),
  mj_sensorPos: engineCall('mj_sensorPos', sensorPos),
  mj_sensorVel: engineCall('mj_sensorVel', sensorVel),
  mj_sensorAcc: engineCall('mj_sensorAcc', sensorAcc),
  mj_energyPos: engineCall('mj_energyPos', energyPos),
  mj_energyVel: engineCall('mj_energyVel', energyVel),
  // kinematics computes flex vertices
  mj_flex: call((m, d) => {
    checkFits('mj_flex', m, d);
  }),
});
